export interface RunningPractice {
  url: string
  /** Resolves when it has ended, however. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** The practice broker, running from the moment that somebody asks where it is. */
export class PracticeOnDemand {
  readonly #start: () => Promise<RunningPractice>
  readonly #onEnded: () => void
  #running: Promise<RunningPractice> | null = null

  constructor(start: () => Promise<RunningPractice>, onEnded: () => void) {
    this.#start = start
    this.#onEnded = onEnded
  }

  async url(): Promise<string> {
    this.#running ??= this.#run()
    return (await this.#running).url
  }

  /** One that failed or ended is forgotten, so that the next to ask gets another. */
  #run(): Promise<RunningPractice> {
    const running = this.#start()
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
    await (await running?.catch(() => null))?.stop()
  }
}
