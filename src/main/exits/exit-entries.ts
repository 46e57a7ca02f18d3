import { randomUUID } from 'node:crypto'
import type { ExitRun } from '../../shared/exits/exits.ts'
import { sortedId } from '../core/sorted-id.ts'
import type { NewEntry } from '../journal/entries.ts'

type ExitOperation = 'CancelAllOrder' | 'SquareOffAllPosition'

/** What each exit sends, in this order: an order that fills after the positions went would open one. */
export const operationsOf: Record<ExitRun['what'], readonly ExitOperation[]> = {
  orders: ['CancelAllOrder'],
  positions: ['SquareOffAllPosition'],
  both: ['CancelAllOrder', 'SquareOffAllPosition'],
  stop: ['CancelAllOrder'],
  chosen: [],
}

export type RecordedEntry = Extract<NewEntry, { intent: string }>

/** An exit has no rivals: it is no order. */
export const withSent = (recorded: RecordedEntry, login: string | undefined): RecordedEntry[] => [
  recorded,
  { intent: recorded.intent, event: { kind: 'sent', rivals: [], bookAge: null, login } },
]

/** What the journal is told of one account's exits before any of them leaves. */
export function recordedExits(of: {
  account: string
  strategy: string | null
  confirmation: string
  /** Wall-clock milliseconds. */
  at: number
  what: ExitRun['what']
  owner: { name: string; broker: string }
}): RecordedEntry[] {
  const { name, broker } = of.owner
  const params = { broker, ...(of.strategy !== null && { strategy: of.strategy }) }
  return operationsOf[of.what].map((operation) => ({
    intent: sortedId(of.at),
    event: {
      kind: 'recorded',
      account: of.account,
      accountName: name,
      broker,
      confirmation: of.confirmation,
      operation,
      request: randomUUID(),
      leg: 0,
      params,
      ticket: null,
      quantities: [null],
      exit: true,
      resends: null,
      ...(of.what === 'stop' && { isOfStop: true }),
    },
  }))
}
