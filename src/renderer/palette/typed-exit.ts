import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import {
  knownPositionsOf,
  legsOf,
  moreThanLegs,
  type NamedExit,
  withoutLeg,
} from '../exits/named-exit.ts'
import type { Arming } from '../orders/arming.svelte.ts'
import { exitFrom, type PositionRow, reverseFrom, type Start } from '../orders/row-tickets.ts'
import type { TicketWindows } from '../orders/ticket/tickets.svelte.ts'
import { accountsNamed } from './nameable.ts'
import type { TypedOrderParts } from './order-text/order-text.ts'

interface TypedExitParts {
  session: Session
  desktop: Desktop
  tickets: TicketWindows
  arming: Arming
}

/** A position that is to be left, or turned round, as that was typed. */
export class TypedExit {
  readonly #typed: TypedOrderParts
  readonly #parts: TypedExitParts

  constructor(typed: TypedOrderParts, parts: TypedExitParts) {
    this.#typed = typed
    this.#parts = parts
  }

  /** Whether it is one position of one account, and all that there is of it, as far as is known. */
  get canGoAtOnce(): boolean {
    const isOne = !this.#isForSeveral && this.#positions.length === 1
    return isOne && !(this.#typed.verb === 'exit' && this.#mayHoldMore)
  }

  /** Sends it where a key sends at once, or opens what it is looked at in. */
  take(): void {
    const { session, desktop, tickets, arming } = this.#parts
    const { verb, percent } = this.#typed
    const named = this.#named
    const [row, ...others] = this.#positions
    if (named === null) return
    const isOne = row !== undefined && others.length === 0
    if (verb === 'reverse' && !isOne)
      return session.notices.say({ level: 'info', message: this.#whyNotReversed(named) })
    if (!isOne || (verb === 'exit' && (this.#isForSeveral || this.#mayHoldMore)))
      return desktop.show({ kind: 'exit-chosen', positions: named })
    const start: Start =
      verb === 'exit'
        ? exitFrom(row, percent ?? 100, session.accounts.shown)
        : reverseFrom(row, session.accounts.shown)
    if (!start.ok) session.notices.say({ level: 'info', message: start.why })
    else if (arming.isArmed()) void tickets.send(start.fields, arming.isArmed)
    else void tickets.show(start.fields)
  }

  /** What is to be left, as it was said. */
  get #named(): NamedExit | null {
    const { symbol, exchange, to, percent = 100 } = this.#typed
    if (symbol === undefined || exchange === undefined) return null
    return { symbol, exchange, percent, accounts: accountsNamed(to, this.#parts.session) }
  }

  get #positions(): readonly PositionRow[] {
    const named = this.#named
    return named === null ? [] : legsOf(named, knownPositionsOf(this.#parts.session))
  }

  /** Whether several accounts were named: who of them has none is then worth a look. */
  get #isForSeveral(): boolean {
    const { to } = this.#typed
    return to !== undefined && ('group' in to || to.accounts.length > 1)
  }

  /** Whether the position that is known may be only a part of what the account holds of it. */
  get #mayHoldMore(): boolean {
    const named = this.#named
    const { session } = this.#parts
    return (
      named !== null && moreThanLegs(named, knownPositionsOf(session), session.clock.now).length > 0
    )
  }

  #whyNotReversed(named: NamedExit): string {
    const { session } = this.#parts
    if (this.#positions.length > 0)
      return 'Several accounts hold it. Reverse one at a time: say its account, such as @name.'
    return withoutLeg(named, knownPositionsOf(session), session.clock.now)
      .map(({ message }) => message)
      .join(' ')
  }
}
