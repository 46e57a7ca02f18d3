import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { type Pattern, patternsOfProgram } from './patterns.ts'

/** What a linear pattern does in a moment takes a quadratic one minutes: this is for what hangs. */
const longEnough = 20_000

/** Feeds patterns their worst texts in a thread that can be ended: the ones at which it was when its time was over. */
async function thoseThatHang(
  patterns: readonly Pattern[],
  longest = longEnough,
): Promise<string[]> {
  const hanging: string[] = []
  let rest = [...patterns]
  while (rest.length > 0) {
    const worker = new Worker(new URL('feeding.ts', import.meta.url), { workerData: rest })
    onTestFinished(async () => void (await worker.terminate()))
    const fed = await fedBefore(worker, { all: rest.length, longest })
    await worker.terminate()
    if (fed < rest.length) hanging.push(`${rest[fed]!.place} /${rest[fed]!.source}/`)
    rest = rest.slice(fed + 1)
  }
  return hanging
}

/** How many were fed until all were, or one took too long. Of messages that come at once each counts. */
function fedBefore(
  worker: Worker,
  { all, longest }: { all: number; longest: number },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let fed = 0
  const timer = setTimeout(() => resolve(fed), longest)
  worker.on('error', reject)
  worker.on('message', () => {
    fed++
    timer.refresh()
    if (fed === all) resolve(fed)
  })
  return promise.finally(() => clearTimeout(timer))
}

test('a pattern that is quadratic is found', async () => {
  const quadratic = { place: 'here', source: 'ip.*regist', flags: 'i' }
  expect(await thoseThatHang([quadratic], 500)).toEqual(['here /ip.*regist/'])
})

test('no pattern of the program takes longer than in proportion to a text, whatever it says', async () => {
  const patterns = patternsOfProgram()
  expect(patterns.length).toBeGreaterThan(100)
  expect(await thoseThatHang(patterns)).toEqual([])
})
