import { placeOfUrl } from './outgoing.ts'
import type { Clock } from '../core/clock.ts'
import { ServedAtOnce } from './served-at-once.ts'

/** A read that waits for its turn. */
export interface ReadTurn {
  kind: string
  /** Whether somebody waits for it, who gets in or out by what it finds. */
  isAwaited(): boolean
  /** How late it is, in its own intervals. */
  lateBy(): number
  begin(place: ReadPlace): void
}

/** What a read has while it is under way. */
export interface ReadPlace {
  /** To be called once: with the milliseconds that its answer took, or null where none came. */
  leave(took: number | null): void
}

/** A read in the line. */
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
/** Milliseconds after which one more begins, whatever hangs: at least, and in times of a usual answer. */
const shortestPatience = 1000
const patientFor = 3
/** Where nothing was ever answered: then as many more may begin as may be under way. */
const patientAtFirst = 2000
/** How often it is looked whether what waits has waited long enough. */
const lookEvery = 100

/**
 * The line to one service, for all accounts there: a service may serve one request at a time, and an
 * order would wait behind all that only looks. While a write is on its way no read begins but those
 * that somebody waits for, and never more of them are under way than it serves at once.
 */
export class ServiceLine {
  readonly #clock: Clock
  readonly #served = new ServedAtOnce()
  readonly #waiting = new Map<ReadTurn, { since: number }>()
  readonly #underWay = new Set<UnderWay>()
  /** Since when each write is under way. */
  readonly #writes = new Set<{ since: number }>()
  #count = 0
  #firstAt: number | null = null
  #begunAt = -Infinity
  #answeredAt = -Infinity
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
    this.#underWay.add(one)
    this.#begunAt = this.#clock.now()
    this.#firstAt ??= this.#begunAt
    return one
  }

  #leave(one: UnderWay): void {
    if (this.#underWay.delete(one)) this.#look()
  }

  get #ahead(): number {
    return [...this.#underWay].filter(({ isPassed }) => !isPassed).length
  }

  /** Reads that may be under way: more of them where what is under way hangs. */
  get #most(): number {
    const now = this.#clock.now()
    const { most, usual } = this.#served
    if (this.#answeredAt === -Infinity)
      return most * 2 ** Math.floor((now - (this.#firstAt ?? now)) / patientAtFirst)
    const hangsFor = now - Math.max(this.#begunAt, this.#answeredAt)
    return hangsFor < Math.max(shortestPatience, patientFor * (usual ?? 0)) ? most : most + 1
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
    const isHeld = [...this.#writes].some(({ since }) => now - since < longestHold)
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
      if (took !== null) {
        const now = this.#clock.now()
        const apart = now - Math.max(began, this.#answeredAt)
        this.#answeredAt = now
        if (!one.isPassed) this.#served.note({ kind: turn.kind, underWay, took, apart })
        for (const other of this.#underWay) if (other.nth < one.nth) other.isPassed = true
      }
      this.#leave(one)
    }
    turn.begin({ leave })
  }
}

/** The line to each service. */
export class ServiceLines {
  readonly #clock: Clock
  readonly #lines = new Map<string, ServiceLine>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  to(url: string): ServiceLine {
    const origin = URL.canParse(url) ? placeOfUrl(url).origin : url
    const line = this.#lines.get(origin) ?? new ServiceLine(this.#clock)
    this.#lines.set(origin, line)
    return line
  }
}
