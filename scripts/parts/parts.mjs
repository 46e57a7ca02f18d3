import { join } from 'node:path'
import { buildCommand } from '../set-up/build.mjs'
import { root, runtimeNode, toolCommand } from '../set-up/run.mjs'
import { lintCommands, lintEnvironment } from './lint.mjs'
import { noBrowser } from './no-browser.mjs'
import { playwrightSkips, playwrightTally, vitestSkips, vitestTally } from './tally.mjs'

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {() => [string, ...string[]][]} commands  one after the other, each has to succeed
 * @property {string} [after]  the part that has to be done before
 * @property {Report} [report]  what the runner counted itself
 * @property {RegExp} [tells]  lines of its output that are to be read also when all is well
 * @property {NodeJS.ProcessEnv} [env]
 * @property {() => string | null} [obstacle]  what this machine lacks for it
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
 * One worker where tests work, since the lanes fill the cores already; more where they mostly wait.
 * @param {string} name @param {string[]} projects @param {number} [workers] @returns {Part}
 */
const vitest = (name, projects, workers = 1) => ({
  name,
  commands: () => [
    toolCommand('vitest', [
      'run',
      `--maxWorkers=${workers}`,
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile(name)}`,
    ]),
  ],
  report: { file: reportFile(name), tally: vitestTally, skips: vitestSkips },
})

/** @type {Part} */
const typesOfComponents = {
  name: 'types of components',
  commands: () => [
    toolCommand('svelte-check', [
      '--workspace',
      'src/renderer',
      '--tsconfig',
      join(root, 'src/renderer/tsconfig.json'),
      '--fail-on-warnings',
      // TypeScript in Go, which is handed the components without a file: a third of the work.
      '--tsgo-experimental-api',
    ]),
  ],
  env: lintEnvironment,
}

/** @type {Part} */
const typesAndLint = { name: 'types and lint', commands: lintCommands, env: lintEnvironment }

const unit = vitest('unit', ['unit', 'unit electron', 'scripts'], 2)

/** @type {Part[]} */
const shortParts = [
  { name: 'format', commands: () => [toolCommand('oxfmt', ['--check', '.'])] },
  {
    name: 'walls',
    commands: () => [
      toolCommand(
        'depcruise',
        ['--config', '.dependency-cruiser.cjs', 'src'],
        'dependency-cruiser',
      ),
    ],
  },
  { name: 'dead exports', commands: () => [toolCommand('knip', [])] },
  {
    name: 'audit',
    commands: () => [[runtimeNode(), join(root, 'scripts', 'audit.mjs')]],
    tells: /weakness/,
  },
]

/** What needs no browser and no build. @returns {Part[]} */
export const quickParts = () => [typesOfComponents, typesAndLint, unit, ...shortParts]

/** Everything: the long parts first, so that both lanes end together. @returns {Part[]} */
export const allParts = () => [
  { name: 'build', commands: () => [buildCommand()] },
  {
    name: 'end to end',
    after: 'build',
    commands: () => [
      toolCommand(
        'playwright',
        // Two, beside another lane on two cores: these tests wait as much as they work.
        ['test', '--workers=2', '--reporter=list,json'],
        '@playwright/test',
      ),
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('end to end') },
    report: {
      file: reportFile('end to end'),
      tally: playwrightTally,
      skips: playwrightSkips,
    },
    obstacle: noBrowser,
  },
  { ...vitest('service', ['service'], 4), after: 'build' },
  { ...vitest('component', ['component']), obstacle: noBrowser },
  unit,
  typesAndLint,
  {
    name: 'simulation',
    // Seeds that nobody has run before, after those that once failed.
    commands: () => [
      [runtimeNode(), join(root, 'test', 'simulation', 'main.ts'), '--new', '--seeds', '60'],
    ],
    tells: /^(seeds|seed) \d/,
  },
  vitest('faults', ['faults'], 2),
  typesOfComponents,
  ...shortParts,
]
