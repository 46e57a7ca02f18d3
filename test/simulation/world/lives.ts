import type { Events } from '../../../src/shared/contract.ts'
import { operations } from '../../../src/shared/service/operations.ts'
import type { RandomFor } from '../random.ts'
import type { RunLog } from '../run-log.ts'
import type { Answer } from '../service/answers.ts'
import type { Request, Service } from '../service/service.ts'
import { Disk } from './disk.ts'
import { keychainOfRun } from './keychain.ts'
import { LivingDesk } from './living-desk.ts'
import { quiet } from './machine.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface LivesOptions {
  clock: VirtualClock
  wall(): number
  random: RandomFor
  service: Service
  log: RunLog
  /** Whether desks are killed at all. */
  isStormy(): boolean
  onLeave(desk: LivingDesk, request: Request, fate: string): void
  onArrive(request: Request): void
  onEnd(desk: LivingDesk, request: Request, answer: Answer | null): void
  onEvent<Name extends keyof Events>(desk: LivingDesk, name: Name, event: Events[Name]): void
  /** A desk is up again, after another one was closed or killed. */
  onUp(desk: LivingDesk): Promise<void>
}

/** The desks of one run, one after the other: each finds what the one before it left on the disk. */
export class Lives {
  readonly #options: LivesOptions
  readonly #keychain = keychainOfRun()
  readonly #disk: Disk
  #desk: LivingDesk | null = null

  constructor(options: LivesOptions) {
    this.#options = options
    this.#disk = new Disk((folder, step) => this.#aroundCommit(folder, step))
  }

  /** The one that can be asked now. */
  get desk(): LivingDesk | null {
    return this.#desk?.isUp === true ? this.#desk : null
  }

  async begin(): Promise<LivingDesk> {
    await this.#start(this.#disk.newFolder())
    return this.#desk!
  }

  kill(where: string): void {
    const { desk } = this
    const { log, isStormy } = this.#options
    if (desk === null || !isStormy()) return
    log.mark(`killed ${where}`)
    log.note(`killed ${where}`)
    const copy = this.#disk.copyOf(desk.dataDir)
    desk.kill()
    this.#startSoon(copy)
  }

  async restart(): Promise<void> {
    const { desk } = this
    if (desk === null) return
    await desk.close()
    if (this.#desk !== desk) return
    this.#startSoon(desk.dataDir)
  }

  async clear(): Promise<void> {
    this.#desk?.kill()
    // What it had begun it still does: to files of its own, and not to the next run's.
    await quiet()
    this.#disk.clear()
  }

  async #start(dataDir: string): Promise<void> {
    const { clock, wall, random, service, onLeave, onArrive, onEnd, onEvent } = this.#options
    const { desk, started } = LivingDesk.start({
      ...{ dataDir, clock, wall, service },
      onEvent: (name, event) => onEvent(desk, name, event),
      random: random('desk'),
      keychain: this.#keychain,
      wire: {
        between: (request, step) => this.#betweenSteps(desk, request, step),
        onLeave: (request, treatment) => onLeave(desk, request, treatment.fate),
        onArrive,
        onEnd: (request, answer) => onEnd(desk, request, answer),
      },
    })
    this.#desk = desk
    let isUp = false
    void started.then(() => {
      isUp = true
    })
    for (await quiet(); !isUp; await quiet()) if (!desk.isAlive) return
  }

  #startSoon(dataDir: string): void {
    const { clock, log, onUp } = this.#options
    this.#desk = null
    const random = this.#options.random('people')
    const pause = random.chance(0.4) ? random.between(20, 250) : random.between(100, 2600)
    clock.after(pause, () => {
      log.note('started')
      void this.#start(dataDir).then(async () => {
        if (this.desk !== null) await onUp(this.desk)
      })
    })
  }

  #betweenSteps(desk: LivingDesk, request: Request, step: string): void {
    if (desk !== this.#desk || operations[request.operation].kind === 'read') return
    if (this.#options.random('crashes').chance(0.012)) this.kill(`when a request was ${step}`)
  }

  #aroundCommit(folder: string, step: 'before' | 'after'): void {
    if (this.desk?.dataDir !== folder) return
    if (this.#options.random('crashes').chance(0.004)) this.kill(`${step} an append`)
  }
}
