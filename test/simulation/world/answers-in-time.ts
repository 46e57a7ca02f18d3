import type { Reply } from '../../../src/shared/core/errors.ts'
import { quiet } from './machine.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** Milliseconds of the desk's time that a call to it takes at most. */
const longest = 10_000

/** Waits for a promise that only passing time can keep. */
export async function keptBy<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  let kept: { value: T } | undefined
  void promise.then((value) => {
    kept = { value }
  })
  const end = clock.now() + longest
  for (await quiet(); kept === undefined; await quiet())
    if (!clock.step(end)) throw new Error('a call to the desk has no answer')
  return kept.value
}

/** The value of a call that has to succeed. */
export async function doneBy<T>(clock: VirtualClock, call: Promise<Reply<T>>): Promise<T> {
  const reply = await keptBy(clock, call)
  if (!reply.ok) throw new Error(`refused: ${JSON.stringify(reply.error)}`)
  return reply.value
}
