import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import type { Desk } from '../../desk-for-hosts.ts'
import type { Emit } from '../../../shared/contract.ts'
import { openerPolicy, windowHeaders } from '../headers.ts'
import type { StaticFiles } from '../static-files.ts'
import { closings, mostWindows } from '../../../shared/core/window-proofs.ts'
import { bridgePath, mayConnect, route } from './gate.ts'
import { checkLateParts } from './late-parts.ts'
import { meetWindow } from './handshake.ts'
import { type Place, listenAt, placesFor } from './own-place.ts'
import { OneQuestionEach } from './one-question-each.ts'
import { BrowserSession } from './session.ts'
import { serveWindow } from './socket.ts'
import { UnprovenConnections } from './unproven-connections.ts'

// An import would read all that this module lends out, a second HTTP client with it: thirty
// milliseconds of a start.
const { createServer } = process.getBuiltinModule('node:http')

export interface BrowserHostOptions {
  /** The window's page and code need none: they are on their way while it is built. Where it cannot be, the program ends. */
  desk: Promise<Desk>
  shell: StaticFiles
  /** 0 for any that is free, at a place that nobody knew of before. */
  port: number
  /** Where to listen, the best first; as the port says by default. */
  places?: readonly Place[]
  /** Monotonic milliseconds, for the life of an address. */
  now?: () => number
  /** Called when a browser has used an address. */
  onEntered?: () => void
  /** Called when a page has all that it begins with: its browser compiles it, and asks for nothing. */
  onServed?: () => void
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
const mostUnproven = 64

/**
 * What a browser may send with a request. Cookies know no ports: what other servers at this address
 * set comes along, and must not keep its owner out. A browser keeps 180 of 4,096 characters.
 */
const longestHeaders = 768 * 1024

/** Serves the window and its socket on this machine's loopback. */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { desk } = options
  const shell = checkLateParts(options.shell)
  const server = createServer({ maxHeaderSize: longestHeaders, requestTimeout: 10_000 })
  const { port: asked, places = placesFor(asked) } = options
  const { own, port, listeners } = await listenAt(server, { port: asked, places })
  const session = new BrowserSession({ port, ...(options.now && { now: options.now }) })
  const headers = windowHeaders({
    connect: `'self' ws://${own.host}${bridgePath}`,
    scripts: shell.scripts,
  })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: longestCall,
    perMessageDeflate: false,
  })
  const unproven = new UnprovenConnections(mostUnproven)
  const questions = new OneQuestionEach()
  const windows = new Map<WebSocket, { name: string; tell: Emit }>()
  /** Names of windows that were let in before: the same name is a line that was mended, or 'New window'. */
  const seen = new Set<string>()

  const unserved = new Set(shell.first)
  const seeServed = (path: string): void => {
    if (unserved.delete(path) && unserved.size === 0) options.onServed?.()
  }

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
        seeServed(where.path)
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

  /**
   * A passer-by at a locked screen can read a browser's secret: when it is unlocked, only who did
   * that goes on. It hands its new secret to the windows of its browser, which come back with it.
   */
  const renewSecrets = (unlocked: WebSocket, name: string): string | null => {
    for (const window of windows.keys()) if (window !== unlocked) end(window, closings.secretAnew)
    return session.renew(name)
  }

  const isFull = (): boolean => windows.size >= mostWindows
  const letIn = ({ window, name, connection }: Newcomer): void => {
    if (isFull()) return window.close(closings.tooManyWindows)
    unproven.letIn(connection)
    const tell = serveWindow(window, desk, () => renewSecrets(window, name))
    windows.set(window, { name, tell })
    session.seeClosed(name, false)
    window.once('close', (code) => {
      windows.delete(window)
      // One that crashed, or whose line broke, comes back whenever it can.
      const isLast = [...windows.values()].every((other) => other.name !== name)
      if (isLast && code === closings.goingAway) session.seeClosed(name, true)
    })
    if (seen.has(name)) return
    seen.add(name)
    // By its first call it listens, and can be told of the others as they are of it. A locked screen
    // is told as well: it shows that once it is open.
    window.once('message', () => {
      if (windows.size < 2) return
      const notice = { level: 'warning', message: letInToo(windows.size) } as const
      for (const { tell } of windows.values()) tell('notice', notice)
    })
  }

  server.on('connection', (connection) => unproven.greet(connection))
  server.on('request', (request, response) => {
    if (!questions.begin(request.socket, response)) return
    void answer(request)
      .catch((): Answer => ({ status: 500 }))
      .then((it) => {
        const policy = openerPolicy(request.headers['user-agent'])
        const own = { ...headers, 'Cross-Origin-Opener-Policy': policy }
        send(response, { ...it, headers: { ...own, ...it.headers } })
      })
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!mayConnect(request, own) || !session.isHeldBy(request.headers.cookie)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (window) => {
      const onProved = (name: string): void => letIn({ window, name, connection: socket })
      meetWindow(window, { session, host: own.host, isFull: isFull(), onProved })
    })
  })

  return {
    newAddress: () => `${own.origin}/#${session.newAddress()}`,
    stop: () => stop({ server, listeners, sockets }),
  }
}

interface Newcomer {
  window: WebSocket
  name: string
  connection: Duplex
}

/** Whoever reads an address first is in: that somebody is has to be seen. */
const letInToo = (count: number): string =>
  `A window was let in by an address of its own; ${count} are open. If that was not you, end Quarterdeck in its terminal (Ctrl-C): every window can trade.`

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

function end(socket: WebSocket, code: number): void {
  socket.close(code)
  // A window that does not read the closing frame must not keep us.
  setTimeout(() => socket.terminate(), 300).unref()
}

interface Running {
  server: HttpServer
  listeners: readonly Server[]
  sockets: WebSocketServer
}

async function stop({ server, listeners, sockets }: Running): Promise<void> {
  const closed = listeners.map(
    (listener) => new Promise<void>((resolve) => void listener.close(() => resolve())),
  )
  for (const socket of sockets.clients) end(socket, closings.goingAway)
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), 300).unref()
  await Promise.all(closed)
}
