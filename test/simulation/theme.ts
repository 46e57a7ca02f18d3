import type { Ticket } from '../../src/shared/orders/tickets.ts'
import type { Act } from './people/people.ts'
import type { Random } from './random.ts'
import type { ExitFate, PlacementFate, ReadFate } from './service/fates.ts'
import { longestLag } from './service/sight.ts'

type More<Name extends string> = Readonly<Partial<Record<Name, number>>>

/** How one book lags: how often, and by how many milliseconds where it does. */
interface Lag {
  share: number
  least: number
  most: number
}

/**
 * What a run is about. All of it can happen in every run; but what takes several rare things at
 * once would be met once in thousands, and so each run has more of some.
 */
export interface Theme {
  /** So many times as often as usual. */
  acts: More<Act>
  kinds: More<Ticket['kind']>
  placements: More<PlacementFate>
  exits: More<ExitFate>
  reads: More<ReadFate>
  lags: { orders: Lag; positions: Lag }
  /** How often an order is one more of the same. */
  copies: number
  /** How often what is sold is offered far below the market, by as many units as a limit by that price allows. */
  offeredCheaply: number
  /** How often an order is for all accounts, at once or one after the other. */
  groups: number
  /** How often such an order is a share of what each of them has; then funds come and go. */
  shares: number
  /** So many accounts at the least. */
  accounts: number
  /** Whether orders of the last account come by telephone alone. */
  isLastPhonedAlone: boolean
  /** How often two accounts are one login. */
  shared: number
  /** Orders a second that an account may send. */
  paces: readonly number[]
  /** How often an account and all together have limits. */
  limits: number
  /** Milliseconds from the start of a desk until its books are looked at, at the most. */
  opensAfter: number
  /** How often the market touches one of an account's orders. */
  market: number
  /** How often it fills a part of the order alone. */
  inParts: number
  /** Milliseconds from one act to the next at the most. */
  slowest: number
  /** How often a cancel, and what is bought at once, takes more than a moment. */
  slow: { cancels: number; fills: number }
  /** Milliseconds that a slow cancel takes at the most. */
  longestCancel: number
  /** How often people begin with an order, or with a way out, where a desk has just started. */
  greets: More<'wait' | 'place' | 'exit'>
  /** How often a desk ends as soon as what was ordered at once was taken; whoever comes back cancels that first. */
  endsOnceTaken: number
  /** Windows at the most, each with a line of its own to its desk; none where nobody's matters. */
  windows: number
  /** How often people let go of an order that they are asked about. */
  doubts: number
  /** How often people wait for a way out to be done, and trade nothing meanwhile. */
  patience: number
  /** Milliseconds for which they wait then. */
  watches: { least: number; most: number }
  /** Milliseconds for which a book goes on to be told in part. */
  partLasts: { least: number; most: number }
  /** What books leave out: closed positions, orders so long after they are finished, and an open one now and then. */
  leavesOut: {
    closedPositions: boolean
    finishedOrdersAfter: number | null
    openPosition: number
  }
  /** How often a login holds something since before, and for how long its position book says nothing at first, at the most. */
  overnight: { share: number; hiddenFor: number }
  /** How often a login's broker calls all orders that work what nobody knows, and how often it tells no histories. */
  customs: { ownWords: number; noHistories: number }
}

const usualLag: Lag = { share: 0.4, least: 100, most: longestLag.orders }

/** Nothing more often than usual. */
export const everything: Theme = {
  ...{ acts: {}, kinds: {}, placements: {}, exits: {}, reads: {} },
  lags: { orders: usualLag, positions: usualLag },
  ...{
    copies: 0.15,
    offeredCheaply: 0.15,
    groups: 0,
    shares: 0,
    shared: 0.4,
    paces: [2, 5, 10],
    limits: 0.5,
    slowest: 1400,
    watches: { least: 3000, most: 12_000 },
    partLasts: { least: 0, most: 0 },
    leavesOut: { closedPositions: false, finishedOrdersAfter: null, openPosition: 0 },
    overnight: { share: 0, hiddenFor: 0 },
    customs: { ownWords: 0, noHistories: 0 },
  },
  ...{ opensAfter: 200, market: 0.6, inParts: 0.3, accounts: 1, isLastPhonedAlone: false },
  ...{ doubts: 0.2, patience: 0.6, slow: { cancels: 0.5, fills: 0.4 }, greets: {} },
  longestCancel: 1500,
  ...{ endsOnceTaken: 0, windows: 0 },
}

const moreThan = (more: Partial<Theme>): Theme => ({ ...everything, ...more })

const lost: Theme['placements'] = {
  ...{ 'lost before': 4, 'lost after': 3, late: 4, hangs: 2, 'unclear no': 4 },
  ...{ 'no that was a yes': 3, 'one error for several': 5, 'some refused': 2 },
}

/** Beside a way out nobody says which order is whose. */
const noWayOut: Theme['acts'] = {
  ...{ 'exit orders': 0.3, 'exit positions': 0.2, 'exit both': 0.2, stop: 0.2, edit: 0.3 },
  ...{ 'one way out and another': 0, 'in and out': 0, 'stop and lift': 0.2 },
}

/** Orders, ways out, desks that end, and little else. */
const littleElse: Theme['acts'] = {
  ...{ stop: 0, 'stop and lift': 0, lift: 0.5, 'move in the middle': 0, edit: 0, clock: 0 },
  ...{ pause: 0, resend: 0, settle: 0.3, telephone: 0, 'telephone and click': 0 },
}

const themes = {
  everything,
  'orders are filled in part': moreThan({
    ...{ market: 1, inParts: 1, slowest: 1800, kinds: { regular: 5 }, copies: 0 },
    ...{ limits: 0, shared: 0, accounts: 2, doubts: 0.02 },
    ...{ placements: { accepted: 20 }, exits: { 'lost before': 60, refused: 10 } },
    acts: {
      ...{ ...littleElse, 'in and out': 0, leave: 0.2, 'exit orders': 8, 'exit positions': 0 },
      ...{ 'exit both': 0, kill: 0.1, restart: 0.1 },
    },
  }),
  'positions of days before': moreThan({
    // A desk takes no such silence for an answer for longer than that.
    overnight: { share: 0.9, hiddenFor: 15_000 },
    lags: {
      orders: { share: 0.5, least: 1000, most: longestLag.orders },
      positions: { share: 0.9, least: 4000, most: longestLag.positions },
    },
    acts: { ...littleElse, 'in and out': 8, 'exit both': 3, kill: 0.3, restart: 0.3 },
    ...{ placements: { accepted: 10 }, exits: { 'lost before': 10, refused: 5 } },
    ...{ limits: 0, shared: 0.2 },
    ...{ slow: { cancels: 0.9, fills: 0.8 }, slowest: 2500, copies: 0.05, accounts: 2 },
    ...{ greets: { exit: 4 }, opensAfter: 1000, doubts: 0.02, patience: 1 },
    ...{ longestCancel: 9000, watches: { least: 8000, most: 30_000 } },
  }),
  'several windows': moreThan({
    ...{ windows: 3, slowest: 800, doubts: 0.05, copies: 0.05, limits: 0.2, patience: 0.3 },
    placements: { ...lost, accepted: 4 },
    acts: { place: 2, 'stop and lift': 2, kill: 2, restart: 2, edit: 0.5, clock: 0 },
  }),
  'books forget what they had': moreThan({
    leavesOut: { closedPositions: false, finishedOrdersAfter: null, openPosition: 0.2 },
    ...{ reads: { 'of before': 10, empty: 3 }, partLasts: { least: 4000, most: 12_000 } },
    ...{ placements: { accepted: 10 }, exits: { 'lost before': 40, refused: 4 } },
    ...{ kinds: { smart: 8, option: 0.3 }, copies: 0.05, limits: 0.1, shared: 0 },
    ...{ accounts: 2, isLastPhonedAlone: true, patience: 0.2, doubts: 0.02, market: 0.05 },
    acts: {
      ...{ ...littleElse, place: 0.7, leave: 0.4, 'exit orders': 5, 'exit both': 0.2 },
      ...{ telephone: 3, kill: 0.3, restart: 0.3 },
    },
  }),
  'orders for several accounts': moreThan({
    ...{
      accounts: 3,
      groups: 0.8,
      shares: 0.4,
      copies: 0,
      limits: 0.1,
      doubts: 0.02,
      slowest: 900,
    },
    placements: { ...lost, accepted: 4 },
    acts: { ...noWayOut, resend: 5, kill: 2, restart: 2, 'move in the middle': 0.3 },
  }),
  'books leave out what is closed': moreThan({
    leavesOut: { closedPositions: true, finishedOrdersAfter: 20_000, openPosition: 0.15 },
    acts: { 'in and out': 10, 'exit positions': 3, 'exit both': 2, kill: 2, restart: 3 },
    ...{ placements: { accepted: 4 }, patience: 0.8, doubts: 0.05 },
  }),
  'desks end before a book shows what was taken': moreThan({
    lags: {
      orders: { share: 0.9, least: 2500, most: longestLag.orders },
      positions: { share: 0.9, least: 5000, most: longestLag.positions },
    },
    acts: { ...littleElse, 'in and out': 60, place: 0.4, leave: 0.2, kill: 0.5, restart: 0.5 },
    ...{ placements: { accepted: 10 }, exits: { 'lost before': 12 }, limits: 0, shared: 0 },
    ...{ slow: { cancels: 0.95, fills: 0.9 }, market: 0.05, slowest: 1800, copies: 0.05 },
    ...{ greets: { exit: 8, place: 0.3 }, doubts: 0.02, patience: 0.3, endsOnceTaken: 0.9 },
  }),
  'positions are shown long after orders': moreThan({
    lags: {
      orders: { share: 0.8, least: 300, most: 1500 },
      positions: { share: 0.9, least: 5000, most: longestLag.positions },
    },
    acts: { ...littleElse, 'in and out': 60, place: 0.4, leave: 0.2, kill: 0.2, restart: 0.2 },
    ...{ placements: { accepted: 10 }, exits: { 'lost before': 20 }, limits: 0, shared: 0 },
    ...{ slow: { cancels: 0.95, fills: 0.9 }, market: 0.05, slowest: 1500, copies: 0.05 },
    ...{ greets: { exit: 6 }, doubts: 0.02, patience: 0.9, accounts: 3 },
  }),
  'orders that look alike are lost': moreThan({
    ...{ placements: lost, copies: 0.6, limits: 0, reads: { empty: 3 }, kinds: { smart: 3 } },
    acts: { place: 2, 'telephone and click': 25, kill: 2, ...noWayOut },
  }),
  'keys are changed': moreThan({
    placements: { ...lost, 'no that was a yes': 10 },
    ...{ copies: 0.5, limits: 0 },
    acts: { ...noWayOut, 'move in the middle': 20, edit: 1, settle: 0.3, telephone: 0.2 },
  }),
  'ways out are taken at once': moreThan({
    lags: {
      orders: { share: 0.5, least: 1500, most: longestLag.orders },
      positions: { share: 0.9, least: 2500, most: longestLag.positions },
    },
    acts: {
      ...{ 'in and out': 40, 'one way out and another': 6, place: 0.5, leave: 0.3, lift: 0.3 },
      ...{ stop: 0.2, 'stop and lift': 0, kill: 0.5, restart: 0.5, edit: 0, clock: 0, pause: 0 },
      ...{ 'move in the middle': 0, resend: 0.3, settle: 0.3, telephone: 0.1, 'exit orders': 0.5 },
    },
    ...{ placements: { accepted: 4 }, exits: { late: 3 }, limits: 0.1, slowest: 700 },
    ...{ patience: 0.3, doubts: 0.02, slow: { cancels: 0.9, fills: 0.7 } },
  }),
  'books are bad and cancels are lost': moreThan({
    reads: { 'a page of it': 2, 'HTTP 206': 3, empty: 4 },
    ...{ placements: { accepted: 4 }, exits: { 'lost before': 12, refused: 2 }, limits: 0.1 },
    ...{
      partLasts: { least: 8000, most: 25_000 },
      greets: { exit: 4 },
      doubts: 0.02,
      patience: 0.3,
      opensAfter: 1000,
    },
    ...{ market: 0.15, accounts: 2, shared: 0, isLastPhonedAlone: true },
    acts: {
      ...{ 'exit orders': 5, 'exit positions': 2, 'exit both': 3, 'in and out': 4, telephone: 3 },
      ...{ kill: 2, restart: 4, stop: 0.2, 'stop and lift': 0, edit: 0, clock: 0, pause: 0.3 },
      ...{ 'move in the middle': 0, leave: 0.2, lift: 0.3, settle: 0.5, 'stop watching': 0.3 },
    },
  }),
  'everybody is in a hurry': moreThan({
    ...{ paces: [2, 2, 5], limits: 0.9, slowest: 500, copies: 0.05, offeredCheaply: 0.6 },
    // Orders work for long, and are shown late.
    market: 0.2,
    lags: { orders: { share: 0.8, least: 1000, most: longestLag.orders }, positions: usualLag },
    acts: { place: 2, kill: 2, restart: 3, 'exit orders': 0.5, 'exit both': 0.5 },
  }),
  'brokers have words of their own': moreThan({
    customs: { ownWords: 0.7, noHistories: 0.5 },
    ...{ placements: { accepted: 20 }, exits: { 'lost before': 20, refused: 5 } },
    ...{ accounts: 2, shared: 0, limits: 0, copies: 0, doubts: 0.02, patience: 0.3 },
    ...{ market: 0.2, inParts: 0.6, slow: { cancels: 0.8, fills: 0.4 }, longestCancel: 5000 },
    acts: {
      ...{ ...littleElse, leave: 0.2, 'exit orders': 6, 'exit positions': 0.5, stop: 1 },
      ...{ kill: 0.5, restart: 0.5 },
    },
  }),
  'two accounts are one login': moreThan({
    ...{ accounts: 2, shared: 1, slowest: 900 },
    acts: { leave: 3, 'exit positions': 3, 'exit both': 2, kill: 3, restart: 4 },
  }),
} as const satisfies Readonly<Record<string, Theme>>

/** A new one takes its share from the one that it stands beside: the seeds of all others stay as they were. */
const shares: Readonly<Record<keyof typeof themes, number>> = {
  everything: 0.1,
  'orders are filled in part': 0.15,
  'positions of days before': 0.5,
  'several windows': 0.5,
  'books forget what they had': 0.75,
  'orders for several accounts': 0.5,
  'books leave out what is closed': 0.5,
  'desks end before a book shows what was taken': 0.5,
  'positions are shown long after orders': 0.5,
  'orders that look alike are lost': 2,
  'keys are changed': 2,
  'ways out are taken at once': 2,
  'books are bad and cancels are lost': 2,
  'everybody is in a hurry': 1,
  'brokers have words of their own': 0.42,
  'two accounts are one login': 0.58,
}

export type ThemeName = keyof typeof themes

export const themeNames = Object.keys(themes) as ThemeName[]

/** What one run is about. */
export function themeFrom(random: Random): Theme & { name: ThemeName } {
  const name = random.weighed(shares)
  return { name, ...themes[name] }
}

/** Weights, some of them so many times as heavy. */
export const weightedBy = <Name extends string>(
  weights: Readonly<Record<Name, number>>,
  more: More<Name>,
): Record<Name, number> => {
  const names = Object.keys(weights) as Name[]
  return Object.fromEntries(
    names.map((name) => [name, weights[name] * (more[name] ?? 1)]),
  ) as Record<Name, number>
}
