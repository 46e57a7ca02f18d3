import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import type { exitCalls } from '../../shared/exits/calls.ts'
import type { Exits } from './exits.ts'
import type { Stop } from './stop.ts'

export interface ExitParts {
  exits: Pick<Exits, 'exit' | 'stopWatching'>
  stop: Pick<Stop, 'engage' | 'lift'>
}

export const exitAnswers = ({ exits, stop }: ExitParts) =>
  ({
    exitAccounts: (input) => exits.exit(input),
    stopWatching: ({ exit }) => exits.stopWatching(exit),
    engageStop: () => stop.engage(),
    liftStop: () => stop.lift(),
  }) satisfies HandlersOf<typeof exitCalls>
