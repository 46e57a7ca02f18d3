import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fieldNames,
  fieldRow,
  type TicketText,
} from '../../../../../src/renderer/orders/ticket/field-table.ts'
import { withKind } from '../../../../../src/renderer/orders/ticket/kind-change.ts'
import { kindNames, ticketKinds } from '../../../../../src/renderer/orders/ticket/ticket-kinds.ts'
import {
  fieldAt,
  fieldsOfKind,
  isUsed,
  pathOf,
  typesOf,
  wordsOf,
} from '../../../../../src/renderer/orders/ticket/ticket-shape.ts'
import { emptyText } from '../../../../../src/renderer/orders/ticket/ticket-text.ts'
import { type PriceType, Product } from '../../../../../src/shared/service/words.ts'

const priceTypes = ['LIMIT', 'MARKET', 'SL', 'SL-M'] as const satisfies PriceType[]

describe('the table of fields', () => {
  it('calls no two columns alike', () => {
    const columns = fieldNames.map((field) => fieldRow(field).column)
    expect(new Set(columns).size).toBe(columns.length)
  })

  it('gives no word of the palette to two fields of one kind', () => {
    for (const kind of kindNames) {
      const words = [...fieldsOfKind[kind]].flatMap((field) => {
        const { before = [], values = {} } = fieldRow(field).palette ?? {}
        return [...before, ...Object.keys(values)]
      })
      expect(new Set(words).size).toBe(words.length)
    }
  })

  it('leads from a field to its place in a ticket and back, for each kind that has it', () => {
    for (const kind of kindNames)
      for (const field of fieldsOfKind[kind]) expect(fieldAt(pathOf(field), kind)).toBe(field)
    expect(fieldAt('target', 'smart')).toBe('position')
    expect(fieldAt('quantity', 'smart')).toBe('position')
    expect(fieldAt('pricing', 'cover')).toBe('type')
    expect(fieldAt('constructor', 'cover')).toBe('kind')
  })

  it('takes which kinds have a field, and which of its words, from their schemas', () => {
    const kindsWith = (field: keyof TicketText) =>
      kindNames.filter((kind) => fieldsOfKind[kind].has(field))
    expect(kindsWith('disclosed')).toEqual(['smart', 'bracket'])
    expect(kindsWith('slice')).toEqual(['regular', 'smart', 'option'])
    expect(kindsWith('trigger')).toEqual(['smart', 'bracket', 'option'])
    expect(kindsWith('position')).toEqual(['smart'])
    expect(kindsWith('target')).toEqual(['bracket'])
    expect(typesOf.regular).toEqual(['LIMIT', 'MARKET'])
    expect(typesOf.option).toEqual(priceTypes)
    expect(wordsOf('product', 'option')).toEqual(['MIS', 'NRML'])
    expect(wordsOf('product', 'smart')).toEqual(['MIS', 'CNC', 'NRML'])
    expect(wordsOf('symbol', 'smart')).toBeNull()
  })

  it('asks for the prices of a price type and for no other', () => {
    const prices = (type: PriceType) =>
      (['price', 'trigger', 'protection', 'reference'] as const).filter((field) =>
        isUsed(field, { kind: 'smart', type }),
      )
    expect(prices('LIMIT')).toEqual(['price'])
    expect(prices('SL')).toEqual(['price', 'trigger'])
    expect(prices('SL-M')).toEqual(['trigger'])
    expect(prices('MARKET')).toEqual(['protection', 'reference'])
  })
})

describe('an order of another kind', () => {
  const texts = fc
    .record({
      kind: fc.constantFrom(...kindNames),
      type: fc.constantFrom(...priceTypes),
      product: fc.constantFrom(...Product.extract(['CNC', 'MIS', 'NRML']).options),
      price: fc.constantFrom('', '1500'),
      trigger: fc.constantFrom('', '1490'),
    })
    .map((part): TicketText => ({ ...emptyText, ...part }))
    .filter(
      ({ kind, type, product }) =>
        typesOf[kind].includes(type) && wordsOf('product', kind)!.includes(product),
    )
  const changes = (check: (text: TicketText, changed: TicketText) => void) =>
    fc.assert(
      fc.property(texts, fc.constantFrom(...kindNames), (text, kind) => {
        check(text, withKind(text, kind))
      }),
      { seed: 20261122, numRuns: 1000 },
    )

  it('has a price type and a product that its kind takes', () => {
    changes((_, { kind, type, product }) => {
      expect(typesOf[kind]).toContain(type)
      expect(wordsOf('product', kind)).toContain(product)
    })
  })

  it('is a market order only if it was one', () => {
    changes((text, changed) => {
      expect(changed.type === 'MARKET').toBe(text.type === 'MARKET')
    })
  })

  it('has the limit that was in sight, or asks for one', () => {
    changes((text, changed) => {
      if (!isUsed('price', changed)) return
      const isSameThing = ticketKinds[text.kind].about === ticketKinds[changed.kind].about
      expect(changed.price).toBe(isUsed('price', text) && isSameThing ? text.price : '')
    })
  })

  it('is as it was where its kind stays', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(withKind(text, text.kind)).toEqual(text)
      }),
      { seed: 20261122, numRuns: 200 },
    )
  })
})
