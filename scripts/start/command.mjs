import { join } from 'node:path'
import { findElectron } from '../set-up/electron.mjs'
import { childEnvironment, root, runtimeNode } from '../set-up/run.mjs'
import { electronFlags, memoryEnvironment, nodeFlags } from './memory.mjs'
import { shut } from './no-debugger.mjs'
import { browserArgs } from './options.mjs'

/**
 * How a host is started that was chosen. Electron's window has developer tools only while somebody
 * works on it.
 * @param {'electron' | 'browser'} host
 * @param {import('./options.mjs').StartOptions} options
 * @param {{ electron?: string | null, isDev?: boolean }} [more]
 * @returns {{ command: [string, ...string[]], env: NodeJS.ProcessEnv }}
 */
export function hostCommand(host, options, { electron = findElectron(), isDev = false } = {}) {
  const env = { ...childEnvironment(), ...memoryEnvironment }
  const main = join(root, 'out', 'main')
  if (host === 'browser' || electron === null) {
    const browser = join(main, 'browser.js')
    return {
      command: [runtimeNode(), ...nodeFlags, ...shut(), browser, ...browserArgs(options)],
      env,
    }
  }
  const args = [
    ...(options.data === null ? [] : [`--data=${options.data}`]),
    ...(isDev ? ['--dev'] : []),
  ]
  return { command: [electron, ...electronFlags, join(main, 'index.js'), ...args], env }
}
