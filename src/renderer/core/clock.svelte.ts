import { startOfDay } from '../../shared/core/india.ts'

/** Time as components see it. Ages are counted on a clock that nobody can set. */
export interface Time {
  /** Milliseconds on a clock that only runs forward. */
  ticks(): number
  /** Milliseconds since 1970; to show, never to count with. */
  wall(): number
  every(milliseconds: number, run: () => void): () => void
  after(milliseconds: number, run: () => void): void
}

export const realTime: Time = {
  ticks: () => performance.now(),
  wall: () => Date.now(),
  every: (milliseconds, run) => {
    const timer = setInterval(run, milliseconds)
    return () => clearInterval(timer)
  },
  after: (milliseconds, run) => void setTimeout(run, milliseconds),
}

const beat = 500

/** One beat for all ages on the screen, so that they change together. */
export class WindowClock {
  #now = $state(0)
  #wall = $state(0)
  readonly time: Time

  /** A moment of the present Indian day; it changes at midnight there, and not before. */
  readonly today: number = $derived(startOfDay(this.#wall))

  /** The beginning of the present minute: what changes with it need not be reckoned at each beat. */
  readonly minute: number = $derived(Math.floor(this.#wall / 60_000) * 60_000)

  constructor(time: Time) {
    this.time = time
    this.#read()
  }

  get now(): number {
    return this.#now
  }

  get wall(): number {
    return this.#wall
  }

  /** Returns what stops it. */
  start(): () => void {
    this.#read()
    return this.time.every(beat, () => this.#read())
  }

  #read(): void {
    this.#now = this.time.ticks()
    this.#wall = this.time.wall()
  }
}
