import { describe, expect, it } from 'vitest'
import { type ExitGoal, noOrders, nothingAtAll } from '../../../../src/main/exits/exit-goal.ts'
import type { Watched } from '../../../../src/main/exits/exit-watch.ts'
import type { LeftNow } from '../../../../src/main/exits/left-now.ts'
import { LeftWatch, type SaidLeft } from '../../../../src/main/exits/left-watch.ts'
import { noHistories, remainderOf } from '../../../../src/main/exits/remainder.ts'
import type { Row } from '../../../../src/shared/core/patch.ts'
import { newPictures, order, position } from '../picture/pictures.ts'

const noon = Date.parse('2026-11-24T12:00+05:30')
const works = [order('1'), order('2')]
const ended = ['1', '2'].map((id) => order(id, { status: 'cancelled' }))

/** Exits that left something, each of which says what becomes of it, and what is asked of the service. */
function newLefts({ works: byHistory = [] as readonly string[] } = {}) {
  const { clock, pictures, answer, readAnew } = newPictures()
  let wallAhead = 0
  const now = (): number => noon + wallAhead + clock.now()
  const lefts = new LeftWatch({ clock, now, pictures })
  const told: unknown[] = []
  /** When each of them was, and what it is for: one for a book, or a history. */
  const requests: { at: number; for: string }[] = []
  const runs = new Map<string, { isLeft: boolean; wentOn: number }>()
  const nothingSeen: Watched = { why: 'over', remainder: null, trouble: null, seen: null }
  const endedNow = (account: string, goal: ExitGoal): Watched => {
    const picture = pictures.of(account)
    const remainder = remainderOf(picture, goal)
    return { why: 'time', remainder, trouble: null, seen: { picture, goal } }
  }
  const begin = (
    account: string,
    {
      name = account,
      goal = noOrders,
      isOfEarlierSession = false,
      ...more
    }: Partial<SaidLeft> & { name?: string; goal?: ExitGoal; isOfEarlierSession?: boolean } = {},
  ): void => {
    const run = { isLeft: true, wentOn: 0 }
    runs.set(name, run)
    lefts.begin({
      ...{ place: 0, account, what: 'orders', strategy: null, saidSince: () => null },
      run: { isLeft: () => run.isLeft, wentOn: () => run.wentOn },
      ended: isOfEarlierSession ? nothingSeen : endedNow(account, goal),
      proof: {
        goal: () => goal,
        lag: () => 0,
        look: (of) => {
          requests.push({ at: clock.now(), for: 'orders' })
          if (of.isWithPositions) requests.push({ at: clock.now(), for: 'positions' })
          return pictures.lookAnew(account, of)
        },
        histories: () => {
          requests.push({ at: clock.now(), for: 'history' })
          const tells = { ...noHistories, working: byHistory }
          return { asked: ['1'], told: Promise.resolve(tells) }
        },
      },
      onOver: (_, { isSaidByLater }) => told.push(isSaidByLater ? [name] : name),
      onChange: ({ remainder: { orders }, hasComeSince }: LeftNow) =>
        told.push([name, hasComeSince, ...orders.map((row) => row['order_id'])]),
      ...more,
    })
  }
  /** Each of the accounts is polled so many times, once a second unless told otherwise. */
  const polled = async (
    times: number,
    orders: readonly Row[],
    {
      accounts = ['a'],
      positions,
      every = 1000,
    }: { accounts?: string[]; positions?: readonly Row[]; every?: number } = {},
  ): Promise<void> => {
    readAnew('orders', orders)
    readAnew('positions', positions ?? [])
    for (let time = 0; time < times; time++) {
      for (const account of accounts) {
        answer(account, 'orders', orders)
        if (positions !== undefined) answer(account, 'positions', positions)
        lefts.seeAnswer(account)
      }
      await clock.advance(every)
    }
  }
  const skipDays = (days: number): void => {
    wallAhead += days * 86_400_000
  }
  return { lefts, begin, polled, told, requests, runs, skipDays }
}

describe('what an exit left', () => {
  it('is over once, by two looks and the histories of what ended', async () => {
    const { begin, polled, told, requests } = newLefts()
    await polled(1, works)
    begin('a')
    await polled(10, works)
    expect([told, requests]).toEqual([[], []])
    await polled(600, ended)
    expect(told).toEqual(['a'])
    expect(requests.map((one) => one.for)).toEqual(['orders', 'history', 'orders'])
  })

  it('is over only with the positions where these were to go as well', async () => {
    const { begin, polled, told, requests } = newLefts()
    await polled(1, works, { positions: [] })
    begin('a', { what: 'both', goal: nothingAtAll })
    await polled(30, ended, { positions: [position(100)] })
    expect(told).not.toContain('a')
    expect(requests).toEqual([])
  })

  it('is told anew once the books show less of it for five seconds', async () => {
    const { begin, polled, told } = newLefts()
    await polled(1, works)
    begin('a')
    const less = [ended[0]!, works[1]!]
    await polled(5, less)
    expect(told).toEqual([])
    await polled(5, less)
    expect(told).toEqual([['a', false, '2']])
    await polled(8, [...ended, order('3')])
    expect(told).toEqual([
      ['a', false, '2'],
      ['a', true, '3'],
    ])
  })

  it('is proved at once where the books showed something else since that failed', async () => {
    const byHistory = ['1']
    const { begin, polled, told } = newLefts({ works: byHistory })
    await polled(1, works)
    begin('a')
    await polled(660, ended)
    expect(told).toEqual([])
    await polled(30, [...ended, order('3')])
    expect(told).toEqual([['a', true, '3']])
    byHistory.length = 0
    await polled(4, [...ended, order('3', { status: 'cancelled' })])
    expect(told.slice(1)).toEqual(['a'])
  })

  it('is watched for its day alone, and not where more was sent for it or its books are another’s', async () => {
    const next = newLefts()
    await next.polled(1, works)
    next.begin('a')
    next.skipDays(1)
    await next.polled(10, ended)
    const more = newLefts()
    await more.polled(1, works)
    more.begin('a')
    more.runs.get('a')!.wentOn = 1
    await more.polled(10, ended)
    const other = newLefts()
    await other.polled(1, works)
    other.begin('a')
    other.lefts.forget('a')
    await other.polled(10, ended)
    expect([next.told, more.told, other.told]).toEqual([[], [], []])
  })

  it('is not over where more is sent while that is proved', async () => {
    const { begin, polled, told, runs } = newLefts()
    await polled(1, works)
    begin('a')
    await polled(1, ended, { every: 500 })
    runs.get('a')!.wentOn = 1
    await polled(10, ended)
    expect(told).toEqual([])
  })

  it('and was taken up after a restart is over by the same proof, whatever the books showed then', async () => {
    const { begin, polled, told, requests } = newLefts()
    begin('a', { isOfEarlierSession: true })
    await polled(10, works)
    // Of all that it shows nothing is known to have come since.
    expect(told).toEqual([['a', false, '1', '2']])
    await polled(4, ended)
    expect(told.slice(1)).toEqual(['a'])
    expect(requests.map((one) => one.for)).toEqual(['orders', 'history', 'orders'])
  })
})

describe('of two exits of one account that left the same', () => {
  it('the later says that it is over, and the earlier nothing beside it', async () => {
    const { begin, polled, told } = newLefts()
    await polled(1, works)
    begin('a', {
      name: 'earlier',
      saidSince: () => (told.includes('later') ? 'said it' : null),
    })
    begin('a', { name: 'later', what: 'stop' })
    // Nor what is less of it.
    await polled(10, [ended[0]!, works[1]!])
    await polled(30, ended)
    expect(told).toEqual([['later', false, '2'], 'later', ['earlier']])
  })

  it('the earlier asks for nothing while a later one is under way, and is over beside it', async () => {
    const { begin, polled, told, requests } = newLefts()
    let later: ReturnType<SaidLeft['saidSince']> = 'under way'
    await polled(1, works)
    begin('a', { saidSince: () => later })
    await polled(60, ended)
    expect([told, requests]).toEqual([[], []])
    later = 'said it'
    await polled(3, ended)
    expect(told).toEqual([['a']])
  })

  it('the earlier is not over where the later begins while that is proved', async () => {
    const { begin, polled, told } = newLefts()
    let later: ReturnType<SaidLeft['saidSince']> = null
    await polled(1, works)
    begin('a', { saidSince: () => later })
    await polled(1, ended, { every: 500 })
    later = 'under way'
    await polled(10, ended)
    expect(told).toEqual([])
    later = null
    await polled(20, ended)
    expect(told).toEqual(['a'])
  })

  it('the earlier waits for none that was to do something else', async () => {
    const { begin, polled, told } = newLefts()
    await polled(1, works, { positions: [position(100)] })
    begin('a', { name: 'orders' })
    begin('a', { name: 'both', what: 'both', goal: nothingAtAll })
    await polled(4, ended, { positions: [position(100)] })
    expect(told).toContain('orders')
  })
})

describe('of thirty accounts', () => {
  const accounts = Array.from({ length: 30 }, (_, place) => `account ${place}`)
  const mostAtOnce = (requests: readonly { at: number }[]): number =>
    Math.max(...[...Map.groupBy(requests, ({ at }) => at).values()].map((of) => of.length))

  it('what histories do not bear out is asked for in turns, and ever more seldom', async () => {
    const { begin, polled, told, requests } = newLefts({ works: ['1'] })
    await polled(1, works, { accounts })
    for (const account of accounts) begin(account)
    await polled(720, ended, { accounts, every: 5000 })
    expect(told).toEqual([])
    // In an hour, of each one look and one history: they were a minute of both, once a second.
    expect(requests).toHaveLength(30 * 17 * 2)
    expect(mostAtOnce(requests)).toBe(5 * 2)
  })

  it('what the books show to be over in one moment is proved five at a time', async () => {
    const { begin, polled, told, requests } = newLefts()
    await polled(1, works, { accounts })
    for (const account of accounts) begin(account)
    await polled(12, ended, { accounts })
    expect(told.toSorted()).toEqual(accounts.toSorted())
    // Two looks and one history each.
    expect(requests).toHaveLength(30 * 3)
    expect(mostAtOnce(requests)).toBe(5 * 3)
  })
})
