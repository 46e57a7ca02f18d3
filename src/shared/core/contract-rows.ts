import * as z from 'zod'
import type { CallName, EventName } from '../channels.ts'
import type { Reply } from './errors.ts'

/** A type where a value would stand: what the desk says is its own, and nothing parses it. */
export interface Typed<T> {
  readonly type?: T
}
export const typed = <T>(): Typed<T> => ({})

/** The input of a call that has nothing to say but its name. */
export const nothing = z.strictObject({})

/** What a window can ask of the desk. */
export interface CallRow {
  /** The desk parses with it whatever a window says. */
  input: z.ZodType
  output: Typed<unknown>
  /**
   * What becomes of the call on a locked screen, and of one that was asked before the lock and has
   * its answer ready only after it.
   * - `answered`: it is answered as ever. For what draws the locked screen or is safe at any time.
   * - `refused, late answer withheld`: for what only looks.
   * - `refused, late answer told`: for what does something. Of what was begun, an order above all,
   *   a person has to learn the truth.
   */
  whileLocked: 'answered' | 'refused, late answer withheld' | 'refused, late answer told'
}

/** What the desk tells its windows without being asked. */
export interface EventRow {
  carries: Typed<unknown>
  /**
   * What becomes of the event while the screen is locked. A window that unlocks asks for everything
   * anew, so most are dropped; one that is held is told when the screen opens.
   */
  whileLocked: 'told' | 'dropped' | 'held'
}

/** The rows of a feature: their names stand in channels.ts, and no others are taken. */
export type CallRows = Partial<Record<CallName, CallRow>>
export type EventRows = Partial<Record<EventName, EventRow>>

export type InputOf<Row extends CallRow> = z.input<Row['input']>
export type ParsedOf<Row extends CallRow> = z.output<Row['input']>
export type OutputOf<Row extends CallRow> = Row['output'] extends Typed<infer T> ? T : never

/** A window's line to the desk, for as long as it lasts. */
export type LineId = number

/**
 * Answers to the calls of some rows, and by which line each came; null for none that is a window's.
 * The door waits for those that take their time.
 */
export type HandlersOf<Rows extends Record<string, CallRow>> = {
  [Name in keyof Rows]: (
    input: ParsedOf<Rows[Name]>,
    line: LineId | null,
  ) => Reply<OutputOf<Rows[Name]>> | Promise<Reply<OutputOf<Rows[Name]>>>
}

/** What the events of some rows carry. */
export type EventsOf<Rows extends Record<string, EventRow>> = {
  [Name in keyof Rows]: Rows[Name]['carries'] extends Typed<infer T> ? T : never
}
