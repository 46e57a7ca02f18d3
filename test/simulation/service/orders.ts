import type { Instrument } from './instruments.ts'

export type Side = 'BUY' | 'SELL'

/** How far an order has come at the broker. */
type Standing = 'pending' | 'open' | 'complete' | 'rejected' | 'cancelled'

/** What an order was from some moment on. */
interface Chapter {
  at: number
  standing: Standing
  filled: number
}

/** An order as it really is at the broker, and as it was at every moment before. */
export class BrokerOrder {
  readonly id: string
  /** Which arrival made it: only this side of the wire knows. */
  readonly tag: string
  readonly by: 'desk' | 'square-off' | 'bracket' | 'phone'
  readonly instrument: Instrument
  readonly product: string
  readonly side: Side
  readonly quantity: number
  readonly price: number
  readonly trigger: number
  readonly pricetype: string
  readonly parent: BrokerOrder | null
  readonly placedAt: number
  /** By the clock on the broker's wall. */
  readonly enteredAt: number
  readonly #chapters: Chapter[]

  constructor(
    of: Omit<
      BrokerOrder,
      'moments' | 'now' | 'at' | 'isWorking' | 'become' | 'net' | 'changedAt' | 'filledBefore'
    >,
  ) {
    this.id = of.id
    this.tag = of.tag
    this.by = of.by
    this.instrument = of.instrument
    this.product = of.product
    this.side = of.side
    this.quantity = of.quantity
    this.price = of.price
    this.trigger = of.trigger
    this.pricetype = of.pricetype
    this.parent = of.parent
    this.placedAt = of.placedAt
    this.enteredAt = of.enteredAt
    this.#chapters = [{ at: of.placedAt, standing: 'open', filled: 0 }]
  }

  get now(): Chapter {
    return this.#chapters.at(-1)!
  }

  get isWorking(): boolean {
    return this.now.standing === 'open' || this.now.standing === 'pending'
  }

  get changedAt(): number {
    return this.now.at
  }

  /** When something about it changed. */
  get moments(): number[] {
    return this.#chapters.map(({ at }) => at)
  }

  /** What was filled before its latest chapter. */
  get filledBefore(): number {
    return this.#chapters.at(-2)?.filled ?? 0
  }

  /** What was so at a moment; undefined before it was placed. */
  at(moment: number): Chapter | undefined {
    return this.#chapters.findLast(({ at }) => at <= moment)
  }

  become(at: number, change: Partial<Omit<Chapter, 'at'>>): void {
    this.#chapters.push({ ...this.now, ...change, at })
  }

  /** Units that it has brought to its position until then, signed. */
  net(moment: number): number {
    const filled = this.at(moment)?.filled ?? 0
    return this.side === 'BUY' ? filled : -filled
  }
}
