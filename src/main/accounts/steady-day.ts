/** How long a new day has to be read without a break, in monotonic milliseconds. */
const steadyAfter = 180_000

/** A longer silence, such as sleep, proves nothing of what the clock read meanwhile. */
const longestGap = 60_000

/**
 * The day by a clock that may be wrong for a moment. The first reading counts at once: nothing better
 * is known at a start, and an account that stayed off for minutes would miss the first orders of the
 * morning. Every other day has to be read for some minutes, at each look.
 */
export class SteadyDay {
  #steady: string | null = null
  #read: { day: string; since: number; last: number } | null = null

  /** The day as far as it is steady; null while another one is read. */
  read(day: string, ticks: number): string | null {
    const before = this.#read
    const goesOn = before?.day === day && ticks - before.last <= longestGap
    this.#read = { day, since: goesOn ? before.since : ticks, last: ticks }
    if (before === null || ticks - this.#read.since >= steadyAfter) this.#steady = day
    return this.#steady === day ? day : null
  }
}
