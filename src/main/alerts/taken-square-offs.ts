import { type Intent, isSquareOff } from '../../shared/orders/intents.ts'
import { squareOffLasts } from '../orders/doubt/square-off.ts'

/** A square-off that the service took: it makes orders whose ids it tells nobody. */
export interface TakenSquareOff {
  /** What it named; null where that is not known, and may be anything. */
  symbols: ReadonlySet<string> | null
  /** When it was answered, on the monotonic clock. */
  at: number
  /** When the books showed that it was done, with all of its orders; null before. */
  doneAt: number | null
}

/** The square-offs of each account that may yet make orders. */
export class TakenSquareOffs {
  readonly #byAccount = new Map<string, TakenSquareOff[]>()

  /** Told of an intent that changed, at a moment on the monotonic clock. */
  note({ account, operation, state, parts, watched }: Intent, at: number): void {
    const isTaken = state === 'accepted' || state === 'partly' || state === 'settled'
    if (!isSquareOff({ operation }) || !isTaken) return
    const before = this.of([account])
    if (watched === 'flat') {
      // What comes up from now on closes nothing any more, also where the broker squares off once more.
      this.#byAccount.set(
        account,
        before.map((of) => ({ ...of, doneAt: of.doneAt ?? at })),
      )
      return
    }
    const named = parts.flatMap(({ name }) => name ?? [])
    const symbols = state === 'settled' || named.length === 0 ? null : new Set(named)
    const recent = before.filter((of) => at - of.at < squareOffLasts)
    this.#byAccount.set(account, [...recent, { symbols, at, doneAt: null }])
  }

  of(accounts: readonly string[]): TakenSquareOff[] {
    return accounts.flatMap((account) => this.#byAccount.get(account) ?? [])
  }

  forget(account: string): void {
    this.#byAccount.delete(account)
  }
}
