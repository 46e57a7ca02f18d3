import { boundGrowth } from '../core/heap-bounds.ts'

/**
 * Says to V8 what holds for the rest of the session, once all is loaded that a start needs, in every
 * thread. What was compiled says under which switches that was, and V8 believes it under no others:
 * said at the beginning, these have Node's own modules compiled anew at each start, seventy
 * milliseconds of it.
 */
export const settleEngine = (): void => boundGrowth()
