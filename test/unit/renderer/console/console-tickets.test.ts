import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  differences,
  meantBy,
  sentFields,
} from '../../../../src/renderer/console/console-tickets.ts'
import type { ServiceFields } from '../../../../src/renderer/orders/ticket/field-values.ts'
import { checkFields, fieldsOf } from '../../../../src/shared/service/fields.ts'
import {
  operationNames,
  operations,
  type PlaceOperation,
} from '../../../../src/shared/service/operations.ts'

const listed = { strategy: 'Manual', exchange: 'NSE', symbol: 'INFY-EQ' }
const order = { ...listed, action: 'BUY', pricetype: 'LIMIT', quantity: '5', price: '1500' }
const option = {
  strategy: 'Manual',
  spot_symbol: 'NIFTY',
  expiry_date: '26NOV26',
  action: 'SELL',
  product: 'NRML',
  pricetype: 'SL',
  quantity: '75',
  price: '100',
  trigger_price: '99',
  option_type: 'CE',
  strike_int: '50',
}
const bracketOrder = { ...order, squareoff: '10', stoploss: '5', trailing_stoploss: '0' }

const placements: Record<PlaceOperation, ServiceFields> = {
  PlaceMultiOrder: { ...order, product: 'MIS', splitorder: 'YES', split_quantity: '2' },
  PlaceSmartOrder: { ...order, product: 'MIS', position_size: '-5', amo: 'YES' },
  PlaceMultiFOOptionsOrder: option,
  PlaceMultiBOOrder: bracketOrder,
  PlaceBOOrder: bracketOrder,
  PlaceCOOrder: { ...order, stop_price: '1490' },
}
const names = Object.keys(placements) as PlaceOperation[]
const problems = (operation: PlaceOperation, fields: ServiceFields) => {
  const meant = meantBy(operation, 'main', fields)
  return meant.ok ? {} : Object.fromEntries(meant.problems)
}

describe('the form of an operation', () => {
  it('has all fields of its schema but the broker, each with its doc', () => {
    for (const name of operationNames) {
      const form = fieldsOf(name)
      const { broker: _, ...shape } = operations[name].request.shape
      expect(form.map((field) => field.name)).toEqual(Object.keys(shape))
      for (const { doc } of form) expect(doc).toMatch(/\w/)
    }
  })

  it('offers the words of a field that takes no others, and says what is optional', () => {
    const amo = fieldsOf('PlaceSmartOrder').find(({ name }) => name === 'amo')
    expect(amo).toMatchObject({ words: ['YES', 'NO'], isOptional: true })
    const symbol = fieldsOf('AllPositions').find(({ name }) => name === 'symbol')
    expect(symbol).toMatchObject({ words: null, isOptional: false })
  })

  it('names every field that is wrong, in words', () => {
    const checked = checkFields('OpenPositions', { broker: 'PX', symbol: 'INFY', extra: 'x' })
    expect(checked).toEqual({
      isSound: false,
      problems: new Map([
        ['extra', 'is not a field of this operation'],
        ['exchange', 'is mandatory with a symbol'],
        ['product', 'is mandatory with a symbol'],
      ]),
    })
  })
})

describe('a placement from the console', () => {
  it('is an order of the desk, for every operation that places', () => {
    const kinds = names.map((name) => {
      const checked = checkFields(name, { ...placements[name], broker: 'PX' })
      expect(checked.isSound).toBe(true)
      const meant = meantBy(name, 'main', placements[name])
      return meant.ok
        ? `${meant.ticket.kind} of ${meant.ticket.account}`
        : problems(name, placements[name])
    })
    expect(kinds).toEqual([
      'regular of main',
      'smart of main',
      'option of main',
      'bracket of main',
      'bracket of main',
      'cover of main',
    ])
  })

  it('carries what was typed to the letter', () => {
    expect(meantBy('PlaceMultiOrder', 'main', placements.PlaceMultiOrder)).toMatchObject({
      ticket: { quantity: '5', pricing: { type: 'LIMIT', price: '1500' }, slice: '2', exit: false },
    })
    expect(meantBy('PlaceMultiFOOptionsOrder', 'main', option)).toMatchObject({
      ticket: { pricing: { type: 'SL', price: '100', trigger: '99' }, offset: '0', slice: null },
    })
    expect(meantBy('PlaceBOOrder', 'main', bracketOrder)).toMatchObject({
      ticket: { target: '10', stop: '5', trail: null },
    })
    const market = { ...order, product: 'MIS', pricetype: 'MARKET', price: '0' }
    expect(meantBy('PlaceMultiOrder', 'main', market)).toMatchObject({
      ticket: { pricing: { type: 'MARKET', protection: null } },
    })
  })

  it('names the field that no order can have', () => {
    const regular = placements.PlaceMultiOrder
    expect(Object.keys(problems('PlaceMultiOrder', { ...regular, pricetype: 'SL' }))).toEqual([
      'pricetype',
    ])
    expect(Object.keys(problems('PlaceMultiOrder', { ...regular, product: 'BO' }))).toEqual([
      'product',
    ])
    expect(problems('PlaceMultiOrder', { ...regular, price: '0' })).toEqual({
      price: 'must be more than zero',
    })
    const { split_quantity: _, ...unsliced } = regular
    expect(Object.keys(problems('PlaceMultiOrder', unsliced))).toEqual(['split_quantity'])
    const { trigger_price: __, ...untriggered } = option
    expect(problems('PlaceMultiFOOptionsOrder', untriggered)).toEqual({
      trigger_price: 'is missing',
    })
  })

  it('is refused at a field of its own form or makes an order, whatever is typed', () => {
    const typed = fc.oneof(
      fc.constantFrom('', '0', '-1', '1.5', 'SL', 'SL-M', 'MARKET', 'BO', 'YES', '__proto__'),
      fc.string({ maxLength: 40 }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), typed, (name, at, value) => {
        const form = fieldsOf(name)
        const fields = { ...placements[name], [form[at % form.length]!.name]: value }
        const meant = meantBy(name, 'main', fields)
        if (meant.ok) return
        const known = new Set(form.map((field) => field.name))
        for (const field of meant.problems.keys()) expect(known).toContain(field)
      }),
      { seed: 1, numRuns: 2000 },
    )
  })
})

describe('what is sent beside what was typed', () => {
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.string({ maxLength: 3 }))

  it('has no difference exactly where both are the same', () => {
    fc.assert(
      fc.property(fc.array(fields, { maxLength: 4 }), (typed) => {
        expect(
          differences(
            typed,
            typed.map((one) => ({ ...one })),
          ),
        ).toEqual([])
      }),
      { seed: 2 },
    )
    fc.assert(
      fc.property(fields, fields, (typed, sent) => {
        const told = differences([typed], [sent])
        const restored: Record<string, string> = { ...typed }
        for (const { field, typed: was, sent: is } of told) {
          expect(was).toBe(typed[field] ?? null)
          if (is === null) delete restored[field]
          else restored[field] = is
        }
        expect(restored).toEqual({ ...sent })
      }),
      { seed: 3 },
    )
  })

  it('reads the orders of requests of either form, in their order', () => {
    const masked = { api_key: '••••', api_secret: '••••' }
    const body = (data: unknown) => JSON.stringify({ ...masked, data })
    expect(
      sentFields([
        {
          account: 'main',
          beside: [],
          operation: 'PlaceMultiOrder',
          body: body({
            orders: [
              { ...masked, data: { a: '1' } },
              { ...masked, data: { a: '2' } },
            ],
          }),
        },
        { account: 'main', beside: [], operation: 'PlaceCOOrder', body: body({ a: '3' }) },
      ]),
    ).toEqual([{ a: '1' }, { a: '2' }, { a: '3' }])
  })
})
