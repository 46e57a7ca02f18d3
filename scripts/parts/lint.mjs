import { toolCommand } from '../set-up/run.mjs'

/**
 * oxlint checks the types of all plain TypeScript, each file by the project of its folder, and holds
 * all rules in it; ESLint holds them in components, which oxlint cannot read, those about the state
 * of the window, and those in scripts.
 * @returns {[string, ...string[]][]}
 */
export const lintCommands = () => [
  toolCommand('oxlint', ['--deny-warnings']),
  toolCommand('eslint', ['.', '--max-warnings=0']),
]

/**
 * Lets TypeScript read components as the linter does. Otherwise each that is linted changes the
 * program for the next one, and all types are worked out two hundred times.
 *
 * The faster engine is written in Go, and collects what is dead each time that its memory has
 * doubled: an eighth of its work for a program that ends in seconds. Beyond two gigabytes it does.
 */
export const lintEnvironment = {
  SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK: '1',
  GOGC: '400',
  GOMEMLIMIT: '2GiB',
}
