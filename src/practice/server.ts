import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OperationName, isOperation } from '../shared/service/operations.ts'
import { Abundance } from './abundance.ts'
import { type Answer, Answers, owners } from './answers.ts'
import type { Hours } from './clock.ts'
import { answerControl } from './control.ts'
import { demoStart, openDemo } from './demo.ts'
import { Engine } from './engine.ts'
import { FaultSwitches, faultNames, isFaultName } from './faults.ts'
import { Ledger } from './ledger.ts'
import { instrumentRow } from './records.ts'
import { Refusal, errorEnvelope } from './refusal.ts'
import { StateFile } from './state.ts'

export interface PracticeOptions {
  /** 0, or none: any free port. */
  port?: number
  seed?: number
  /** Simulated seconds a second; 0 stops the clock. */
  speed?: number
  /** Where the state is kept; without it, nowhere. */
  dataDir?: string
  opening?: 'demo' | 'empty'
  hours?: Hours
  /** Whether the control endpoint answers. */
  control?: boolean
  fault?: string
  /** When the simulated clock starts. */
  now?: () => number
}

export interface Practice {
  readonly url: string
  readonly ledger: Ledger
  readonly faults: FaultSwitches
  readonly engine: Engine
  /** What a person should know of the start. */
  readonly notices: readonly string[]
  advance(milliseconds: number): void
  setPrice(exchange: string, symbol: string, price: number): void
  stop(): Promise<void>
}

const MOST_BYTES = 1_000_000
/** An oversized body is read to its end, so that the answer can be read too; within reason. */
const MOST_DRAINED = 32_000_000
const TICK = 500
const SAVE_AFTER = 1000

export async function startPractice(options: PracticeOptions): Promise<Practice> {
  const { seed = 1, speed = 1, opening = 'demo', hours = 'always', fault } = options
  const faults = new FaultSwitches()
  if (fault !== undefined) {
    if (!isFaultName(fault)) throw new Error(unknownFault(fault))
    faults.set({ name: fault })
  }
  const at = options.now?.() ?? Date.now()
  const ledger = new Ledger()
  const opensAt = opening === 'demo' ? demoStart(at) : at
  const engine = new Engine({ at: opensAt, seed, hours, owners })
  const file = options.dataDir === undefined ? undefined : new StateFile(options.dataDir)
  const { restored, setAside } = file?.restore(engine) ?? { restored: false }
  if (restored) engine.skipTo(at)
  else if (opening === 'demo') openDemo(engine, { until: at })

  const answers = new Answers({ engine, ledger })
  const abundance = new Abundance(engine)

  const answer = (operation: OperationName, asked: unknown): Answer =>
    refusing(() => {
      const body = answers.answer(operation, asked)
      saveSoon()
      return { status: 200, body }
    })

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const route = (request.url ?? '').split('?', 1)[0] ?? ''
    if (route === '/instruments' && request.method === 'GET') {
      const { listing, market } = engine
      const rows = listing.all.map((one) => instrumentRow(one, market.price(one)))
      return reply(response, { status: 200, body: JSON.stringify(rows) })
    }
    if (options.control && route.startsWith('/control/')) {
      const body = request.method === 'POST' ? await readBody(request) : undefined
      const controls = { practice, parse: () => parseJson(body) }
      return reply(
        response,
        refusing(() => answerControl({ ...controls, method: request.method ?? '', route })),
      )
    }
    const operation = route.startsWith('/v1/') ? route.slice('/v1/'.length) : ''
    if (!isOperation(operation))
      return reply(response, refusal(404, `${route} is not an operation`))
    if (request.method !== 'POST') {
      response.setHeader('Allow', 'POST')
      return reply(response, refusal(405, `${operation} is asked for with POST`))
    }
    const body = await readBody(request)
    const taken = faults.take(operation)
    const act = (): Answer => refusing(() => answer(operation, parseJson(body)))
    if (!taken) return reply(response, act())
    taken.fault.run({
      operation,
      request,
      response,
      settings: taken.settings,
      asked: tryParse(body),
      act: (asked) => (asked === undefined ? act() : answer(operation, asked)),
      abundance: (rows) => abundance.body(operation, rows),
      later: (delay, run) => {
        const timer = setTimeout(run, delay)
        request.socket.once('close', () => clearTimeout(timer))
      },
    })
  }

  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A client that went away while it was speaking needs no answer.
      if (response.headersSent || request.destroyed) return
      console.error(error)
      reply(response, refusal(500, 'the practice broker failed'))
    })
  })
  server.on('clientError', (_, socket) => {
    if (!socket.writable) return
    const body = JSON.stringify(errorEnvelope('the request is not HTTP'))
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  })

  let lastSaved = engine.changes
  let saving: NodeJS.Timeout | undefined
  const saveSoon = (): void => {
    if (!file || saving || engine.changes === lastSaved) return
    saving = setTimeout(() => {
      saving = undefined
      lastSaved = engine.changes
      file.save(engine).catch((error: unknown) => console.error(error))
    }, SAVE_AFTER)
  }

  let before = performance.now()
  const ticking = setInterval(() => {
    const now = performance.now()
    engine.advance((now - before) * speed)
    before = now
    saveSoon()
  }, TICK)

  const stop = async (): Promise<void> => {
    clearInterval(ticking)
    clearTimeout(saving)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
    await file?.save(engine)
  }

  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(options.port ?? 0, '127.0.0.1', resolve)
    })
  } catch (error) {
    clearInterval(ticking)
    throw error
  }

  const practice: Practice = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    faults,
    engine,
    notices:
      setAside === undefined
        ? []
        : [`The saved state was damaged. It was set aside as ${setAside}; this is a fresh start.`],
    advance: (milliseconds) => engine.advance(milliseconds),
    setPrice: (exchange, symbol, price) => engine.setPrice(exchange, symbol, price),
    stop,
  }
  return practice
}

export const unknownFault = (name: string): string =>
  `No fault is called '${name}'. There are: ${faultNames.join(', ')}`

const refusal = (status: number, message: string): Answer => ({
  status,
  body: JSON.stringify(errorEnvelope(message)),
})

function refusing(run: () => Answer): Answer {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return refusal(error.status, error.message)
    throw error
  }
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  if (status === 413) response.setHeader('Connection', 'close')
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

/** The body's bytes, or nothing when there are too many. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MOST_BYTES) chunks.push(chunk)
    if (size > MOST_DRAINED) break
  }
  return size <= MOST_BYTES ? Buffer.concat(chunks) : undefined
}

function parseJson(body: Buffer | undefined): unknown {
  if (!body) throw new Refusal(413, `the request is larger than ${MOST_BYTES} bytes`)
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Refusal(400, 'the request is not JSON')
  }
}

function tryParse(body: Buffer | undefined): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
