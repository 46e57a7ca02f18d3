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

/** Calls a function of WebAssembly until it is worth being compiled once more; V8 tells of each compilation. */
const looping = (bound: string): string => `
  import { setTimeout } from 'node:timers/promises'
  ${bound}
  // Counts its argument down to zero.
  const loop = [3, 64, 32, 0, 65, 1, 107, 34, 0, 13, 0, 11, 11]
  const code = [
    ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 127, 0, 3, 2, 1, 0],
    ...[7, 5, 1, 1, 102, 0, 0, 10, 16, 1, 14, 0, ...loop],
  ]
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code)))
  for (let n = 0; n < 20; n++) exports.f(20_000_000)
  await setTimeout(200)
`

async function compiledForSpeed(bound: string): Promise<boolean> {
  const args = ['--trace-wasm-compilation-times', '--input-type=module', '-e', looping(bound)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toContain('Liftoff')
  return stdout.includes('TurboFan')
}

it('what reads HTTP is not compiled for speed, which takes tens of megabytes that stay', async () => {
  const bound = `import { boundGrowth } from ${JSON.stringify(module)}\nboundGrowth()`
  expect(await Promise.all([compiledForSpeed(bound), compiledForSpeed('')])).toEqual([false, true])
})
