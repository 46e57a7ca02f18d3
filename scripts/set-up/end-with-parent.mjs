import { spawn } from 'node:child_process'

/**
 * How many seconds a program has that was asked to end: longer than any host takes to stop its desk,
 * which waits for the answers of orders that are on the wire.
 */
export const longestEnd = 25

/** The shell's words for asking a program to end, and for ending it where it does not. */
const askToEnd = `kill -s TERM -- "$0"; for _ in $(seq ${longestEnd}); do sleep 1; kill -s 0 -- "$0" || exit; done; kill -s KILL -- "$0"`
const endGroup = 'kill -s KILL -- "-$0"'

/**
 * Ends what this process has started when this process is gone, whatever it died of, SIGKILL
 * included: a shell waits at a pipe whose other end only this process holds. Windows has no such
 * shell, so there a script that is killed by force leaves its children.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ isGroup: boolean }} of  a group is ended at once, a program is asked to end first
 */
export function endWithParent(child, { isGroup }) {
  if (process.platform === 'win32' || child.pid === undefined) return
  const end = isGroup ? endGroup : askToEnd
  // In a group of its own, so that a terminal's Ctrl-C does not end it first.
  const watch = spawn('/bin/sh', ['-c', `read -r _ || { ${end}; }`, `${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watch.unref()
  const { stdin } = watch
  for (const part of [watch, stdin]) part.on('error', () => undefined)
  child.once('exit', () => stdin.end('ended\n'))
}
