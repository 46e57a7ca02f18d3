import { spawn } from 'node:child_process'

/**
 * Ends what this process has started when this process is gone, whatever it died of, SIGKILL
 * included: a shell waits at a pipe whose other end only this process holds. Windows has no such
 * shell, so there a script that is killed by force leaves its children.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ isGroup: boolean }} of  a group is ended at once, a program is asked to end
 */
export function endWithParent(child, { isGroup }) {
  if (process.platform === 'win32' || child.pid === undefined) return
  const [signal, target] = isGroup ? ['KILL', `-${child.pid}`] : ['TERM', `${child.pid}`]
  // In a group of its own, so that a terminal's Ctrl-C does not end it first.
  const watch = spawn('/bin/sh', ['-c', 'read -r _ || kill -s "$0" -- "$1"', signal, target], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watch.unref()
  const { stdin } = watch
  for (const part of [watch, stdin]) part.on('error', () => undefined)
  child.once('exit', () => stdin.end('ended\n'))
}
