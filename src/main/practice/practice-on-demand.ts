export interface RunningPractice {
  url: string
  /** Resolves when it has ended, however. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** Starts the practice broker; one that does not run yet is given up once nobody needs it any more. */
export type StartPractice = (unneeded: AbortSignal) => Promise<RunningPractice>

/** The practice broker, running from the moment that somebody asks where it is. */
export class PracticeOnDemand {
  readonly #start: StartPractice
  readonly #onEnded: () => void
  readonly #unneeded = new AbortController()
  #running: Promise<RunningPractice> | null = null

  constructor(start: StartPractice, onEnded: () => void) {
    this.#start = start
    this.#onEnded = onEnded
  }

  async url(): Promise<string> {
    this.#running ??= this.#run()
    return (await this.#running).url
  }

  /** One that failed or ended is forgotten, so that the next to ask gets another. */
  #run(): Promise<RunningPractice> {
    const running = this.#start(this.#unneeded.signal)
    const forget = (): void => {
      if (this.#running !== running) return
      this.#running = null
      this.#onEnded()
    }
    running.then(({ ended }) => ended).then(forget, forget)
    return running
  }

  async stop(): Promise<void> {
    const running = this.#running
    this.#running = null
    // One that is still loaded would hold up the stop, and has nothing to keep.
    this.#unneeded.abort()
    await (await running?.catch(() => null))?.stop()
  }
}
