import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import * as net from 'node:net'
import * as tls from 'node:tls'
import { onTestFinished } from 'vitest'

export interface Post {
  path: string
  body: string
}

export interface Peer {
  url: string
  port: number
  /** Every request that arrived whole. */
  posts: Post[]
  connections: number
  /** Every byte that arrived as the service would read it. */
  received: string
  /** Done when all has been read that was on its way, and every connection is closed. */
  drained(): Promise<void>
  stop(): Promise<void>
}

export interface PeerOptions {
  /** What it does with a whole request. */
  answer?: (socket: Socket, post: Post) => void
  /** What it does with a new connection, before any request. */
  greet?: (socket: Socket) => void
  tls?: tls.TlsOptions
}

/** A service made of a bare socket, so that it can do what no HTTP library would. */
export async function startPeer({ answer, greet, tls: secure }: PeerOptions): Promise<Peer> {
  const sockets = new Set<Socket>()
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> =>
    (stopped ??= new Promise((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    }))
  const drained = async (): Promise<void> => {
    // Connections are taken in their order: once one more is taken, none of the former waits.
    const probe = net.connect(peer.port, '127.0.0.1').on('error', () => undefined)
    await new Promise<void>((resolve) => {
      server.prependListener('connection', (socket: Socket) => {
        if (socket.remotePort === probe.localPort) resolve()
      })
    })
    probe.destroy()
    await Promise.all([...sockets].map((socket) => once(socket, 'close')))
  }
  const peer: Peer = { url: '', port: 0, posts: [], connections: 0, received: '', drained, stop }

  const serve = (socket: Socket): void => {
    let pending = ''
    greet?.(socket)
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      peer.received += chunk
      pending += chunk
      for (let post = cut(); post !== undefined; post = cut()) {
        peer.posts.push(post)
        answer?.(socket, post)
      }
    })
    const cut = (): Post | undefined => {
      const head = pending.indexOf('\r\n\r\n')
      if (head === -1) return undefined
      const length = Number(/content-length: (\d+)/i.exec(pending.slice(0, head))?.[1] ?? 0)
      const end = head + 4 + length
      if (pending.length < end) return undefined
      const path = pending.split(' ', 2)[1] ?? ''
      const body = Buffer.from(pending.slice(head + 4, end), 'latin1').toString()
      pending = pending.slice(end)
      return { path, body }
    }
  }

  const server = secure === undefined ? net.createServer(serve) : tls.createServer(secure, serve)
  server.on('tlsClientError', () => undefined)
  server.on('connection', (socket: Socket) => {
    peer.connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  peer.port = (server.address() as AddressInfo).port
  peer.url = `${secure === undefined ? 'http' : 'https'}://127.0.0.1:${peer.port}`
  onTestFinished(stop)
  return peer
}

/** A whole HTTP answer. */
export function http(
  status: number,
  body: string | Buffer = '',
  headers: Record<string, string> = {},
): Buffer {
  const bytes = Buffer.from(body)
  const fields = {
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`), bytes])
}

export const json = (value: unknown, status = 200): Buffer => http(status, JSON.stringify(value))
