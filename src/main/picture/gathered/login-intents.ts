import type { UnknownClient } from '../../../shared/accounts/unknown-client.ts'
import { isToldByCase, orderIn } from '../../../shared/books/books.ts'
import { dayOf, startOfDay } from '../../../shared/core/india.ts'
import type { Rows } from '../../../shared/core/patch.ts'
import type { Intent, Part } from '../../../shared/orders/intents.ts'
import { bareOrderId, isSameOrderId } from '../../../shared/service/order-ids.ts'
import { type LoginKnown, isOfLogin, thoseOfLogin } from '../orders/intent-login.ts'
import { JournalMemory, type RecordedSince, type Remembered } from './journal-memory.ts'
import type { MarketAt } from '../times/market-days.ts'
import { isNumberAgain } from '../orders/numbers-again.ts'
import type { Similarity } from '../rows/order-similarity.ts'

/** Which accounts the service takes for which. */
export interface KnownLogins {
  /** Accounts that the service takes for one and the same; this one is among them. */
  accountsOfLogin(account: string): readonly string[]
  /** These, and accounts whose keys were not read yet: they may be the same. */
  perhapsOfLogin(account: string): readonly string[]
  /** What tells the account's login from others; undefined before its keys were read. */
  fingerprint(account: string): string | undefined
  /** Whether two fingerprints are those of one login: of the same keys, or of one client's. */
  isSameLogin(one: string, other: string): boolean
  /** Whether two fingerprints are surely of two clients, by what their profiles say. */
  areTwoClients(one: string, other: string): boolean
  /** Why nobody knows whether the account is still the client that it was under other keys. */
  unknownClient(account: string): UnknownClient | null
}

interface IntentSources extends KnownLogins {
  /** Wall-clock milliseconds. */
  now(): number
  exchanges: MarketAt['exchanges']
  journal: Remembered
  /** The account's own order book as it is known. */
  ordersOf(account: string): Rows | null
}

/**
 * What the journal says of logins: which intents are of one, and which intent holds an order of the
 * broker's. Accounts of one login are one.
 */
export class LoginIntents {
  readonly #sources: IntentSources
  readonly #journal: JournalMemory

  constructor(sources: IntentSources) {
    this.#sources = sources
    this.#journal = new JournalMemory(sources.journal)
  }

  /** Whether an intent is of the login that the account has now. */
  isOfLogin(account: string, intent: Pick<Intent, 'account' | 'sent'>): Similarity {
    return isOfLogin(intent, this.loginOf(account, this.#sources.perhapsOfLogin(account)))
  }

  /** Whether an account is known to have other keys or another address now than when this was sent. */
  isOfFormerLogin({ account, sent }: Pick<Intent, 'account' | 'sent'>): boolean {
    const { fingerprint, isSameLogin } = this.#sources
    const now = fingerprint(account)
    return now !== undefined && sent?.login !== undefined && !isSameLogin(sent.login, now)
  }

  /**
   * The intent that holds an order of the broker's, whichever account of the login sent it; the
   * latest, since a broker gives a number again on another day, and none where the book shows that
   * it did.
   */
  holderOf(account: string, orderId: string): Intent | undefined {
    const holders = this.thoseOf(account, this.#holdersOf(account, orderId))
    if (holders.length === 0) return undefined
    const rows = this.#sources.ordersOf(account)
    const row = rows === null ? undefined : orderIn(rows, orderId)
    const { exchanges } = this.#sources
    const market = { exchanges, now: this.#sources.now() }
    // Another login's orders have the same numbers.
    return holders.find(
      (holder) =>
        (this.isOfLogin(account, holder) === 'yes' || !this.isOfFormerLogin(holder)) &&
        (row === undefined || !isNumberAgain(holder, row, market)),
    )
  }

  /**
   * Whether an intent of the login holds an order already, seen from one that was confirmed at this
   * moment; `perhaps` where that is not sure to be the same login, or was another day's: the broker
   * can have given the number again. Seen from one that was sent, that is as well the login which it
   * was sent for, where its account has other keys by now.
   */
  claimOf(
    { account, at, sent }: Pick<Intent, 'account' | 'at'> & Partial<Pick<Intent, 'sent'>>,
    orderId: string,
  ): Similarity {
    const holders = this.#holdersOf(account, orderId)
    if (holders.length === 0) return 'no'
    const login = this.loginOf(account, this.#sources.perhapsOfLogin(account))
    const isOfSame = (holder: Intent): boolean =>
      isOfLogin(holder, login) === 'yes' || this.#areSentForSame(holder.sent, sent)
    if (holders.some((holder) => dayOf(holder.at) === dayOf(at) && isOfSame(holder))) return 'yes'
    return thoseOfLogin(holders, login).length > 0 ? 'perhaps' : 'no'
  }

  #areSentForSame(one: Intent['sent'], other: Intent['sent'] | undefined): boolean {
    const [own, others] = [one?.login, other?.login]
    return own !== undefined && others !== undefined && this.#sources.isSameLogin(own, others)
  }

  /** Whether the service named an order of the same broker for another intent of that day, of whatever login. */
  isNamedForAnother(intent: Intent, orderId: string): boolean {
    return this.#otherHoldersOf(intent, orderId).length > 0
  }

  /** Whether another intent of that day at the same broker was found to be an order, by a book or by a person. */
  isFoundForAnother(intent: Intent, orderId: string): boolean {
    const isIt = ({ state, orderId: own }: Part): boolean =>
      (state === 'matched' || state === 'settled') && own !== null && isSameOrderId(own, orderId)
    return this.#otherHoldersOf(intent, orderId).some(({ parts }) => parts.some(isIt))
  }

  /** Other intents of that day at the same broker, of whatever login, that hold an order. */
  #otherHoldersOf({ id, broker, at }: Intent, orderId: string): readonly Intent[] {
    return this.#journal
      .holdersOf(orderId)
      .filter((one) => one.id !== id && one.broker === broker && dayOf(one.at) === dayOf(at))
  }

  /** Where a book tells orders apart by the case of letters alone, so does what holds them. */
  #holdersOf(account: string, orderId: string): readonly Intent[] {
    const holders = this.#journal.holdersOf(orderId)
    const rows = holders.length === 0 ? null : this.#sources.ordersOf(account)
    if (rows === null || !isToldByCase(rows, orderId)) return holders
    const isIt = ({ orderId: own }: Part): boolean =>
      own !== null && bareOrderId(own) === bareOrderId(orderId)
    return holders.filter(({ parts }) => parts.some(isIt))
  }

  /** Intents of the login that are recorded, sent or in doubt. */
  unsettledOf(account: string): Intent[] {
    return this.thoseOf(account, this.#journal.unsettled())
  }

  /** These, and those of accounts whose keys were not read yet. */
  possiblyUnsettledOf(account: string): Intent[] {
    return this.#maybeOfLogin(account, this.#journal.unsettled())
  }

  /**
   * Intents of any account that were recorded since a day began, and what is unsettled, the latest
   * first; without their rivals.
   */
  sinceDayOf(at: number): readonly Intent[] {
    return this.#journal.recordedSince(startOfDay(at)).all
  }

  /** Intents of the login that were recorded today, the latest first; without their rivals. */
  todayOf(account: string): Intent[] {
    return this.thoseOf(account, this.sinceDayOf(this.#sources.now()))
  }

  /** Whether it is still the day on which an order was sent: the books of the next one begin without it. */
  isOfToday({ at, sent }: Pick<Intent, 'at' | 'sent'>): boolean {
    return dayOf(sent?.at ?? at) === dayOf(this.#sources.now())
  }

  /** Numbers of orders of the login that are known to be at the broker on the day of a moment. */
  knownOrders(account: string, at: number): string[] {
    const login = this.loginOf(account, this.#sources.perhapsOfLogin(account))
    return this.sinceDayOf(at)
      .filter((intent) => intent.ticket !== null && isOfLogin(intent, login) === 'yes')
      .flatMap(({ parts }) => parts.flatMap(({ orderId }) => orderId ?? []))
  }

  /** Of these, brackets and covers of a symbol that may be at the broker: it makes orders that close them. */
  protectingTodayOf(account: string, symbol: string | undefined): Intent[] {
    return this.thoseOf(account, this.#recordedToday().protecting(symbol))
  }

  /** Brackets and covers of today that may be at the broker, of whatever symbol. */
  allProtectingTodayOf(account: string): Intent[] {
    return this.thoseOf(account, this.#recordedToday().allProtecting)
  }

  #recordedToday(): RecordedSince {
    return this.#journal.recordedSince(startOfDay(this.#sources.now()))
  }

  /** Of these, those that are of the login, or may be by what they were sent for. */
  thoseOf(account: string, intents: readonly Intent[]): Intent[] {
    return thoseOfLogin(intents, this.loginOf(account))
  }

  #maybeOfLogin(account: string, intents: readonly Intent[]): Intent[] {
    return thoseOfLogin(intents, this.loginOf(account, this.#sources.perhapsOfLogin(account)))
  }

  /** What the service takes an account for; `alike` are accounts that may be the same. */
  loginOf(account: string, alike: readonly string[] = []): LoginKnown {
    const { accountsOfLogin, fingerprint, isSameLogin, areTwoClients } = this.#sources
    const own = fingerprint(account)
    const isSame = (sentFor: string): boolean => own !== undefined && isSameLogin(sentFor, own)
    const isOther = (sentFor: string): boolean => own !== undefined && areTwoClients(sentFor, own)
    return { fingerprint: own, isSame, isOther, accounts: accountsOfLogin(account), alike }
  }
}
