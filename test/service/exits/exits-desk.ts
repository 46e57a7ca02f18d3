import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../src/main/core/clock.ts'
import { isWorkingOrder } from '../../../src/practice/market/orders.ts'
import { netQuantity } from '../../../src/practice/market/positions.ts'
import type { Practice } from '../../../src/practice/server.ts'
import type { ExitRun, ExitWhat } from '../../../src/shared/exits/exits.ts'
import { fastClock } from '../../fast-clock.ts'
import { lyingService } from '../lying-service.ts'
import { addAccount, emptyDesk } from '../orders/placing-desk.ts'
import { type RunningDesk, runPractice } from '../running-desk.ts'

/** Time that goes faster than the wall's, so that nobody waits for the next look. */
export const hurried = (times = 5): Clock => fastClock(times)

/** A broker with a day behind it, whose market stands still until the test moves it. */
export const standingPractice = () => runPractice({ opening: 'demo', speed: 0, seed: 29 })

export async function deskWith(accounts: Record<string, { url: string }>, clock = hurried()) {
  const desk = await emptyDesk({ clock })
  const ids = new Map<string, string>()
  for (const [name, { url }] of Object.entries(accounts))
    ids.set(name, await addAccount(desk, { url, name }))
  for (const id of ids.values())
    for (const book of ['orders', 'positions'] as const)
      await desk.book(id, book, ({ meta }) => meta.age !== null)
  return { desk, id: (name: string) => ids.get(name)!, ids: [...ids.values()] }
}

export async function exitFrom(
  { ask }: RunningDesk,
  of: { what: ExitWhat; accounts: readonly string[]; strategy?: string; again?: boolean },
): Promise<ExitRun> {
  const { what, strategy = null, again = false } = of
  const accounts = of.accounts.map((account) => ({ account, strategy }))
  return ask('exitAccounts', { confirmation: randomUUID(), what, accounts, again })
}

/** The run when it has got so far. */
export const when = (
  { event }: RunningDesk,
  { id }: Pick<ExitRun, 'id'>,
  fits: (run: ExitRun) => boolean,
): Promise<ExitRun> => event('exit', (run) => run.id === id && fits(run))

export const ended = (desk: RunningDesk, run: Pick<ExitRun, 'id'>): Promise<ExitRun> =>
  when(desk, run, ({ state }) => state !== 'running')

/** How an account really is, by the broker's own books. */
export function truthOf(practice: Practice) {
  const { working } = bookOf(practice)
  return {
    working: [...working].filter(isWorkingOrder).length,
    open: openIn(practice).map(({ instrument }) => instrument.symbol),
  }
}

/** Of what is open, what an exit has to close: what was sold of a holding is none. */
export const toCloseIn = (practice: Practice): string[] =>
  openIn(practice)
    .filter((position) => position.product !== 'CNC' || netQuantity(position) > 0)
    .map(({ instrument }) => instrument.symbol)

const bookOf = ({ engine }: Practice) => engine.account({ client: 'practice-1', broker: 'PX' })!

const openIn = (practice: Practice) =>
  [...bookOf(practice).positions.values()].filter((position) => netQuantity(position) !== 0)

/** Moves the market until it has filled what closes these positions. */
export function fill(practice: Practice, isThere = (open: string[]) => open.length === 0): void {
  for (let seconds = 0; seconds < 600; seconds++) {
    if (isThere(truthOf(practice).open)) return
    practice.advance(1000)
  }
  throw new Error(`Still open: ${truthOf(practice).open.join(', ')}`)
}

/** What the service was really asked to do, as often as it was. */
export const askedOf = ({ ledger }: Practice, operation: string) =>
  ledger.entries.filter((entry) => entry.operation === operation)

/** A service in front of another, which says that it squared off and did not. */
export const squaredOffInWords = (url: string): Promise<{ url: string }> =>
  lyingService(url, ({ operation }) =>
    operation === 'SquareOffAllPosition'
      ? [{ status: 'success', data: { symbol: 'INFY-EQ', status: 'closed' } }]
      : undefined,
  )
