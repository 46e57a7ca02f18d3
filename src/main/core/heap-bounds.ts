import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** One half of the nursery at the most: what `--max-semi-space-size=8` gives. */
const most = 8 * 1024 * 1024

/** Percent of what is held by which the rest of the heap may grow before it is collected. */
const growth = 25

/**
 * What is older than the nursery is full of former versions of books: left to itself it becomes several
 * times what is held. And WebAssembly stays as it was compiled first: what reads HTTP for us is one large
 * function, which skips the bytes of a book either way. To compile it once more for speed took 150
 * milliseconds of a processor, and 23 MB that the C library then keeps.
 */
export function boundGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`)
  setFlagsFromString('--no-wasm-dynamic-tiering')
  // Else all of it is compiled for speed as it is first called.
  setFlagsFromString('--no-wasm-tier-up')
}

/**
 * Lets V8's heap grow no further than that of the browser host, where nobody could say so before the
 * process began. How large the nursery is, is asked after each collection, which is when it grows.
 */
export function boundHeap(): void {
  boundGrowth()
  let mayGrow = true
  new PerformanceObserver(() => {
    const hasRoom = youngHalf() * 2 <= most
    if (hasRoom === mayGrow) return
    mayGrow = hasRoom
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  }).observe({ entryTypes: ['gc'] })
}

/** What one half may hold. Not what is taken from the system: a large collection gives one of the two halves back for a while. */
function youngHalf(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  return young ? young.space_used_size + young.space_available_size : 0
}
