import type { ExitRun, StopState } from '../../shared/exits/exits.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Dialog } from '../core/dialogs.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { quantity } from '../components/amounts.ts'
import { exitSummary } from '../exits/exits.ts'
import { type RequestSummary, requestSummary } from '../orders/intent-words.ts'
import { filledWords, unitsFilledOf } from '../orders/ticket/alike-outcomes.ts'
import { outcomeHeading } from '../orders/ticket/ticket-words.ts'

export interface LastEvent {
  /** Wall-clock milliseconds. */
  at: number
  text: string
  /** Where more is said of it. */
  open: Dialog | null
}

type RowsOf = (account: string) => ReadonlyMap<string, OrderRecord> | undefined

/** The latest thing that became of an order, an exit or the stop. */
export function lastEvent(of: {
  intents: readonly Intent[]
  exits: readonly ExitRun[]
  stop: StopState
  /** What the order book of an account shows, as far as it is here. */
  rowsOf?: RowsOf
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
      text: told(
        of.intents.filter(({ confirmation }) => confirmation === intent.confirmation),
        of.rowsOf,
      ),
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

/** What became of orders that were confirmed together: of thirty, the last to be answered tells little. */
function told(together: readonly Intent[], rowsOf?: RowsOf): string {
  const summaries = together.map((one) => requestSummary(one))
  /** Where it is the same of all. */
  const common = <T>(partOf: (summary: RequestSummary) => T): T | null => {
    const [value, ...others] = new Set(summaries.map(partOf))
    return others.length > 0 ? null : (value ?? null)
  }
  const what = [
    common(({ side }) => side)?.toLowerCase(),
    common(({ quantity }) => quantity),
    common((summary) => summary.what),
  ].filter((part) => part !== null && part !== undefined)
  const heading = outcomeHeading(together) + filledSince(together, rowsOf)
  return [heading, what.join(' ')].filter((part) => part !== '').join(': ')
}

/** An order is filled after it was taken: a row that says so stands above this line. */
function filledSince(together: readonly Intent[], rowsOf: RowsOf = () => undefined): string {
  const filled = together.flatMap((intent) => {
    const rows = rowsOf(intent.account)
    const isWhole = filledWords(intent, rows) !== null
    const units = unitsFilledOf(intent, rows)
    return isWhole || units ? { isWhole, units } : []
  })
  const whole = filled.filter(({ isWhole }) => isWhole).length
  const [first] = filled
  if (first === undefined) return ''
  if (whole === together.length) return whole === 1 ? ', filled since' : ', all filled since'
  const { quantity: all } = requestSummary(together[0]!)
  if (together.length === 1)
    return `, ${quantity(first.units)}${all === null ? '' : ` of ${quantity(all)}`} filled since`
  const part = filled.length - whole
  return `${whole > 0 ? `, ${whole} filled since` : ''}${part > 0 ? `, ${part} filled in part` : ''}`
}
