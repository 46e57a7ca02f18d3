import { market } from '../orders/planning/contexts.ts'
import { noBaselines } from '../../../../src/main/picture/traded/baselines.ts'
import { nothingAtAll } from '../../../../src/main/exits/exit-goal.ts'
import { isFlat, remainderOf } from '../../../../src/main/exits/remainder.ts'
import { LoginPictures } from '../../../../src/main/picture/login-pictures.ts'
import type { BookMeta } from '../../../../src/shared/books/book-state.ts'
import { type BookName, recordKey } from '../../../../src/shared/books/books.ts'
import { type Row, type Rows, diff, keyed } from '../../../../src/shared/core/patch.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import type { Intent } from '../../../../src/shared/orders/intents.ts'
import type { BookSeen } from '../../../../src/main/picture/login-facts.ts'
import { FakeClock } from '../core/fake-clock.ts'

export const infosys = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }

export const order = (order_id: string, more: Row = {}): Row => ({
  ...{ order_id, ...infosys, action: 'SELL', quantity: 100, fillshares: 0, status: 'open' },
  ...more,
})

export const position = (netqty: unknown, more: Row = {}): Row => ({
  ...{ ...infosys, netqty, realisedprofitloss: 0, unrealisedprofitloss: 0 },
  ...more,
})

const rowsOf = (book: BookName, rows: readonly Row[]): Rows =>
  keyed(rows, (row) => recordKey(book, row))

/** A book that was read a moment ago, and well. */
export const seen = (
  book: BookName,
  rows: readonly Row[],
  more: Partial<BookSeen> = {},
): BookSeen => ({
  ...{
    rows: rowsOf(book, rows),
    at: 0,
    firstAt: 0,
    readAt: 0,
    hasShown: rows.length > 0,
    isOld: false,
    isCurrent: true,
    unreadable: 0,
    unreadableMissing: 0,
    isOddlyEmpty: false,
    vanished: [],
    missing: [],
    fills: [],
    dropped: [],
    lastFills: () => [],
    baselines: noBaselines,
  },
  ...more,
})

/** Real pictures of accounts whose books are what the test last let them answer. */
export function newPictures({
  twins = [],
  holders = [],
  fingerprints = {},
  same = new Set(),
  others = new Set(),
  unknown = new Set(),
  recorded = [],
  between = () => undefined,
  now = () => 0,
}: {
  twins?: readonly string[]
  /** Who holds an order, whatever its number; the latest first. */
  holders?: readonly Intent[]
  fingerprints?: Record<string, string>
  /** Fingerprints that are of one client. */
  same?: ReadonlySet<string>
  /** Fingerprints that are each of another client. */
  others?: ReadonlySet<string>
  /** Accounts with other keys than before, of which no profile tells yet whose they are. */
  unknown?: ReadonlySet<string>
  /** What an earlier session wrote down, at its own moment. */
  recorded?: readonly Intent[]
  /** What comes while the positions are read anew. */
  between?: () => void | Promise<void>
  /** By the clock on the wall. */
  now?: () => number
} = {}) {
  const clock = new FakeClock()
  const books = new Map<string, { meta: BookMeta; rows: Rows }>()
  const anew = new Map<BookName, readonly Row[]>()
  const pictures = new LoginPictures({
    accountsAtService: (account) => [account],
    isSurelyOther: () => false,
    areTwoClients: (one, other) => one !== other && others.has(one) && others.has(other),
    exchanges: market.exchanges,
    clock,
    now,
    accountsOfLogin: (account) => (twins.includes(account) ? twins : [account]),
    perhapsOfLogin: (account) => [account],
    fingerprint: (account) => fingerprints[account],
    unknownClient: (account) => (unknown.has(account) ? 'unread' : null),
    isSameLogin: (one, other) => one === other || (same.has(one) && same.has(other)),
    journal: {
      holdersOf: () => [...holders],
      since: (at) => recorded.filter((intent) => intent.at >= at),
      unsettled: () => [],
      end: () => 0,
      changedAfter: () => [],
    },
    poller: {
      read: (account, book) => books.get(`${account} ${book}`),
      readAnew: async (account, book) => {
        if (book === 'positions') await between()
        answer(account, book as 'orders' | 'positions', anew.get(book) ?? [])
        return ok(books.get(`${account} ${book}`)!)
      },
    },
  })
  /** An answer of the service that was read well. */
  const answer = (
    account: string,
    book: 'orders' | 'positions' | 'trades' | 'holdings' | 'funds',
    found: readonly Row[],
    meta: Partial<BookMeta> = {},
  ): void => {
    const rows = rowsOf(book, found)
    const before = books.get(`${account} ${book}`)?.rows ?? new Map<string, Row>()
    const read = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [], ...meta }
    books.set(`${account} ${book}`, { meta: read, rows })
    const { unreadable } = read
    pictures.seeAnswer({ account, book, rows, before, patch: diff(before, rows), unreadable })
  }
  /** An account is not read for a while, as one that is switched off: its polls begin anew. */
  const stopReading = (account: string): void => {
    const accounts = [...books.keys()].map((key) => key.split(' ')[0]!)
    pictures.keep(new Set(accounts.filter((one) => one !== account)))
    for (const key of books.keys()) if (key.startsWith(`${account} `)) books.delete(key)
  }
  /** What a book that is read anew answers. */
  const readAnew = (book: 'orders' | 'positions', rows: readonly Row[]): void => {
    anew.set(book, rows)
  }
  /** The same answer of the service again and again, for so long. */
  const goOn = async (milliseconds: number, again: () => void): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= readsEvery) {
      await clock.advance(Math.min(left, readsEvery))
      again()
    }
  }
  return { clock, pictures, answer, readAnew, goOn, stopReading }
}

const readsEvery = 300_000

/** An order that was filled with all that it asked for. */
export const filled = (id: string, action: 'BUY' | 'SELL', quantity: number, more: Row = {}): Row =>
  order(id, { action, quantity, fillshares: quantity, status: 'complete', ...more })

/** An account whose books a test lets answer, and whether it is said to be flat. */
export function newAccount() {
  const { pictures, answer, goOn } = newPictures()
  let [orders, positions]: [readonly Row[], readonly Row[]] = [[], []]
  const read = () => {
    answer('a', 'orders', orders)
    answer('a', 'positions', positions)
  }
  return {
    picture: () => pictures.of('a'),
    answer: (now: { orders?: readonly Row[]; positions?: readonly Row[] }) => {
      orders = now.orders ?? orders
      positions = now.positions ?? positions
      read()
    },
    /** The same answers for a while, and what they are taken for. */
    isFlatAfter: async (milliseconds: number): Promise<boolean> => {
      await goOn(milliseconds, read)
      return isFlat(remainderOf(pictures.of('a'), nothingAtAll))
    },
  }
}
