import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { isWindows, root, say } from './run.mjs'

const ownPlace = join(root, '.cache', 'set-up.sock')

/**
 * Does a work while no other process does one at this place: two that are started at once in a new
 * checkout would install and build into the same folders, and one would open what the other has just
 * removed. Who works listens there, so that the system itself tells whether it is still alive, and
 * when it has ended. Where nobody can listen (a disk that can only be read) it is done all the same.
 * @template T
 * @param {() => Promise<T>} work @param {{ place?: string }} [options]
 * @returns {Promise<T>}
 */
export async function oneAtATime(work, { place = ownPlace } = {}) {
  const release = await claim(isWindows ? pipeOf(place) : nearby(place))
  try {
    return await work()
  } finally {
    release()
  }
}

/** @param {string} place */
const pipeOf = (place) =>
  String.raw`\\.\pipe\quarterdeck-${createHash('sha256').update(place).digest('hex').slice(0, 32)}`

/** The system takes a hundred characters, and a checkout may lie deep. @param {string} place */
function nearby(place) {
  const short = relative(process.cwd(), place)
  return short.length < place.length ? short : place
}

/** @param {string} place @returns {Promise<() => void>} */
async function claim(place) {
  let isTold = false
  const tell = () => {
    if (!isTold) say('Another set-up of this checkout is under way: waiting for it')
    isTold = true
  }
  for (;;) {
    const release = await listen(place)
    if (release !== null) return release
    if ((await otherEnds(place, tell)) === 'was killed') rmSync(place, { force: true })
  }
}

/** Listens at a place; null where another one does, or did. @param {string} place @returns {Promise<(() => void) | null>} */
function listen(place) {
  /** @type {Set<import('node:net').Socket>} */
  const waiting = new Set()
  const server = createServer((socket) => {
    waiting.add(socket.on('error', () => undefined))
  })
  return new Promise((settle) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      settle(code === 'EADDRINUSE' ? null : () => undefined),
    )
    server.once('listening', () =>
      settle(() => {
        server.close()
        for (const socket of waiting) socket.destroy()
      }),
    )
    try {
      if (!isWindows) mkdirSync(dirname(place), { recursive: true })
      server.listen(place)
    } catch {
      settle(() => undefined)
    }
  })
}

/**
 * Waits for the end of who listens there.
 * @param {string} place @param {() => void} onAlive
 * @returns {Promise<'ended' | 'was killed'>}
 */
function otherEnds(place, onAlive) {
  return new Promise((settle) => {
    const socket = connect(place, onAlive)
    socket.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) =>
      settle(code === 'ECONNREFUSED' ? 'was killed' : 'ended'),
    )
    socket.once('close', () => settle('ended'))
    socket.resume()
  })
}
