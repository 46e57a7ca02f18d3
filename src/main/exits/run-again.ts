import type { ExitOfAccount, ExitRun } from '../../shared/exits/exits.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { accountAgain, accountExitsOf, strategyOf, whatOf } from './exit-outcome.ts'
import { type ExitRuns, type ExitingOf, type RunningExit, doesAsMuch } from './exit-runs.ts'

/**
 * A run of an earlier session, with one of its accounts. Others of it that were not said to be done stand
 * beside that as they were left: it is not done before they are.
 */
export function runAgain(
  runs: Pick<ExitRuns, 'begin' | 'find'>,
  of: {
    run: Pick<ExitRun, 'id' | 'what' | 'at'>
    account: ExitingOf
    /** Of its accounts, those that were not said to be done. */
    undone: readonly Intent[][]
  },
): { run: RunningExit; place: number } {
  const { account, undone } = of
  const { id, what, at } = of.run
  const known = runs.find(id)
  const place = known?.placeOf(account) ?? -1
  if (known !== undefined && place >= 0) return { run: known, place }
  // Others of its accounts may be told of already.
  known?.goOn([account], at)
  const others = what === 'chosen' ? [] : undoneBeside([account], undone)
  const run =
    known ?? runs.begin({ id, what, accounts: [account], others, step: 'waiting' as const, at })
  return { run, place: run.placeOf(account) }
}

/** Accounts of a run of an earlier session that are not among these. */
export const undoneBeside = (
  these: readonly ExitingOf[],
  undone: readonly Intent[][],
): ExitOfAccount[] =>
  undone
    .map(accountAgain)
    .filter(
      ({ account, strategy }) =>
        !these.some((one) => one.account === account && one.strategy === strategy),
    )

/** What was sent for accounts of a run that were not said to be done, be it by a later one of these exits. */
export const undoneOf = (confirmed: readonly Intent[], exits: readonly Intent[]): Intent[][] =>
  accountExitsOf(confirmed).filter(
    (intents) => !isSaidDone(intents) && !wasDoneSince(intents, exits),
  )

const isSaidDone = (intents: readonly Intent[]): boolean =>
  intents.every(({ watched }) => watched === 'flat')

/** Whether a later exit of the same keys that was to do as much has come to its end. */
function wasDoneSince(intents: readonly Intent[], exits: readonly Intent[]): boolean {
  const { account, confirmation, sent } = intents[0]!
  const [at, what, strategy] = [latestOf(intents), whatOf(intents), strategyOf(intents[0]!)]
  const since = exits.filter(
    (one) => one.account === account && one.confirmation !== confirmation && one.at > at,
  )
  const byConfirmation = [...Map.groupBy(since, (one) => one.confirmation).values()]
  return byConfirmation.flatMap(accountExitsOf).some((later) => {
    const ofStrategy = strategyOf(later[0]!)
    return (
      isSaidDone(later) &&
      later.every((one) => one.sent?.login === sent?.login) &&
      (ofStrategy === null || ofStrategy === strategy) &&
      doesAsMuch(whatOf(later), what)
    )
  })
}

const latestOf = (intents: readonly Intent[]): number => Math.max(...intents.map(({ at }) => at))
