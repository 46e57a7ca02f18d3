import { pathToFileURL } from 'node:url'
import { build } from './set-up/build.mjs'
import { getElectron } from './set-up/electron.mjs'
import { SetUpProblem, getPackages } from './set-up/packages.mjs'
import { say } from './set-up/run.mjs'
import { getSystemPackages } from './set-up/system.mjs'

/** @typedef {'libraries' | 'dev' | 'start' | 'test'} Purpose */

/**
 * Brings this checkout to where a purpose can be served; does nothing that was done before.
 * It never asks and never waits without a limit, and goes on without what cannot be had. This file
 * and all it imports run on the machine's own Node, before anything is installed.
 * @param {{ for: Purpose }} options
 */
export async function setUp({ for: purpose }) {
  await getSystemPackages(
    purpose === 'test' ? ['keychain', 'browser', 'private keychain'] : ['keychain'],
  )
  await getPackages()
  if (purpose !== 'libraries') await getElectron()
  if (purpose === 'start') await build()
}

/** Runs a script's main, and turns a problem of the set-up into plain words.
 * @param {() => Promise<number>} main */
export async function exitWith(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof SetUpProblem)) throw error
    say(error.message)
    process.exitCode = 1
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await exitWith(async () => {
    await setUp({ for: 'start' })
    return 0
  })
}
