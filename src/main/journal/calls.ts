import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import { ok } from '../../shared/core/errors.ts'
import type { journalCalls } from '../../shared/journal/calls.ts'
import type { JournalReader } from './journal-reader.ts'

export interface JournalParts {
  journalReader: JournalReader
}

export const journalAnswers = ({ journalReader }: JournalParts) =>
  ({
    readJournal: (input) => journalReader.rows(input),
    readIntent: ({ intent }) => journalReader.intent(intent),
    readTimeline: ({ account, orderId }) => journalReader.timeline(account, orderId),
    exportJournal: (input) => journalReader.export(input),
    verifyJournal: () => {
      journalReader.verify()
      return ok(null)
    },
  }) satisfies HandlersOf<typeof journalCalls>
