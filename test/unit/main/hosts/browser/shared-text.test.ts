import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedText, ownText } from '../../../../../src/main/hosts/browser/shared-text.ts'

/** An event with so many rows, and how often one of them was written out. */
function eventOf(count: number) {
  const written = { rows: 0 }
  const rows = Array.from({ length: count }, (_, at) => [
    `${at}`,
    {
      toJSON: () => {
        written.rows += 1
        return { order_id: `${at}`, symbol: 'Ünï₹-EQ' }
      },
    },
  ])
  return { written, data: { account: 'a', book: 'orders', patch: { put: rows } } }
}

const whole = (pieces: Iterable<Buffer>): string => Buffer.concat([...pieces]).toString()

it.each([3, 1777])(
  'an event of %i rows is written once for all windows that are told it',
  (count) => {
    const { written, data } = eventOf(count)
    const texts = Array.from({ length: 3 }, () => whole(sharedText('book', data).pieces()))
    expect(written.rows).toBe(count)
    expect(new Set(texts)).toEqual(new Set([JSON.stringify({ event: 'book', data })]))
  },
)

it('each window has all of it, in whatever turns they take', () => {
  const turns = fc.array(fc.nat(2), { maxLength: 40 })
  fc.assert(
    fc.property(fc.constantFrom(1, 499, 501, 2100), turns, (count, order) => {
      const { written, data } = eventOf(count)
      const windows = Array.from({ length: 3 }, () => ({
        pieces: sharedText('book', data).pieces(),
        had: [] as Buffer[],
      }))
      const step = (at: number): boolean => {
        const { pieces, had } = windows[at]!
        const next = pieces.next()
        if (next.done !== true) had.push(next.value)
        return next.done === true
      }
      for (const at of order) step(at)
      for (const at of windows.keys()) while (!step(at));
      const rows = count
      expect(written.rows).toBe(rows)
      const told = JSON.stringify({ event: 'book', data })
      for (const { had } of windows) expect(whole(had)).toBe(told)
    }),
    { numRuns: 40 },
  )
})

it('what is told later is written anew', async () => {
  const stop = { on: false }
  sharedText('stop', stop)
  stop.on = true
  await Promise.resolve()
  expect(whole(sharedText('stop', stop).pieces())).toBe('{"event":"stop","data":{"on":true}}')
})

it('two events that say the same are two', () => {
  const one = { on: true }
  expect(whole(sharedText('stop', one).pieces())).toBe('{"event":"stop","data":{"on":true}}')
  expect(sharedText('stop', { on: true })).not.toBe(sharedText('stop', one))
  expect(sharedText('stop', one)).toBe(sharedText('stop', one))
  expect(whole(ownText({ id: 1, reply: null }).pieces())).toBe('{"id":1,"reply":null}')
})
