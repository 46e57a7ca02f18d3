import { startOfDay } from '../../shared/core/india.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'

/** What was known of an account in an earlier session of today, and what had been sent for it. */
interface OfThen {
  account: string
  /** Wall-clock milliseconds. */
  at: number
  intents: readonly Intent[]
}

interface OfEarlierSessionsOptions {
  /** Wall-clock milliseconds. */
  now(): number
  pictures: Pick<LoginPictures, 'accountsOf' | 'intents'>
}

/** Waits until the books of an account are surely those of the login of then: others say nothing of it. */
export class OfEarlierSessions<T extends OfThen> {
  readonly #options: OfEarlierSessionsOptions
  #waiting: readonly T[] = []

  constructor(options: OfEarlierSessionsOptions) {
    this.#options = options
  }

  begin(waiting: readonly T[]): void {
    this.#waiting = waiting
  }

  /** Of an account it is known anew. */
  replace(account: string, own: readonly T[]): void {
    this.#waiting = [...this.#waiting.filter((of) => of.account !== account), ...own]
  }

  /** Those whose books a reading of an account proves to be theirs; each is given once, on its day. */
  take(account: string): readonly T[] {
    if (this.#waiting.length === 0) return []
    const { now, pictures } = this.#options
    const today = startOfDay(now())
    const accounts = pictures.accountsOf(account)
    const isItsLogin = (of: T): boolean =>
      accounts.includes(of.account) &&
      of.intents.every((intent) => pictures.intents.isOfLogin(of.account, intent) === 'yes')
    const ofToday = this.#waiting.filter(({ at }) => at >= today)
    const taken = new Set(ofToday.filter(isItsLogin))
    this.#waiting = ofToday.filter((of) => !taken.has(of))
    return [...taken]
  }
}
