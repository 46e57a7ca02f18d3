import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAttempts } from './attempts.mjs'
import { unreachableIn } from './reason.mjs'
import { root, run, runtimeNode, say } from './run.mjs'

const folder = join(root, 'node_modules', 'electron')

/** Electron's program, or null where its runtime was never downloaded. */
export function findElectron() {
  try {
    const program = readFileSync(join(folder, 'path.txt'), 'utf8')
    const file = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), program)
    return existsSync(file) ? file : null
  } catch {
    return null
  }
}

/**
 * Downloads Electron's runtime if it is not there. Where that fails it is tried again after a day,
 * or when somebody asks for Electron by name.
 * @param {{ isAskedFor?: boolean }} [options]
 */
export async function getElectron({ isAskedFor = false } = {}) {
  if (findElectron() !== null) return
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const attempts = openAttempts()
  const attempt = `electron ${version}`
  if (!isAskedFor && attempts.failedToday(attempt)) return

  say(`Downloading Electron ${version}`)
  // An unreachable server is noticed within seconds; the limit is for a slow line.
  const { code, output, isTooLate } = await run([runtimeNode(), join(folder, 'install.js')], {
    seconds: 300,
  })
  if (code === 0 && findElectron() !== null) return
  attempts.failed(attempt)
  const reason = isTooLate ? 'the download took longer than five minutes' : reasonIn(output)
  const instead = isAskedFor
    ? ''
    : ': the terminal opens in a browser instead, with everything but the system’s own menus and notifications'
  say(`Electron’s runtime is missing (${reason})${instead}.`)
}

/** @param {string} output */
export function reasonIn(output) {
  const code = unreachableIn(output)
  if (code !== null) return `its download server cannot be reached: ${code}`
  if (output.includes('fetch failed')) return 'its download server cannot be reached'
  return output.trim().split('\n')[0] || 'the download failed'
}
