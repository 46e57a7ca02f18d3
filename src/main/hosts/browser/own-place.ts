import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, type Server, createServer } from 'node:net'
import { systemCode } from '../../core/disk.ts'
import { type Address, addressOf } from './gate.ts'

/** Where a desk listens, and under which name a browser reaches it there. */
export interface Place {
  name: string
  /** The first has to be had; the others as far as the machine has them. */
  listensAt: readonly [string, ...string[]]
}

const usual: Place = { name: '127.0.0.1', listensAt: ['127.0.0.1'] }

/**
 * Places for a desk, the best first. What answered at an address before can have left a service
 * worker in the browser, which answers there from then on, and cookies. So the place is one that
 * nobody can have been to: an address that is drawn from the whole loopback network or, where only
 * one address of it is to be had (macOS), a name that browsers know for this machine's. A port that
 * somebody chose is for a tunnel, which ends where a person can name it beforehand.
 */
export function placesFor(port: number): Place[] {
  if (port !== 0) return [usual]
  // Not 127.0.0, nor what is 0 or 255 at an end: those have uses of their own.
  const drawn = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
  return [
    { name: drawn, listensAt: [drawn] },
    // Browsers try IPv6 first: there must be nobody else at this port.
    { name: `q${randomBytes(10).toString('hex')}.localhost`, listensAt: ['127.0.0.1', '::1'] },
  ]
}

/** More of them are not taken on one loopback address and free on the other by chance. */
const mostTries = 20

/** Has a server listen at the first place that this machine has. Answers what it is called there, and what listens. */
export async function listenAt(
  server: HttpServer,
  asked: { port: number; places: readonly Place[] },
): Promise<{ own: Address; port: number; listeners: Server[] }> {
  try {
    for (const { name, listensAt } of asked.places) {
      const listeners = await listenAtAll(server, { port: asked.port, hosts: listensAt })
      if (listeners === null) continue
      const port = portOf(server)
      return { own: addressOf({ name, port }), port, listeners }
    }
  } catch (cause) {
    throw refusalOf(asked.port, cause)
  }
  throw new Error('This machine has no address of its own (127.0.0.1) to listen at.')
}

/** Everything that listens; null where the machine has not got the first address. */
async function listenAtAll(
  server: HttpServer,
  { port, hosts: [first, ...others] }: { port: number; hosts: Place['listensAt'] },
): Promise<Server[] | null> {
  for (let tries = 1; ; tries += 1) {
    if (!(await isListening(server, first, port))) return null
    const listeners: Server[] = [server]
    try {
      for (const host of others) {
        const twin = createServer((connection) => server.emit('connection', connection))
        if (await isListening(twin, host, portOf(server))) listeners.push(twin)
      }
      return listeners
    } catch (cause) {
      for (const listener of listeners) {
        listener.close()
        await once(listener, 'close')
      }
      if (port !== 0 || tries === mostTries) throw cause
    }
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Whether the machine has this address; throws where it has, and does not let us. */
const isListening = (server: Server, host: string, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const refuse = (cause: Error): void =>
      notHere.has(systemCode(cause)) ? resolve(false) : reject(cause)
    server.once('error', refuse)
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', refuse)
      resolve(true)
    })
  })

const notHere = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

function refusalOf(port: number, cause: unknown): unknown {
  switch (systemCode(cause)) {
    case 'EADDRINUSE':
      return new Error(
        port === 0
          ? 'Other programs of this machine hold every port that the system gives out. End the one that holds so many, and start again.'
          : `Port ${port} is taken by another program. Choose another one with --port.`,
      )
    case 'EACCES':
      return new Error(
        port === 0
          ? 'The system lets no program of yours listen for a window. Start Quarterdeck where it may.'
          : `Port ${port} is not for programs of yours. Choose another one with --port.`,
      )
    default:
      return cause
  }
}
