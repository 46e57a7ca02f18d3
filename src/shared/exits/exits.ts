import type { Failure } from '../core/errors.ts'

/** What an exit is asked to do: cancel working orders, close positions, or both, in this order. */
export type ExitWhat = 'orders' | 'positions' | 'both'

/** A run of exits over accounts, watched until their books show that it is done. */
export interface ExitRun {
  id: string
  /** `chosen`: opposite orders for chosen positions. `stop`: what the stop cancels. */
  what: ExitWhat | 'chosen' | 'stop'
  /** Wall-clock milliseconds. */
  at: number
  state: 'running' | 'done' | 'left'
  accounts: ExitOfAccount[]
}

export interface ExitOfAccount {
  account: string
  strategy: string | null
  /** `flat` is said only after the books were read anew and show it. */
  step: 'waiting' | 'sending' | 'checking' | 'flat' | 'left' | 'failed'
  /** How many orders the service says it cancelled, and positions it says it closed; null for unknown. */
  cancelled: number | null
  closed: number | null
  /** What went wrong on the way; it may be flat all the same. */
  failures: Failure[]
  /** What is not flat yet; null before the books were read. */
  left: ExitLeft | null
  /** The next thing to do, where something is left; or what the books cannot show although it is flat. */
  todo: string | null
  /** Wall-clock milliseconds: when 'flat', or 'done', was taken back that had been said of it. */
  takenBackAt?: number | null
}

export interface ExitLeft {
  positions: {
    exchange: string | null
    symbol: string
    product: string | null
    net: number | null
  }[]
  orders: { orderId: string; symbol: string; status: string | null }[]
}

/** Whether the books name something that an exit left; where they don’t, what it left is not known. */
export const isLeftKnown = ({ left }: Pick<ExitOfAccount, 'left'>): boolean =>
  (left?.positions.length ?? 0) + (left?.orders.length ?? 0) > 0

/** The stop: while it is on, nothing but exits leaves the desk. */
export interface StopState {
  on: boolean
  /** Wall-clock milliseconds of the latest change; null where it was never used. */
  at: number | null
}

/** Whether an account's exit goes on: its outcome is not known yet. */
export const isUnderWay = ({ step }: Pick<ExitOfAccount, 'step'>): boolean =>
  step === 'waiting' || step === 'sending' || step === 'checking'

/** Runs that are over and known on, of each kind. */
const mostOver = 20

/** Of runs as they began, those that are over and behind the latest of their kind: windows and desk forget them alike. */
export const forgottenRuns = <Run extends Pick<ExitRun, 'state'>>(runs: readonly Run[]): Run[] =>
  (['done', 'left'] as const).flatMap((kind) =>
    runs.filter(({ state }) => state === kind).slice(0, -mostOver),
  )
