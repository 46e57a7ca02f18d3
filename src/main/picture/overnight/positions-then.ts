import type { Intent } from '../../../shared/orders/intents.ts'
import type { Row } from '../../../shared/core/patch.ts'
import { type LoginKnown, isOfLogin, tellingOf } from '../orders/intent-login.ts'

/** Whose something is, as an intent says it. */
export type OwnerOfRows = Pick<Intent, 'account' | 'sent'>

interface Reading {
  owner: OwnerOfRows
  day: string
  /** By the clock on the wall. */
  at: number
  rows: readonly Row[]
}

/** What was held when the positions of accounts were read last on days before: an order of then changed it from there. */
export class PositionsThen {
  /** The latest first. */
  #readings: readonly Reading[] = []

  note(reading: Reading): void {
    this.#readings = [...this.#readings, reading].toSorted((one, other) => other.at - one.at)
  }

  /** Rows of a login as they were last by the end of a day; null where nobody knows. */
  of(login: LoginKnown, day: string): readonly Row[] | null {
    const last = this.#readings.find(
      (one) => one.day <= day && isOfLogin(one.owner, login) === 'yes',
    )
    return last?.rows ?? null
  }

  /** The latest of each account stays, for orders of that day may be told of yet, and so do those of days that are asked about. */
  letGo(days: ReadonlySet<string>): void {
    const latestOf = (all: readonly Reading[]): readonly (Reading | undefined)[] =>
      [...days].map((day) => all.find((one) => one.day <= day))
    const byLogin = Map.groupBy(this.#readings, ({ owner }) => tellingOf(owner))
    const byAccount = Map.groupBy(this.#readings, ({ owner }) => owner.account)
    const used = new Set([
      ...[...byLogin.values()].flatMap(latestOf),
      ...[...byAccount.values()].map(([latest]) => latest),
    ])
    this.#readings = this.#readings.filter((one) => used.has(one))
  }

  /** An account is somebody else's now; what is known of its login by more than its name stays. */
  forget(account: string): void {
    this.#readings = this.#readings.filter(
      ({ owner }) => owner.account !== account || owner.sent !== null,
    )
  }

  get count(): number {
    return this.#readings.length
  }
}
