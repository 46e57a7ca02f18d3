import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const module = new URL('../../../../src/main/core/heap-bounds.ts', import.meta.url).href

/** Makes what lives for a while, a turn at a time, and tells how large the young heap became. */
const script = (bound: string): string => `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { setImmediate } from 'node:timers/promises'
  ${bound}
  let most = 0
  const held = []
  for (let turn = 0; turn < 150; turn++) {
    held[turn % 50] = Array.from({ length: 20_000 }, (_, at) => ({ at }))
    await setImmediate()
    const space = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space')
    most = Math.max(most, space.space_size)
  }
  console.log(most / 1024 / 1024)
`

async function largestNursery(bound: string): Promise<number> {
  const args = ['--input-type=module', '-e', script(bound)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout)
}

it('the young heap grows no further than it would have been told at the start', async () => {
  const bound = `import { boundHeap } from ${JSON.stringify(module)}\nboundHeap()`
  const [bounded, free] = await Promise.all([largestNursery(bound), largestNursery('')])
  expect(free).toBeGreaterThan(48)
  // Both halves, and a little beside them; the next that they grow to is twice as much.
  expect(bounded).toBeLessThan(24)
})
