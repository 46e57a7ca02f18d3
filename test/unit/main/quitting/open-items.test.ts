import { noBaselines } from '../../../../src/main/picture/traded/baselines.ts'
import { expect, it } from 'vitest'
import { type OpenItemSources, openItemsOf } from '../../../../src/main/quitting/open-items.ts'
import type { BookSeen, LoginFacts } from '../../../../src/main/picture/login-facts.ts'
import { LoginPicture } from '../../../../src/main/picture/login-picture.ts'
import { type OpenItem, openWords } from '../../../../src/shared/quitting/open-items.ts'
import type { ExitRun } from '../../../../src/shared/exits/exits.ts'
import type { Intent } from '../../../../src/shared/orders/intents.ts'
import type { Rows } from '../../../../src/shared/core/patch.ts'

const rows = (...all: Record<string, unknown>[]): Rows =>
  new Map(all.map((row, at) => [`${at}`, row]))

const seen = (of: Rows): BookSeen => ({
  ...{
    rows: of,
    at: 0,
    firstAt: 0,
    readAt: 0,
    isOld: false,
    isCurrent: true,
    unreadable: 0,
    unreadableMissing: 0,
    isOddlyEmpty: false,
  },
  hasShown: of.size > 0,
  ...{
    vanished: [],
    missing: [],
    fills: [],
    dropped: [],
    lastFills: () => [],
    baselines: noBaselines,
  },
})
const pictureOf = (books: { orders?: Rows; positions?: Rows }): LoginPicture =>
  pictureSeeing({
    orders: books.orders ? seen(books.orders) : null,
    positions: books.positions ? seen(books.positions) : null,
  })
const pictureSeeing = (books: Pick<LoginFacts, 'orders' | 'positions'>): LoginPicture =>
  new LoginPicture({
    ...books,
    intents: [],
    exits: [],
    squareOffs: [],
    trades: null,
    tradedLater: [],
    protecting: [],
    earlierOrders: [],
    unlisted: [],
    openedOvernight: [],
    slicesAtMost: 0,
    unknownClient: null,
  })

const intent = (account: string, state: Intent['state']): Intent => ({ account, state }) as Intent

const exit = (account: string, step: ExitRun['accounts'][number]['step']): ExitRun =>
  ({ state: 'running', accounts: [{ account, step }] }) as ExitRun

const flat = { positions: rows({ netqty: 0 }), orders: rows({ status: 'complete' }) }

const open = (more: Partial<OpenItemSources> = {}): OpenItemSources => ({
  accounts: [
    { id: 'a', name: 'Main', enabled: true },
    { id: 'b', name: 'Family', enabled: true },
  ],
  picture: () => pictureOf(flat),
  accountsOfLogin: (account) => [account],
  intents: [],
  exits: [],
  notKnownLeft: [],
  ...more,
})

it('nothing open is no item', () => {
  expect(openItemsOf(open())).toEqual([])
})

it('a book that does not say what is open is an item, of an account that is on', () => {
  const books = (picture: LoginPicture, enabled = true): unknown =>
    openItemsOf(open({ accounts: [{ id: 'a', name: 'Main', enabled }], picture: () => picture }))
  const unsure = (count: number) => [{ kind: 'books', account: 'Main', count }]
  expect(books(pictureOf({}))).toEqual(unsure(2))
  expect(books(pictureOf({}), false)).toEqual([])
  expect(books(pictureOf(flat))).toEqual([])
  const [orders, positions] = [seen(flat.orders), seen(flat.positions)]
  const row = { exchange: 'NSE', symbol: 'A', product: 'MIS', netqty: 5 }
  const missing = [
    {
      row,
      goneAt: null,
      seenAt: 0,
      since: 0,
      loss: 0,
      isLossDoubted: false,
      isOfEarlierDay: false,
      isBeforeFills: false,
    },
  ]
  const unsureBooks: Partial<BookSeen>[] = [{ isCurrent: false }, { unreadable: 1 }, { missing }]
  for (const more of unsureBooks)
    expect(books(pictureSeeing({ orders, positions: { ...positions, ...more } }))).toEqual(
      unsure(1),
    )
})

it('a book that says of a position what the orders of the day contradict is an item', () => {
  const name = { exchange: 'NSE', symbol: 'A', product: 'MIS' }
  const bought = { order_id: '1', action: 'BUY', quantity: 5, fillshares: 5, status: 'complete' }
  const closed = { netqty: 0, bqty: 5, sqty: 5 }
  const picture = pictureOf({
    orders: rows({ ...name, ...bought }),
    positions: rows({ ...name, ...closed }),
  })
  const accounts = [{ id: 'a', name: 'Main', enabled: true }]
  expect(openItemsOf(open({ accounts, picture: () => picture }))).toEqual([
    { kind: 'books', account: 'Main', count: 1 },
  ])
})

it('what is open is counted by account, and what is not known counts as open', () => {
  const held = {
    positions: rows(
      { symbol: 'A', netqty: 5 },
      { symbol: 'B', netqty: null },
      { symbol: 'C', netqty: 0 },
    ),
    orders: rows({ status: 'open' }, { status: 'no such word' }, { status: 'rejected' }),
  }
  const found = openItemsOf(
    open({
      picture: (account) => pictureOf(account === 'a' ? held : flat),
      intents: [intent('b', 'in-doubt'), intent('b', 'sent'), intent('b', 'recorded')],
      exits: [exit('b', 'checking'), exit('a', 'flat')],
    }),
  )
  expect(found).toEqual([
    { kind: 'orders', account: 'Main', count: 2 },
    { kind: 'positions', account: 'Main', count: 2 },
    { kind: 'in-doubt', account: 'Family', count: 2 },
    { kind: 'queued', account: 'Family', count: 1 },
    { kind: 'exits', account: 'Family', count: 1 },
  ])
})

it('an exit that ended without knowing what it left is named, though the books show nothing', () => {
  expect(openItemsOf(open({ notKnownLeft: ['b'] }))).toEqual([
    { kind: 'not-known', account: 'Family', count: 1 },
  ])
})

it('what was taken and is in no book yet, or is gone from one, is open', () => {
  const parts = [{ state: 'accepted', orderId: '7', quantity: 5 }]
  const taken = { ...intent('a', 'accepted'), ticket: {}, params: {}, parts } as unknown as Intent
  const picture = new LoginPicture({
    orders: { ...seen(rows()), vanished: [{ order_id: '1', status: 'open' }] },
    positions: seen(rows()),
    intents: [taken],
    exits: [],
    squareOffs: [],
    trades: null,
    tradedLater: [],
    protecting: [],
    earlierOrders: [],
    unlisted: [],
    openedOvernight: [],
    slicesAtMost: 0,
    unknownClient: null,
  })
  const accounts = [{ id: 'a', name: 'Main', enabled: true }]
  expect(openItemsOf(open({ accounts, picture: () => picture }))).toEqual([
    { kind: 'orders', account: 'Main', count: 2 },
  ])
})

it('the books of two accounts of one login are said once', () => {
  const held = { positions: rows({ netqty: 5 }), orders: rows({ status: 'open' }) }
  expect(
    openItemsOf(
      open({
        picture: () => pictureOf(held),
        accountsOfLogin: () => ['a', 'b'],
        intents: [intent('b', 'recorded')],
      }),
    ),
  ).toEqual([
    { kind: 'orders', account: 'Main', count: 1 },
    { kind: 'positions', account: 'Main', count: 1 },
    { kind: 'queued', account: 'Family', count: 1 },
  ])
})

it('a cancel in doubt is no order in doubt', () => {
  const cancel = { ...intent('a', 'in-doubt'), operation: 'CancelAllOrder' } as const
  expect(openItemsOf(open({ intents: [cancel] }))).toEqual([])
})

it('an order in doubt of an account that is gone is one all the same', () => {
  expect(openItemsOf(open({ accounts: [], intents: [intent('gone', 'in-doubt')] }))).toEqual([
    { kind: 'in-doubt', account: 'gone', count: 1 },
  ])
})

it.each([
  [[], null],
  [[{ kind: 'in-doubt', account: 'Main', count: 1 }], 'There is 1 order in doubt'],
  [
    [
      { kind: 'in-doubt', account: 'Main', count: 2 },
      { kind: 'orders', account: 'Main', count: 3 },
      { kind: 'positions', account: 'Main', count: 1 },
    ],
    'There are 2 orders in doubt, 3 working orders and 1 open position',
  ],
] satisfies [OpenItem[], string | null][])(
  'what is open is said in one sentence',
  (openItems, words) => {
    expect(openWords(openItems)).toBe(words)
  },
)
