import type { ExitRun, StopState } from '../../shared/exits/exits.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Dialog } from '../core/dialogs.ts'
import { exitSummary } from '../exits/exits.ts'
import { requestSummary, outcomeTitle } from '../orders/intent-words.ts'

export interface LastEvent {
  /** Wall-clock milliseconds. */
  at: number
  text: string
  /** Where more is said of it. */
  open: Dialog | null
}

/** The latest thing that became of an order, an exit or the stop. */
export function lastEvent(of: {
  intents: readonly Intent[]
  exits: readonly ExitRun[]
  stop: StopState
}): LastEvent | null {
  let last: LastEvent | null = null
  const offer = (at: number, make: () => Omit<LastEvent, 'at'>) => {
    if (last === null || at > last.at) last = { at, ...make() }
  }
  const intent = of.intents.reduce<Intent | null>(
    (latest, one) => (latest === null || one.changedAt > latest.changedAt ? one : latest),
    null,
  )
  if (intent !== null)
    offer(intent.changedAt, () => ({
      text: `${outcomeTitle(intent)}: ${told(intent)}`,
      open: { kind: 'intent', id: intent.id },
    }))
  const run = of.exits.at(-1)
  if (run !== undefined)
    offer(run.at, () => ({ text: exitSummary(run), open: { kind: 'exit-run', id: run.id } }))
  const { on, at } = of.stop
  if (at !== null)
    offer(at, () => ({ text: on ? 'The stop was put on' : 'The stop was lifted', open: null }))
  return last
}

const told = (intent: Intent): string => {
  const { side, quantity, what } = requestSummary(intent)
  return [side?.toLowerCase(), quantity, what]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
}
