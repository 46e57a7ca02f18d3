import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TicketText } from '../../../../../src/renderer/orders/ticket/field-table.ts'
import { withKind } from '../../../../../src/renderer/orders/ticket/kind-change.ts'
import { priceOwner, withOwnPrices } from '../../../../../src/renderer/orders/ticket/price-owner.ts'
import { emptyText } from '../../../../../src/renderer/orders/ticket/ticket-text.ts'
import { sampleCount } from '../../../../sample-count.ts'

/** A form in which one change follows another. */
function form(start: Partial<TicketText> = {}) {
  let text: TicketText = { ...emptyText, ...start }
  let owner = priceOwner(text)
  const change = (...parts: Partial<TicketText>[]): TicketText => {
    for (const part of parts) ({ text, owner } = withOwnPrices(owner, text, part))
    return text
  }
  const typed = (field: 'symbol' | 'price', word: string): TicketText =>
    change(...Array.from(word, (_, at) => ({ [field]: word.slice(0, at + 1) })))
  return { change, typed }
}

const infy = { exchange: 'NSE', symbol: 'INFY-EQ', price: '1560.30' } as const
const none = { price: '', trigger: '', target: '', stop: '', trail: '', stopPrice: '' }

describe('a price', () => {
  it('goes when the symbol or the exchange becomes another', () => {
    expect(form(infy).change({ symbol: 'SBIN-EQ' })).toMatchObject({ symbol: 'SBIN-EQ', price: '' })
    expect(form(infy).change({ exchange: 'BSE' })).toMatchObject({ exchange: 'BSE', price: '' })
    const all = { trigger: '1', target: '2', stop: '3', trail: '4', stopPrice: '5', reference: '6' }
    expect(form({ ...infy, ...all }).change({ symbol: 'SBIN-EQ' })).toMatchObject({
      ...none,
      reference: '',
    })
    expect(form(infy).typed('symbol', 'SBIN-EQ')).toMatchObject({ price: '' })
  })

  it('stays where nothing but the spelling changed, and with all other changes', () => {
    expect(form(infy).change({ symbol: ' infy-eq' })).toMatchObject({ price: '1560.30' })
    expect(
      form(infy).change({ quantity: '5' }, { action: 'SELL' }, { exchange: 'NSE' }),
    ).toMatchObject({ price: '1560.30' })
  })

  it('stays where it came together with the symbol', () => {
    expect(form(infy).change({ symbol: 'SBIN-EQ', price: '845.70' })).toMatchObject({
      symbol: 'SBIN-EQ',
      price: '845.70',
    })
  })

  it('comes back with its own symbol, unless another was typed since', () => {
    const { change } = form(infy)
    expect(change({ symbol: 'INFY-E' })).toMatchObject({ price: '' })
    expect(change({ symbol: 'INFY-EQ' })).toMatchObject({ price: '1560.30' })
    change({ symbol: '' })
    expect(change({ symbol: 'SBIN-EQ' })).toMatchObject({ price: '' })
    expect(change({ price: '845.70' }, { symbol: 'INFY-EQ' })).toMatchObject({ price: '' })
  })

  it('that was typed first stays while the name is typed, and not after that', () => {
    const { change, typed } = form({ price: '1560.30' })
    expect(typed('symbol', 'INFY-EQ')).toMatchObject({ price: '1560.30' })
    change({ quantity: '10' })
    expect(change({ symbol: 'INFY-EQX' })).toMatchObject({ price: '' })
    const other = form({ price: '1560.30' })
    other.typed('symbol', 'INFY-EQ')
    expect(other.change({ symbol: 'SBIN-EQ' })).toMatchObject({ price: '' })
  })

  it('of one option is none of another, nor of a share', () => {
    const option = {
      kind: 'option',
      underlying: 'NIFTY',
      expiry: '26NOV',
      strikeStep: '50',
      price: '120',
    } as const
    for (const part of [
      { underlying: 'BANKNIFTY' },
      { expiry: '26DEC' },
      { optionType: 'PE' },
      { offset: '1' },
    ] as const)
      expect(form(option).change(part)).toMatchObject({ price: '' })
    const cover = { ...emptyText, ...infy, kind: 'cover', stopPrice: '1500' } as const
    expect(form(cover).change(withKind(cover, 'option'))).toMatchObject({
      price: '',
      stopPrice: '',
    })
    expect(form(cover).change(withKind(cover, 'bracket'))).toMatchObject({ price: '1560.30' })
  })

  it('that was typed for one instrument is never there with another', () => {
    const symbol = fc.constantFrom('', 'I', 'INFY', 'INFY-EQ', 'infy-eq', 'SBIN', 'SBIN-EQ')
    const step = fc.oneof(
      symbol.map((text) => ({ symbol: text })),
      fc.constantFrom<Partial<TicketText>>({ exchange: 'NSE' }, { exchange: 'BSE' }),
      fc.constantFrom('quantity', 'price', 'price', 'trigger', 'target'),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const { change } = form()
        const owners = new Map<string, string>()
        let text = change({})
        const name = () => `${text.exchange} ${text.symbol.toUpperCase()}`
        for (const [count, next] of steps.entries()) {
          // Every price is another, so that it tells for what it was typed.
          const typed = `${count + 1}`
          if (typeof next === 'string') {
            text = change({ [next]: typed })
            if (text.symbol !== '') owners.set(typed, name())
          } else text = change(next)
          for (const field of ['price', 'trigger', 'target'] as const)
            expect(owners.get(text[field]) ?? name()).toBe(name())
        }
      }),
      { numRuns: sampleCount(3000) },
    )
  })
})
