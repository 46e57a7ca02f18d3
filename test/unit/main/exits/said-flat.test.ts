import { describe, expect, it } from 'vitest'
import { chosenGoal, noOrders, nothingAtAll } from '../../../../src/main/exits/exit-goal.ts'
import { openAgain } from '../../../../src/main/exits/said-flat-words.ts'
import { SaidFlat } from '../../../../src/main/exits/said-flat.ts'
import type { BrokersTime } from '../../../../src/main/picture/times/learned-lags.ts'
import { filled, infosys, newAccount, order, position } from '../picture/pictures.ts'

/** Said of an account without orders, whose book was late by six seconds and tells no times; and one came up since. */
function oneCameUp() {
  const account = newAccount()
  account.answer({ orders: [], positions: [] })
  const lateness = { lag: 6000, brokersTime: () => null, isSentSince: () => false }
  const of = { what: 'orders' as const, goal: noOrders, picture: account.picture(), at: 0 }
  const said = new SaidFlat({ ...of, lateness })
  account.answer({ orders: [order('6')] })
  return { said, picture: account.picture() }
}

it('is not changed by being asked: when an order came up it is told', () => {
  const { said, picture } = oneCameUp()
  expect(said.against(picture, 0)).toBeNull()
  expect(said.against(picture, 0)).toBeNull()
  said.see(picture, 9000)
  const against = { left: { orders: [{ orderId: '6' }] } }
  expect(said.against(picture, 0)).toMatchObject(against)
  // What may have been there stays so in later readings.
  said.see(picture, 60_000)
  expect(said.against(picture, 0)).toMatchObject(against)
})

it('is borne out where the order came up later than such a book shows what was there', () => {
  const { said, picture } = oneCameUp()
  said.see(picture, 9001)
  expect(said.against(picture, 0)).toBeNull()
})

const entered = (seconds: number) => ({
  orderentrytime: `Nov 24 2026 10:20:${String(seconds).padStart(2, '0')}`,
})

describe('of all orders, where one comes up that', () => {
  const at = Date.parse('2026-11-24T10:20:30+05:30')
  const none = (): null => null
  /** Orders at NSE alone told what the broker's clock shows: as ours. */
  const ofNse = (exchange: unknown): number => (exchange === 'NSE' ? at : at - 10_000)

  /** And these some seconds less, since it is known at the least alone. */
  const behind = (exchange: unknown): number => ofNse(exchange) - 4000
  /** Or ours is an hour ahead. */
  const hourBehind = (exchange: unknown): number => ofNse(exchange) - 3_600_000

  it('was entered on the minute is told in a book that writes seconds', () => {
    for (const isOfSeconds of [false, true]) {
      const account = newAccount()
      const done = order('5', { status: 'cancelled', ...entered(isOfSeconds ? 3 : 0) })
      account.answer({ orders: [done], positions: [] })
      const lateness = { lag: 0, brokersTime: none, isSentSince: () => false }
      const of = { what: 'orders' as const, goal: noOrders, picture: account.picture(), at }
      const said = new SaidFlat({ ...of, lateness })
      account.answer({ orders: [done, order('6', entered(0))] })
      said.see(account.picture(), 40_000)
      expect(said.against(account.picture(), at + 40_000) !== null).toBe(isOfSeconds)
    }
  })

  it.each<[string, number, BrokersTime, boolean, boolean]>([
    ['was entered before by our clock, near that of another exchange', 27, behind, false, true],
    ['was entered before by our clock, far from it', 10, hourBehind, false, false],
    ['was entered a few seconds before, by the clock of another exchange', 26, ofNse, false, true],
    ['was entered then', 30, ofNse, false, false],
    ['was entered afterwards', 34, ofNse, false, false],
    ['was sent from here since', 26, ofNse, true, false],
    ['was entered before by our clock, where no order told of another', 22, none, false, true],
    ['was entered afterwards by our clock', 31, none, false, false],
  ])('%s (second %d)', (_, seconds, brokersTime, isSent, isAgainst) => {
    const account = newAccount()
    account.answer({ orders: [], positions: [] })
    const lateness = { lag: 0, brokersTime, isSentSince: () => isSent }
    const of = { what: 'orders' as const, goal: noOrders, picture: account.picture(), at }
    const said = new SaidFlat({ ...of, lateness })
    account.answer({ orders: [order('6', { exchange: 'BSE', ...entered(seconds) })] })
    said.see(account.picture(), 40_000)
    const todo =
      'Order 6 of INFY-EQ works, and was entered before this was said, by the time in its row as far as clocks agree, though its book did not show it then. Cancel it, or exit again, unless you placed it since.'
    expect(said.against(account.picture(), at + 40_000)?.todo ?? null).toBe(isAgainst ? todo : null)
  })
})

describe('that all is flat, where no order told the broker’s clock, and a position comes up', () => {
  const at = Date.parse('2026-11-24T10:20:30+05:30')
  const buys = (id: string, seconds: number) => filled(id, 'BUY', 100, entered(seconds))
  const held = [position(100, { bqty: 100, sqty: 0 })]

  const flat = ({ isSentSince = (_: string): boolean => false } = {}) => {
    const account = newAccount()
    account.answer({ orders: [], positions: [] })
    const lateness = { lag: 0, brokersTime: () => null, isSentSince }
    const of = { what: 'both' as const, goal: nothingAtAll, picture: account.picture(), at }
    return { account, said: new SaidFlat({ ...of, lateness }) }
  }

  it.each([
    [
      28,
      'INFY-EQ shows +100 by order 6, which was entered before this was said, by the time in its row as far as clocks agree, though its book did not show it then.',
    ],
    // Books write whole seconds.
    [29, null],
    [30, null],
    [45, null],
  ])('by an order entered at second %d', (seconds, words) => {
    const { account, said } = flat()
    account.answer({ orders: [buys('6', seconds)], positions: held })
    const against = said.against(account.picture(), at + 30_000)
    expect(against === null).toBe(words === null)
    if (words === null) return
    expect(against?.todo).toBe(
      `${words} See in the broker’s own terminal what is open. Then exit again.`,
    )
    expect(against).toMatchObject({ left: { positions: [{ net: 100 }] }, isOfPositionsAlone: true })
  })

  it('that its book does not show yet, it says by what', () => {
    const { account, said } = flat()
    account.answer({ orders: [buys('6', 20)], positions: [] })
    expect(said.against(account.picture(), at + 30_000)?.todo).toMatch(
      /^Order 6 of INFY-EQ was entered before this was said, by the time in its row.+, and was filled, which/,
    )
  })

  it('nothing is said by this machine’s clock where an order sent since shows that it is ahead', () => {
    const { account, said } = flat({ isSentSince: (id) => id === '7' })
    const sent = order('7', { ...entered(26), status: 'cancelled' })
    account.answer({ orders: [buys('6', 20), sent], positions: held })
    expect(said.against(account.picture(), at + 30_000)).toBeNull()
  })

  it('of more than one order, the one of before is named, and of two of before none', () => {
    const { account, said } = flat()
    const more = [position(200, { bqty: 200, sqty: 0 })]
    account.answer({ orders: [buys('6', 20), buys('7', 40)], positions: more })
    expect(said.against(account.picture(), at + 30_000)?.todo).toMatch(
      /^INFY-EQ shows \+200 by order 6, which was entered before/,
    )
    account.answer({ orders: [buys('6', 20), buys('8', 21)], positions: more })
    expect(said.against(account.picture(), at + 30_000)?.todo).toMatch(
      /^INFY-EQ shows \+200 again, and no later order explains it/,
    )
  })

  it('the side of it is told', () => {
    const { account, said } = flat()
    account.answer({ orders: [], positions: [position(-100, { bqty: 0, sqty: 100 })] })
    expect(said.against(account.picture(), at + 30_000)?.todo).toMatch(/^INFY-EQ shows −100 again/)
  })
})

const second = 1000
const midnight = Date.parse('2026-11-24T00:00+05:30')

it.each([
  [4, false],
  [5, true],
  [27, true],
  [28, false],
])(
  'speaks against chosen orders where one of nobody’s was entered at second %d: %s',
  (seconds, isMade) => {
    const account = newAccount()
    const own = order('5', { status: 'complete', fillshares: 100, ...entered(15) })
    account.answer({ orders: [own], positions: [] })
    // It was on its way for two seconds, and said to be done half a minute later.
    const sentAt = midnight
    const goal = chosenGoal({
      leaving: [{ ...infosys, held: 100, ordered: -100, closedBeside: 0, converted: 0 }],
      ownOrders: new Map([['5', { sentAt, answeredAt: sentAt + 2 * second }]]),
      intents: new Set(),
      isStranger: () => true,
    })
    const lateness = { lag: 0, brokersTime: () => null, isSentSince: () => false }
    const at = sentAt + 30 * second
    const said = new SaidFlat({ what: 'chosen', goal, picture: account.picture(), at, lateness })
    account.answer({ orders: [own, order('6', entered(seconds))] })
    said.see(account.picture(), 31 * second)
    expect(said.against(account.picture(), at + 31 * second) !== null).toBe(isMade)
  },
)

it.each([
  [100, '+100 (perhaps not all that is open)'],
  [-100, '−100 (perhaps not all that is open)'],
  [null, 'an unknown number of units'],
])('names what a position shows of which more may be open: %s', (shown, words) => {
  const row = position(null)
  expect(openAgain({ row, shown, by: null }, 1)).toBe(
    `INFY-EQ shows ${words} again, and no later order explains it. See in the broker’s own terminal what is open. Then exit again.`,
  )
})
