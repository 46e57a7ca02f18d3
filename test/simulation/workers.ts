import { fork } from 'node:child_process'
import type { SeedReport, SeedRequest } from './worker.ts'

const worker = new URL('worker.ts', import.meta.url)

/** A process that runs one seed at a time. */
export class SeedWorker {
  readonly #child: ReturnType<typeof fork>
  #waiting: PromiseWithResolvers<SeedReport> | null = null

  /** With the name of a fault that is planted in it, where there is one. */
  constructor(planted?: string) {
    this.#child = fork(worker, {
      env: { ...process.env, ...(planted !== undefined && { QUARTERDECK_PLANTED: planted }) },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    this.#child.on('message', (report) => {
      this.#waiting?.resolve(report as SeedReport)
      this.#waiting = null
    })
    this.#child.on('exit', (code) => {
      this.#waiting?.reject(new Error(`a worker ended with ${code}`))
    })
  }

  run(request: SeedRequest): Promise<SeedReport> {
    this.#waiting = Promise.withResolvers<SeedReport>()
    this.#child.send(request)
    return this.#waiting.promise
  }

  end(): void {
    this.#child.disconnect()
  }
}

/** Runs what there is to do on so many workers at a time, each piece where one is free. */
export async function inWorkers<Piece>(
  pieces: Iterable<Piece>,
  count: number,
  work: (piece: Piece) => Promise<void>,
): Promise<void> {
  const left = pieces[Symbol.iterator]()
  const lane = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: count }, lane))
}
