import type { Input } from '../../../src/shared/contract.ts'
import type { Reply } from '../../../src/shared/core/errors.ts'
import type { Placement } from '../../../src/shared/orders/placing.ts'
import type { Clock } from '../../../src/main/core/clock.ts'
import { confirmedOnce } from '../invariants/confirmed-once.ts'
import { type KnownToWindow, windowsAgree, windowsShow } from '../invariants/windows-agree.ts'
import type { Random } from '../random.ts'
import type { RunRecord } from '../record.ts'
import type { RunLog } from '../run-log.ts'
import type { LivingDesk } from '../world/living-desk.ts'
import { SimulatedWindow } from './simulated-window.ts'

export interface WindowsOptions {
  random: Random
  record: RunRecord
  log: RunLog
  clock: Pick<Clock, 'after'>
  /** At the most. */
  most: number
  desk(): LivingDesk | null
  /** People do their worst. */
  isStormy(): boolean
  /** By now the screen is open, and what nobody was told has to be asked for. */
  onUnlocked(desk: LivingDesk): void
}

/** What opens the lock of the desks of a run. */
export const password = 'open sesame'

const windowActs = {
  'a window opened': 4,
  'a window closed': 2,
  'a line cut': 4,
  'a line broken unnoticed': 2,
  'a page that died': 2,
  'a page loaded anew': 2,
  'a screen locked': 1.5,
  'a window armed': 4,
  'all windows disarmed': 1,
  'a window looked at': 6,
} as const
type WindowAct = keyof typeof windowActs

export const windowActNames = Object.keys(windowActs) as WindowAct[]

/** The windows of the people of a run, which open, break, lock, arm and confirm. */
export class Windows {
  readonly #options: WindowsOptions
  #windows: SimulatedWindow[] = []
  #desk: LivingDesk | null = null
  #opened = 0

  constructor(options: WindowsOptions) {
    this.#options = options
  }

  /** What goes on by itself from now on. */
  begin(desk: LivingDesk): void {
    const { clock, random, isStormy } = this.#options
    const count = 1 + random.below(this.#options.most)
    for (let number = 1; number <= count; number += 1) this.#add(crypto.randomUUID())
    this.takeUp(desk)
    const act = (): void => {
      if (!isStormy()) return
      this.#act()
      clock.after(random.between(20, 1500), act)
    }
    // Those of the first start are all there before another one is opened.
    clock.after(1000, act)
  }

  /** Another desk is up, which each of them finds by itself. */
  takeUp(desk: LivingDesk): void {
    this.#desk = desk
    for (const window of this.#windows) {
      window.cut()
      this.#connectSoon(window)
    }
    if (this.#options.record.isLocked) this.#unlockSoon()
  }

  /** Confirms as people do who have several windows before them. */
  confirm(desk: LivingDesk, input: Input<'placeOrders'>): Promise<Reply<Placement>> {
    const { random, log, clock } = this.#options
    const [first, second] = this.#connected().toSorted(() => (random.chance(0.5) ? 1 : -1))
    if (first === undefined || this.#desk !== desk) return desk.call('placeOrders', input)
    const meddles = random.weighed({ nobody: 7, lock: 1.5, goes: 1.5 })
    if (meddles === 'lock') {
      log.mark('locked in the middle of a confirmation')
      if (random.chance(0.3)) this.#lock(second ?? first)
      else clock.after(random.between(0, 15), () => this.#lock(second ?? first))
    }
    const answers = [this.#confirmIn(first, input)]
    if (second !== undefined && random.chance(0.5)) {
      log.mark('confirmed in two windows at once')
      answers.push(this.#confirmIn(second, input))
    }
    if (meddles === 'goes') {
      log.mark('a window went in the middle of a confirmation')
      if (random.chance(0.5)) this.#go(first)
      else clock.after(random.between(0, 15), () => this.#go(first))
    }
    if (random.chance(0.4))
      clock.after(random.between(20, 6000), () => this.#confirmAgain(desk, input))
    return Promise.race(answers)
  }

  /** Asked of all windows that know all they should. */
  check(ids: Iterable<string> = this.#options.record.told.keys()): void {
    const { record, log } = this.#options
    const known = this.#known()
    if (known.length > 1) log.mark('compared windows')
    log.hold('windows agree', windowsShow(record, known, ids))
  }

  /** Once there is time to look: nothing is under way. */
  checkAtRest(): void {
    this.check()
    this.#options.log.hold('windows agree', windowsAgree(this.#options.record, this.#known()))
  }

  async #confirmIn(
    window: SimulatedWindow,
    input: Input<'placeOrders'>,
  ): Promise<Reply<Placement>> {
    const { record, log } = this.#options
    if (record.isLocked) log.mark('confirmed at a locked desk')
    const reply = await window.call('placeOrders', input)
    if (!reply.ok) return reply
    const took = reply.value.isTaken ? reply.value.intents.map(({ id }) => id) : null
    const { confirmation } = input
    const answers = record.answers.get(confirmation) ?? []
    record.answers.set(confirmation, [...answers, { window: window.name, took }])
    log.hold('confirmed once', confirmedOnce(record, confirmation))
    return reply
  }

  /** Whoever does not know what became of it asks once more, in whichever window. */
  #confirmAgain(desk: LivingDesk, input: Input<'placeOrders'>): void {
    const { random, record, log } = this.#options
    const all = this.#connected()
    const isTaken = [...record.told.values()].some(
      ({ confirmation }) => confirmation === input.confirmation,
    )
    if (!isTaken || all.length === 0 || this.#options.desk() === null) return
    log.mark(
      this.#options.desk() === desk
        ? 'confirmed again later'
        : 'confirmed again after another start',
    )
    void this.#confirmIn(random.pick(all), input)
  }

  #known(): KnownToWindow[] {
    return this.#isServed ? this.#windows.flatMap((window) => window.known ?? []) : []
  }

  #connected(): SimulatedWindow[] {
    return this.#isServed ? this.#windows.filter(({ isConnected }) => isConnected) : []
  }

  get #isServed(): boolean {
    return this.#desk?.isServing === true && this.#options.desk() === this.#desk
  }

  #act(): void {
    const { random, log, record } = this.#options
    const act = random.weighed(windowActs)
    const [window] = this.#connected().toSorted(() => (random.chance(0.5) ? 1 : -1))
    if (window === undefined) return
    this.checkAtRest()
    log.mark(act)
    if (record.isLocked) log.mark('a call at a locked desk')
    log.note(`${window.name}: ${act}`)
    this.#do(act, window)
  }

  #do(act: WindowAct, window: SimulatedWindow): void {
    const { random } = this.#options
    switch (act) {
      case 'a window opened':
        return this.#open(window)
      case 'a window closed':
        if (this.#windows.length > 1) this.#close(window)
        return
      case 'a line cut':
      case 'a line broken unnoticed':
        return this.#cut(window, act === 'a line cut')
      case 'a page that died':
        window.cut()?.()
        void window.loadAnew()
        return this.#connectSoon(window)
      case 'a page loaded anew':
        return void window.loadAnew()
      case 'a screen locked':
        return this.#lock(window)
      case 'a window armed':
        return void window.arm(random.chance(0.8) ? Math.round(random.between(500, 15_000)) : null)
      case 'all windows disarmed':
        return void window.call('disarmAll', {})
      case 'a window looked at':
        return void window.call('tellSight', {
          sight: random.pick(['front', 'front', 'seen', 'hidden'] as const),
        })
    }
  }

  /** Each was opened for a place of its own, and comes back to that. */
  #add(place: string): SimulatedWindow {
    const { record, log } = this.#options
    this.#opened += 1
    const window = new SimulatedWindow({
      ...{ name: `window ${this.#opened}`, place },
      now: () => record.now(),
      newPage: () => crypto.randomUUID(),
      isDeskLocked: () => record.isLocked,
      hold: (rule, wrongs) => log.hold(rule, wrongs),
    })
    this.#windows.push(window)
    return window
  }

  /** As a page does it: the desk keeps a place, and the window comes to that. */
  #open(by: SimulatedWindow): void {
    if (this.#windows.length >= this.#options.most) return
    const id = crypto.randomUUID()
    const place = { id, layout: null, selected: 'all', link: 'blue', bounds: null } as const
    void by.call('addWindow', place).then(({ ok }) => {
      if (ok && this.#windows.length < this.#options.most) this.#connectSoon(this.#add(id))
    })
  }

  #close(window: SimulatedWindow): void {
    this.#windows = this.#windows.filter((one) => one !== window)
    window.cut()?.()
  }

  #cut(window: SimulatedWindow, isNoticed: boolean): void {
    const { random, clock } = this.#options
    const leave = window.cut()
    if (isNoticed) leave?.()
    else clock.after(random.between(0, 4000), () => leave?.())
    this.#connectSoon(window)
  }

  #go(window: SimulatedWindow): void {
    if (!this.#windows.includes(window) || !window.isConnected) return
    if (this.#options.random.chance(0.5) && this.#windows.length > 1) this.#close(window)
    else this.#cut(window, this.#options.random.chance(0.6))
  }

  #connectSoon(window: SimulatedWindow): void {
    const { clock, random } = this.#options
    clock.after(random.between(0, 900), () => {
      const desk = this.#desk
      if (desk === null || !this.#isServed) return
      if (this.#windows.includes(window) && !window.isConnected) void window.connect(desk)
    })
  }

  /** From one of them, and opened again from any. */
  #lock(window: SimulatedWindow): void {
    const { record } = this.#options
    if (!window.isConnected || record.isLocked) return
    void window.call('lockScreen', {})
    this.#unlockSoon()
  }

  #unlockSoon(): void {
    const { clock, random } = this.#options
    clock.after(random.between(100, 2500), () => void this.unlock())
  }

  /** Opens the screen of the desk that is there, where it is locked. */
  async unlock(): Promise<void> {
    const { record, onUnlocked } = this.#options
    const desk = this.#options.desk()
    if (desk === null || !record.isLocked) return
    const [window] = this.#connected()
    const opened = await (window ?? desk).call('unlockScreen', { password })
    if (opened.ok) onUnlocked(desk)
  }
}
