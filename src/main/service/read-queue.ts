import { placeOfUrl } from './outgoing.ts'
import type { Clock } from '../core/clock.ts'
import { ServedAtOnce } from './served-at-once.ts'

/** A read that waits for its turn. */
export interface ReadTurn {
  account: string
  /** Whether somebody waits for it, who gets in or out by what it finds. */
  isAwaited(): boolean
  /** How long it has waited, in its own intervals. */
  lateBy(): number
  begin(place: ReadPlace): void
}

/** What a read has while it is under way. */
export interface ReadPlace {
  /** To be called when it is over: with the milliseconds that its answer took, or null where none came. */
  leave(took: number | null): void
  /** In its place where the service was not asked, or nobody wants the answer any more: that says nothing of it. */
  callOff(): void
}

/** A read in the queue. */
export interface WaitingRead {
  /** Looks again, where it is awaited by now. */
  lookAgain(): void
  callOff(): void
}

interface UnderWay {
  nth: number
  began: number
  /** Requests that were under way when it began, it among them, and reads that were answered until then. */
  among: number
  answeredBefore: number
  /** One that was asked for later was answered before it: nothing waits behind it. */
  isPassed: boolean
}

/** When an account is next. */
interface Rounds {
  /** The round in which it is, with what nobody waits for. */
  next: number
  /** One that was awaited began since: it leaves out a round. */
  isAhead: boolean
  /** Which of all reads was its latest that was awaited. */
  latestAwaited: number
}

/** Milliseconds for which a write keeps reads back, and for which one is kept back by writes. */
const longestHold = 3000
/** Where for so many nothing was answered, and nothing asked for, one more is: no read waits for ever. */
const longestQuiet = 5000
/** How often it is looked whether what waits has waited long enough. */
const lookEvery = 100

/**
 * The reads of all accounts at one service. Where it serves one after the other, and late, an order would
 * wait behind all that only looks: no more are under way then than it answers in time, and none begins while
 * a write is on its way but those that somebody waits for. These and all others begin in turns, and in both
 * each account in its turn.
 */
export class ReadQueue {
  readonly #clock: Clock
  readonly #served = new ServedAtOnce()
  readonly #waiting = new Map<ReadTurn, { since: number }>()
  readonly #underWay = new Set<UnderWay>()
  /** Since when each write is under way. */
  readonly #writes = new Set<{ since: number }>()
  #begun = 0
  #answered = 0
  #answeredAt = -Infinity
  #begunAt = -Infinity
  readonly #rounds = new Map<string, Rounds>()
  /** The one that it is. */
  #round = 0
  /** Whether somebody waited for the one that began last. */
  #wasAwaited = false
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

  /** No read of this account comes any more; one that does is as new. */
  forget(account: string): void {
    this.#rounds.delete(account)
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

  /** A read that waits for nothing begins. */
  enter(): ReadPlace {
    const now = this.#clock.now()
    const one: UnderWay = {
      nth: this.#begun++,
      began: now,
      among: this.#ahead.length + this.#writes.size + 1,
      answeredBefore: this.#answered,
      isPassed: false,
    }
    this.#begunAt = now
    this.#underWay.add(one)
    return { leave: (took) => this.#leave(one, took), callOff: () => this.#callOff(one) }
  }

  #leave(one: UnderWay, took: number | null): void {
    if (!this.#underWay.delete(one)) return
    if (took !== null) this.#pass(one, took)
    else if (!one.isPassed) this.#giveUp(one)
    this.#look()
  }

  #callOff(one: UnderWay): void {
    if (this.#underWay.delete(one)) this.#look()
  }

  /** What was asked for before one that was answered is not in its way any more, nor in that of others. */
  #pass(answered: UnderWay, took: number): void {
    this.#answered++
    this.#answeredAt = this.#clock.now()
    const overtaken = this.#ahead.filter(({ nth }) => nth < answered.nth)
    for (const other of overtaken) other.isPassed = true
    if (answered.isPassed) return
    this.#served.note({ underWay: answered.among, took, overtook: overtaken.length })
  }

  /** What was answered before the service fell silent says nothing of how much it serves. */
  #giveUp(one: UnderWay): void {
    const now = this.#clock.now()
    const answered = now - this.#answeredAt < longestQuiet ? this.#answered - one.answeredBefore : 0
    this.#served.noteGivenUp({ took: now - one.began, answered })
  }

  get #ahead(): UnderWay[] {
    return [...this.#underWay].filter(({ isPassed }) => !isPassed)
  }

  /** Reads that may begin now; below 0 not even one that is awaited. */
  get #room(): number {
    const room = this.#served.most - this.#ahead.length
    const quietSince = Math.max(this.#answeredAt, this.#begunAt)
    return this.#clock.now() - quietSince < longestQuiet ? room : Math.max(1, room)
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
      this.#served.isOneByOne && [...this.#writes].some(({ since }) => now - since < longestHold)
    const mayBegin = ([turn, { since }]: [ReadTurn, { since: number }]): boolean =>
      turn.isAwaited() || !isHeld || now - since >= longestHold
    const ready = [...this.#waiting].filter(mayBegin).map(([turn]) => turn)
    const awaited = ready.filter((turn) => turn.isAwaited())
    const others = ready.filter((turn) => !turn.isAwaited())
    const room = this.#room
    if (awaited.length > 0 && (!this.#wasAwaited || others.length === 0))
      return room >= 0 ? this.#inTurn(awaited, ({ latestAwaited }) => latestAwaited) : undefined
    return room > 0 ? this.#inTurn(others, ({ next }) => Math.max(next, this.#round)) : undefined
  }

  /** Of the account whose turn it is: the one that has waited longest for its own interval. */
  #inTurn(turns: readonly ReadTurn[], turnOf: (rounds: Rounds) => number): ReadTurn | undefined {
    const when = (turn: ReadTurn): number => turnOf(this.#roundsOf(turn))
    return turns.reduce<ReadTurn | undefined>((first, turn) => {
      if (first === undefined || when(turn) < when(first)) return turn
      return turn.account === first.account && turn.lateBy() > first.lateBy() ? turn : first
    }, undefined)
  }

  #roundsOf({ account }: ReadTurn): Rounds {
    return this.#rounds.get(account) ?? { next: 0, isAhead: false, latestAwaited: -1 }
  }

  #begin(turn: ReadTurn): void {
    this.#waiting.delete(turn)
    this.#wasAwaited = turn.isAwaited()
    const rounds = this.#roundsOf(turn)
    if (this.#wasAwaited)
      this.#rounds.set(turn.account, { ...rounds, latestAwaited: this.#begun, isAhead: true })
    else {
      this.#round = Math.max(this.#round, rounds.next)
      const next = this.#round + (rounds.isAhead ? 2 : 1)
      this.#rounds.set(turn.account, { ...rounds, next, isAhead: false })
    }
    turn.begin(this.enter())
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
