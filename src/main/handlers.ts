import { type CallName, isCallName } from '../shared/channels.ts'
import { type Handlers, calls } from '../shared/contract.ts'
import type { LineId } from '../shared/core/contract-rows.ts'
import { type Reply, fail } from '../shared/core/errors.ts'
import { firstIssue, issueSentence } from '../shared/core/schema-words.ts'
import { type AccountParts, accountAnswers } from './accounts/calls.ts'
import { type AlertParts, alertAnswers } from './alerts/calls.ts'
import { type BookParts, bookAnswers } from './books/calls.ts'
import { type ConsoleParts, consoleAnswers } from './console/calls.ts'
import { type DeskViewParts, deskAnswers } from './desk-view.ts'
import { type ExitParts, exitAnswers } from './exits/calls.ts'
import { type JournalParts, journalAnswers } from './journal/calls.ts'
import { type LockParts, lockAnswers } from './lock/calls.ts'
import { type OrderAnswerParts, orderAnswers } from './orders/calls.ts'
import { type PnlParts, pnlAnswers } from './pnl/calls.ts'
import { type SettingsParts, settingsAnswers } from './settings/calls.ts'
import { type WorkspaceParts, workspaceAnswers } from './workspace/calls.ts'

type Parts = DeskViewParts &
  AccountParts &
  BookParts &
  OrderAnswerParts &
  ExitParts &
  JournalParts &
  AlertParts &
  PnlParts &
  ConsoleParts &
  SettingsParts &
  WorkspaceParts &
  LockParts

/** Every call has its answer in its feature, which takes the parts of the desk that it needs. */
export const handlersOf = (parts: Parts): Handlers => ({
  ...deskAnswers(parts),
  ...accountAnswers(parts),
  ...bookAnswers(parts),
  ...orderAnswers(parts),
  ...exitAnswers(parts),
  ...journalAnswers(parts),
  ...alertAnswers(parts),
  ...pnlAnswers(parts),
  ...consoleAnswers(parts),
  ...settingsAnswers(parts),
  ...workspaceAnswers(parts),
  ...lockAnswers(parts),
})

/** The one door of the desk: whatever a window says is parsed here, and nothing that it says makes it throw. */
export function doorOf(handlers: Handlers) {
  const answer = async <Name extends CallName>(
    name: Name,
    input: unknown,
    line: LineId | null,
  ): Promise<Reply<unknown>> => {
    const parsed = calls[name].input.safeParse(input)
    if (!parsed.success) {
      const issue = firstIssue(parsed.error)
      const field = issue.path.map(String).join('.').slice(0, 100)
      return fail('invalid', issueSentence(issue), { field })
    }
    // The schema that was found by name has just proved the input to be of that call.
    const handler = handlers[name] as (
      input: unknown,
      line: LineId | null,
    ) => Promise<Reply<unknown>>
    return handler(parsed.data, line)
  }
  return async (
    name: unknown,
    input: unknown,
    line: LineId | null = null,
  ): Promise<Reply<unknown>> => {
    if (!isCallName(name)) return fail('unknown-call', 'Quarterdeck has no such call.')
    try {
      return await answer(name, input, line)
    } catch (cause) {
      return fail('internal', 'Quarterdeck failed at this.', {
        detail: cause instanceof Error ? cause.message : String(cause),
      })
    }
  }
}
