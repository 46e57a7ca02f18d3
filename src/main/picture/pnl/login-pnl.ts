import type { LeftOutOfBook } from '../../../shared/books/book-state.ts'
import { slowestPositions } from '../times/book-lag.ts'
import { type HiddenRound, hiddenRounds } from './hidden-rounds.ts'
import type { InstrumentName } from '../rows/instruments.ts'
import type { LoginFacts } from '../login-facts.ts'
import type { LoginPositions } from '../positions/login-positions.ts'
import {
  type ProfitCheck,
  nothingToCheck,
  profitCheckOf,
  profitOf,
  profitOfLogin,
} from './profit.ts'

/** What was made and lost at a login, as far as its books tell and bear it out. */
export class LoginPnl {
  readonly #facts: LoginFacts
  readonly #positions: Pick<LoginPositions, 'contradicting' | 'notShownInFull'>
  #hidden: readonly HiddenRound[] | undefined

  constructor(facts: LoginFacts, positions: LoginPositions) {
    this.#facts = facts
    this.#positions = positions
  }

  /** Realised and unrealised, as the position book says; null where a part of it is not known. */
  get profit(): number | null {
    return profitOfLogin(this.#facts, () => this.#positions.notShownInFull)
  }

  /** What the rows of the book leave out where they add up to another. */
  get leftOut(): LeftOutOfBook | null {
    const { positions } = this.#facts
    if (positions === null) return null
    if (positions.unreadableMissing > 0) return 'rows'
    // Of what this answer has and nobody could read, windows are told by itself.
    if (positions.unreadable > 0) return null
    if (this.profit === profitOf(positions.rows)) return null
    return this.profit === null ? 'rows' : 'result'
  }

  /**
   * What the rows leave out for longer than either book lags behind the other, where a position is not
   * what the fills of its orders come to, or what was bought and sold is in no row.
   */
  get strayed(): LeftOutOfBook | null {
    const { orders, positions } = this.#facts
    if (positions === null) return null
    const { at, firstAt, baselines } = positions
    const isCalm = ({ symbol }: InstrumentName): boolean =>
      orders?.fills.every(({ row, age }) => row['symbol'] !== symbol || age >= slowestPositions) ??
      true
    const isLong = ({ of }: { of: InstrumentName }): boolean =>
      at - Math.max(firstAt, baselines.changedAt(of)) >= slowestPositions && isCalm(of)
    if (this.#positions.contradicting.some(isLong)) return 'rows'
    return this.#hiddenRounds.some(isLong) ? 'result' : null
  }

  /** How far the service's figures of it are borne out by what the rows and the orders tell beside them. */
  get check(): ProfitCheck {
    const { positions } = this.#facts
    if (positions === null) return nothingToCheck
    const { difference, uncheckable } = profitCheckOf(positions.rows)
    const hidden = this.#hiddenRounds
    const unknown = [
      ...this.#positions.contradicting,
      ...hidden.filter(({ result }) => result === null),
    ]
    const added = unknown.map(({ of }) => of.symbol)
    return {
      difference: hidden.reduce((sum, { result }) => sum + (result ?? 0), difference),
      // Those of a book may be thousands: they are gone through again only where others come to them.
      uncheckable: added.length === 0 ? uncheckable : [...new Set([...uncheckable, ...added])],
    }
  }

  get #hiddenRounds(): readonly HiddenRound[] {
    const { orders, positions } = this.#facts
    return (this.#hidden ??= hiddenRounds(orders, positions))
  }
}
