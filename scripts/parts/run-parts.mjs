import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { childEnvironment, run } from '../set-up/run.mjs'
import { inLanes } from './lanes.mjs'
import { closingLine, oneTest, settled, sumOf } from './tally.mjs'

/** @typedef {import('./parts.mjs').Part} Part */

/**
 * Runs the parts on two cores, a line for each, all of its output where it fails, and a closing
 * line over all of them.
 * @param {readonly Part[]} parts
 * @returns {Promise<number>} the exit code
 */
export async function runParts(parts) {
  const tallies = await inLanes({ parts, lanes: 2, work: runPart })
  const total = sumOf(tallies)
  print(closingLine(total))
  return total.failed === 0 && total.passed > 0 ? 0 : 1
}

/** @param {string} line */
const print = (line) => void process.stdout.write(`${line}\n`)

/** @param {Part} part */
async function runPart({ name, commands, seconds, report, env }) {
  if (report !== undefined) {
    mkdirSync(dirname(report.file), { recursive: true })
    // An old report would speak for a runner that never started.
    rmSync(report.file, { force: true })
  }
  const start = performance.now()
  const { code, output, isTooLate } = await runAll(commands(), seconds, env)
  const took = `${((performance.now() - start) / 1000).toFixed(1)} s`
  const read = report === undefined ? null : readReport(report)
  const tally =
    report === undefined ? oneTest(code === 0) : settled({ counted: read?.tally ?? null, code })
  const isGood = tally.failed === 0

  print(`${isGood ? '✓' : '✗'} ${name}: ${closingLine(tally)} (${took})`)
  for (const skip of read?.skips ?? []) print(`  skipped: ${skip}`)
  if (!isGood) {
    print(output.trimEnd())
    if (isTooLate) print(`${name} was ended after its limit of ${seconds} s.`)
  }
  return tally
}

/** @param {[string, ...string[]][]} commands @param {number} seconds @param {NodeJS.ProcessEnv} [env] */
async function runAll(commands, seconds, env) {
  const all = { code: 0, output: '', isTooLate: false }
  for (const command of commands) {
    const { code, output, isTooLate } = await run(command, {
      seconds,
      env: { ...childEnvironment(), NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    })
    all.output += output
    if (code !== 0) Object.assign(all, { code, isTooLate: all.isTooLate || isTooLate })
  }
  return all
}

/** @param {import('./parts.mjs').Report} report */
function readReport({ file, tally, skips }) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { tally: tally(report), skips: skips(report) }
  } catch {
    return null
  }
}
