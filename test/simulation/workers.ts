import { fork } from 'node:child_process'
import type { SeedReport, SeedRequest } from './worker.ts'

const worker = new URL('worker.ts', import.meta.url)

/** A process that runs one seed at a time; one that ends on the way is a finding, and is begun anew. */
export class SeedWorker {
  readonly #planted: string | undefined
  #child: ReturnType<typeof fork> | null = null

  /** With the name of a fault that is planted in it, where there is one. */
  constructor(planted?: string) {
    this.#planted = planted
  }

  run(request: SeedRequest): Promise<SeedReport> {
    const child = (this.#child ??= this.#fork())
    return new Promise((resolve) => {
      const settle = (report: SeedReport): void => {
        child.off('message', settle)
        child.off('exit', end)
        resolve(report)
      }
      const end = (code: number | null): void => {
        this.#child = null
        const violations = [{ invariant: 'the run itself', what: `its process ended with ${code}` }]
        settle({ seed: request.seed, violations, marks: [], hash: '', lasted: 0, trace: [] })
      }
      child.on('message', settle)
      child.on('exit', end)
      child.send(request)
    })
  }

  end(): void {
    this.#child?.disconnect()
  }

  #fork(): ReturnType<typeof fork> {
    const planted = this.#planted
    return fork(worker, {
      env: { ...process.env, ...(planted !== undefined && { QUARTERDECK_PLANTED: planted }) },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
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
