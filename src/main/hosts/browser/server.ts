import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import * as z from 'zod'
import type { Desk } from '../../desk.ts'
import { windowHeaders } from '../headers.ts'
import type { StaticFiles } from '../static-files.ts'
import { addressOf, bridgePath, mayConnect, route } from './gate.ts'
import { BrowserSession } from './session.ts'
import { serveWindow } from './socket.ts'

export interface BrowserHostOptions {
  desk: Desk
  shell: StaticFiles
  /** 0 for any that is free. */
  port: number
  /** Monotonic milliseconds, for the life of the token. */
  now?: () => number
  /** Called once, when a browser has used the token. */
  onEntered?: () => void
}

export interface BrowserHost {
  /** With the one-time token in its fragment, which no browser puts into a request. */
  url: string
  stop(): Promise<void>
}

const Entry = z.strictObject({ token: z.string().max(200) })
const longestEntry = 1024
const longestCall = 1024 * 1024

/** Serves the window and its socket on 127.0.0.1. */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { desk, shell } = options
  const server = createServer({ maxHeaderSize: 8192, requestTimeout: 10_000 })
  await listen(server, options.port)
  const { port } = server.address() as AddressInfo
  const own = addressOf(port)
  const session = new BrowserSession({ port, ...(options.now && { now: options.now }) })
  const headers = windowHeaders(`'self' ws://${own.host}${bridgePath}`)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: longestCall,
    perMessageDeflate: false,
  })

  const enter = async (request: IncomingMessage): Promise<Answer> => {
    const cookie = session.enter(await tokenOf(request))
    if (cookie === null) return { status: 403 }
    options.onEntered?.()
    return { status: 204, headers: { 'Set-Cookie': cookie } }
  }
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const where = route(request, own)
    switch (where.to) {
      case 'file': {
        const file = await shell.read(where.path)
        if (file === null) return { status: 404 }
        return { status: 200, headers: { 'Content-Type': file.type }, body: file.body }
      }
      case 'enter':
        return enter(request)
      case 'ask':
        return { status: session.isHeldBy(request.headers.cookie) ? 204 : 403 }
      case 'refusal':
        return { status: where.status, headers: where.allow ? { Allow: where.allow } : {} }
    }
  }

  server.on('request', (request, response) => {
    void answer(request)
      .catch((): Answer => ({ status: 500 }))
      .then((it) => send(response, { ...it, headers: { ...headers, ...it.headers } }))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!mayConnect(request, own) || !session.isHeldBy(request.headers.cookie)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (window) => serveWindow(window, desk))
  })

  return { url: `${own.origin}/#${session.token}`, stop: () => stop(server, sockets) }
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const text = status < 300 ? '' : `${status}\n`
  response.writeHead(status, {
    ...(text !== '' && { 'Content-Type': 'text/plain; charset=utf-8' }),
    ...headers,
  })
  response.end(body ?? text)
}

/** The token that a page posts; an empty one where it posts anything else. */
async function tokenOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longestEntry) return ''
    chunks.push(chunk)
  }
  try {
    return Entry.parse(JSON.parse(Buffer.concat(chunks).toString())).token
  } catch {
    return ''
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException): void =>
      reject(
        cause.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken by another program. Choose another one with --port.`)
          : cause,
      )
    server.once('error', refuse)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', refuse)
      resolve()
    })
  })

/** 'Going away': the windows try again, and say so if nobody is there. */
const goingAway = 1001

async function stop(server: Server, sockets: WebSocketServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const socket of sockets.clients) {
    socket.close(goingAway)
    // A window that does not read the closing frame must not keep us.
    setTimeout(() => socket.terminate(), 300).unref()
  }
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), 300).unref()
  await closed
}
