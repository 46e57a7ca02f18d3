/**
 * `untried` counts whole parts, of which nobody knows how many tests they have.
 * @typedef {{ passed: number, failed: number, skipped: number, untried?: number }} Tally
 */

/**
 * What came of a part.
 * @typedef {{ name: string, tally: Tally, untried: string | null, skips: string[] }} PartResult
 *   `untried`: why this machine cannot run any of it
 */

/** A part that is a single yes or no.
 * @param {boolean} isGood @returns {Tally} */
export const oneTest = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 })

/** A part that cannot be run on this machine. @type {Tally} */
export const notTried = { passed: 0, failed: 0, skipped: 0, untried: 1 }

/**
 * All that was not tried, in lines for a person: whole parts by what stands in their way, and then
 * what their runners skipped.
 * @param {readonly PartResult[]} results @returns {string[]}
 */
export function untriedOf(results) {
  const whys = new Set(results.flatMap(({ untried }) => untried ?? []))
  const parts = [...whys].map((why) => {
    const names = results.filter(({ untried }) => untried === why).map(({ name }) => name)
    return `all of ${names.join(', ')}: ${why}`
  })
  return [
    ...parts,
    ...results.flatMap(({ name, skips }) => skips.map((skip) => `${name}: ${skip}`)),
  ]
}

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

/** @param {readonly Tally[]} tallies */
export function sumOf(tallies) {
  const sum = { passed: 0, failed: 0, skipped: 0, untried: 0 }
  for (const { passed, failed, skipped, untried = 0 } of tallies) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
    sum.untried += untried
  }
  return sum
}

/** @param {Tally} tally */
export const closingLine = ({ passed, failed, skipped, untried = 0 }) =>
  [
    `${passed} passed, ${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(untried > 0 ? [`${untried} ${untried === 1 ? 'part' : 'parts'} not tried`] : []),
  ].join(', ')
