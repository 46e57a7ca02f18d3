import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Three of the halves that `--max-semi-space-size=8` gives. */
const most = 24 * 1024 * 1024

/**
 * Lets V8's nursery grow no further than `npm start` does, where nobody could say so before the
 * process began: its size is asked for after each collection, which is when it grows.
 */
export function boundYoungHeap(): void {
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
