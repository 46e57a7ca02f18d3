import { setFlagsFromString } from 'node:v8'
import { boundGrowth } from '../core/heap-bounds.ts'

/**
 * How much a function of WebAssembly does, in bytes or so, before it is compiled once more for speed;
 * ten times V8's own figure. What reads HTTP for us is one large function: its turn came with the
 * first answers, and took forty milliseconds of a processor while the window was to be drawn.
 */
const beforeSpeed = 130_000_000

/**
 * Says to V8 what holds for the rest of the session, once all is loaded that a start needs, in every
 * thread. What was compiled says under which switches that was, and V8 believes it under no others:
 * said at the beginning, these have Node's own modules compiled anew at each start, seventy
 * milliseconds of it.
 */
export function settleEngine(): void {
  boundGrowth()
  setFlagsFromString(`--wasm-tiering-budget=${beforeSpeed}`)
}
