import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both of the halves that `--max-semi-space-size=8` gives: the next that it grows to would be twice as much. */
const most = 16 * 1024 * 1024

/** Percent of what is held by which the rest of the heap may grow before it is collected. */
const growth = 25

/** What is older than the nursery is full of former versions of books: left to itself it becomes several times what is held. */
export const boundGrowth = (): void => setFlagsFromString(`--heap-growing-percent=${growth}`)

/**
 * Lets V8's heap grow no further than that of the browser host, where nobody could say so before the
 * process began. How large the nursery is, is asked after each collection, which is when it grows.
 */
export function boundHeap(): void {
  boundGrowth()
  let mayGrow = true
  new PerformanceObserver(() => {
    const hasRoom = youngHeapSize() < most
    if (hasRoom === mayGrow) return
    mayGrow = hasRoom
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  }).observe({ entryTypes: ['gc'] })
}

const youngHeapSize = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
