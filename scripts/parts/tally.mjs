/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** A part that is a single yes or no.
 * @param {boolean} isGood @returns {Tally} */
export const oneTest = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 })

/** A part that cannot be run on this machine. @type {Tally} */
export const oneSkipped = { passed: 0, failed: 0, skipped: 1 }

/** What Vitest's JSON report counted.
 * @param {any} report @returns {Tally} */
export const vitestTally = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
})

/** What Playwright's JSON report counted.
 * @param {any} report @returns {Tally} */
export const playwrightTally = ({ stats }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
})

/** What Vitest skipped, by whole groups, whose titles say why.
 * @param {any} report @returns {string[]} */
export const vitestSkips = ({ testResults }) => [
  ...new Set(
    testResults
      .flatMap((/** @type {any} */ file) => file.assertionResults)
      .filter((/** @type {any} */ { status }) => status !== 'passed' && status !== 'failed')
      .map((/** @type {any} */ { ancestorTitles, title }) => ancestorTitles[0] ?? title),
  ),
]

/** What Playwright skipped, and why.
 * @param {any} report @returns {string[]} */
export const playwrightSkips = ({ suites }) =>
  suites.flatMap((/** @type {any} */ { suites: inner = [], specs }) => [
    ...specs.flatMap((/** @type {any} */ { title, tests }) =>
      tests
        .filter((/** @type {any} */ { status }) => status === 'skipped')
        .map((/** @type {any} */ { annotations }) => {
          const why = annotations.find((/** @type {any} */ { type }) => type === 'skip')
          return why?.description ? `${title} (${why.description})` : title
        }),
    ),
    ...playwrightSkips({ suites: inner }),
  ])

/**
 * A runner's own count, unless its ending contradicts it: a suite that never loaded, a runner that
 * crashed, one that ran nothing, each is a failure that no report counts.
 * @param {{ counted: Tally | null, code: number }} facts
 * @returns {Tally}
 */
export function settled({ counted, code }) {
  const tally = counted ?? { passed: 0, failed: 0, skipped: 0 }
  const ranNothing = tally.passed + tally.failed === 0
  const isUncounted = tally.failed === 0 && (code !== 0 || ranNothing)
  return isUncounted ? { ...tally, failed: 1 } : tally
}

/** @param {readonly Tally[]} tallies @returns {Tally} */
export const sumOf = (tallies) =>
  tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** @param {Tally} tally */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
