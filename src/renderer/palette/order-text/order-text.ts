import type { Exchange } from '../../../shared/service/words.ts'
import type { TicketKind } from '../../../shared/orders/tickets.ts'
import type { ExitPercent } from '../../orders/exit-part.ts'
import type { TicketText } from '../../orders/ticket/field-table.ts'

/** What can be named in an order: nothing else is taken for a name. */
export interface Nameable {
  accounts: readonly { id: string; name: string }[]
  /** Accounts by their tags, also those that are switched off: they are left out where that is said. */
  tagged: readonly { id: string; tags?: readonly string[] | undefined }[]
  groups: readonly { id: string; name: string; members: readonly { account: string }[] }[]
  /** Whom ‘everyone’ means, by their ids. */
  everyone: readonly string[]
  symbols: readonly Listed[]
  /** What decides where an order is to go: practice has symbols of its own. Those above, where it is not there. */
  symbolsFor?(to: Addressed | undefined): readonly Listed[]
  /** What is held where an order is to go, and so can be left. */
  held(to: Addressed | undefined): readonly Listed[]
}

/** Accounts by their ids, or one group. */
export type Addressed = { accounts: readonly string[] } | { group: string }

export interface Listed {
  exchange: Exchange
  symbol: string
  /** What its instrument is called over brokers, where that is known. */
  name?: string
}

type OrderVerb = 'order' | 'exit' | 'reverse' | 'exit-all' | 'cancel-all'

type TextParts = Omit<TicketText, 'account' | 'kind' | 'exit' | 'action'>
/** A field that stands in an order as it was typed. */
export type PlainField = keyof TextParts

/** What was typed, and nothing that was not. */
export interface TypedOrderParts extends Partial<TextParts> {
  verb: OrderVerb
  kind: TicketKind
  action?: 'BUY' | 'SELL'
  unit?: 'units' | 'lots'
  /** Those that a ticket begins with where it is absent. */
  to?: Addressed
  percent?: ExitPercent
}

export type SpanKind =
  | 'verb'
  | 'quantity'
  | 'symbol'
  | 'price'
  | 'word'
  | 'account'
  | 'choose'
  | 'unknown'

export interface TextSpan {
  from: number
  to: number
  as: SpanKind
}

/** Words that may stand in place of those that cannot be understood. */
export interface TextChoice {
  from: number
  to: number
  text: string
  hint: string
}

export interface ParsedOrder {
  parts: TypedOrderParts
  spans: readonly TextSpan[]
  /** What is not understood, or not possible: as long as there is any, nothing comes of it. */
  troubles: readonly string[]
  /** What a ticket still needs. */
  missing: readonly string[]
  choices: readonly TextChoice[]
}

/** More would not be looked through. */
export const mostChoices = 8
