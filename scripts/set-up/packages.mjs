import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { childEnvironment, isWindows, root, run, runtimeNode, say } from './run.mjs'
import { hasKeychainHeaders } from './system.mjs'

/** The oldest Node that the libraries run on. */
export const oldestNode = '22.19.0'

/** @typedef {{ lock: string, platform: string, keychainHeaders: boolean }} Stamp */

/**
 * Whether what is installed is what would be installed now.
 * @param {{ written: Stamp | null, now: Stamp, missing: string[], hasKeychain: boolean }} facts
 */
export function areFresh({ written, now, missing, hasKeychain }) {
  if (written === null || missing.length > 0) return false
  if (written.lock !== now.lock || written.platform !== now.platform) return false
  // keytar is compiled once its headers have arrived.
  return hasKeychain || written.keychainHeaders || !now.keychainHeaders
}

/** @param {string} version @param {string} [oldest] */
export function isNewEnough(version, oldest = oldestNode) {
  const wanted = oldest.split('.').map(Number)
  const has = version.replace(/^v/, '').split('.').map(Number)
  for (const [at, part] of wanted.entries()) {
    const own = has[at] ?? 0
    if (own !== part) return own > part
  }
  return true
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

/** Something without which nothing can go on. Its message is for a person. */
export class SetUpProblem extends Error {}

/** @param {string} folder @returns {Stamp} */
function stampOf(folder) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package.json')))
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  return {
    lock,
    // No ABI of Node here: the one native library speaks Node-API, which all versions share, and
    // the first start runs on another Node than the second.
    platform: `${process.platform}-${process.arch}`,
    keychainHeaders: process.platform !== 'linux' || hasKeychainHeaders(),
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
  // the registry's.
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund']
  const first = await npm(args, folder)
  if (first.code === 0) return settleNode(folder)
  if (first.isTooLate) return 'npm ci took longer than fifteen minutes. Is the registry reachable?'
  if (isNewEnough(process.version)) {
    // The registry's Node is the one thing whose installing is a script that has to succeed.
    const second = await npm([...args, '--ignore-scripts'], folder)
    if (second.code === 0) {
      await npm(['rebuild', 'keytar', '--loglevel=error'], folder)
      return settleNode(folder)
    }
  }
  return `npm ci failed:\n${first.output.trim()}`
}

/** @param {string} folder @returns {Promise<string | null>} */
async function settleNode(folder) {
  const node = runtimeNode()
  if (node !== process.execPath) {
    const { code } = await run([node, '--version'], { seconds: 20, cwd: folder })
    if (code === 0) return null
    // Made for another C library or processor. Left on npm's path it would break every script.
    rmSync(join(folder, 'node_modules', 'node'), { recursive: true, force: true })
    for (const name of ['node', 'node.cmd', 'node.ps1'])
      rmSync(join(folder, 'node_modules', '.bin', name), { force: true })
  }
  if (isNewEnough(process.version)) return null
  return (
    `The libraries need Node ${oldestNode} or newer. This machine has ${process.version}, and the ` +
    'registry’s Node does not run here. Please install a newer Node.'
  )
}

/** @param {string[]} args @param {string} folder */
function npm(args, folder) {
  const cli = process.env['npm_execpath']
  const env = { ...childEnvironment(), ...headersOfNode() }
  const options = { seconds: 900, env, cwd: folder }
  if (cli !== undefined && /npm-cli\.c?js$/.test(cli))
    return run([process.execPath, cli, ...args], options)
  return run([isWindows ? 'npm.cmd' : 'npm', ...args], { ...options, shell: isWindows })
}

/** Where Node's headers lie on the machine, nothing has to be downloaded to compile keytar. */
function headersOfNode() {
  const folder = [dirname(dirname(process.execPath)), '/usr/local', '/usr'].find((place) =>
    existsSync(join(place, 'include', 'node', 'node_api.h')),
  )
  return folder === undefined ? {} : { npm_config_nodedir: folder }
}
