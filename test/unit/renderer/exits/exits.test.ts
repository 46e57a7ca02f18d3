import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LeftOutOfBook } from '../../../../src/shared/books/book-state.ts'
import {
  countText,
  exitSentence,
  exitSummary,
  lookFirst,
  stepWord,
  toLeave,
  whoIsLeftAlone,
  whoIsLeftByAnother,
} from '../../../../src/renderer/exits/exits.ts'
import type { ExitOfAccount, ExitRun } from '../../../../src/shared/exits/exits.ts'
import { sampleCount } from '../../../sample-count.ts'
import { account } from '../memory-desk.ts'

let accounts = 0
const leaving = (
  orders: number | null,
  positions: number | null,
  login = `login ${++accounts}`,
) => ({
  account: account(`a${++accounts}`, { login }),
  orders: { count: orders, isPartial: orders === null },
  positions: { count: positions, isPartial: positions === null },
  age: 0,
  isStale: false,
})

describe('what an exit is confirmed with', () => {
  it('names what it cancels and closes, and in how many accounts', () => {
    const two = [leaving(2, 0), leaving(3, 3)]
    expect(exitSentence('both', two)).toBe('Cancels 5 orders and closes 3 positions in 2 accounts.')
    expect(exitSentence('orders', [leaving(1, 9)])).toBe('Cancels 1 order in 1 account.')
    expect(exitSentence('positions', two)).toBe('Closes 3 positions in 2 accounts.')
    expect(exitSentence('both', two, 'Scalp')).toBe(
      'Cancels orders and closes positions of the strategy Scalp in 2 accounts. How many, the books do not say.',
    )
  })

  it('counts what several accounts of one login show once, and as many accounts as it is sent for', () => {
    const twice = [leaving(2, 1, 'one'), leaving(2, 1, 'one'), leaving(3, 0, 'two')]
    expect(exitSentence('both', twice)).toBe(
      'Cancels 5 orders and closes 1 position in 2 accounts.',
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(5), fc.nat(20), fc.nat(20)), { minLength: 1, maxLength: 12 }),
        (some) => {
          const all = some.map(([login]) => {
            const [, orders, positions] = some.find(([other]) => other === login)!
            return leaving(orders, positions, `of ${login}`)
          })
          const once = [...new Map(all.map((one) => [one.account.login, one])).values()]
          expect(exitSentence('both', all)).toBe(exitSentence('both', once))
          expect(exitSentence('orders', all, 'Scalp')).toBe(exitSentence('orders', once, 'Scalp'))
        },
      ),
      { seed: 20261128, numRuns: sampleCount(400) },
    )
  })

  it('claims no count for books that were never read', () => {
    expect(exitSentence('both', [leaving(2, 1), leaving(null, null)])).toBe(
      'Cancels at least 2 orders and closes at least 1 position in 2 accounts.',
    )
    expect(exitSentence('positions', [leaving(0, null)])).toBe(
      'Closes an unknown number of positions in 1 account.',
    )
  })
})

describe('accounts that an exit is not sent for', () => {
  const all = [
    account('one', { login: 'one' }),
    account('two', { login: 'one' }),
    account('away', { login: 'one', enabled: false }),
    account('off', { enabled: false }),
  ]
  const ids = all.map(({ id }) => id)

  it('are left by another one of their login, or left alone', () => {
    const chosen = new Set(['one'])
    expect(whoIsLeftByAnother('both', all, chosen)).toBe(
      'The same login is exited once: Two by One, Away by One.',
    )
    expect(whoIsLeftByAnother('orders', all, new Set(['two']))).toBe(
      'Orders of the same login are cancelled once: One by Two, Away by Two.',
    )
    expect(whoIsLeftByAnother('both', all, new Set())).toBeNull()
    expect(whoIsLeftAlone(ids, all, chosen)).toBe(
      'Left as they are, whatever they hold: Off (switched off).',
    )
    expect(whoIsLeftAlone(ids, all, new Set())).toBe(
      'Left as they are, whatever they hold: Away (switched off), Off (switched off).',
    )
  })
})

describe('the accounts of an exit', () => {
  it('stand with what a person has to look at first, and what is done last', () => {
    const steps = ['flat', 'checking', 'left', 'sending', 'failed', 'flat'] as const
    const accounts = steps.map((step, at) => ({
      ...{ account: `${step} ${at}`, strategy: null, step, cancelled: null, closed: null },
      ...{ failures: [], left: null, todo: at === 5 ? 'Look at it.' : null },
    }))
    expect(lookFirst(accounts).map(({ account }) => account)).toEqual([
      ...['left 2', 'failed 4', 'flat 5', 'checking 1', 'sending 3', 'flat 0'],
    ])
  })
})

describe('what was said to be done, and is not any more,', () => {
  it('is said so of the account, and in the summary', () => {
    const is = { strategy: null, cancelled: null, closed: null, failures: [], left: null }
    const flat: ExitOfAccount = { ...is, account: 'one', step: 'flat', todo: null }
    const again: ExitOfAccount = { ...flat, step: 'left', todo: 'Look.', takenBackAt: 7 }
    const accounts = [flat, again]
    expect(accounts.map((of) => stepWord('both', of))).toEqual(['Flat', 'Not flat any more'])
    expect(stepWord('stop', again)).toBe('Orders work again')
    expect(stepWord('both', { ...flat, takenBackAt: null })).toBe('Flat')
    const run: ExitRun = { id: 'run', at: 0, state: 'left', what: 'both', accounts }
    expect(exitSummary(run)).toBe('Exit: 1 of 2 flat, 1 not any more')
  })
})

it('what is left is called something only where the books name it', () => {
  const blank = { account: 'a', strategy: null, cancelled: null, closed: null, failures: [] }
  const of = { ...blank, step: 'left' as const, todo: null }
  const orders = [{ orderId: '1', symbol: 'INFY', status: 'open' }]
  expect(stepWord('stop', { ...of, left: null })).toBe('Not known what is left')
  expect(stepWord('stop', { ...of, left: { positions: [], orders: [] } })).toBe(
    'Not known what is left',
  )
  expect(stepWord('stop', { ...of, left: { positions: [], orders } })).toBe('Something is left')
})

describe('what there is to leave', () => {
  it('is as old as the older book, and unknown where one was never read', () => {
    const book = (
      age: number | null,
      more: { unreadable?: string[]; leavesOut?: LeftOutOfBook } = {},
    ) => ({
      isRead: age !== null,
      rows: new Map(),
      lastAnswer: {
        meta: { ...{ seq: 1, age, every: 1000, trouble: null, unreadable: [] }, ...more },
        at: 0,
      },
    })
    const none = { count: 0, isPartial: false }
    const unknown = { count: null, isPartial: true }
    const of = (orders: number | null, positions: number | null, now = 0) =>
      toLeave(account('main'), { orders: book(orders), positions: book(positions) }, now)
    expect(of(100, 700)).toMatchObject({
      orders: none,
      positions: none,
      age: 700,
      isStale: false,
    })
    expect(of(100, 700, 1500)).toMatchObject({ age: 2200, isStale: true })
    expect(of(null, 700)).toMatchObject({ orders: unknown, positions: none, age: null })
    const books = {
      orders: book(100, { unreadable: ['{'] }),
      positions: book(100, { leavesOut: 'rows' }),
    }
    const short = toLeave(account('main'), books, 0)
    expect(short).toMatchObject({ orders: { isPartial: true }, positions: { isPartial: true } })
    expect([short.orders, none, unknown].map(countText)).toEqual(['0 or more', '0', '–'])
    expect(exitSentence('both', [short])).toBe(
      'Cancels an unknown number of orders and closes an unknown number of positions in 1 account.',
    )
  })
})

describe('a run of exits', () => {
  it('counts only accounts whose books show that it is done', () => {
    const one = (step: 'flat' | 'checking' | 'failed') => ({
      account: 'main',
      strategy: null,
      step,
      cancelled: null,
      closed: null,
      failures: [],
      left: null,
      todo: null,
    })
    const run = { id: '1', at: 0, state: 'running' as const }
    const accounts = [one('flat'), one('checking'), one('failed')]
    expect(exitSummary({ ...run, what: 'both', accounts })).toBe('Exit: 1 of 3 flat')
    expect(exitSummary({ ...run, what: 'orders', accounts })).toBe('Exit: 1 of 3 without orders')
    expect(exitSummary({ ...run, what: 'chosen', accounts })).toBe('Exit: 1 of 3 done')
  })
})
