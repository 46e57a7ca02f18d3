import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { backOff } from '../../../../src/main/books/back-off.ts'
import type { PollOptions, PollResult } from '../../../../src/main/books/book-poll.ts'
import { Poller } from '../../../../src/main/books/poller.ts'
import { ReadQueue } from '../../../../src/main/service/read-queue.ts'
import type { RawAnswer } from '../../../../src/main/service/client.ts'
import { type BookName, bookNames, books } from '../../../../src/shared/books/books.ts'
import { type Reply, errorCodes, fail, ok } from '../../../../src/shared/core/errors.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { limitedQueue } from '../service/limited-queue.ts'

/** An answer; its last byte comes when it is given, unless that was before. */
type FakeAnswer = Omit<RawAnswer, 'at'> & Partial<Pick<RawAnswer, 'at'>>

const emptyBook = (book: BookName): FakeAnswer => ({
  status: 200,
  bytes: Buffer.from(
    JSON.stringify({
      status: 'success',
      data: book === 'funds' || book === 'profile' ? { name: 'A', credits: 1 } : [],
    }),
  ),
  took: 5,
})

interface Asked {
  at: number
  account: string
  book: BookName
}

/** A poller over a service of which each answer can be held back or refused. */
function setUp(
  options: {
    answer?: (asked: Asked) => Promise<Reply<FakeAnswer>>
    onPoll?: () => void
    queueOf?: (clock: FakeClock) => ReadQueue
    turnDown?: PollOptions['turnDown']
  } = {},
) {
  const clock = new FakeClock()
  const queue = options.queueOf?.(clock) ?? null
  const asked: Asked[] = []
  const polls: (PollResult & { at: number })[] = []
  const paces: Pick<PollResult, 'account' | 'book' | 'meta'>[] = []
  let running = 0
  let mostPerLine = 0
  const perLine = new Map<string, number>()
  const poller = new Poller({
    clock,
    random: () => 0.5,
    fetch: async (account, book, signal) => {
      const call = { at: clock.now(), account, book }
      const line = `${account}/${book}`
      asked.push(call)
      running++
      perLine.set(line, (perLine.get(line) ?? 0) + 1)
      mostPerLine = Math.max(mostPerLine, perLine.get(line)!)
      const aborted = new Promise<Reply<FakeAnswer>>((resolve) =>
        signal.addEventListener('abort', () => resolve(fail('cancelled', 'Called off.'))),
      )
      const answer = await Promise.race([
        options.answer?.(call) ?? Promise.resolve(ok(emptyBook(book))),
        aborted,
      ])
      running--
      perLine.set(line, perLine.get(line)! - 1)
      return answer.ok ? ok({ ...answer.value, at: answer.value.at ?? clock.now() }) : answer
    },
    onPoll: (poll) => {
      polls.push({ ...poll, at: clock.now() })
      options.onPoll?.()
    },
    onMeta: (told) => paces.push(told),
    queueOf: () => queue,
    ...(options.turnDown && { turnDown: options.turnDown }),
  })
  const times = (book: BookName, account = 'a') =>
    asked.filter((call) => call.book === book && call.account === account).map(({ at }) => at)
  return {
    clock,
    queue,
    poller,
    asked,
    polls,
    paces,
    times,
    running: () => running,
    mostPerLine: () => mostPerLine,
  }
}

const account = (
  id = 'a',
  more: { polls?: Partial<Record<BookName, number>>; readsPerSecond?: number } = {},
) => ({
  id,
  polls: {},
  readsPerSecond: 50,
  ...more,
})

describe('polling', () => {
  it('reads every book at once, and then each at its own interval', async () => {
    const { clock, poller, times } = setUp()
    poller.follow([account()])
    poller.lookAt(['a'], [...bookNames])
    await clock.advance(10_000)
    for (const book of bookNames) {
      const { watched } = books[book].every
      expect(times(book), book).toEqual(
        Array.from({ length: Math.floor(10_000 / watched) + 1 }, (_, n) => n * watched),
      )
    }
  })

  it('tells after a sleep how old each book is, and reads all of them', async () => {
    const { clock, poller, paces, times } = setUp()
    poller.follow([account()])
    await clock.advance(500)
    clock.sleep(3_600_000)
    const before = paces.length
    poller.wake()
    const told = paces.slice(before)
    expect(told.map(({ book }) => book)).toEqual([...bookNames])
    for (const { meta } of told) expect(meta.age).toBe(3_600_500)
    await clock.advance(100)
    for (const book of bookNames) expect(times(book), book).toEqual([0, 3_600_500])
  })

  it('tells it where polling is paused, too, and reads nothing then', async () => {
    const { clock, poller, paces, asked } = setUp()
    poller.follow([account()])
    await clock.advance(500)
    poller.pause()
    const before = [paces.length, asked.length]
    clock.sleep(3_600_000)
    poller.wake()
    await clock.advance(100)
    expect(paces.length - before[0]!).toBe(bookNames.length)
    expect(asked.length).toBe(before[1])
  })

  it('tells the age of a book from its last byte, however long it was looked through before it came', async () => {
    const { clock, poller, polls } = setUp({
      answer: async ({ book, at }) => {
        await new Promise<void>((resolve) => clock.after(30, resolve))
        return ok({ ...emptyBook(book), at: at + 10 })
      },
    })
    poller.follow([account()])
    await clock.advance(30)
    expect(polls.find(({ book }) => book === 'orders')).toMatchObject({
      lasted: 10,
      meta: { age: 20 },
    })
    poller.stop()
  })

  it('tells the age of a large book from its last byte, however long it takes to be read', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ order_id: `${at}`, symbol: 'A' }))
    const bytes = Buffer.from(JSON.stringify({ status: 'success', data: rows }))
    const { clock, poller, polls } = setUp({
      answer: ({ book }) =>
        Promise.resolve(ok(book === 'orders' ? { status: 200, bytes, took: 5 } : emptyBook(book))),
    })
    poller.follow([account()])
    await clock.advance(0)
    const told = () => polls.find(({ book }) => book === 'orders')
    while (told() === undefined) {
      await clock.advance(1)
      await setImmediate()
    }
    expect(told()?.at).toBeGreaterThan(0)
    expect(told()?.meta.age).toBe(told()?.at)
    poller.stop()
  })

  it('is slower for what nobody looks at', async () => {
    const { clock, poller, times } = setUp()
    poller.follow([account()])
    poller.lookAt(['a'], ['orders'])
    await clock.advance(6000)
    expect(times('orders')).toHaveLength(7)
    expect(times('positions')).toEqual([0, 3000, 6000])
  })

  it('is as often as the window wants that wants it most, for as long as it is there', async () => {
    const { clock, poller, times } = setUp()
    poller.follow([account()])
    poller.lookAt(['a'], ['orders'], 1)
    poller.lookAt(['a'], ['positions'], 2)
    // What one window shows and another account's does not add up to what nobody shows.
    poller.lookAt(['b'], ['trades'], 3)
    await clock.advance(5900)
    expect([times('orders').length, times('positions').length]).toEqual([6, 6])
    expect(times('trades')).toEqual([0])
    poller.lookAway(2)
    await clock.advance(6000)
    expect(times('orders')).toHaveLength(12)
    expect(times('positions').length).toBeLessThanOrEqual(9)
  })

  it('reads a book that comes into view as soon as it is due', async () => {
    const { clock, poller, times } = setUp()
    poller.follow([account()])
    await clock.advance(500)
    poller.lookAt(['a'], ['positions'])
    await clock.advance(1000)
    expect(times('positions')).toEqual([0, 1000])
  })

  it('says of each account what it reads of its budget, and why a book is read less often', async () => {
    const { clock, poller, asked } = setUp({
      answer: ({ account: id, book }) =>
        id === 'b' && book === 'funds'
          ? new Promise(() => {})
          : Promise.resolve(
              id === 'b' && book === 'trades' ? fail('too-late', 'Late.') : ok(emptyBook(book)),
            ),
    })
    poller.follow([account('a', { readsPerSecond: 2 }), account('b', { polls: { orders: 4000 } })])
    poller.lookAt(['a', 'b'], ['orders', 'trades'])
    expect(poller.reads('gone')).toBeUndefined()
    expect(poller.reads('a')!.books.every(({ age }) => age === null)).toBe(true)
    await clock.advance(200)
    expect(poller.reads('a')!.used).toEqual({
      ...{ perSecond: 2, lastSecond: 2, lastMinute: 2, waiting: 4 },
    })
    await clock.advance(1200)
    // One that hangs, or fails, changes nothing of another.
    const of = (id: string, name: BookName) =>
      poller.reads(id)!.books.find(({ book }) => book === name)
    expect(of('b', 'funds')).toMatchObject({ age: null, waitsFor: 1400, slowedBy: 'unwatched' })
    expect(of('b', 'trades')).toMatchObject({ slowedBy: 'failing', trouble: 'too-late', age: null })
    expect(of('b', 'orders')).toMatchObject({ slowedBy: 'chosen', every: 4000, age: 1400 })
    expect(of('b', 'positions')).toMatchObject({ slowedBy: 'unwatched', every: 3000 })
    expect(poller.reads('b')!.used).toMatchObject({ lastSecond: 0, lastMinute: 6, waiting: 0 })
    await clock.advance(8600)
    expect(of('a', 'orders')).toMatchObject({ trouble: null, waitsFor: null })
    const begun = asked.filter((call) => call.account === 'a').length
    expect(poller.reads('a')!.used.lastMinute).toBe(begun)
    poller.pause()
    expect(of('a', 'orders')?.slowedBy).toBe('paused')
    await clock.advance(60_000)
    expect(poller.reads('a')!.used).toMatchObject({ lastSecond: 0, lastMinute: 0, waiting: 0 })
  })

  it("keeps to an account's own interval", async () => {
    const { clock, poller, times } = setUp()
    poller.follow([account('a', { polls: { orders: 4000 } })])
    poller.lookAt(['a'], ['orders'])
    await clock.advance(9000)
    expect(times('orders')).toEqual([0, 4000, 8000])
  })

  it('never has two polls of one book under way, however slow the service is', async () => {
    const { clock, poller, mostPerLine, asked } = setUp({
      answer: ({ book }) =>
        new Promise((resolve) => clock.after(7000, () => resolve(ok(emptyBook(book))))),
    })
    poller.follow([account()])
    poller.lookAt(['a'], [...bookNames])
    await clock.advance(1000)
    poller.refresh({})
    poller.refresh({})
    await clock.advance(60_000)
    expect(mostPerLine()).toBe(1)
    expect(asked.length).toBeGreaterThan(20)
  })

  it('says at once that a book is read less often, since it is not stale for it', async () => {
    const { clock, poller, paces } = setUp()
    poller.follow([account()])
    poller.lookAt(['a'], ['trades'])
    await clock.advance(100)
    paces.length = 0
    poller.lookAt(['a'], ['orders'])
    const { watched, unwatched } = books.trades.every
    expect(paces.find(({ book }) => book === 'trades')?.meta.every).toBe(unwatched)
    poller.lookAt(['a'], ['orders'])
    expect(paces.filter(({ book }) => book === 'trades')).toHaveLength(1)
    poller.lookAt(['a'], ['trades'])
    await clock.advance(100)
    expect(paces.filter(({ book }) => book === 'trades').at(-1)?.meta.every).toBe(watched)
  })

  it('polls once more when it was asked to while a poll was under way', async () => {
    const { clock, poller, times } = setUp({
      answer: ({ book }) =>
        new Promise((resolve) => clock.after(300, () => resolve(ok(emptyBook(book))))),
    })
    poller.follow([account()])
    await clock.advance(100)
    poller.refresh({ book: 'orders' })
    await clock.advance(300)
    expect(times('orders')).toEqual([0, 300])
  })

  it('stops while paused, but reads on demand', async () => {
    const { clock, poller, asked, times } = setUp()
    poller.follow([account()])
    await clock.advance(100)
    poller.pause()
    const before = asked.length
    await clock.advance(60_000)
    expect(asked.length).toBe(before)
    poller.refresh({ account: 'a', book: 'funds' })
    await clock.advance(60_000)
    expect(times('funds')).toHaveLength(2)
    expect(asked.length).toBe(before + 1)
    poller.resume()
    await clock.advance(100)
    expect(asked.length).toBeGreaterThan(before + 1)
  })

  it('goes on after a pause where it failed before it', async () => {
    const { clock, poller, times } = setUp({
      answer: () => Promise.resolve(fail('no-answer', 'Nothing came.')),
    })
    poller.follow([account()])
    await clock.advance(100)
    poller.pause()
    poller.resume()
    await clock.advance(60_000)
    expect(times('orders').length).toBeGreaterThan(1)
  })

  it('leaves no timer and no request behind when it stops', async () => {
    const { clock, poller, running, polls } = setUp({ answer: () => new Promise(() => {}) })
    poller.follow([account('a'), account('b')])
    await clock.advance(100)
    expect(running()).toBe(12)
    poller.stop()
    await clock.advance(600_000)
    expect(running()).toBe(0)
    expect(clock.pending).toBe(0)
    expect(polls).toEqual([])
  })

  it('spends no more reads than the account allows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10 }), async (readsPerSecond) => {
        const { clock, poller, asked } = setUp()
        poller.follow([account('a', { readsPerSecond, polls: { orders: 250, positions: 250 } })])
        poller.lookAt(['a'], [...bookNames])
        for (let second = 0; second < 20; second++) {
          poller.refresh({})
          await clock.advance(1000)
        }
        poller.stop()
        const allowed = readsPerSecond * 20 + readsPerSecond + 1
        expect(asked.length).toBeLessThanOrEqual(allowed)
        expect(asked.length).toBeGreaterThanOrEqual(Math.min(readsPerSecond, 6) * 19)
      }),
      { seed: 5, numRuns: 20 },
    )
  })
})

describe('at a service that all accounts have in common', () => {
  it('no more polls are under way than it serves in two or three seconds, one by one', async () => {
    let freeAt = 0
    const { clock, poller, running, asked } = setUp({
      queueOf: (on) => new ReadQueue(on),
      answer: async ({ at, book }) => {
        const doneAt = (freeAt = Math.max(at, freeAt) + 700)
        await new Promise<void>((resolve) => clock.after(doneAt - at, resolve))
        return ok({ ...emptyBook(book), took: doneAt - at })
      },
    })
    poller.follow([account('a'), account('b')])
    await clock.advance(60_000)
    let most = 0
    for (let n = 0; n < 300; n++) {
      await clock.advance(100)
      most = Math.max(most, running())
    }
    expect(most).toBeLessThanOrEqual(4)
    expect(asked.length).toBeGreaterThan(100)
  })

  it('no poll begins while a write is on its way, but a book that is read anew is', async () => {
    const { clock, poller, queue, asked } = setUp({ queueOf: limitedQueue })
    const end = queue!.write()
    poller.follow([account()])
    await clock.advance(1000)
    const read = poller.readAnew('a', 'orders')
    await clock.advance(1)
    expect(await read).toMatchObject({ ok: true })
    expect(asked.map(({ book }) => book)).toEqual(['orders'])
    end()
    await clock.advance(1)
    expect(asked.map(({ book }) => book)).toEqual([...bookNames])
  })

  it.each<[string, number]>([
    ['is called off with its account', 60_000],
    ['waited in vain for keys', 2500],
  ])('what %s says nothing of the service', async (_, keysAfter) => {
    const { clock, poller, asked } = setUp({
      queueOf: (on) => new ReadQueue(on),
      answer: async ({ account: of, book }) => {
        const isOther = of === 'other'
        await new Promise<void>((resolve) => clock.after(isOther ? keysAfter : 3000, resolve))
        return isOther ? fail('vault-locked', 'Locked.') : ok({ ...emptyBook(book), took: 3000 })
      },
    })
    const five = ['a', 'b', 'c', 'd', 'e'].map((id) => account(id))
    poller.follow([...five, account('other')])
    await clock.advance(2600)
    poller.follow(five)
    asked.splice(0)
    await clock.advance(3000)
    for (const of of ['orders', 'positions'])
      expect(asked.filter(({ book }) => book === of).length, of).toBeGreaterThanOrEqual(five.length)
  })

  it('a poll that waits there is paused, and goes with its account', async () => {
    const { clock, poller, queue, asked } = setUp({ queueOf: limitedQueue })
    const end = queue!.write()
    poller.follow([account('a'), account('b')])
    await clock.advance(100)
    const forget = vi.spyOn(queue!, 'forget')
    poller.follow([account('b')])
    expect(new Set(forget.mock.calls.flat())).toEqual(new Set(['a']))
    poller.pause()
    end()
    await clock.advance(100)
    expect(asked).toEqual([])
    poller.resume()
    await clock.advance(100)
    expect(asked).toHaveLength(bookNames.length)
  })
})

describe('an answer with the book of another account', () => {
  it('leaves the rows as they were, is trouble, and keeps no poll from its time', async () => {
    const row = { exchange: 'NSE', symbol: 'INFY-EQ', action: 'BUY', quantity: 1, status: 'open' }
    const orders = (order_id: string): FakeAnswer => {
      const text = JSON.stringify({ status: 'success', data: [{ ...row, order_id }] })
      return { ...emptyBook('orders'), bytes: Buffer.from(text) }
    }
    const set = setUp({
      answer: async ({ book, at }) =>
        ok(book === 'orders' ? orders(at < 1000 || at >= 5000 ? '1' : '2') : emptyBook(book)),
      turnDown: (_, book, rows) =>
        book === 'orders' && rows.has('2') ? fail('unreadable', 'Not its own.').error : null,
    })
    set.poller.follow([account()])
    set.poller.lookAt(['a'], ['orders'])
    await set.clock.advance(4500)
    const read = set.poller.read('a', 'orders')!
    expect([...read.rows.keys()]).toEqual(['1'])
    expect(read.meta).toMatchObject({ trouble: { message: 'Not its own.' }, age: 4500 })
    expect(set.times('orders')).toEqual([0, 1000, 2000, 3000, 4000])
    await set.clock.advance(1000)
    expect(set.poller.read('a', 'orders')!.meta).toMatchObject({ trouble: null, age: 500 })
    expect(set.polls.filter(({ book, patch }) => book === 'orders' && patch !== null)).toHaveLength(
      1,
    )
  })
})

describe('trouble', () => {
  it('makes the polls of a book rarer, and the first good answer brings the others back', async () => {
    let isDown = true
    const { clock, poller, asked, polls } = setUp({
      answer: ({ book }) =>
        Promise.resolve(isDown ? fail('no-answer', 'Nothing came.') : ok(emptyBook(book))),
    })
    poller.follow([account()])
    poller.lookAt(['a'], [...bookNames])
    await clock.advance(600_000)
    expect(asked.length).toBeLessThan((600 / 10) * 6)
    isDown = false
    await clock.advance(18_000)
    const recoveredAt = bookNames.map(
      (book) => polls.find((poll) => poll.book === book && poll.meta.trouble === null)!.at,
    )
    expect(Math.max(...recoveredAt) - Math.min(...recoveredAt)).toBeLessThan(1000)
  })

  it('of keys that are locked is over for all books with the first good answer of the account', async () => {
    let isLocked = true
    const { clock, poller, polls } = setUp({
      answer: async ({ book }) => {
        if (isLocked) return fail('vault-locked', 'The keys are locked.')
        if (book !== 'orders')
          await new Promise<void>((resolve) => clock.after(30_000, () => resolve()))
        return ok(emptyBook(book))
      },
    })
    poller.follow([account()])
    poller.lookAt(['a'], [...bookNames])
    await clock.advance(5000)
    expect(poller.read('a', 'funds')?.meta.trouble).toMatchObject({ code: 'vault-locked' })
    isLocked = false
    poller.refresh({ book: 'orders' })
    await clock.advance(10)
    expect(polls.at(-1)).toMatchObject({ book: 'orders', meta: { trouble: null } })
    for (const book of bookNames)
      expect(poller.read('a', book)?.meta).toMatchObject({ trouble: null })
    expect(poller.read('a', 'funds')?.meta.age).toBeNull()
  })

  it('keeps the age of the last good answer', async () => {
    let isDown = false
    const { clock, poller } = setUp({
      answer: ({ book }) =>
        Promise.resolve(isDown ? fail('too-late', 'Too late.') : ok(emptyBook(book))),
    })
    poller.follow([account()])
    poller.lookAt(['a'], ['orders'])
    await clock.advance(500)
    isDown = true
    await clock.advance(3500)
    const { meta } = poller.read('a', 'orders')!
    expect(meta).toMatchObject({ age: 4000, every: 1000, trouble: { code: 'too-late' } })
  })

  it('is backed off from without end, and never beyond its cap', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...errorCodes),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 250, max: 300_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (code, failures, every, random) => {
          const delay = backOff({ every, failures, code, random })
          expect(delay).toBeGreaterThanOrEqual(0.8 * Math.min(every, 15_000))
          expect(delay).toBeLessThanOrEqual(1.2 * Math.max(every, 300_000))
          const later = backOff({ every, failures: failures + 1, code, random })
          expect(later).toBeGreaterThanOrEqual(delay)
        },
      ),
      { seed: 6 },
    )
  })

  it('with the keys is asked about rarely, since wrong keys lock accounts', async () => {
    const { clock, poller, asked } = setUp({
      answer: () => Promise.resolve(fail('bad-keys', 'The service refused the keys.')),
    })
    poller.follow([account()])
    poller.lookAt(['a'], [...bookNames])
    await clock.advance(600_000)
    expect(asked.length).toBeLessThan(6 * 8)
  })
})

describe('an empty book of a service that refuses the keys elsewhere', () => {
  /** A service of which a test says for which books it refuses them, and which have rows. */
  async function pollingOf(service: { refusing: BookName[]; filled: BookName[] }) {
    const { clock, poller } = setUp({
      answer: ({ book }) => {
        if (service.refusing.includes(book))
          return Promise.resolve(fail('bad-keys', 'The service refused the keys.'))
        const data = [{ order_id: '1', symbol: 'INFY-EQ', exchange: 'NSE', status: 'open' }]
        const bytes = Buffer.from(JSON.stringify({ status: 'success', data }))
        const isFilled = service.filled.includes(book)
        return Promise.resolve(ok(isFilled ? { ...emptyBook(book), bytes } : emptyBook(book)))
      },
    })
    poller.follow([account()])
    await clock.advance(10_000)
    const trouble = (book: BookName) => poller.read('a', book)?.meta.trouble?.code
    /** Of all that was asked for anew by a person. */
    const troubles = async () => {
      poller.refresh({})
      await clock.advance(1000)
      poller.refresh({})
      await clock.advance(1000)
      return [trouble('orders'), trouble('positions')]
    }
    return troubles
  }

  it('is no answer: nobody may be logged in', async () => {
    const service = { refusing: ['funds', 'profile'] as BookName[], filled: [] as BookName[] }
    const troubles = await pollingOf(service)
    expect(await troubles()).toEqual(['bad-keys', 'bad-keys'])
    service.refusing = []
    expect(await troubles()).toEqual([undefined, undefined])
    // The session of before showed this, and that of now nothing.
    service.filled = ['orders']
    expect(await troubles()).toEqual([undefined, undefined])
    service.refusing = ['funds', 'profile']
    service.filled = []
    expect(await troubles()).toEqual(['bad-keys', 'bad-keys'])
  })

  it.each<[BookName[], BookName[]]>([
    [['funds'], []],
    [['profile'], []],
    [['funds', 'profile'], ['trades']],
    [['funds', 'profile', 'holdings'], ['orders']],
    [['holdings', 'trades'], []],
  ])('is one where %j are refused and %j show something', async (refusing, filled) => {
    const troubles = await pollingOf({ refusing, filled })
    expect(await troubles()).toEqual([undefined, undefined])
  })
})

describe('a book read anew', () => {
  it('is what a poll finds that began after the wish, not the one that is running', async () => {
    const { clock, poller, times } = setUp({
      answer: ({ book }) =>
        new Promise((resolve) => clock.after(400, () => resolve(ok(emptyBook(book))))),
    })
    poller.follow([account()])
    await clock.advance(100)
    let readAt: number | null = null
    void poller.readAnew('a', 'orders').then(() => (readAt = clock.now()))
    await clock.advance(500)
    expect(readAt).toBeNull()
    await clock.advance(400)
    expect(readAt).toBe(800)
    expect(times('orders').slice(0, 2)).toEqual([0, 400])
  })

  it('is had by all who asked for it with one poll', async () => {
    const { clock, poller, times } = setUp()
    poller.follow([account()])
    await clock.advance(100)
    const before = times('orders').length
    const reads = Promise.all([poller.readAnew('a', 'orders'), poller.readAnew('a', 'orders')])
    await clock.advance(10)
    expect(await reads).toMatchObject([{ ok: true }, { ok: true }])
    expect(times('orders').length).toBe(before + 1)
  })

  it('is had while polling is paused', async () => {
    const { clock, poller } = setUp()
    poller.follow([account()])
    poller.pause()
    const read = poller.readAnew('a', 'positions')
    await clock.advance(10)
    expect(await read).toMatchObject({ ok: true, value: { meta: { age: 0 } } })
  })

  it('is had where polling is paused while it waits for its share of the budget', async () => {
    const { clock, poller, asked } = setUp()
    poller.pause()
    poller.follow([account('a', { readsPerSecond: 1 })])
    const reads = Promise.all([poller.readAnew('a', 'orders'), poller.readAnew('a', 'positions')])
    await clock.advance(100)
    poller.pause()
    await clock.advance(2000)
    expect(asked).toHaveLength(2)
    expect(await reads).toMatchObject([{ ok: true }, { ok: true }])
  })

  it('is had at once, whatever is said of the accounts in the same turn', async () => {
    const { clock, poller, times } = setUp()
    poller.follow([account()])
    await clock.advance(100)
    void poller.readAnew('a', 'holdings')
    poller.follow([account()])
    await clock.advance(10)
    expect(times('holdings')).toEqual([0, 100])
  })

  it('is had, and polled again, also where whoever is told of it fails', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const { clock, poller, times } = setUp({
      onPoll: () => {
        throw new Error('a mistake')
      },
    })
    poller.follow([account()])
    const read = poller.readAnew('a', 'positions')
    await clock.advance(10_000)
    expect(await read).toMatchObject({ ok: true })
    expect(times('positions').length).toBeGreaterThan(1)
    expect(said).toHaveBeenCalled()
  })

  it('fails as its poll does', async () => {
    const { clock, poller } = setUp({
      answer: () => Promise.resolve(fail('no-answer', 'Nothing came.')),
    })
    poller.follow([account()])
    const read = poller.readAnew('a', 'orders')
    await clock.advance(10)
    expect(await read).toMatchObject({ ok: false, error: { code: 'no-answer' } })
  })

  it('is called off with its account, and unknown without one', async () => {
    const { clock, poller } = setUp({ answer: () => new Promise(() => {}) })
    poller.follow([account()])
    await clock.advance(10)
    const read = poller.readAnew('a', 'orders')
    poller.follow([])
    expect(await read).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await poller.readAnew('a', 'orders')).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('an account that is started over', () => {
  it('counts on, so that a window takes its books for newer than what it holds', async () => {
    const { clock, poller, polls } = setUp()
    const seqs = (): number[] =>
      polls.splice(0).flatMap(({ book, meta }) => (book === 'profile' ? meta.seq : []))
    poller.follow([account()])
    await clock.advance(10)
    expect(seqs()).toEqual([1])
    poller.forget('a')
    poller.follow([account()])
    await clock.advance(10)
    expect(seqs()).toEqual([3])
    poller.follow([])
    poller.follow([account()])
    await clock.advance(10)
    expect(seqs()).toEqual([5])
  })
})
