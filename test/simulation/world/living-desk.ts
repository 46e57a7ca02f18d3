import { createDesk } from '../../../src/main/desk.ts'
import type { Desk } from '../../../src/main/desk-for-hosts.ts'
import type { KeychainModule } from '../../../src/main/accounts/vault/keychain-key-store.ts'
import type { CallName } from '../../../src/shared/channels.ts'
import type { Emit, Events, Input, Output } from '../../../src/shared/contract.ts'
import type { Reply } from '../../../src/shared/core/errors.ts'
import type { Random } from '../random.ts'
import type { Service } from '../service/service.ts'
import { openConf } from './disk.ts'
import { type VirtualClock, clockOfDesk } from './virtual-clock.ts'
import { type WireOptions, wireOf } from './wire.ts'

export interface LivingDeskOptions {
  dataDir: string
  clock: VirtualClock
  wall(): number
  random: Random
  service: Service
  keychain: KeychainModule
  wire: Pick<WireOptions, 'between' | 'onLeave' | 'onArrive' | 'onEnd'>
  onEvent<Name extends keyof Events>(name: Name, event: Events[Name]): void
}

/** A window's own line to a desk. */
export interface LineToDesk {
  call: LivingDesk['call']
  /** It breaks, or its window goes, and the desk notices. */
  leave(): void
}

/** A whole desk, from its start until it is closed or killed. */
export class LivingDesk {
  readonly dataDir: string
  #isAlive = true
  #isClosing = false
  #desk: Desk | null = null

  private constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  static start(options: LivingDeskOptions): { desk: LivingDesk; started: Promise<void> } {
    const desk = new LivingDesk(options.dataDir)
    return { desk, started: desk.#start(options) }
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  /** Whether it can be asked. */
  get isUp(): boolean {
    return this.#isAlive && this.#desk !== null
  }

  /** Asks as a window does. Nobody hears the answer of a desk that was killed meanwhile. */
  async call<Name extends CallName>(name: Name, input: Input<Name>): Promise<Reply<Output<Name>>> {
    return this.#heard(this.#desk!.answer(name, input))
  }

  join(tell: Emit): LineToDesk {
    const line = this.#desk!.join((name, event) => {
      if (this.#isAlive) tell(name, event)
    })
    return {
      call: (name, input) => this.#heard(line.answer(name, input)),
      leave: () => {
        if (this.#isAlive) line.leave()
      },
    }
  }

  /** From here on it does nothing any more: no byte, no timer, no word. */
  kill(): void {
    this.#isAlive = false
  }

  /** Whether windows have a line to it: one that is closed lets go of them first. */
  get isServing(): boolean {
    return this.isUp && !this.#isClosing
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#desk?.stop()
    this.#isAlive = false
  }

  async #heard<Value>(answered: Promise<Reply<unknown>>): Promise<Reply<Value>> {
    const reply = await answered
    if (!this.#isAlive) return new Promise(() => undefined)
    return reply as Reply<Value>
  }

  async #start(options: LivingDeskOptions): Promise<void> {
    const { dataDir, clock, wall, random, service, keychain, wire, onEvent } = options
    const isAlive = (): boolean => this.#isAlive
    const desk = await createDesk({
      dataDir,
      version: 'simulation',
      host: 'browser',
      openConf,
      startPractice: () => Promise.reject(new Error('no practice broker here')),
      clock: clockOfDesk(clock, isAlive),
      now: wall,
      random: () => random.next(),
      transport: wireOf({ clock, service, isAlive, ...wire }),
      loadKeychain: async () => keychain,
      checkSystem: null,
    })
    desk.listen((name, event) => {
      if (this.#isAlive) onEvent(name, event as Events[typeof name])
    })
    this.#desk = desk
  }
}
