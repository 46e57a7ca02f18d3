import * as z from 'zod'
import { type Reply, fail } from '../../shared/core/errors.ts'
import type { LockWay } from '../../shared/lock/lock.ts'
import type { Clock } from '../core/clock.ts'

const count = z.int().min(0)

/** Since the last right answer, of each secret by itself: who knows one must not guess another by it. */
export const WrongAnswers = z.strictObject({ vault: count, system: count, own: count })
export type WrongAnswers = z.infer<typeof WrongAnswers>

/** Slips are free; a guesser is not: 2 s, 4 s, 8 s, … and at most five minutes. */
export const waitAfter = (failures: number): number =>
  failures < 3 ? 0 : Math.min(2 ** (failures - 2), 300) * 1000

interface TriesOptions {
  clock: Clock
  /** The counts outlive the desk. */
  read(): WrongAnswers
  write(failures: WrongAnswers): void
  onWrong(): void
}

/** Answers of who may open something: one at a time, and after wrong ones not before its time. */
export class Tries {
  readonly #options: TriesOptions
  readonly #until: Record<LockWay, number>
  #isTrying = false

  constructor(options: TriesOptions) {
    this.#options = options
    this.#until = { vault: 0, system: 0, own: 0 }
    for (const way of ['vault', 'system', 'own'] as const) this.#punish(way)
  }

  /** Milliseconds until the next answer is heard. */
  waitFor(way: LockWay): number {
    return Math.max(0, Math.ceil(this.#until[way] - this.#options.clock.now()))
  }

  async attempt<T>(way: LockWay, answer: () => Promise<Reply<T>>): Promise<Reply<T>> {
    const wait = this.waitFor(way)
    if (this.#isTrying || wait > 0) return tooSoon(wait)
    this.#isTrying = true
    try {
      const answered = await answer()
      if (answered.ok || answered.error.code === 'wrong-passphrase') this.#count(way, answered.ok)
      return answered
    } finally {
      this.#isTrying = false
    }
  }

  #count(way: LockWay, isRight: boolean): void {
    const { read, write, onWrong } = this.#options
    const before = read()
    const failures = isRight ? 0 : before[way] + 1
    if (failures !== before[way]) write({ ...before, [way]: failures })
    this.#punish(way)
    if (!isRight) onWrong()
  }

  #punish(way: LockWay): void {
    const { clock, read } = this.#options
    this.#until[way] = clock.now() + waitAfter(read()[way])
  }
}

const tooSoon = (wait: number) =>
  fail(
    'too-soon',
    wait > 0
      ? `After wrong answers the next one has to wait: ${Math.ceil(wait / 1000)} s.`
      : 'Another answer is being looked at. Try again in a moment.',
  )
