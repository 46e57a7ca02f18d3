import { mkdirSync, writeFileSync } from 'node:fs'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { type ClientOptions, WebSocket } from 'ws'
import { startBrowserHost } from '../../../src/main/hosts/browser/server.ts'
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
}

/** A browser host over a small window and a counting desk, with the means to knock at it. */
export async function startHost(options: { now?: () => number } = {}) {
  const folder = newFolder()
  const renderer = join(folder, 'renderer')
  mkdirSync(join(renderer, 'assets'), { recursive: true })
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>Quarterdeck</title>')
  writeFileSync(join(renderer, 'assets', 'index.js'), 'export {}')
  writeFileSync(join(folder, 'secret.html'), 'not for windows')
  const desk = new CountingDesk()
  const host = await startBrowserHost({
    desk,
    shell: await readStaticFiles(renderer),
    port: 0,
    ...options,
  })
  const { host: own, origin, port, hash } = new URL(host.url)
  const token = hash.slice(1)

  const ask = ({ method = 'GET', path, headers, body }: Asking): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, method, path, headers, setHost: false })
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

  /** The cookie that the token is good for. */
  const cookie = async (): Promise<string> =>
    String((await enter()).headers['set-cookie']).split(';')[0]!

  const openSocket = (held: string, more: ClientOptions = {}): Promise<WebSocket> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://${own}/bridge`, {
        origin,
        headers: { Cookie: held },
        ...more,
      })
      socket.once('open', () => resolve(socket))
      socket.once('error', reject)
    })

  return { host, desk, own, origin, port: Number(port), token, ask, enter, cookie, openSocket }
}

/** What a browser sends to open a socket. */
export const upgrade: OutgoingHttpHeaders = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}
