import type { ExitOfAccount, ExitRun } from '../../shared/exits/exits.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { accountAgain, accountExitsOf } from './exit-outcome.ts'
import type { ExitRuns, ExitingOf, RunningExit } from './exit-runs.ts'

/**
 * A run of an earlier session, with one of its accounts. Others of it that were not said to be done stand
 * beside that as they were left: it is not done before they are.
 */
export function runAgain(
  runs: Pick<ExitRuns, 'begin' | 'find'>,
  of: {
    run: Pick<ExitRun, 'id' | 'what' | 'at'>
    account: ExitingOf
    /** All that was sent for the run. */
    confirmed: readonly Intent[]
  },
): { run: RunningExit; place: number } {
  const { account, confirmed } = of
  const { id, what, at } = of.run
  const known = runs.find(id)
  const place = known?.placeOf(account) ?? -1
  if (known !== undefined && place >= 0) return { run: known, place }
  // Others of its accounts may be told of already.
  known?.goOn([account], at)
  const others = what === 'chosen' ? [] : undoneBeside([account], confirmed)
  const run =
    known ?? runs.begin({ id, what, accounts: [account], others, step: 'waiting' as const, at })
  return { run, place: run.placeOf(account) }
}

/** Accounts of a run of an earlier session that are not among these, and were not said to be done. */
export const undoneBeside = (
  these: readonly ExitingOf[],
  confirmed: readonly Intent[],
): ExitOfAccount[] =>
  accountExitsOf(confirmed)
    .filter((intents) => !intents.every(({ watched }) => watched === 'flat'))
    .map(accountAgain)
    .filter(
      ({ account, strategy }) =>
        !these.some((one) => one.account === account && one.strategy === strategy),
    )
