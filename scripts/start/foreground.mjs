import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { endWithParent, longestEnd } from '../set-up/end-with-parent.mjs'
import { childEnvironment, isWindows, root, say } from '../set-up/run.mjs'

/** One Ctrl-C comes as two signals within this, in milliseconds, where npm hands the terminal's on. */
const onePress = 250

/**
 * Runs a program as if it were this one: same terminal, same signals, same exit code. One that does
 * not end when it is told to is ended by force: some seconds after a SIGTERM, or at the third Ctrl-C,
 * since a desk may answer the first with a question.
 * @param {[string, ...string[]]} command
 * @param {{ env?: NodeJS.ProcessEnv, patience?: number }} [options]  patience in seconds
 * @returns {Promise<number>}
 */
export function runInForeground(
  [program, ...args],
  { env = childEnvironment(), patience = longestEnd } = {},
) {
  return new Promise((settle, fail) => {
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
    endWithParent(child, { isGroup: false })
    let presses = 0
    let pressedAt = -Infinity
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    /** @param {string} why */
    const force = (why) => {
      say(`It did not end ${why}: ended by force (SIGKILL).`)
      child.kill('SIGKILL')
    }
    const wait = () => {
      timer ??= setTimeout(() => force(`within ${patience} s`), patience * 1000)
    }
    const press = () => {
      const now = performance.now()
      if (now - pressedAt < onePress) return
      pressedAt = now
      presses += 1
      if (presses === 2) wait()
      if (presses > 2) return force('at the second Ctrl-C')
      // A terminal's Ctrl-C reaches the child by itself; a second one would mean 'at once'.
      if (!process.stdin.isTTY && !isWindows) child.kill('SIGINT')
    }
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    const forwards = signals.map((signal) => {
      const forward = () => {
        if (signal === 'SIGINT') return press()
        child.kill(signal)
        wait()
      }
      process.on(signal, forward)
      return () => process.off(signal, forward)
    })
    const done = () => {
      clearTimeout(timer)
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
