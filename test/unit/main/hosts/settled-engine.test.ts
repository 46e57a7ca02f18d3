import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const module = new URL('../../../../src/main/hosts/settled-engine.ts', import.meta.url).href

/**
 * Replaces what is held by as much, again and again, and tells how many times that the heap became.
 * Collected once before: else how much it may grow goes by how fast the machine happened to be.
 */
const script = (settled: string): string => `
  import { getHeapStatistics } from 'node:v8'
  ${settled}
  const books = (n) => Array.from({ length: 20_000 }, () => ({ n }))
  const held = Array.from({ length: 60 }, (_, n) => books(n))
  gc()
  const { used_heap_size: least } = getHeapStatistics()
  let most = 0
  for (let n = 0; n < 400; n++) {
    held[n % held.length] = books(n)
    most = Math.max(most, getHeapStatistics().total_heap_size)
  }
  console.log(most / least)
`

async function largestHeap(settled: string): Promise<number> {
  // A collector beside a busy machine comes late.
  const flags = ['--max-semi-space-size=8', '--single-threaded-gc', '--expose-gc']
  const args = [...flags, '--input-type=module', '-e', script(settled)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

it('a settled heap grows less beyond what is held', async () => {
  const settled = `import { settleEngine } from ${JSON.stringify(module)}\nsettleEngine()`
  const [bounded, free] = await Promise.all([largestHeap(settled), largestHeap('')])
  expect(bounded / free).toBeLessThan(0.8)
})
