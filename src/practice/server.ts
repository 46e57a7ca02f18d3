import '../shared/core/schema-words.ts'
import { systemRefusal } from '../shared/core/system-words.ts'
import type { AddressInfo } from 'node:net'
import { Answers } from './wire/answers.ts'
import { owners } from './wire/clients.ts'
import type { TradingHours } from './market/clock.ts'
import { demoStart, openDemo } from './market/demo.ts'
import { Engine } from './market/engine.ts'
import { isFaultName } from './faults/faults.ts'
import { Ledger } from './market/ledger.ts'
import { Routes } from './wire/routes.ts'
import { StateFile } from './market/saved-state.ts'
import { FaultSwitches, unknownFault } from './faults/fault-switches.ts'
import { notHttp, refusal, reply } from './wire/http.ts'

// An import would read all that this module lends out, a second HTTP client with it: thirty
// milliseconds of a start.
const { createServer } = process.getBuiltinModule('node:http')

export interface PracticeOptions {
  /** 0, or none: any free port. */
  port?: number
  seed?: number
  /** Simulated seconds a second; 0 stops the clock. */
  speed?: number
  /** Where the state is kept; without it, nowhere. */
  dataDir?: string
  opening?: 'demo' | 'empty'
  hours?: TradingHours
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

/** A day on which the demo's orders fill and its stop trails within the first minutes. */
const LIVELY_SEED = 29
const TICK = 500
const SAVE_EVERY = 1000
/**
 * At a time. In the desk's own process each takes a descriptor that the desk needs for its other
 * brokers, and whoever is on this machine can knock here.
 */
export const mostConnections = 1024

export async function startPractice(options: PracticeOptions): Promise<Practice> {
  const { seed = LIVELY_SEED, speed = 1, opening = 'demo', hours = 'always', fault } = options
  const faults = new FaultSwitches()
  if (fault !== undefined) {
    if (!isFaultName(fault)) throw new Error(unknownFault(fault))
    faults.set({ name: fault })
  }
  // The clock goes from here on, however long the machine takes over the opening.
  let before = performance.now()
  const at = options.now?.() ?? Date.now()
  const ledger = new Ledger()
  const opensAt = opening === 'demo' ? demoStart(at) : at
  const engine = new Engine({ at: opensAt, seed, hours, owners })
  const file = options.dataDir === undefined ? undefined : new StateFile(options.dataDir)
  const { restored, setAside } = file?.restore(engine) ?? { restored: false }
  if (restored) engine.skipTo(at)
  else if (opening === 'demo') openDemo(engine, { until: at })

  const answers = new Answers({ engine, ledger })
  const control = options.control ?? false
  const routes = new Routes({ engine, answers, faults, ledger, control })
  const letTimePass = (elapsed: number): void => {
    engine.advance(elapsed * speed)
    before += elapsed
  }
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    // A busy machine is late with its ticks; what is entered has the right time all the same.
    const elapsed = performance.now() - before
    if (elapsed >= TICK) letTimePass(elapsed)
    routes.serve(request, response).catch((error: unknown) => {
      // A client that went away while it was speaking needs no answer.
      if (response.headersSent || request.destroyed) return
      console.error(error)
      reply(response, refusal(500, 'the practice broker failed'))
    })
  })
  server.maxConnections = mostConnections
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end(notHttp())
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })

  let saved: number | null = engine.changes
  let savedAt = performance.now()
  let isSaving = true
  const saveWhenDue = (): void => {
    if (!file || engine.changes === saved || performance.now() - savedAt < SAVE_EVERY) return
    saved = engine.changes
    savedAt = performance.now()
    file.save(engine).then(
      () => (isSaving = true),
      (error: unknown) => {
        // Once, not each second: whoever reads it can do nothing faster.
        if (isSaving) console.error(`${unsaved(error)}. It goes on, and tries again.`)
        isSaving = false
        saved = null
      },
    )
  }

  const ticking = setInterval(() => {
    letTimePass(performance.now() - before)
    saveWhenDue()
  }, TICK)

  const stop = async (): Promise<void> => {
    clearInterval(ticking)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
    await file?.save(engine).catch((error: unknown) => {
      throw new Error(`${unsaved(error)}.`, { cause: error })
    })
  }

  return {
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
}

const unsaved = (error: unknown): string =>
  `The practice broker cannot save its accounts: ${systemRefusal(error) ?? String(error)}`
