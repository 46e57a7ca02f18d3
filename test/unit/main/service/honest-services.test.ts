import { describe, expect, it } from 'vitest'
import { ReadQueue } from '../../../../src/main/service/read-queue.ts'
import { FakeClock } from '../core/fake-clock.ts'

/** A read that a service is asked for. */
interface Asked {
  /** Milliseconds. */
  at: number
  account: number
  book: string
}

/** When a service is done with a read; Infinity where it never is. */
type Service = (asked: Asked) => number

const intervals = { orders: 1000, trades: 2000, positions: 1000, holdings: 5000, funds: 3000 }
/** Milliseconds after which nobody waits for an answer any more. */
const deadline = 10_000

/** Figures that look like chance, and are the same each time. */
function between(least: number, most: number): () => number {
  let seed = 7
  return () => {
    seed = (seed * 16_807) % 2_147_483_647
    return least + ((most - least) * seed) / 2_147_483_647
  }
}

const together =
  (takes: (asked: Asked) => number): Service =>
  (asked) =>
    asked.at + takes(asked)

/** So many at once, and who comes then waits for the first that is free. */
function withClerks(count: number, takes: () => number): Service {
  const freeAt = Array.from({ length: count }, () => 0)
  return ({ at }) => {
    const next = freeAt.indexOf(Math.min(...freeAt))
    return (freeAt[next] = Math.max(at, freeAt[next]!) + takes())
  }
}

/** What two minutes of reading come to: answers, and the longest that each account’s order book was not answered. */
async function twoMinutes(serve: Service, of: { accounts: number; isInQueue: boolean }) {
  const clock = new FakeClock()
  const queue = of.isInQueue ? new ReadQueue(clock) : null
  let answers = 0
  const answeredAt = Array.from({ length: of.accounts }, () => [0])
  const read = (account: number, book: string, every: number): void => {
    let failures = 0
    const ask = (leave?: (took: number | null) => void): void => {
      const at = clock.now()
      const takes = serve({ at, account, book }) - at
      const isAnswered = takes <= deadline
      clock.after(Math.min(deadline, takes), () => {
        leave?.(isAnswered ? takes : null)
        failures = isAnswered ? 0 : failures + 1
        if (isAnswered) answers++
        if (isAnswered && book === 'orders') answeredAt[account]!.push(clock.now())
        const pause = Math.min(30_000, 1000 * 2 ** (failures - 1))
        clock.after(isAnswered ? Math.max(0, at + every - clock.now()) : pause, stand)
      })
    }
    const stand = (): void => {
      const since = clock.now()
      if (queue === null) return ask()
      queue.wait({
        account: String(account),
        isAwaited: () => false,
        lateBy: () => (clock.now() - since) / every,
        begin: ({ leave }) => ask(leave),
      })
    }
    stand()
  }
  for (let account = 0; account < of.accounts; account++)
    for (const [book, every] of Object.entries(intervals)) read(account, book, every)
  await clock.advance(120_000)
  const longest = answeredAt.map((times) =>
    Math.max(...[...times, clock.now()].map((time, n, all) => time - (all[n - 1] ?? 0))),
  )
  return { answers, longest }
}

describe('the queue does not slow a service that answers', () => {
  it.each<[string, number, () => Service]>([
    ['now in 50 ms and now in 2 s', 1, () => together(between(50, 2000))],
    ['now in 50 ms and now in 2 s, to thirty accounts', 30, () => together(between(50, 2000))],
    ['always in 3 s', 10, () => together(() => 3000)],
    ['now in 1 s and now in 5 s', 10, () => together(between(1000, 5000))],
    ['now in 1 s and now in 5 s, to one account', 1, () => together(between(1000, 5000))],
    ['now in 1 s and now in 5 s, to two accounts', 2, () => together(between(1000, 5000))],
    ['now in 2 s and now in 7 s, to thirty accounts', 30, () => together(between(2000, 7000))],
    ['four at once', 5, () => withClerks(4, () => 200)],
    ['fifty at once', 30, () => withClerks(50, between(400, 600))],
    [
      'in 50 ms, but for one large book',
      5,
      () => together(({ account, book }) => (account === 0 && book === 'orders' ? 3000 : 50)),
    ],
    [
      'in 50 ms, and nothing for one book',
      30,
      () => together(({ book }) => (book === 'trades' ? Infinity : 50)),
    ],
    [
      'late, and nothing to eight accounts of ten',
      10,
      () => {
        const late = between(1500, 2500)
        return together(({ account }) => (account < 8 ? Infinity : late()))
      },
    ],
    [
      'late for a while, as at the opening',
      10,
      () => together(({ at }) => (at > 40_000 && at < 70_000 ? 4000 : 80)),
    ],
    [
      'nothing for half a minute',
      10,
      () => together(({ at }) => (at > 40_000 && at < 70_000 ? Infinity : 80)),
    ],
    [
      'in 3 s, and nothing for half a minute',
      5,
      () => together(({ at }) => (at > 40_000 && at < 70_000 ? Infinity : 3000)),
    ],
    [
      'nothing for a minute, from the start',
      30,
      () => together(({ at }) => (at < 60_000 ? Infinity : 80)),
    ],
  ])('%s', async (_, accounts, service) => {
    const without = await twoMinutes(service(), { accounts, isInQueue: false })
    const within = await twoMinutes(service(), { accounts, isInQueue: true })
    expect(within.answers).toBeGreaterThan(0.97 * without.answers)
    for (const [account, longest] of within.longest.entries())
      expect(longest).toBeLessThanOrEqual(1.2 * without.longest[account]! + 250)
  })
})

it('a service that serves one after the other, and late, tells two accounts more by the queue', async () => {
  const service = (): Service => withClerks(1, () => 1500)
  const without = await twoMinutes(service(), { accounts: 2, isInQueue: false })
  const within = await twoMinutes(service(), { accounts: 2, isInQueue: true })
  expect(within.answers).toBeGreaterThan(3 * without.answers)
})
