import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { markName, memoryOf } from './mark.mjs'

/**
 * A program beside a run of the parts: once the run is over, or was killed and can do nothing any
 * more, it ends whatever carries the run's mark, and removes what that kept in memory. Groups of
 * processes do not reach that far: browsers and keyrings leave the group that started them.
 */
const [mark = ''] = process.argv.slice(2)
const wanted = `${markName}=${mark}`

// The run holds the other end, and writes nothing. However it goes, the system closes it.
process.stdin.resume().once('close', () => void sweep().then(forget))

async function sweep() {
  // What is about to be ended can still start another, so that one look is not enough.
  for (let look = 0; look < 100; look++) {
    const found = marked()
    if (found.length === 0) return
    for (const pid of found) end(pid)
    await pause(20)
  }
}

/** @returns {number[]} */
function marked() {
  if (process.platform === 'linux') return readdirSync('/proc').filter(isMarked).map(Number)
  if (process.platform !== 'darwin') return []
  return execFileSync('ps', ['-Awwo', 'pid=,command=', '-E'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(wanted))
    .map((line) => Number.parseInt(line, 10))
}

/** @param {string} pid */
function isMarked(pid) {
  if (!/^\d+$/.test(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(wanted)
  } catch {
    // It has ended, or is somebody else’s.
    return false
  }
}

/** @param {number} pid */
function end(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended since.
  }
}

function forget() {
  // Who was ended just now may be writing its last.
  rmSync(memoryOf(mark), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}
