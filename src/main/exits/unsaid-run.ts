import type { ExitOfAccount } from '../../shared/exits/exits.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { ExitRuns, RunningExit } from './exit-runs.ts'
import type { Said } from './flat-watch.ts'
import { runAgain } from './run-again.ts'
import type { KeptWord } from './said-of-exits.ts'

/**
 * The run of a word that an earlier session said: nobody is told of it until the word is taken back, and
 * then of that alone.
 */
export function unsaidRun(
  runs: Pick<ExitRuns, 'begin' | 'find'>,
  { run: id, what, account, strategy, at }: KeptWord,
  { outcome, undone }: { outcome: Partial<ExitOfAccount>; undone(): readonly Intent[][] },
): Said['run'] {
  const of = { account, strategy }
  let begun: { run: RunningExit; place: number; wentOn: number } | null = null
  const begin = (): NonNullable<typeof begun> => {
    if (begun !== null) return begun
    const { run, place } = runAgain(runs, { run: { id, what, at }, account: of, undone: undone() })
    return (begun = { run, place, wentOn: run.wentOn(place) })
  }
  return {
    wentOn: () => {
      if (begun !== null) return begun.run.wentOn(begun.place) - begun.wentOn
      return (runs.find(id)?.placeOf(of) ?? -1) >= 0 ? 1 : 0
    },
    correct: (_, change) => {
      const { run, place } = begin()
      run.correct(place, { ...outcome, ...change })
    },
    takeBack: (_, change) => {
      const { run, place } = begin()
      run.takeBack(place, { ...outcome, ...change })
    },
  }
}
