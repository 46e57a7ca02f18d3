import type { CallName, EventName } from '../../../src/shared/channels.ts'
import {
  type Events,
  type Input,
  type Output,
  calls,
  events,
} from '../../../src/shared/contract.ts'
import type { DeskView } from '../../../src/shared/desk-view.ts'
import type { Reply } from '../../../src/shared/core/errors.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import type { KnownToWindow } from '../invariants/windows-agree.ts'
import type { Rule } from '../record.ts'
import type { LineToDesk, LivingDesk } from '../world/living-desk.ts'

export interface SimulatedWindowOptions {
  name: string
  /** Its place in the workspace. */
  place: string
  now(): number
  newPage(): string
  /** By what the desk told all. */
  isDeskLocked(): boolean
  hold(rule: Rule, wrongs: readonly string[]): void
}

/**
 * A window as the real one is in what it asks and keeps: it takes the whole view once it is
 * connected, hears what is told meanwhile after it, and takes it anew once a locked screen is open.
 */
export class SimulatedWindow {
  readonly #options: SimulatedWindowOptions
  readonly #place: string
  #page: string
  #line: LineToDesk | null = null
  #isLocked = false
  #isStopped = false
  #armedUntil = 0
  #intents = new Map<string, Intent>()
  #heardArmed = new Map<string, number>()
  /** What was told while a view is on its way; null where none is. */
  #waiting: (() => void)[] | null = null
  #isBehind = false

  constructor(options: SimulatedWindowOptions) {
    this.#options = options
    this.#place = options.place
    this.#page = options.newPage()
  }

  get name(): string {
    return this.#options.name
  }

  get isConnected(): boolean {
    return this.#line !== null
  }

  /** Null while it knows that it does not know all, or may not. */
  get known(): KnownToWindow | null {
    if (this.#line === null) return null
    if (this.#isLocked || this.#isBehind || this.#waiting !== null || this.#options.isDeskLocked())
      return null
    return {
      ...{ name: this.name, place: this.#place, intents: this.#intents },
      ...{ isStopped: this.#isStopped, armedUntil: this.#armedUntil },
      heardArmed: this.#heardArmed,
    }
  }

  async connect(desk: LivingDesk): Promise<void> {
    const line: LineToDesk = desk.join((name, event) => {
      if (this.#line === line) this.#hear(name, event)
    })
    this.#line = line
    this.#waiting = null
    await this.#takeView(line)
  }

  /** Its line is no more. Answers what tells the desk, which may not have noticed. */
  cut(): (() => void) | null {
    const line = this.#line
    this.#line = null
    this.#waiting = null
    this.#armedUntil = 0
    return line === null ? null : () => line.leave()
  }

  /** Another page in the same window, over the same line where that is its host's. */
  async loadAnew(): Promise<void> {
    this.#page = this.#options.newPage()
    this.#armedUntil = 0
    this.#intents = new Map()
    this.#waiting = null
    if (this.#line !== null) await this.#takeView(this.#line)
  }

  async arm(left: number | null): Promise<void> {
    if (this.#line === null) return
    const { now, isDeskLocked } = this.#options
    if (!isDeskLocked()) this.#armedUntil = left === null ? 0 : now() + left
    await this.call('tellArmed', { left })
  }

  /** What a locked desk answers that it should not is held against it, whoever hears it. */
  async call<Name extends CallName>(name: Name, input: Input<Name>): Promise<Reply<Output<Name>>> {
    const line = this.#line
    if (line === null) return new Promise(() => undefined)
    const isRefused = this.#options.isDeskLocked() && calls[name].whileLocked !== 'answered'
    const reply = await line.call(name, input)
    if (isRefused && (reply.ok || reply.error.code !== 'screen-locked'))
      this.#options.hold('locked is locked', [`${name} was answered at a locked desk`])
    return this.#line === line ? reply : new Promise(() => undefined)
  }

  #hear(name: EventName, event: unknown): void {
    if (this.#options.isDeskLocked() && events[name].whileLocked !== 'told')
      this.#options.hold('locked is locked', [`a locked window was told of ${name}`])
    if (this.#waiting === null) this.#learn(name, event)
    else this.#waiting.push(() => this.#learn(name, event))
  }

  #learn(name: EventName, event: unknown): void {
    switch (name) {
      case 'intents':
        for (const intent of event as Events['intents']) this.#intents.set(intent.id, intent)
        return
      case 'stop':
        this.#isStopped = (event as Events['stop']).on
        return
      case 'windows':
        return this.#learnWindows(event as Events['windows'])
      case 'disarmed':
        if (this.#armedUntil > 0) queueMicrotask(() => void this.arm(null))
        this.#armedUntil = 0
        return
      case 'lock':
        return this.#learnLock((event as Events['lock']).isLocked)
      case 'line':
        return this.#takeViewSoon()
      default:
    }
  }

  #learnLock(isLocked: boolean): void {
    const wasLocked = this.#isLocked
    this.#isLocked = isLocked
    if (isLocked) {
      // By the lock. It says so, too, which a locked desk does not hear.
      if (this.#armedUntil > 0) queueMicrotask(() => void this.arm(null))
      this.#armedUntil = 0
      this.#intents = new Map()
    } else if (wasLocked) this.#takeViewSoon()
  }

  #learnWindows(windows: DeskView['windows']): void {
    const now = this.#options.now()
    this.#heardArmed = new Map(
      windows.flatMap(({ id, isHere, armedFor }) =>
        isHere ? [[id, armedFor === null ? 0 : now + armedFor]] : [],
      ),
    )
  }

  /** Not in the midst of what it is told: its words take a way of their own. */
  #takeViewSoon(): void {
    const line = this.#line
    this.#isBehind = true
    queueMicrotask(() => {
      if (line !== null && this.#line === line) void this.#takeView(line)
    })
  }

  async #takeView(line: LineToDesk): Promise<void> {
    this.#isBehind = true
    if (this.#waiting !== null) return
    while (this.#isBehind) {
      this.#isBehind = false
      const waiting: (() => void)[] = []
      this.#waiting = waiting
      const page = this.#page
      const view = await line.call('openDesk', { window: this.#place, page })
      // Another line or page has taken its place.
      if (this.#line !== line || this.#waiting !== waiting) return
      if (view.ok) this.#take(view.value)
      this.#waiting = null
      for (const learn of waiting) learn()
    }
  }

  #take(view: DeskView): void {
    if (view.window?.id !== this.#place)
      this.#options.hold('windows agree', [`${this.name} came back to another place than its own`])
    this.#isLocked = view.lock.isLocked
    this.#isStopped = view.stop.on
    if (this.#isLocked) return
    this.#intents = new Map(view.intents.map((intent) => [intent.id, intent]))
    this.#learnWindows(view.windows)
  }
}
