import { pathToFileURL } from 'node:url'
import { build } from './set-up/build.mjs'
import { getElectron } from './set-up/electron.mjs'
import { oneAtATime } from './set-up/one-at-a-time.mjs'
import { getPackages } from './set-up/packages.mjs'
import { SetUpProblem } from './set-up/problem.mjs'
import { say } from './set-up/run.mjs'
import { getRuntime, nameRuntime } from './set-up/runtime.mjs'
import { getSystemPackages, remediesFor } from './set-up/system.mjs'

/**
 * What each script needs beside the libraries, and no more.
 * @satisfies {Record<string, { system: import('./set-up/system.mjs').Need[], build: boolean }>}
 */
const needs = {
  libraries: { system: [], build: false },
  start: { system: ['keychain'], build: true },
  dev: { system: ['keychain'], build: false },
  test: { system: ['keychain', 'driven browser', 'private keychain'], build: false },
  bench: { system: ['driven browser'], build: true },
  'bench without a browser': { system: [], build: true },
  pictures: { system: ['driven browser'], build: false },
}

/** @typedef {{ for: keyof typeof needs, electron?: boolean, isElectronAskedFor?: boolean, system?: boolean }} SetUp */

/**
 * Brings this checkout to where a purpose can be served; does nothing that was done before.
 * It never asks and never waits without a limit, and goes on without what cannot be had. This file
 * and all it imports run on the machine's own Node, before anything is installed.
 * @param {SetUp} options
 */
export const setUp = (options) => oneAtATime(() => setUpNow(options))

/** @param {SetUp} options */
async function setUpNow({
  for: purpose,
  electron = purpose === 'test',
  isElectronAskedFor = false,
  system: mayInstall = true,
}) {
  const { system, build: isBuildNeeded } = needs[purpose]
  const packages = await getSystemPackages(system, { mayInstall })
  // First: the Node that runs npm may be among the libraries that npm is about to remove.
  await getRuntime()
  await getPackages()
  nameRuntime()
  await packages.all
  if (electron) await getElectron({ isAskedFor: isElectronAskedFor })
  if (isBuildNeeded) await build()
}

/** What a person can do so that more of the tests are tried.
 * @param {{ hasBrowser: boolean }} machine  a browser may be there that is not the system's */
export const remediesForTests = ({ hasBrowser }) =>
  remediesFor(needs.test.system.filter((need) => !hasBrowser || need !== 'driven browser'))

/** Runs a script's main, and turns a problem of the set-up into plain words.
 * @param {() => Promise<number>} main */
export async function exitWith(main) {
  // What is installed and built here runs beside the keys: nobody else may write to it. Whoever can
  // write to what was built can also write what says that it is whole, so that nothing is hashed.
  process.umask(process.umask() | 0o022)
  const stop = endWithNpm()
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof SetUpProblem)) throw error
    say(error.message)
    process.exitCode = 1
  } finally {
    stop()
  }
}

/** npm hands a signal to the shell between us, which dies of it and hands nothing on. */
function endWithNpm() {
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  return () => clearInterval(watch)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await exitWith(async () => {
    await setUp({ for: 'start', electron: true })
    return 0
  })
}
