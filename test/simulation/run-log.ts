import { createHash } from 'node:crypto'
import type { Rule, Violation } from './record.ts'

/** What a run leaves: all that happened in it, how often, and what should not have. */
export class RunLog {
  readonly trace: string[] = []
  /** How often each fault, act and branch was met. */
  readonly marks = new Map<string, number>()
  readonly violations: Violation[] = []
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Of the trace: the same seed makes the same run. */
  get hash(): string {
    return createHash('sha256').update(this.trace.join('\n')).digest('hex')
  }

  mark(what: string): void {
    this.marks.set(what, (this.marks.get(what) ?? 0) + 1)
  }

  note(what: string): void {
    this.trace.push(`${this.#now().toFixed(3).padStart(10)} ${what}`)
  }

  hold(invariant: Rule, wrongs: readonly string[]): void {
    for (const what of wrongs) {
      if (this.violations.some((known) => known.invariant === invariant && known.what === what))
        continue
      this.note(`VIOLATED ${invariant}: ${what}`)
      this.violations.push({ invariant, what })
    }
  }
}
