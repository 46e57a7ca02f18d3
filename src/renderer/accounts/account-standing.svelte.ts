import {
  type Account,
  apartFromPractice,
  isPractice,
  oneOfEachLogin,
} from '../../shared/accounts/accounts.ts'
import type { BookName } from '../../shared/books/books.ts'
import { isStale } from '../../shared/books/staleness.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import type { AccountStates } from '../books/account-states.svelte.ts'
import { ageOf } from '../books/age.ts'
import { earlierDay } from '../books/earlier-day.ts'
import { totals } from '../books/totals.ts'
import { inBooks } from '../books/troubles.ts'
import { ageText } from '../components/times.ts'
import { errorWords } from '../core/error-words.ts'
import type { Session } from '../core/session.svelte.ts'
import { nothingKnown, type Sum, total } from '../core/sums.ts'

/** A sum of money, and why it is not that of now, where it is not. */
export interface SumStanding {
  sum: Sum
  old: string | null
}

/** How it stands with what can be chosen to be shown: an account, or several. */
export interface ChoiceStanding {
  pnl: SumStanding
  /** The day of the P&L, where that is not today. */
  pnlDay: string | null
  funds: SumStanding
  /** Orders in doubt. */
  doubts: number
  /** What is wrong, in plain words; of several accounts, with how many. */
  trouble: string | null
}

const unknown: SumStanding = { sum: nothingKnown, old: null }

export class SwitcherAccount implements ChoiceStanding {
  readonly #session: Session
  readonly #states: AccountStates
  readonly #first: Account
  /** As it is now: how well it answers changes with every reading. */
  readonly account: Account = $derived.by(
    () => this.#session.accounts.all.find(({ id }) => id === this.#first.id) ?? this.#first,
  )

  readonly #totals = $derived.by(() => {
    const positions = this.#book('positions')
    return totals([
      {
        positions: positions?.isRead === true ? positions.rows : null,
        unknown: positions?.unknownRows ?? 0,
        funds: this.#book('funds')?.rows.values().next().value ?? null,
      },
    ])
  })
  readonly pnl: SumStanding = $derived.by(() => ({
    sum: this.#totals.net,
    old: this.#oldness('positions'),
  }))
  readonly pnlDay: string | null = $derived.by(() => dayOfSum([this]))
  readonly funds: SumStanding = $derived.by(() => ({
    sum: this.#totals.available,
    old: this.#oldness('funds'),
  }))
  readonly doubts: number = $derived.by(
    () =>
      this.#session.stores.intents.inDoubt.filter(({ account }) => account === this.#first.id)
        .length,
  )

  get positions(): Iterable<PositionRecord> {
    return this.#book('positions')?.rows.values() ?? []
  }

  get session(): Session {
    return this.#session
  }

  constructor({ session, states }: { session: Session; states: AccountStates }, account: Account) {
    this.#session = session
    this.#states = states
    this.#first = account
  }

  get trouble(): string | null {
    const { trouble = null } = this.#states.of(this.#first.id) ?? {}
    return trouble === null ? null : errorWords[trouble.failure.code].title + inBooks(trouble.books)
  }

  #book<Name extends BookName>(name: Name) {
    return this.#session.stores.books.of(this.#first.id, name)
  }

  /** A book that was never read makes its figure unknown, which says more. */
  #oldness(name: BookName): string | null {
    const book = this.#book(name)
    const answer = book?.lastAnswer ?? null
    const age = ageOf(answer, this.#session.clock.now)
    if (age === null || answer === null) return null
    const trouble = book?.trouble ?? null
    if (trouble === null && !isStale(age, answer.meta.every)) return null
    const why = trouble === null ? '' : `: ${trouble.message}`
    return `${this.#first.name} was read ${ageText(age)}${why}`
  }
}

/** Several together: each login counts once, and practice is in no sum with real money. */
export function standingTogether(several: readonly SwitcherAccount[]): ChoiceStanding {
  const counted = new Set(
    oneOfEachLogin(apartFromPractice(several.map(({ account }) => account))).map(({ id }) => id),
  )
  const added = several.filter(({ account }) => counted.has(account.id))
  const together = (of: 'pnl' | 'funds'): SumStanding => {
    if (added.length === 0) return unknown
    const old = added.flatMap((one) => one[of].old ?? [])
    return {
      sum: total(added.map((one) => one[of].sum)),
      old: old.length === 0 ? null : old.join('; '),
    }
  }
  const failing = several.filter(({ trouble }) => trouble !== null).length
  return {
    pnl: together('pnl'),
    pnlDay: dayOfSum(added),
    funds: together('funds'),
    doubts: several.reduce((sum, { doubts }) => sum + doubts, 0),
    trouble: failing === 0 ? null : `${failing} in trouble`,
  }
}

/** The day of the P&L of accounts that are added up, where that is not today. */
function dayOfSum(added: readonly SwitcherAccount[]): string | null {
  const real = added.filter(({ account }) => !isPractice(account))
  const [first] = real
  if (first === undefined) return null
  return earlierDay(
    real.flatMap(({ positions }) => [...positions]),
    first.session,
  )
}
