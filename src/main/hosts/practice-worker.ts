import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { RunningPractice } from '../practice/practice-on-demand.ts'
import { keepingCompiled } from './compiled.ts'

const Started = z.object({ url: z.string() })

/** Longest that the broker may take to start, and to write its state when it is stopped. */
const patience = 10_000

const folderIn = (dataDir: string): string => join(dataDir, 'practice')

/** Whether the practice broker of this folder ran before: then what its accounts showed is kept. */
export const hasRunBefore = (dataDir: string): boolean => existsSync(folderIn(dataDir))

export interface PracticeThread {
  entry: string
  dataDir: string
  /** Ends a start that is under way. */
  unneeded: AbortSignal
}

/** Starts the practice broker in a thread of its own, so that it cannot hold up the desk. */
export function startPracticeWorker({
  entry,
  dataDir,
  unneeded,
}: PracticeThread): Promise<RunningPractice> {
  const worker = new Worker(entry, {
    env: keepingCompiled(),
    workerData: { port: 0, dataDir: folderIn(dataDir), opening: 'demo' },
  })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  return new Promise((resolve, reject) => {
    const endWaiting = (): void => {
      clearTimeout(deadline)
      unneeded.removeEventListener('abort', giveUp)
    }
    const fail = (why: string): void => {
      endWaiting()
      reject(new Error(`The practice broker did not start: ${why}`))
      void worker.terminate()
    }
    const giveUp = (): void => fail('it is needed no more.')
    const deadline = setTimeout(() => fail('it took too long.'), patience)
    unneeded.addEventListener('abort', giveUp)
    if (unneeded.aborted) giveUp()
    worker.once('exit', (code) => fail(`it ended with code ${code}.`))
    // Without a listener, a later error of the thread would end the desk.
    worker.on('error', (cause) => fail(cause instanceof Error ? cause.message : String(cause)))
    worker.once('message', (message: unknown) => {
      const started = Started.safeParse(message)
      if (!started.success) return fail('it did not say where it listens.')
      endWaiting()
      resolve({ url: started.data.url, ended, stop: () => stop(worker, ended) })
    })
  })
}

async function stop(worker: Worker, ended: Promise<void>): Promise<void> {
  worker.postMessage('stop')
  const timer = setTimeout(() => void worker.terminate(), patience)
  await ended
  clearTimeout(timer)
}
