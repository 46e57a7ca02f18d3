import { operationNames, operations } from '../../shared/service/operations.ts'
import type { Command } from '../core/commands.svelte.ts'
import { type ConsoleView, operationKinds } from './console.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'

/** One for each operation: it opens the console with its form. */
export const consoleCommands = (view: ConsoleView, desktop: Desktop): Command[] =>
  operationNames.map((operation) => ({
    id: `console.${operation}`,
    title: `Console: ${operation}`,
    group: 'Console',
    words: `${operationKinds[operations[operation].kind]} ${operations[operation].doc}`,
    run: () => {
      view.choose(operation)
      desktop.reveal('console')
    },
  }))
