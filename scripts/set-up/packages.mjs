import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SetUpProblem } from './problem.mjs'
import { reasonOfNpm, unreachableIn } from './reason.mjs'
import { childEnvironment, npm, root, say } from './run.mjs'
import { hasAllFor } from './system.mjs'

/** @typedef {{ lock: string, platform: string, canCompileKeychain: boolean }} Stamp */

/**
 * Whether what is installed is what would be installed now.
 * @param {{ written: Stamp | null, now: Stamp, missing: string[], hasKeychain: boolean }} facts
 */
export function areFresh({ written, now, missing, hasKeychain }) {
  if (written === null || missing.length > 0) return false
  if (written.lock !== now.lock || written.platform !== now.platform) return false
  // keytar is compiled once all that it takes has arrived, its headers and a compiler.
  return hasKeychain || written.canCompileKeychain || !now.canCompileKeychain
}

/** Installs what package-lock.json names, when it is not there already. */
export async function getPackages({ folder = root } = {}) {
  const stampFile = join(folder, 'node_modules', '.set-up.json')
  const now = stampOf(folder)
  const facts = {
    written: readStamp(stampFile),
    now,
    missing: missingIn(folder),
    hasKeychain: existsSync(
      join(folder, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node'),
    ),
  }
  if (areFresh(facts)) return

  say('Installing the libraries (npm ci)')
  const problem = await install(folder)
  if (problem !== null) throw new SetUpProblem(problem)
  writeFileSync(stampFile, JSON.stringify(stampOf(folder)))
}

/** @param {string} folder @returns {Stamp} */
export function stampOf(folder) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package.json')))
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  return {
    lock,
    // No ABI of Node here: the one native library speaks Node-API, which all versions share, and
    // the first start runs on another Node than the second.
    platform: `${process.platform}-${process.arch}`,
    canCompileKeychain: process.platform !== 'linux' || hasAllFor('keychain'),
  }
}

/** @param {string} file @returns {Stamp | null} */
function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** @param {string} folder */
function missingIn(folder) {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !existsSync(join(folder, 'node_modules', name, 'package.json')),
  )
}

/** @param {string} folder @returns {Promise<string | null>} the problem, if there was one */
async function install(folder) {
  // Below the level of warnings: an older Node of the machine is no concern, the libraries run on
  // the one that was brought.
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund']
  const { code, output, isTooLate } = await npm(args, {
    cwd: folder,
    seconds: 900,
    env: npmEnvironment(),
  })
  if (isTooLate) return 'npm ci took longer than fifteen minutes. Is the registry reachable?'
  if (code === 0) return null
  return unreachableIn(output) === null
    ? `npm ci failed:\n${output.trim()}`
    : `The libraries could not be installed: ${reasonOfNpm(output)}. Please try again once it can be.`
}

/** @returns {NodeJS.ProcessEnv} */
export const npmEnvironment = () => ({
  ...childEnvironment(),
  ...headersOfNode(),
  // What was compiled elsewhere comes without a checksum, and would run beside the keys. Where
  // there is no compiler there is no keychain, and the passphrase file is left.
  npm_config_build_from_source: 'keytar',
  // Compiled on all cores: the one library is waited for.
  JOBS: 'max',
})

/** Where Node's headers lie on the machine, nothing has to be downloaded to compile keytar. */
function headersOfNode() {
  const folder = [dirname(dirname(process.execPath)), '/usr/local', '/usr'].find((place) =>
    existsSync(join(place, 'include', 'node', 'node_api.h')),
  )
  return folder === undefined ? {} : { npm_config_nodedir: folder }
}
