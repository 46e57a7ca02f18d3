import { spawn } from 'node:child_process'

/** Spins until the process that started it is gone. */
const busyLoop = 'const { ppid } = process; while (process.ppid === ppid);'

/**
 * Starts programs that take all of a core each, for as long as this process lives.
 * @param {{ count: number, env: NodeJS.ProcessEnv }} options
 * @returns {() => void} ends them
 */
export function startNeighbours({ count, env }) {
  const neighbours = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', busyLoop], { env, stdio: ['ignore', 'inherit', 'inherit'] }),
  )
  return () => neighbours.forEach((neighbour) => void neighbour.kill('SIGKILL'))
}
