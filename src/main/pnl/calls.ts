import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import type { pnlCalls } from '../../shared/pnl/calls.ts'
import type { PnlHistory } from './pnl-history.ts'

export interface PnlParts {
  pnlHistory: PnlHistory
}

export const pnlAnswers = ({ pnlHistory }: PnlParts) =>
  ({
    listPnl: () => pnlHistory.index(),
    readPnl: ({ day, keys }) => pnlHistory.curves(day, keys),
    readPnlDays: (input) => pnlHistory.days(input),
  }) satisfies HandlersOf<typeof pnlCalls>
