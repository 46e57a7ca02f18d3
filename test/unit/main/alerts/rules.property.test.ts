import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AccountConditions,
  accountAlertEvents,
  noConditions,
} from '../../../../src/main/alerts/account-watch.ts'
import { lossEvents } from '../../../../src/main/alerts/loss-alert.ts'
import { judge } from '../../../../src/main/alerts/price-crossing.ts'
import { followCondition, noCondition } from '../../../../src/main/alerts/lasting-condition.ts'
import { priceDirections } from '../../../../src/shared/alerts/alerts.ts'
import { troubleTitles } from '../../../../src/shared/core/trouble-titles.ts'
import { tempDir } from '../../../service/running-desk.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { newTeller } from './dispatches.ts'
import type { ErrorCode } from '../../../../src/shared/core/errors.ts'

const moments = fc.array(
  fc.record({ isOn: fc.boolean(), after: fc.integer({ min: 0, max: 20_000 }) }),
  { maxLength: 200 },
)
const patiences = fc.record({
  before: fc.integer({ min: 0, max: 10_000 }),
  calm: fc.integer({ min: 0, max: 10_000 }),
  rest: fc.integer({ min: 0, max: 60_000 }),
})

describe('a lasting condition', () => {
  it('is told when it begins and when it is over, in turn, and rests between two beginnings', () => {
    fc.assert(
      fc.property(moments, patiences, (all, patience) => {
        let condition = noCondition
        let now = 0
        const told: { tell: 'begin' | 'end'; now: number }[] = []
        for (const { isOn, after } of all) {
          now += after
          const step = followCondition(condition, { isOn, now, patience })
          condition = step.condition
          if (step.tell === null) continue
          expect(step.tell).toBe(told.length % 2 === 0 ? 'begin' : 'end')
          expect(isOn).toBe(step.tell === 'begin')
          told.push({ tell: step.tell, now })
        }
        const begins = told.filter(({ tell }) => tell === 'begin').map((one) => one.now)
        for (const [place, at] of begins.entries())
          if (place > 0) expect(at - begins[place - 1]!).toBeGreaterThanOrEqual(patience.rest)
      }),
    )
  })

  it('that lasts long enough is always told, and so is its end', () => {
    fc.assert(
      fc.property(patiences, (patience) => {
        const { before, calm } = patience
        const first = followCondition(noCondition, { isOn: true, now: 5, patience })
        const on = followCondition(first.condition, { isOn: true, now: 5 + before, patience })
        expect([first.tell, on.tell]).toContain('begin')
        const off = followCondition(on.condition, { isOn: false, now: 100_000, patience })
        const over = followCondition(off.condition, { isOn: false, now: 100_000 + calm, patience })
        expect([off.tell, over.tell]).toContain('end')
      }),
    )
  })
})

describe('an account', () => {
  const fresh = { age: 500, every: 1000 }
  const old = { age: 9000, every: 1000 }
  const account = { id: 'main', name: 'Main' }
  const walk = (
    moments: { now: number; trouble?: ErrorCode; isOld?: boolean; isPaused?: boolean }[],
  ) => {
    let conditions: AccountConditions = noConditions
    return moments.flatMap(({ now, trouble = null, isOld = false, isPaused = false }) => {
      const orders = isOld ? old : fresh
      const step = accountAlertEvents(
        conditions,
        { account, trouble, orders, positions: fresh, isPaused },
        { now, session: 's' },
      )
      conditions = step.conditions
      return step.events.map(({ title }) => title)
    })
  }

  const seconds = (isOld: string) =>
    [...isOld].map((one, at) => ({ now: at * 1000, isOld: one === 'o' }))

  it('is told of once when a book stays old, and once when it stays fresh again', () => {
    expect(walk(seconds('.oooooo'))).toEqual(['Old orders: Main'])
    expect(walk(seconds('.oooooo...........'))).toEqual(['Old orders: Main', 'Fresh again: Main'])
  })

  it('of which a book is old for a moment is not told of, and for as long again a while later neither', () => {
    expect(walk(seconds('.ooo...............ooo..............'))).toEqual([])
  })

  it('that grows old and fresh all the time is told of once, and not as fresh in between', () => {
    expect(walk(seconds('oooo.....'.repeat(14)))).toEqual(['Old orders: Main'])
  })

  it('is not told of while nobody asks for its books', () => {
    expect(walk([{ now: 0, isOld: true, isPaused: true }])).toEqual([])
  })

  it('whose keys are refused is told of at once, and its books are then old for a known reason', () => {
    expect(
      walk([
        { now: 0, trouble: 'bad-keys' },
        { now: 6000, trouble: 'bad-keys', isOld: true },
        { now: 7000 },
        { now: 13_000 },
      ]),
    ).toEqual(['Keys refused: Main', 'Keys accepted again: Main'])
  })

  it('that gives no answer is told of after a minute, and not for a hiccup', () => {
    const down = (now: number) => ({ now, trouble: 'no-answer' as const })
    expect(walk([down(0), { now: 1000 }, down(2000), down(61_000), down(62_000)])).toEqual([
      'No usable answer: Main',
    ])
  })

  it.each(['not-sent', 'too-late', 'no-answer'] as const)(
    'is in trouble by the name that the strip and the list of accounts have for it: %s',
    (trouble) => {
      const lasting = [0, 61_000].map((now) => ({ now, trouble }))
      expect(walk(lasting)).toEqual([`${troubleTitles[trouble]}: Main`])
    },
  )

  it.each([
    ['not-sent', 'and now nothing reached the service'],
    ['too-late', 'and now none came in time'],
    ['no-answer', 'and now none that can be used'],
  ] as const)('says of the minute only what was so all the time, and of now %s', (last, now) => {
    const other = last === 'no-answer' ? 'too-late' : 'no-answer'
    const stands = { account, isPaused: false, orders: fresh, positions: fresh }
    const before = { ...stands, trouble: other } as const
    const { conditions } = accountAlertEvents(noConditions, before, { now: 0, session: 's' })
    const { events } = accountAlertEvents(
      conditions,
      { ...stands, trouble: last },
      { now: 60_000, session: 's' },
    )
    expect(events[0]?.message).toContain(`For a minute there has been no good answer, ${now}.`)
  })

  it('asked too often is told by which field that is changed', () => {
    const { events } = accountAlertEvents(
      noConditions,
      {
        ...{ account, trouble: 'rate-limited', isPaused: false },
        ...{ orders: fresh, positions: fresh },
      },
      { now: 0, session: 's' },
    )
    expect(events[0]?.message).toContain('book reads each second')
  })

  it('in the same trouble as others is named beside them, after what that is', async () => {
    const { teller, alerts } = newTeller({ dir: await tempDir(), clock: new FakeClock() })
    const of = (name: string, trouble: ErrorCode, since = 0) => {
      const conditionOf = (conditions: AccountConditions, now: number) =>
        accountAlertEvents(
          conditions,
          {
            ...{ account: { id: name, name }, trouble, isPaused: false },
            ...{ orders: fresh, positions: fresh },
          },
          { now, session: 's' },
        )
      return conditionOf(conditionOf(noConditions, since).conditions, since + 60_000).events
    }
    teller.tell([
      ...of('Cut line', 'no-answer'),
      ...of('Late', 'too-late'),
      ...of('Half answers', 'no-answer'),
    ])
    expect(alerts).toMatchObject([
      {
        title: 'Trouble with 3 accounts',
        message: 'No usable answer: Cut line, Half answers; No answer in time: Late.',
      },
    ])
  })
})

describe('a loss', () => {
  const of = (profit: number | null) =>
    lossEvents({ account: 'main', name: 'Main', profit, difference: 0, limit: 1000 }, '2026-11-21')

  it('is told from 80 % of its limit on, and once more at the limit', () => {
    expect(of(-799)).toEqual([])
    expect(of(-800)).toMatchObject([{ tone: 'bad', cause: 'loss main 80 1000 2026-11-21' }])
    expect(of(-1000)).toMatchObject([{ tone: 'urgent', cause: 'loss main 100 1000 2026-11-21' }])
  })

  it('is none where it is not known', () => {
    expect([...of(null), ...of(5000)]).toEqual([])
  })

  it('has no more causes a day than two, whatever way it takes', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -5000, max: 5000, noNaN: true })), (profits) => {
        const causes = new Set(profits.flatMap((profit) => of(profit)).map(({ cause }) => cause))
        expect(causes.size).toBeLessThanOrEqual(2)
      }),
    )
  })
})

describe('a price alert', () => {
  const alert = (direction: (typeof priceDirections)[number]) => ({
    price: '100',
    direction,
    isArmed: true,
    side: null,
  })
  const fires = (direction: (typeof priceDirections)[number], prices: readonly number[]) => {
    let now: Parameters<typeof judge>[0] = alert(direction)
    return prices.filter((ltp) => {
      const { fires: isFired, ...next } = judge(now, ltp)
      now = { ...now, ...next }
      return isFired
    })
  }

  it('fires at its level, and again only after the price moved away', () => {
    expect(fires('above', [99, 100, 100.05, 99.95, 100, 99.8, 100.2])).toEqual([100, 100.2])
    expect(fires('below', [101, 100, 99, 100.05, 99.9, 101, 98])).toEqual([100, 98])
  })

  it('crosses from the side on which it was seen, also from close by', () => {
    expect(fires('crosses', [100, 99.99, 100.01, 99.99, 99, 101])).toEqual([100.01, 101])
    expect(fires('crosses', [105, 104, 103])).toEqual([])
  })

  it('never fires for a price on the wrong side, nor twice without moving away between', () => {
    const prices = fc.array(fc.double({ min: 90, max: 110, noNaN: true }), { maxLength: 60 })
    fc.assert(
      fc.property(fc.constantFrom(...priceDirections), prices, (direction, all) => {
        let state: Parameters<typeof judge>[0] = alert(direction)
        let wasAway = true
        for (const ltp of all) {
          const { fires: isFired, ...next } = judge(state, ltp)
          state = { ...state, ...next }
          if (isFired) {
            expect(wasAway).toBe(true)
            if (direction === 'above') expect(ltp).toBeGreaterThanOrEqual(100)
            if (direction === 'below') expect(ltp).toBeLessThanOrEqual(100)
            wasAway = false
          } else if (Math.abs(ltp - 100) >= 0.1) wasAway = true
        }
      }),
    )
  })
})
