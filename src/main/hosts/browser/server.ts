import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import type { Desk } from '../../desk.ts'
import { windowHeaders } from '../headers.ts'
import type { StaticFiles } from '../static-files.ts'
import { closings, mostWindows } from '../../../shared/core/window-proofs.ts'
import { addressOf, bridgePath, mayConnect, route } from './gate.ts'
import { meetWindow } from './meeting.ts'
import { BrowserSession } from './session.ts'
import { serveWindow } from './socket.ts'
import { Strangers } from './strangers.ts'

// An import would read all that this module lends out, a second HTTP client with it: thirty
// milliseconds of a start.
const { createServer } = process.getBuiltinModule('node:http')

export interface BrowserHostOptions {
  desk: Desk
  shell: StaticFiles
  /** 0 for any that is free. */
  port: number
  /** Monotonic milliseconds, for the life of an address. */
  now?: () => number
  /** Called when a browser has used an address. */
  onEntered?: () => void
}

export interface BrowserHost {
  /** An address that lets one window in, by its fragment, which no browser puts into a request. */
  newAddress(): string
  stop(): Promise<void>
}

const Entry = z.strictObject({ token: z.string().max(200) })
const longestEntry = 1024
const longestCall = 1024 * 1024
/** A browser opens six at a time for a page. */
const mostStrangers = 64

/**
 * What a browser may send with a request. Cookies know no ports: those of all servers of this
 * machine come along, and must not keep its owner out.
 */
const longestHeaders = 256 * 1024

/** Serves the window and its socket on 127.0.0.1. */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { desk, shell } = options
  const server = createServer({ maxHeaderSize: longestHeaders, requestTimeout: 10_000 })
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
  const strangers = new Strangers(mostStrangers)
  const windows = new Set<WebSocket>()

  const enter = async (request: IncomingMessage): Promise<Answer> => {
    const entered = session.enter(await tokenOf(request))
    if (entered === null) return { status: 403 }
    options.onEntered?.()
    return {
      status: 200,
      headers: { 'Set-Cookie': entered.cookie, 'Content-Type': 'text/plain; charset=utf-8' },
      body: Buffer.from(entered.name),
    }
  }
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const where = route(request, own)
    switch (where.to) {
      case 'file': {
        const file = shell.read(where.path)
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

  const isFull = (): boolean => windows.size >= mostWindows
  const letIn = (window: WebSocket, connection: Duplex): void => {
    if (isFull()) return window.close(closings.tooManyWindows)
    strangers.letIn(connection)
    windows.add(window)
    window.once('close', () => windows.delete(window))
    serveWindow(window, desk)
  }

  server.on('connection', (connection) => strangers.greet(connection))
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
    sockets.handleUpgrade(request, socket, head, (window) => {
      const onProved = (): void => letIn(window, socket)
      meetWindow(window, { session, host: own.host, isFull: isFull(), onProved })
    })
  })

  return {
    newAddress: () => `${own.origin}/#${session.newAddress()}`,
    stop: () => stop(server, sockets),
  }
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
          : cause.code === 'EACCES'
            ? new Error(
                `Port ${port} is not for programs of yours. Choose another one with --port.`,
              )
            : cause,
      )
    server.once('error', refuse)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', refuse)
      resolve()
    })
  })

async function stop(server: Server, sockets: WebSocketServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const socket of sockets.clients) {
    socket.close(closings.goingAway)
    // A window that does not read the closing frame must not keep us.
    setTimeout(() => socket.terminate(), 300).unref()
  }
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), 300).unref()
  await closed
}
