import type { OperationName } from '../../src/shared/service/operations.ts'
import type { Intent } from '../../src/shared/orders/intents.ts'
import type { Ticket } from '../../src/shared/orders/tickets.ts'
import type { ExitOfAccount, ExitRun } from '../../src/shared/exits/exits.ts'
import type { Holding } from './service/answers.ts'
import type { BrokerOrder } from './service/orders.ts'
import type { Login, Request } from './service/service.ts'

/** One ticket that a person confirmed. Its tag travels as its strategy, which no book shows. */
export interface Asked {
  tag: string
  account: string
  ticket: Ticket
  at: number
  /** By `count`. */
  confirmed: number
  /** What its account's login was then. */
  login: Login | undefined
  /** What the person was asked about and agreed to, by its code; of all that was confirmed with it, too. */
  agreed: ReadonlySet<string>
  /** Whether the person was told that this very order may take its position past zero, or past its target. */
  isWarned: boolean
  /** Tags of all that leave one after the other with it, in their order; none where they go at once. */
  inTurn: readonly string[]
}

/** Limits of an account, from when the desk had answered for them until they were taken back. */
export interface Tightened {
  account: string
  savedAt: number
  loosenedAt: number
  quantity: number | null
  perMinute: number | null
}

export type Edit = 'pace' | 'off' | 'read-only' | 'on' | 'keys' | 'address'

/** What a person began in order to get out, and when it was asked for. */
export interface BegunExit {
  at: number
  /** By `count`. */
  confirmed: number
  what: 'orders' | 'positions' | 'both'
  accounts: readonly string[]
  /** Whether the person was told that an earlier exit may still close positions. */
  isWarned: boolean
}

/** One order of a request, or what an exit is about. */
interface Leg {
  /** Null of an exit. */
  tag: string | null
  units: number
  /** How many orders it makes: each slice is one. */
  orders: number
  fields: Readonly<Record<string, string>>
}

/** A request whose first byte left a desk: of one for several accounts, what is each one's. */
export interface Departure {
  at: number
  request: Request
  account: string
  login: Login
  operation: OperationName
  legs: readonly Leg[]
  /** Whether it will still arrive; what arrived may be at the broker. */
  isUnderWay: boolean
  /** Orders of its login that an answer had shown to the desk before that. */
  shown: ReadonlySet<string>
  /**
   * What the position book of its login had said last to the desk when it was confirmed, of each
   * position that it ever named; null where the desk reads it for several accounts.
   */
  said: readonly Holding[] | null
  /** Entries of the journal on disk that say that its legs were sent, when it left. */
  noted: number
}

/** All that a run knows, on both sides of the wire. The desk knows a part of it. */
export interface RunRecord {
  now(): number
  /** Counts what happened: of two things in one millisecond it says which came first. */
  count(): number
  /** By tag. */
  asked: Map<string, Asked>
  /** Intents as the windows were last told of them, over all desks of the run. */
  told: Map<string, Intent>
  /** The login that an intent's account had when it was first told of. */
  firstLogins: Map<string, Login | undefined>
  /** Tags of orders of which it was ever said that they are accepted, and when it was first said. */
  accepted: Map<string, number>
  /** When it was first said of an order of the broker's that a ticket is it, by `holdingOf`. */
  held: Map<string, number>
  /** Of which sum an order was to be which part, by its tag. */
  sums: Map<string, { percent: string; sum: string }>
  /** Limits that somebody put on an account while orders waited there for their turn. */
  tightened: Tightened[]
  departures: Departure[]
  logins(): readonly Login[]
  /** What every account's login was, from when a person gave it until another was saved; the last is the present one. */
  loginsOf: Map<string, { since: number; until: number; login: Login }[]>
  /** When the stop was pulled, by `count`. */
  stops: number[]
  isStopped: boolean
  /** When a person squared off a login after being told that it may turn a position round. */
  risks: { at: number; login: Login }[]
  /** When a desk was up that found what another one had left. */
  starts: number[]
  /** When the wall clock jumped. */
  jumps: number[]
  /** When all orders of an account were to go. */
  cleared: { account: string; at: number; count: number }[]
  /** Whether a person was told that the stop is on, or off; null while neither is sure. */
  stopSaid: boolean | null
  /** Accounts that are saved as switched off or read-only. */
  closed: Set<string>
  /** Whether the desk said that its screen is locked. */
  isLocked: boolean
  /** What windows were answered that confirmed, by their confirmation. */
  answers: Map<string, ConfirmationAnswer[]>
  /** What was changed of which account, and when. */
  edits: { at: number; account: string; change: Edit }[]
}

/** What one window was told by its desk that confirmed something. */
interface ConfirmationAnswer {
  window: string
  /** Intents; null where nothing was taken. */
  took: readonly string[] | null
}

/** What is held against a desk. */
export type Rule =
  | 'closed sends nothing'
  | 'confirmed once'
  | 'denied is absent'
  | 'exits know the others'
  | 'exits where confirmed'
  | 'flat is flat'
  | 'found is its own'
  | 'limits hold'
  | 'locked is locked'
  | 'not turned round'
  | 'nothing is withheld'
  | 'one after the other'
  | 'pace holds'
  | 'queue stays'
  | 'sent again when absent'
  | 'sent as confirmed'
  | 'sent once'
  | 'settled in the end'
  | 'shares hold'
  | 'stop holds'
  | 'the journal holds all'
  | 'turns hold'
  | 'windows agree'
  | 'written first'

/** Something that must never be. */
export interface Violation {
  invariant: Rule
  what: string
}

export interface EndedExit {
  run: ExitRun
  account: ExitOfAccount
}

/** Of a run in which nothing happened yet. */
export const newRecord = (of: Pick<RunRecord, 'now' | 'count' | 'logins'>): RunRecord => ({
  ...of,
  asked: new Map(),
  told: new Map(),
  firstLogins: new Map(),
  accepted: new Map(),
  held: new Map(),
  sums: new Map(),
  tightened: [],
  departures: [],
  loginsOf: new Map(),
  stops: [],
  isStopped: false,
  risks: [],
  starts: [],
  jumps: [],
  cleared: [],
  stopSaid: false,
  closed: new Set(),
  isLocked: false,
  answers: new Map(),
  edits: [],
})

export const loginOf = (record: RunRecord, account: string): Login | undefined =>
  record.loginsOf.get(account)?.at(-1)?.login

/** The orders that a confirmed ticket made, wherever they are. */
export const madeFor = (record: Pick<RunRecord, 'logins'>, tag: string): BrokerOrder[] =>
  record
    .logins()
    .flatMap(({ broker }) =>
      broker.orders.filter((order) => order.tag === tag && order.by === 'desk'),
    )

/** An account that was given other keys since, be they the same again: its book proves nothing of then. */
export const isMoved = (
  { asked, loginsOf }: Pick<RunRecord, 'asked' | 'loginsOf'>,
  intent: Intent,
): boolean =>
  (loginsOf.get(intent.account)?.at(-1)?.since ?? 0) > (asked.get(tagOf(intent))?.at ?? 0)

/** A ticket and the order that it is said to be. */
export const holdingOf = (tag: string, orderId: string): string => `${tag} ${orderId}`

export const tagOf = ({ params }: Pick<Intent, 'params'>): string => params['strategy'] ?? ''
