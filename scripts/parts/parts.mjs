import { join } from 'node:path'
import { buildCommand } from '../set-up/build.mjs'
import { root, toolCommand } from '../set-up/run.mjs'
import { lintCommands, lintEnvironment } from './lint.mjs'
import { playwrightSkips, playwrightTally, vitestSkips, vitestTally } from './tally.mjs'

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {() => [string, ...string[]][]} commands  one after the other, each has to succeed
 * @property {number} seconds  the longest that one command may take
 * @property {string} [after]  the part that has to be done before
 * @property {boolean} [alone]  nothing else runs beside it
 * @property {Report} [report]  what the runner counted itself
 * @property {NodeJS.ProcessEnv} [env]
 */

/**
 * @typedef {object} Report
 * @property {string} file
 * @property {(report: any) => import('./tally.mjs').Tally} tally
 * @property {(report: any) => string[]} skips
 */

/** @param {string} name */
const reportFile = (name) => join(root, '.cache', 'reports', `${name}.json`)

/**
 * One worker, here as in the end-to-end part: the lanes fill the cores already, and tests that
 * watch deadlines should not fight over them.
 * @param {string} name @param {string[]} projects @param {number} seconds @returns {Part}
 */
const vitest = (name, projects, seconds) => ({
  name,
  seconds,
  commands: () => [
    toolCommand('vitest', [
      'run',
      '--maxWorkers=1',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile(name)}`,
    ]),
  ],
  report: { file: reportFile(name), tally: vitestTally, skips: vitestSkips },
})

/** @returns {Part[]} */
export const quickParts = () => [
  {
    name: 'lint',
    seconds: 300,
    commands: lintCommands,
    env: lintEnvironment,
  },
  {
    name: 'types',
    seconds: 240,
    commands: () => [
      toolCommand('tsc', ['-p', 'src'], 'typescript'),
      toolCommand('tsc', ['-p', 'test'], 'typescript'),
      toolCommand('tsc', ['-p', 'test/unit/renderer'], 'typescript'),
    ],
  },
  vitest('unit', ['unit', 'scripts'], 240),
  {
    name: 'types of the window',
    seconds: 240,
    commands: () =>
      ['src/renderer', 'test/component'].map((folder) =>
        toolCommand('svelte-check', [
          '--workspace',
          folder,
          '--tsconfig',
          join(root, folder, 'tsconfig.json'),
          '--fail-on-warnings',
        ]),
      ),
  },
  {
    name: 'format',
    seconds: 120,
    commands: () => [toolCommand('prettier', ['--check', '--log-level=warn', '.'])],
  },
  {
    name: 'walls',
    seconds: 120,
    commands: () => [
      toolCommand(
        'depcruise',
        ['--config', '.dependency-cruiser.cjs', 'src'],
        'dependency-cruiser',
      ),
    ],
  },
  { name: 'dead exports', seconds: 120, commands: () => [toolCommand('knip', [])] },
]

/** Everything: the long parts first, so that no lane stands idle at the end. @returns {Part[]} */
export const allParts = () => [
  // It holds calls to their deadlines, which a busy neighbour would stretch.
  { ...vitest('faults', ['faults'], 300), alone: true },
  { name: 'build', seconds: 240, commands: () => [buildCommand()] },
  {
    name: 'end to end',
    seconds: 600,
    after: 'build',
    commands: () => [
      toolCommand(
        'playwright',
        ['test', '--workers=1', '--reporter=list,json'],
        '@playwright/test',
      ),
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('end to end') },
    report: {
      file: reportFile('end to end'),
      tally: playwrightTally,
      skips: playwrightSkips,
    },
  },
  { ...vitest('service', ['service'], 300), after: 'build' },
  vitest('component', ['component'], 240),
  ...quickParts(),
]
