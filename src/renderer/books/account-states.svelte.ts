import { type Account, isPractice } from '../../shared/accounts/accounts.ts'
import { bookNames, booksReadOften } from '../../shared/books/books.ts'
import { isLongStale } from '../../shared/books/staleness.ts'
import type { Session } from '../core/session.svelte.ts'
import { ageOf } from './age.ts'
import { type Trouble, troublesOf } from './troubles.ts'

const accountHealths = ['trouble', 'waiting', 'slow', 'well'] as const
export type AccountHealthWord = (typeof accountHealths)[number]

/** How one account is, wherever it is said. */
export interface AccountState {
  account: Account
  health: AccountHealthWord
  trouble: Trouble | null
}

/** What each is called where accounts are counted, and after ‘is’. */
export const healthWords: Readonly<Record<AccountHealthWord, string>> = {
  trouble: 'in trouble',
  waiting: 'without an answer yet',
  slow: 'slow',
  well: 'well',
}

/**
 * Whether an account is in trouble, once for all who say so. The desk's own word of an account
 * comes once a second; what its books say is known before that.
 */
export class AccountStates {
  readonly #session: Session

  /** Ids of those of whom a book is old for some seconds, although none of them says why: nobody answers just now. */
  readonly #silent: string = $derived.by(() =>
    this.#session.isPaused
      ? ''
      : this.#session.accounts.enabled
          .filter(({ id }) => this.#isSilent(id))
          .map(({ id }) => id)
          .join(' '),
  )

  /** Of all that are switched on, in their order. */
  readonly all: readonly AccountState[] = $derived.by(() => {
    const silent = new Set(this.#silent.split(' '))
    return this.#session.accounts.enabled.map((account) => {
      const trouble = this.#troubleOf(account)
      const health = healthOf(account, { trouble, isSilent: silent.has(account.id) })
      return { account, trouble, health }
    })
  })

  readonly #byId: ReadonlyMap<string, AccountState> = $derived.by(
    () => new Map(this.all.map((state) => [state.account.id, state])),
  )

  /** Those that are counted: practice stays apart from real ones. */
  readonly counted: readonly AccountState[] = $derived.by(() => {
    const about = new Set(this.#session.accounts.about(this.#session.accounts.enabled))
    return this.all.filter(({ account }) => about.has(account))
  })

  /** How many there are of each, without those of which there is none. */
  readonly counts = $derived.by(() => countsOf(this.counted))

  constructor(session: Session) {
    this.#session = session
  }

  /** '26 well · 3 in trouble'. */
  get words(): string {
    return wordsOf(this.counts)
  }
  /** The same of every one, whichever are shown: practice, listed beside real ones, is counted apart. */
  get wordsOfAll(): string {
    const isReal = ({ account }: AccountState): boolean => !isPractice(account)
    const [real, practice] = [this.all.filter(isReal), this.all.filter((one) => !isReal(one))]
    const words = [real, practice].map((some) => wordsOf(countsOf(some)))
    return real.length > 0 && practice.length > 0 ? words.join(' · practice: ') : words.join('')
  }

  isAnyInTrouble(of: readonly Account[]): boolean {
    return of.some(({ id }) => (this.of(id)?.trouble ?? null) !== null)
  }

  /** Undefined where it is switched off. */
  of(account: string): AccountState | undefined {
    return this.#byId.get(account)
  }

  #isSilent(account: string): boolean {
    const { stores, clock } = this.#session
    return booksReadOften.some((book) => {
      const answer = stores.books.of(account, book)?.lastTold ?? null
      return answer !== null && isLongStale(ageOf(answer, clock.now), answer.meta.every)
    })
  }

  #troubleOf(account: Account): Trouble | null {
    const { stores, clock } = this.#session
    const readings = bookNames.flatMap((book) => {
      const held = stores.books.of(account.id, book)
      const trouble = held?.trouble ?? null
      // The age is asked for of what fails alone: it changes with every beat of the clock.
      if (held === undefined || trouble === null) return []
      const { lastTold } = held
      const { age = null, kept } = lastTold?.meta ?? {}
      const isShown = age !== null || kept !== undefined
      return { account, book, trouble, isShown, age: ageOf(lastTold, clock.now) }
    })
    const [told] = troublesOf(readings)
    if (told !== undefined && told.books === null) return told
    const { trouble: failure } = account.health
    if (failure !== null)
      return {
        ...{ account, failure, books: null },
        ...{ age: told?.age ?? null, isShown: told?.isShown ?? true },
      }
    return told ?? null
  }
}

interface HealthCount {
  health: AccountHealthWord
  count: number
}

const wordsOf = (counts: readonly HealthCount[]): string =>
  counts.map(({ health, count }) => `${count} ${healthWords[health]}`).join(' · ')

const countsOf = (states: readonly AccountState[]): HealthCount[] =>
  accountHealths.toReversed().flatMap((health) => {
    const count = states.filter((state) => state.health === health).length
    return count === 0 ? [] : { health, count }
  })

function healthOf(
  { health }: Account,
  { trouble, isSilent }: { trouble: Trouble | null; isSilent: boolean },
): AccountHealthWord {
  if (trouble !== null) return 'trouble'
  if (health.last === null) return 'waiting'
  return isSilent || health.isSlow ? 'slow' : 'well'
}
