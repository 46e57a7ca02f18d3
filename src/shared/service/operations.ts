import type * as z from 'zod'
import {
  CancelResult,
  CloseResult,
  FundsRecord,
  HistoryRecord,
  HoldingRecord,
  OrderRecord,
  PlacementResult,
  PositionRecord,
  ProfileRecord,
  TradeRecord,
} from './records.ts'
import {
  AllOf,
  BracketOrder,
  CoverOrder,
  OneBroker,
  OneOrder,
  OnePosition,
  OpenPositionsOf,
  OptionOrder,
  RegularOrder,
  SmartOrder,
} from './requests.ts'

interface OperationRow {
  /** What a lost answer means: a read is asked again, a placement or an exit is in doubt. */
  kind: 'read' | 'place' | 'exit'
  /** Fields of `data`; for a multi-order operation, of each order's `data`. */
  request: z.ZodType<{ broker: string }>
  /** Whether `data` is `{ orders: [envelope, …] }`. */
  multi: boolean
  /** One record of the result, and the names of its documented fields. */
  record: z.ZodType & { fields: readonly string[]; readRow(raw: unknown): unknown }
  /** How many records the result holds. */
  holds: 'one' | 'many'
  /** The form that the service's document shows; `null` where it shows none. Any form is read. */
  wire: 'envelope' | 'array' | null
  doc: string
}

/** The service, one row an operation. The client, the practice broker, forms and tests derive from it. */
export const operations = {
  PlaceMultiOrder: {
    kind: 'place',
    request: RegularOrder,
    multi: true,
    record: PlacementResult,
    holds: 'many',
    wire: 'array',
    doc: 'Places regular orders, each for its own broker and credentials.',
  },
  PlaceSmartOrder: {
    kind: 'place',
    request: SmartOrder,
    multi: false,
    record: PlacementResult,
    holds: 'many',
    wire: 'envelope',
    doc: 'Places the order that brings a position to a target size.',
  },
  PlaceMultiFOOptionsOrder: {
    kind: 'place',
    request: OptionOrder,
    multi: true,
    record: PlacementResult,
    holds: 'many',
    wire: null,
    doc: 'Places option orders found by spot, expiry and distance from the money.',
  },
  PlaceMultiBOOrder: {
    kind: 'place',
    request: BracketOrder,
    multi: true,
    record: PlacementResult,
    holds: 'many',
    wire: null,
    doc: 'Places bracket orders.',
  },
  PlaceCOOrder: {
    kind: 'place',
    request: CoverOrder,
    multi: false,
    record: PlacementResult,
    holds: 'many',
    wire: 'envelope',
    doc: 'Places a cover order: an entry with its stop.',
  },
  PlaceBOOrder: {
    kind: 'place',
    request: BracketOrder,
    multi: false,
    record: PlacementResult,
    holds: 'many',
    wire: null,
    doc: 'Places a bracket order: an entry with its target and its stop.',
  },
  CancelAllOrder: {
    kind: 'exit',
    request: AllOf,
    multi: false,
    record: CancelResult,
    holds: 'many',
    wire: 'array',
    doc: 'Cancels all working orders of the account, or of one strategy.',
  },
  SquareOffAllPosition: {
    kind: 'exit',
    request: AllOf,
    multi: false,
    record: CloseResult,
    holds: 'many',
    wire: 'array',
    doc: 'Closes all open positions of the account, or of one strategy.',
  },
  OrderHistory: {
    kind: 'read',
    request: OneOrder,
    multi: false,
    record: HistoryRecord,
    holds: 'many',
    wire: 'envelope',
    doc: 'Snapshots of one order, each with its own status.',
  },
  OrderBook: {
    kind: 'read',
    request: OneBroker,
    multi: false,
    record: OrderRecord,
    holds: 'many',
    wire: 'envelope',
    doc: 'All orders of the day.',
  },
  TradeBook: {
    kind: 'read',
    request: OneBroker,
    multi: false,
    record: TradeRecord,
    holds: 'many',
    wire: 'array',
    doc: 'All trades of the day.',
  },
  PositionBook: {
    kind: 'read',
    request: OneBroker,
    multi: false,
    record: PositionRecord,
    holds: 'many',
    wire: 'array',
    doc: 'All positions.',
  },
  OpenPositions: {
    kind: 'read',
    request: OpenPositionsOf,
    multi: false,
    record: PositionRecord,
    holds: 'many',
    wire: 'envelope',
    doc: 'Open positions, or the open position in one symbol.',
  },
  AllPositions: {
    kind: 'read',
    request: OnePosition,
    multi: false,
    record: PositionRecord,
    holds: 'many',
    wire: 'envelope',
    doc: 'The position in one symbol, open or closed.',
  },
  Funds: {
    kind: 'read',
    request: OneBroker,
    multi: false,
    record: FundsRecord,
    holds: 'one',
    wire: 'envelope',
    doc: 'Balance, margins and profit of the account.',
  },
  Holdings: {
    kind: 'read',
    request: OneBroker,
    multi: false,
    record: HoldingRecord,
    holds: 'many',
    wire: 'envelope',
    doc: 'Shares held in the demat account.',
  },
  Profile: {
    kind: 'read',
    request: OneBroker,
    multi: false,
    record: ProfileRecord,
    holds: 'one',
    wire: 'envelope',
    doc: 'Who the client is, and which exchanges and products are open to them.',
  },
} as const satisfies Record<string, OperationRow>

type Operations = typeof operations
export type OperationName = keyof Operations
export const operationNames = Object.keys(operations) as OperationName[]

type OfKind<Kind extends OperationRow['kind']> = {
  [Name in OperationName]: Operations[Name]['kind'] extends Kind ? Name : never
}[OperationName]
export type ReadOperation = OfKind<'read'>
export type PlaceOperation = OfKind<'place'>
export type ExitOperation = OfKind<'exit'>

/** Fields of `data` (for a multi operation, of one order's `data`), as sent. */
export type RequestOf<Name extends OperationName> = z.input<Operations[Name]['request']>
export type RecordOf<Name extends OperationName> = z.output<Operations[Name]['record']>
export type IsMulti<Name extends OperationName> = Operations[Name]['multi']

/** Whether a string names an operation; never fooled by a name on Object's prototype. */
export const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name)
