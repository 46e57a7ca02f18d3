import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetUpProblem } from './problem.mjs'
import { root, run, say, toolCommand } from './run.mjs'

const inputs = [
  'electron.config.ts',
  // What the build changes on its way stands there.
  'scripts/set-up',
  'package.json',
  'package-lock.json',
  'resources',
  'src',
]
const outputs = [
  'main/index.js',
  'main/browser.js',
  'main/browser-host.cjs',
  'main/practice.js',
  'preload/index.cjs',
  'renderer/index.html',
]

/** A fingerprint of all that a build is made from. By content: a checkout changes times at will.
 * @param {string} folder */
function fingerprint(folder) {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of filesUnder(folder, input)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(folder, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/** @param {string} folder @param {string} path @returns {string[]} */
function filesUnder(folder, path) {
  const full = join(folder, path)
  if (!existsSync(full)) return []
  try {
    return readdirSync(full)
      .filter((name) => !name.endsWith('.tsbuildinfo'))
      .sort()
      .flatMap((name) => filesUnder(folder, `${path}/${name}`))
  } catch {
    return [path]
  }
}

/** Whether the last build was made from these sources, and is whole.
 * @param {string} folder */
export function isBuilt(folder) {
  const stamp = join(folder, 'out', '.built')
  return (
    outputs.every((file) => existsSync(join(folder, 'out', file))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint(folder)
  )
}

/** @param {string} folder */
export const markBuilt = (folder) =>
  writeFileSync(join(folder, 'out', '.built'), fingerprint(folder))

export const buildCommand = () =>
  toolCommand('electron-vite', ['build', '-c', 'electron.config.ts'])

/** Builds the three bundles when the sources have changed since the last time. */
export async function build() {
  if (isBuilt(root)) return
  say('Building')
  const { code, output, isTooLate } = await run(buildCommand(), { seconds: 300 })
  if (isTooLate) throw new SetUpProblem('The build took longer than five minutes.')
  if (code !== 0) throw new SetUpProblem(`The build failed:\n${output.trim()}`)
  markBuilt(root)
}
