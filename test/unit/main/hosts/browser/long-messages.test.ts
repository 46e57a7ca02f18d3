import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lengthIfLong, piecesOf } from '../../../../../src/main/hosts/browser/long-messages.ts'

const row = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)))
/** Lists around the length of a piece and of several, of a few different rows. */
const list = fc
  .tuple(fc.constantFrom(0, 1, 499, 500, 501, 1000, 1001, 1777), fc.array(row, { minLength: 1 }))
  .map(([length, some]) => Array.from({ length }, (_, at) => some[at % some.length]))
const part = fc.oneof(list, row, fc.string(), fc.constant(undefined), fc.constant(null))
const message = fc.dictionary(fc.string(), fc.oneof(part, fc.dictionary(fc.string(), part)))

describe('a long message', () => {
  it('is what JSON makes of it, in pieces', () => {
    fc.assert(
      fc.property(message, (said) => {
        expect([...piecesOf(said)].join('')).toBe(JSON.stringify(said))
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('is one with the rows of a large book, in an event or a reply', () => {
    const rows = Array.from({ length: 1200 }, (_, at) => [`${at}`, { order_id: `${at}` }])
    const event = { event: 'book', data: { account: 'a', patch: { put: rows } } }
    const reply = { id: 1, reply: { ok: true, value: { book: 'orders', rows } } }
    for (const long of [event, reply]) {
      expect(lengthIfLong(long)).toBe(1200 * 400)
      expect([...piecesOf(long)]).toHaveLength(4)
    }
    expect(lengthIfLong({ ...event, data: { patch: { put: rows.slice(0, 500) } } })).toBe(0)
  })

  it('is one with the points of a few curves', () => {
    const points = Array.from({ length: 2000 }, (_, at) => ({ at, realised: at }))
    const value = ['one', 'two', 'three', 'four'].map((key) => ({ key, points }))
    const reply = { id: 1, reply: { ok: true, value } }
    expect(lengthIfLong(reply)).toBe(8000 * 400)
    expect([...piecesOf(reply)]).toHaveLength(17)
    const mixed = [undefined, points, null, { points, summary: undefined }, [], 'text', [points]]
    for (const said of [reply, { mixed }, { mixed: mixed.toReversed() }])
      expect([...piecesOf(said)].join('')).toBe(JSON.stringify(said))
  })
})
