import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { childEnvironment, couldNotTry, run } from '../set-up/run.mjs'
import { inLanes } from './lanes.mjs'
import { markOfThisRun } from './mark.mjs'
import { startNeighbours } from './neighbours.mjs'
import { closingLine, notTried, oneTest, settled, sumOf, untriedOf } from './tally.mjs'

/** @typedef {import('./parts.mjs').Part} Part */

/**
 * What hangs is ended, and what is slow is not: a runner that goes on writes a line now and then,
 * and the slowest one that writes nothing till its end takes a minute. The whole is bounded only so
 * that a machine is given back in the end.
 */
const usualLimits = { silence: 15 * 60, whole: 80 * 60 }

/**
 * Runs the parts on two cores, a line for each, all of its output where it fails, and at the end in
 * one place all that was not tried, how to have it tried, and a closing line over all of them.
 * Nothing that they started is left, however this ends.
 * @param {readonly Part[]} parts
 * @param {{ neighbours?: number, limits?: typeof usualLimits, remedies?: () => string[] }} [options]
 *   `remedies`: what a person can do so that more of it is tried
 * @returns {Promise<number>} the exit code: 0 where nothing that was tried failed
 */
export async function runParts(
  parts,
  { neighbours = 0, limits = usualLimits, remedies = () => [] } = {},
) {
  const end = performance.now() + limits.whole * 1000
  const { env, sweep } = markOfThisRun()
  const stopListening = endWithNpm()
  const sendAway = startNeighbours({ count: neighbours, env })
  try {
    const results = await inLanes({
      parts,
      // A third takes longer: what runs beside each other runs slower.
      lanes: 2,
      work: (part) =>
        runPart(part, {
          env,
          silence: limits.silence,
          left: () => Math.max(0, (end - performance.now()) / 1000),
        }),
    })
    const total = sumOf(results.map(({ tally }) => tally))
    const untried = untriedOf(results)
    if (untried.length > 0) {
      print('Not tried:')
      for (const line of untried) print(`  ${line}`)
      for (const line of remedies()) print(line)
    }
    print(closingLine(total))
    return total.failed === 0 && total.passed > 0 ? 0 : 1
  } finally {
    sendAway()
    stopListening()
    await sweep()
  }
}

/** @param {string} line */
const print = (line) => void process.stdout.write(`${line}\n`)

/** npm hands a signal to the shell between us, which dies of it and hands nothing on. */
function endWithNpm() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.env['npm_lifecycle_event'] !== undefined && process.ppid !== parent)
      process.kill(process.pid, 'SIGTERM')
  }, 250)
  return () => clearInterval(watch)
}

/**
 * @typedef {object} Bounds
 * @property {number} silence  the seconds that a command may write nothing
 * @property {() => number} left  the seconds that the whole still has
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * @param {Part} part @param {Bounds} bounds
 * @returns {Promise<import('./tally.mjs').PartResult>}
 */
async function runPart({ name, commands, report, tells, env, obstacle }, bounds) {
  const missing = obstacle?.() ?? null
  if (missing !== null) return untried(name, missing)
  if (report !== undefined) {
    mkdirSync(dirname(report.file), { recursive: true })
    // An old report would speak for a runner that never started.
    rmSync(report.file, { force: true })
  }
  const start = performance.now()
  const { code, output, ending } = await runAll(commands(), {
    ...bounds,
    env: { ...env, ...bounds.env },
  })
  if (code === couldNotTry && report === undefined)
    return untried(name, output.trim().split('\n').at(-1) ?? '')
  const took = `${((performance.now() - start) / 1000).toFixed(1)} s`
  const read = report === undefined ? null : readReport(report)
  const tally =
    report === undefined ? oneTest(code === 0) : settled({ counted: read?.tally ?? null, code })
  const isGood = tally.failed === 0

  print(`${isGood ? '✓' : '✗'} ${name}: ${closingLine(tally)} (${took})`)
  for (const skip of read?.skips ?? []) print(`  skipped: ${skip}`)
  const told = tells === undefined || !isGood ? [] : output.split('\n')
  for (const line of told) if (tells?.test(line)) print(`  ${line}`)
  if (!isGood) {
    print(output.trimEnd())
    if (ending !== null) print(`${name} was ended: ${ending}.`)
  }
  return { name, tally, untried: null, skips: read?.skips ?? [] }
}

/** @param {string} name @param {string} why */
function untried(name, why) {
  print(`– ${name}: not tried (${why})`)
  return { name, tally: notTried, untried: why, skips: [] }
}

/**
 * Runs one command after the other, also after one that failed: each tells of faults of its own.
 * @param {[string, ...string[]][]} commands @param {Bounds} bounds
 */
async function runAll(commands, { silence, left, env }) {
  /** @type {{ code: number, output: string, ending: string | null }} */
  const all = { code: 0, output: '', ending: null }
  for (const command of commands) {
    const { code, output, isTooLate, isSilent } = await run(command, {
      seconds: left(),
      silence,
      env: { ...childEnvironment(), NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    })
    all.output += output
    if (code !== 0) all.code = code
    if (isSilent) all.ending = `it wrote nothing for ${silence} s`
    if (isTooLate) all.ending = 'the whole had used up its time'
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
