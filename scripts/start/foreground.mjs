import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { endWithParent } from '../set-up/end-with-parent.mjs'
import { childEnvironment, isWindows, root } from '../set-up/run.mjs'

/**
 * Runs a program as if it were this one: same terminal, same signals, same exit code.
 * @param {[string, ...string[]]} command
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>}
 */
export function runInForeground([program, ...args], { env = childEnvironment() } = {}) {
  return new Promise((settle, fail) => {
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
    endWithParent(child, { isGroup: false })
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    const forwards = signals.map((signal) => {
      const forward = () => {
        // A terminal's Ctrl-C reaches the child by itself; a second one would mean 'at once'.
        if (signal === 'SIGINT' && (process.stdin.isTTY || isWindows)) return
        child.kill(signal)
      }
      process.on(signal, forward)
      return () => process.off(signal, forward)
    })
    const done = () => {
      for (const stop of forwards) stop()
    }
    child.once('error', (error) => {
      done()
      fail(error)
    })
    child.once('exit', (code, signal) => {
      done()
      settle(code ?? 128 + (signal === null ? 1 : constants.signals[signal]))
    })
  })
}
