import { placeOfUrl } from './outgoing.ts'
import type { Clock } from '../core/clock.ts'
import { ServedAtOnce } from './served-at-once.ts'

/** A read that waits for its turn. */
export interface ReadTurn {
  /** Whether somebody waits for it, who gets in or out by what it finds. */
  isAwaited(): boolean
  /** How long it has waited, in its own intervals. */
  lateBy(): number
  begin(place: ReadPlace): void
}

/** What a read has while it is under way. */
export interface ReadPlace {
  /** To be called once: with the milliseconds that its answer took, or null where none came. */
  leave(took: number | null): void
}

/** A read in the queue. */
export interface WaitingRead {
  /** Looks again, where it is awaited by now. */
  lookAgain(): void
  callOff(): void
}

interface UnderWay {
  nth: number
  /** One that was asked for later was answered before it: nothing waits behind it. */
  isPassed: boolean
}

/** Milliseconds for which a write keeps reads back, and for which one is kept back by writes. */
const longestHold = 3000
/** How often it is looked whether what waits has waited long enough. */
const lookEvery = 100

/**
 * The reads of all accounts at one service. Where it serves one after the other, and late, an order would
 * wait behind all that only looks: no more are under way then than it serves in a bearable time, and none
 * begins while a write is on its way but those that somebody waits for.
 */
export class ReadQueue {
  readonly #clock: Clock
  readonly #served = new ServedAtOnce()
  readonly #waiting = new Map<ReadTurn, { since: number }>()
  readonly #underWay = new Set<UnderWay>()
  /** Since when each write is under way. */
  readonly #writes = new Set<{ since: number }>()
  #count = 0
  /** Since when nothing was answered of what is under way. */
  #quietSince = 0
  #isToLook = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** `begin` is called at once where it need not wait. */
  wait(turn: ReadTurn): WaitingRead {
    this.#waiting.set(turn, { since: this.#clock.now() })
    this.#look()
    return { lookAgain: () => this.#look(), callOff: () => void this.#waiting.delete(turn) }
  }

  /** A write is about to leave; what it answers is to be called when it is over. */
  write(): () => void {
    const write = { since: this.#clock.now() }
    this.#writes.add(write)
    return () => {
      this.#writes.delete(write)
      this.#look()
    }
  }

  /** A read that waits for nothing; what it answers is to be called when it is over. */
  readAtOnce(): () => void {
    const one = this.#enter()
    return () => this.#leave(one)
  }

  #enter(): UnderWay {
    const one = { nth: this.#count++, isPassed: false }
    if (this.#underWay.size === 0) this.#quietSince = this.#clock.now()
    this.#underWay.add(one)
    return one
  }

  #leave(one: UnderWay): void {
    if (this.#underWay.delete(one)) this.#look()
  }

  /** What was asked for before one that was answered is not in its way any more, nor in that of others. */
  #pass(answered: UnderWay): void {
    this.#quietSince = this.#clock.now()
    for (const other of this.#underWay) {
      if (other.nth < answered.nth) other.isPassed = true
    }
  }

  get #ahead(): number {
    return [...this.#underWay].filter(({ isPassed }) => !isPassed).length
  }

  /** Reads that may be under way: one more where nothing was answered for a bearable time, for twice that, and so on. */
  get #most(): number {
    const { most, bearable } = this.#served
    const quiet = (this.#clock.now() - this.#quietSince) / bearable
    return quiet < 1 ? most : most + 1 + Math.floor(Math.log2(quiet))
  }

  #look(): void {
    for (let turn = this.#next(); turn !== undefined; turn = this.#next()) this.#begin(turn)
    if (this.#isToLook || this.#waiting.size === 0) return
    this.#isToLook = true
    this.#clock.after(lookEvery, () => {
      this.#isToLook = false
      this.#look()
    })
  }

  #next(): ReadTurn | undefined {
    const now = this.#clock.now()
    const isHeld =
      this.#served.isLimited && [...this.#writes].some(({ since }) => now - since < longestHold)
    const mayBegin = ([turn, { since }]: [ReadTurn, { since: number }]): boolean =>
      turn.isAwaited() || !isHeld || now - since >= longestHold
    const ready = [...this.#waiting].filter(mayBegin).map(([turn]) => turn)
    const awaited = ready.find((turn) => turn.isAwaited())
    const room = this.#most - this.#ahead
    if (awaited !== undefined && room > -1) return awaited
    if (room <= 0) return undefined
    return ready.reduce<ReadTurn | undefined>(
      (latest, turn) => (latest === undefined || turn.lateBy() > latest.lateBy() ? turn : latest),
      undefined,
    )
  }

  #begin(turn: ReadTurn): void {
    this.#waiting.delete(turn)
    const began = this.#clock.now()
    const underWay = this.#ahead + this.#writes.size + 1
    const one = this.#enter()
    const leave = (took: number | null): void => {
      if (took === null) return this.#giveUp(one, { underWay, took: this.#clock.now() - began })
      if (!one.isPassed) this.#served.note({ underWay, took, isAnswered: true })
      this.#pass(one)
      this.#leave(one)
    }
    turn.begin({ leave })
  }

  /**
   * Nobody waits for it any more. A service that serves one after the other comes to it all the same where
   * it was late, and to nothing else before: it keeps its place for as long again.
   */
  #giveUp(one: UnderWay, { underWay, took }: { underWay: number; took: number }): void {
    if (one.isPassed || took <= this.#served.bearable) return this.#leave(one)
    this.#served.note({ underWay, took, isAnswered: false })
    this.#clock.after(took, () => this.#leave(one))
  }
}

/** The queue of each service. */
export class ReadQueues {
  readonly #clock: Clock
  readonly #queues = new Map<string, ReadQueue>()
  /** By the address as it is written: each order and each read asks. */
  readonly #byAddress = new Map<string, ReadQueue>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  to(url: string): ReadQueue {
    const known = this.#byAddress.get(url)
    if (known !== undefined) return known
    const origin = URL.canParse(url) ? placeOfUrl(url).origin : url
    const queue = this.#queues.get(origin) ?? new ReadQueue(this.#clock)
    this.#queues.set(origin, queue)
    this.#byAddress.set(url, queue)
    return queue
  }
}
