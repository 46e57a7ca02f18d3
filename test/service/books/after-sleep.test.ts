import { expect, it } from 'vitest'
import { type Clock, systemClock } from '../../../src/main/core/clock.ts'
import type { Events } from '../../../src/shared/contract.ts'
import { bookNames } from '../../../src/shared/books/books.ts'
import { runDesk } from '../running-desk.ts'

const hour = 3_600_000

it('windows are told of each book how old it is once the machine is awake, and all are read', async () => {
  let slept = 0
  // Its timers wait for as long as before.
  const clock: Clock = { now: () => systemClock.now() + slept, after: systemClock.after }
  const { desk } = await runDesk({ clock })
  const ages = new Map<string, (number | null)[]>()
  const agesOf = (book: string): (number | null)[] => ages.get(book) ?? []
  desk.listen((name, event) => {
    if (name !== 'book') return
    const { account, book, meta } = event as Events['book']
    const of = `${account} ${book}`
    ages.set(of, [...agesOf(of), meta.age])
  })
  // Of two practice accounts; some are read once a minute only.
  await expect
    .poll(() => [...ages.values()].filter(([age]) => age !== null).length)
    .toBe(2 * bookNames.length)
  const books = [...ages.keys()]
  slept = hour
  await expect
    .poll(() => books.filter((book) => agesOf(book).some((age) => age! >= hour)))
    .toEqual(books)
  await expect.poll(() => books.filter((book) => agesOf(book).at(-1)! < hour)).toEqual(books)
})
