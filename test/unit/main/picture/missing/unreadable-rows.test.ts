import { expect, it } from 'vitest'
import { dayLength } from '../../../../../src/shared/core/india.ts'
import { infosys, newPictures, order, position } from '../pictures.ts'

const hour = 3_600_000

it.each([
  ['orders', JSON.stringify(order('7', { quantity: '10 units' })), order('7')],
  ['orders', JSON.stringify({ ORDER_ID: 7, quantity: '10 units' }), order('7')],
  ['positions', JSON.stringify({ ...infosys, netqty: '(75)' }), position(-75)],
] as const)(
  'a row of %s that could not be read still counts where the next answer leaves it out, until it can be read',
  async (book, text, row) => {
    const { pictures, answer, clock } = newPictures({ now: () => clock.now() })
    const count = (): number => pictures.of('a').unreadable(book)
    answer('a', 'orders', [])
    answer('a', 'positions', [])
    answer('a', book, [], { unreadable: [text] })
    expect(count()).toBe(1)
    for (let poll = 0; poll < 4; poll += 1) {
      await clock.advance(1000)
      answer('a', book, [])
    }
    expect(count()).toBe(1)
    answer('a', book, [row])
    expect(count()).toBe(0)
    answer('a', book, [])
    expect(count()).toBe(0)
  },
)

it('is missed for an hour, and on its own day', async () => {
  let day = 0
  const { pictures, answer, clock, goOn } = newPictures({ now: () => clock.now() + day })
  const text = JSON.stringify({ ...infosys, netqty: '(75)' })
  const count = (): number => pictures.of('a').unreadable('positions')
  answer('a', 'positions', [], { unreadable: [text] })
  // Nothing is read while the machine sleeps, and no more than five minutes of it count.
  await clock.advance(2 * hour)
  answer('a', 'positions', [])
  expect(count()).toBe(1)
  await goOn(hour - 300_000, () => answer('a', 'positions', []))
  expect(count()).toBe(1)
  await goOn(1000, () => answer('a', 'positions', []))
  expect(count()).toBe(0)
  answer('a', 'positions', [], { unreadable: [text] })
  day = dayLength
  answer('a', 'positions', [])
  expect(count()).toBe(0)
})

it('is not missed where it does not say which it is', () => {
  const { pictures, answer } = newPictures()
  answer('a', 'positions', [], { unreadable: ['"cut here"', '{"netqty":5}'] })
  expect(pictures.of('a').unreadable('positions')).toBe(2)
  answer('a', 'positions', [])
  expect(pictures.of('a').unreadable('positions')).toBe(0)
})

it('windows are told that it is left out, also by an account whose login another one reads', () => {
  const text = JSON.stringify({ ...infosys, netqty: '(75)' })
  const { pictures, answer } = newPictures({ twins: ['a', 'b'] })
  for (const account of ['a', 'b']) {
    answer(account, 'orders', [])
    answer(account, 'positions', [])
  }
  answer('b', 'positions', [], { unreadable: [text] })
  // It is told as it came.
  expect(pictures.leftOut('b')).toBeNull()
  answer('b', 'positions', [])
  expect(pictures.leftOut('b')).toBe('rows')
  answer('a', 'positions', [])
  answer('a', 'orders', [])
  expect(pictures.leftOut('b')).toBe('rows')
  answer('b', 'positions', [position(-75)])
  expect(pictures.leftOut('b')).toBeNull()
})

it('is left out beside one that the answer has and that cannot be read either', () => {
  const texts = [{ symbol: 'TCS-EQ' }, {}].map((more) =>
    JSON.stringify({ ...infosys, netqty: '(75)', ...more }),
  )
  const { pictures, answer } = newPictures()
  answer('a', 'positions', [], { unreadable: texts })
  expect(pictures.leftOut('a')).toBeNull()
  answer('a', 'positions', [], { unreadable: texts.slice(1) })
  expect(pictures.leftOut('a')).toBe('rows')
})
