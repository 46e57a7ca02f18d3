import { describe, expect, it } from 'vitest'
import {
  alikeOutcomes,
  filledTitle,
  filledWords,
  ownDetails,
} from '../../../../../src/renderer/orders/ticket/alike-outcomes.ts'
import { intent, part } from '../../intents.ts'
import { order } from '../../records.ts'

describe('what is said of an order that was filled', () => {
  const row = (id: string, more: Parameters<typeof order>[0] = {}) =>
    [id, order({ order_id: id, status: 'complete', avgprc: 1571.4, ...more })] as const
  const accepted = (...ids: string[]) =>
    intent({ state: 'accepted', parts: ids.map((orderId) => part('accepted', { orderId })) })

  it('names the price once all of it is complete, and no price where there are several', () => {
    expect(filledWords(accepted('1'), new Map([row('1')]))).toBe('Filled at 1,571.40')
    expect(filledWords(accepted('1', '2'), new Map([row('1')]))).toBeNull()
    const other = row('2', { avgprc: 1571.5 })
    expect(filledWords(accepted('1', '2'), new Map([row('1'), other]))).toBe('Filled')
    expect(filledWords(accepted('1'), new Map([row('1', { status: 'open' })]))).toBeNull()
    expect(filledWords(accepted('1'), undefined)).toBeNull()
    expect(filledWords(accepted(), new Map([row('1')]))).toBeNull()
  })

  it('says beside it where likeness alone tells which order it is', () => {
    const found = (code: 'in-doubt' | null) =>
      intent({ state: 'matched', parts: [part('matched', { orderId: '1', code })] })
    expect(filledWords(found('in-doubt'), new Map([row('1')]))).toBe(
      'Found one like it, filled at 1,571.40',
    )
    expect(filledWords(found(null), new Map([row('1')]))).toBe('Filled at 1,571.40')
    expect(filledWords(found('in-doubt'), new Map([row('1', { status: 'open' })]))).toBeNull()
  })

  it('is of a kind of its own, but where likeness alone tells which order it is', () => {
    expect(filledTitle(accepted('1'), true)).toBe('Filled')
    expect(filledTitle(accepted('1'), false)).not.toBe('Filled')
    const parts = [part('matched', { orderId: '1', code: 'in-doubt' })]
    expect(filledTitle(intent({ state: 'matched', parts }), true)).toBe('Found one like it')
  })

  it('is nothing where somebody made it smaller since', () => {
    const sent = [part('accepted', { orderId: '1', quantity: 100 })]
    const one = intent({ state: 'accepted', parts: sent })
    const filled = (quantity: number) => [row('1', { quantity, fillshares: quantity })] as const
    expect(filledWords(one, new Map(filled(50)))).toBeNull()
    expect(filledWords(one, new Map(filled(100)))).toBe('Filled at 1,571.40')
  })

  it('is nothing where the broker rejected it', () => {
    const rejected = { ...part('accepted', { orderId: '1' }), rejection: { reason: null } }
    const one = intent({ state: 'accepted', parts: [rejected] })
    expect(filledWords(one, new Map([row('1')]))).toBeNull()
  })
})

it('orders of which the very same is said are together, and those of which nothing is said are each alone', () => {
  const refused = (detail: string) =>
    intent({ state: 'refused', parts: [part('refused', { code: 'refused', detail })] })
  const accepted = () => intent({ state: 'accepted', parts: [part('accepted', { orderId: '1' })] })
  const all = [refused('E-1'), refused('E-2'), refused('E-1'), accepted(), accepted()]
  const places = alikeOutcomes(all).map((some) => some.map((one) => all.indexOf(one)))
  expect(places).toEqual([[0, 2], [1], [3], [4]])
})

it('orders that were rejected in the same plain words are together, each with how it came', () => {
  const rejected = (client: string) => {
    const reason = `RMS: Margin Exceeds, Required: 5000, Available: 100 for entity ${client}`
    const one = { ...part('accepted', { orderId: client }), rejection: { reason } }
    return intent({ state: 'accepted', parts: [one] })
  }
  const all = [rejected('AB12'), rejected('CD34')]
  expect(alikeOutcomes(all)).toEqual([all])
  expect([...ownDetails(all)!.values()].flat()).toEqual([
    'RMS: Margin Exceeds, Required: 5000, Available: 100 for entity AB12',
    'RMS: Margin Exceeds, Required: 5000, Available: 100 for entity CD34',
  ])
  expect(ownDetails([all[0]!, all[0]!])).toBeNull()
})
