import type { ReassignedBy } from '../../shared/accounts/accounts.ts'
import type { Failure } from '../../shared/core/errors.ts'
import type { Row } from '../../shared/core/patch.ts'
import type { ExitOfAccount, ExitRun } from '../../shared/exits/exits.ts'
import type { FoundBySquareOff, Intent } from '../../shared/orders/intents.ts'
import { outcomeOf } from './exit-outcome.ts'
import type { RunningExit } from './exit-runs.ts'

/** One account's exits within a run. */
export interface AccountExit {
  place: number
  account: string
  strategy: string | null
  what: ExitRun['what']
  intents: Intent[]
  /** Positions that were open when its square-off left; null where nobody knows. */
  held: readonly Row[] | null
  /** What it is to close, and what worked beside it; null where nobody knows. */
  found: FoundBySquareOff | null
  /** An earlier session sent it: what the books showed before is not known here. */
  isTakenUp: boolean
  /** Numbers of orders that worked when it left, as the book wrote them; none where nobody knows. */
  worked: readonly string[]
  /** Why the journal does not have it. */
  unwritten: Failure | null
}

/** Of an exit before it leaves, and of one that an earlier session sent. */
export const beforeItLeaves: Pick<
  AccountExit,
  'held' | 'found' | 'isTakenUp' | 'worked' | 'unwritten'
> = { held: null, found: null, isTakenUp: false, worked: [], unwritten: null }

/** Whether it is done only once no order of the account works, whoever placed it. */
export const isOfAllOrders = ({ what, strategy }: AccountExit): boolean =>
  what !== 'positions' && what !== 'chosen' && strategy === null

/** Tells what the service has said of an account's exits, with what else changed. */
export function noteOutcome(
  run: RunningExit,
  accountExit: AccountExit,
  more: Partial<ExitOfAccount>,
): void {
  run.note(accountExit.place, { ...saidOf(accountExit), ...more })
}

/** What the service has said of an account's exits. */
export function saidOf({ intents, unwritten }: AccountExit) {
  const outcome = outcomeOf(intents)
  return unwritten === null ? outcome : { ...outcome, failures: [unwritten, ...outcome.failures] }
}

export const lookAtFormer: Record<ReassignedBy, string> = {
  person:
    'The account was given other keys or another address meanwhile: look at the former one in the broker’s own terminal.',
  'other-client':
    'The keys of this account answer for another client now: nothing more of this was sent. Look at the former client in the broker’s own terminal.',
}
