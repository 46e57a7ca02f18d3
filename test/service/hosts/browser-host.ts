import { createHmac, randomBytes } from 'node:crypto'
import { on, once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { type ClientOptions, WebSocket } from 'ws'
import { type Prover, proofText } from '../../../src/shared/core/window-proofs.ts'
import {
  type BrowserHostOptions,
  startBrowserHost,
} from '../../../src/main/hosts/browser/server.ts'
import { readStaticFiles } from '../../../src/main/hosts/static-files.ts'
import { CountingDesk } from '../../unit/main/hosts/desk.ts'
import { newFolder } from '../../unit/main/hosts/folders.ts'

export interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

interface Asking {
  method?: string
  path: string
  /** Exactly these, and no others: also no Host unless given. */
  headers: OutgoingHttpHeaders
  body?: string
  /** The address to knock at, where the desk's is a name. */
  at?: string
}

/** A browser host over a small window and a counting desk, with the means to knock at it. */
export async function startHost(
  options: Partial<Pick<BrowserHostOptions, 'now' | 'port' | 'places' | 'onServed'>> & {
    isBuilding?: Promise<void>
    page?: string
  } = {},
) {
  const folder = newFolder()
  const renderer = join(folder, 'renderer')
  mkdirSync(join(renderer, 'assets'), { recursive: true })
  const { isBuilding, page = '<!doctype html><title>Quarterdeck</title>', ...more } = options
  writeFileSync(join(renderer, 'index.html'), page)
  for (const name of ['index.js', 'style.css', 'later.js', 'icon.svg'])
    writeFileSync(join(renderer, 'assets', name), '')
  writeFileSync(join(folder, 'secret.html'), 'not for windows')
  const desk = new CountingDesk()
  const host = await startBrowserHost({
    desk: Promise.resolve(isBuilding).then(() => desk),
    shell: readStaticFiles(renderer),
    port: 0,
    ...more,
  })
  const address = host.newAddress()
  const { host: own, hostname, origin, port, hash } = new URL(address)
  const token = hash.slice(1, 21)

  const ask = ({ method = 'GET', path, headers, body, at = hostname }: Asking): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const asking = request({ host: at, port, method, path, headers, setHost: false })
      asking.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('end', () => {
          resolve({ status: response.statusCode!, headers: response.headers, body: text })
        })
      })
      asking.on('upgrade', (response, socket) => {
        socket.destroy()
        resolve({ status: response.statusCode!, headers: response.headers, body: '' })
      })
      asking.on('error', reject)
      asking.end(body)
    })

  const enter = (headers: OutgoingHttpHeaders = {}, given = token) =>
    ask({
      method: 'POST',
      path: '/session',
      headers: { Host: own, Origin: origin, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ token: given }),
    })

  /** What a window has once it has used an address: this first one, or another. */
  const window = async (opened = address): Promise<Held> => {
    const fragment = new URL(opened).hash.slice(1)
    const { headers, body: name } = await enter({}, fragment.slice(0, 20))
    return {
      cookie: String(headers['set-cookie']).split(';')[0]!,
      name,
      secret: hmac(fragment.slice(20), name),
    }
  }

  /** A socket of whoever has the cookie, before anything is proved. */
  const openBare = (cookie: string, more: ClientOptions = {}): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const headers = { Cookie: cookie }
      const socket = new WebSocket(`ws://${own}/bridge`, { origin, headers, ...more })
      socket.once('open', () => resolve(socket))
      socket.once('error', reject)
    })

  /** What a window proves by, and what the desk does. */
  const meetingOf = async (socket: WebSocket, { name, secret }: Held) => {
    const nonce = randomBytes(16).toString('base64url')
    socket.send(JSON.stringify({ window: name, nonce }))
    const said = (await hear(socket)) as { nonce: string; proof: string }
    const proofBy = (who: Prover, host = own): string =>
      hmac(secret, proofText(who, { host, window: nonce, desk: said.nonce }))
    return { said, proofBy }
  }

  /** A window's socket, let in. */
  const openSocket = async (held: Held, more: ClientOptions = {}): Promise<WebSocket> => {
    const socket = await openBare(held.cookie, more)
    const { proofBy } = await meetingOf(socket, held)
    socket.send(JSON.stringify({ proof: proofBy('window') }))
    // The desk listens for a window from when it is let in, and answers no other.
    await call(socket, 0, 'openDesk', {})
    desk.accepted.pop()
    return socket
  }

  return {
    ...{ host, desk, own, hostname, origin, port: Number(port), token, ask, enter },
    ...{ window, openBare, meetingOf, openSocket },
  }
}

/** What a window that was let in has: its cookie, and what it proves itself by. */
export interface Held {
  cookie: string
  name: string
  secret: string
}

const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

export const hear = async (socket: WebSocket): Promise<unknown> => {
  const [data] = (await once(socket, 'message')) as [Buffer]
  return JSON.parse(String(data))
}

/** Makes a call; answers its reply, whatever else is told before it. */
export const call = async (
  socket: WebSocket,
  id: number,
  name: string,
  input: unknown,
): Promise<unknown> => {
  socket.send(JSON.stringify({ id, name, input }))
  for await (const [data] of on(socket, 'message')) {
    const said = JSON.parse(String(data)) as object
    if (!('event' in said)) return said
  }
  throw new Error('The socket was closed before it answered.')
}

/** What a browser sends to open a socket. */
export const upgrade: OutgoingHttpHeaders = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}
