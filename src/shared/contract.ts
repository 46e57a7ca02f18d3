import { accountCalls, accountEvents } from './accounts/calls.ts'
import { alertCalls, alertEvents } from './alerts/calls.ts'
import { bookCalls, bookEvents } from './books/calls.ts'
import type { CallName, EventName } from './channels.ts'
import { consoleCalls } from './console/calls.ts'
import type {
  CallRow,
  EventRow,
  EventsOf,
  HandlersOf,
  InputOf,
  OutputOf,
  ParsedOf,
} from './core/contract-rows.ts'
import type { Reply } from './core/errors.ts'
import { deskCalls, deskEvents } from './desk-view.ts'
import { exitCalls, exitEvents } from './exits/calls.ts'
import { journalCalls, journalEvents } from './journal/calls.ts'
import { lockCalls, lockEvents } from './lock/calls.ts'
import { orderCalls, orderEvents } from './orders/calls.ts'
import { pnlCalls, pnlEvents } from './pnl/calls.ts'
import { settingsCalls, settingsEvents } from './settings/calls.ts'
import { workspaceCalls, workspaceEvents } from './workspace/calls.ts'

/** Every call a window can make. */
export const calls = {
  ...deskCalls,
  ...accountCalls,
  ...bookCalls,
  ...orderCalls,
  ...exitCalls,
  ...journalCalls,
  ...alertCalls,
  ...pnlCalls,
  ...consoleCalls,
  ...settingsCalls,
  ...workspaceCalls,
  ...lockCalls,
} satisfies Record<CallName, CallRow>

/** Everything the desk tells its windows without being asked. */
export const events = {
  ...deskEvents,
  ...accountEvents,
  ...bookEvents,
  ...orderEvents,
  ...exitEvents,
  ...journalEvents,
  ...alertEvents,
  ...pnlEvents,
  ...settingsEvents,
  ...workspaceEvents,
  ...lockEvents,
} satisfies Record<EventName, EventRow>

export type Input<Name extends CallName> = InputOf<(typeof calls)[Name]>
export type Parsed<Name extends CallName> = ParsedOf<(typeof calls)[Name]>
export type Output<Name extends CallName> = OutputOf<(typeof calls)[Name]>
// An interface, so that the compiler knows what an event can be where only its name's type is known.
export interface Events extends EventsOf<typeof events> {}

export type Handlers = HandlersOf<typeof calls>

/** Tells an event to whoever listens. */
export type Emit = <Name extends EventName>(name: Name, event: Events[Name]) => void

/** All that a window knows of the outside: a method a call, and a way to listen. */
export type Bridge = {
  [Name in CallName]: (input: Input<Name>) => Promise<Reply<Output<Name>>>
} & {
  on<Name extends EventName>(name: Name, listener: (event: Events[Name]) => void): () => void
}
