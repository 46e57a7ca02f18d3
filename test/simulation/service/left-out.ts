import type { Random } from '../random.ts'
import type { Theme } from '../theme.ts'
import type { BrokerAccount } from './broker-account.ts'

/** What one login's books leave out, by the customs of its broker or by fault. */
export class LeftOutOfBook {
  readonly #customs: Theme['leavesOut']
  readonly #random: Random
  /** The open position that is left out, and of how many more answers. */
  #open: { symbol: string; product: string; answers: number } | null = null

  constructor(customs: Theme['leavesOut'], random: Random) {
    this.#customs = customs
    this.#random = random
  }

  /** Whether they drop what is over: nobody is told how it ended. */
  get dropsWhatEnded(): boolean {
    const { closedPositions, finishedOrdersAfter } = this.#customs
    return closedPositions || finishedOrdersAfter !== null
  }

  /** Whether an order is finished for so long that the book, as it was at a moment, has it no more. */
  hasGone(order: BrokerAccount['orders'][number], at: number): boolean {
    const { finishedOrdersAfter } = this.#customs
    const then = order.at(at)
    if (finishedOrdersAfter === null || then === undefined) return false
    const isFinished = then.standing !== 'open' && then.standing !== 'pending'
    return isFinished && at - then.at > finishedOrdersAfter
  }

  /** The rows of a position book that are told. One that is open is missing from a few answers. */
  positions<Row extends { symbol: string; product: string; netqty: number }>(
    rows: readonly Row[],
    isStormy: boolean,
  ): Row[] {
    const { closedPositions, openPosition } = this.#customs
    const told = closedPositions ? rows.filter(({ netqty }) => netqty !== 0) : [...rows]
    if (openPosition === 0) return told
    if (this.#open !== null && (this.#open.answers === 0 || !isStormy)) this.#open = null
    else if (this.#open === null && isStormy && this.#random.chance(openPosition)) {
      const open = told.filter(({ netqty }) => netqty !== 0)
      if (open.length > 0) {
        const { symbol, product } = open[this.#random.below(open.length)]!
        this.#open = { symbol, product, answers: 1 + this.#random.below(5) }
      }
    }
    const missing = this.#open
    if (missing === null) return told
    missing.answers -= 1
    return told.filter((row) => row.symbol !== missing.symbol || row.product !== missing.product)
  }
}
