import type { consoleCalls } from '../../shared/console/calls.ts'
import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import type { Console } from './console.ts'

export interface ConsoleParts {
  console: Console
}

export const consoleAnswers = ({ console }: ConsoleParts) =>
  ({
    describeCall: (call) => console.describe(call),
    runRead: (read) => console.run(read),
    readAnswer: (part) => console.readAnswer(part),
  }) satisfies HandlersOf<typeof consoleCalls>
