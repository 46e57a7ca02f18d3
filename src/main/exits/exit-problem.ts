import type { Parsed } from '../../shared/contract.ts'
import { type Failure, fail } from '../../shared/core/errors.ts'

export interface ExitingAccount {
  name: string
  broker: string
  isEnabled: boolean
  isReadOnly: boolean
}

/** What is asked of an account before an exit from it may begin. */
interface ExitGrounds {
  account(id: string): ExitingAccount | undefined
  /** Accounts that the service takes for one and the same; this one is among them. */
  sharing(account: string): readonly string[]
  /** A square-off of it is on its way, or waits for its answer. */
  isBeingSquaredOff(account: string): boolean
  /** An earlier exit may still close positions of it. */
  mayStillClose(account: string): boolean
}

/** Why an exit may not begin; null where nothing speaks against it. */
export function exitProblem(
  { what, accounts, again = false }: Parsed<'exitAccounts'>,
  { account: accountOf, sharing, isBeingSquaredOff, mayStillClose }: ExitGrounds,
): { ok: false; error: Failure } | null {
  const refuse = (message: string) => fail('invalid', message, { field: 'accounts' })
  const named = new Map<string, (string | null)[]>()
  for (const { account: id, strategy } of accounts) {
    const account = accountOf(id)
    if (account === undefined) return refuse(`There is no account ${id}.`)
    const { name, isEnabled, isReadOnly } = account
    if (!isEnabled) return refuse(`${name} is switched off: switch it on to exit from it.`)
    if (isReadOnly) return refuse(`${name} is read-only: no order leaves from here, exits neither.`)
    // Two square-offs of one position at a time would turn it round.
    const others = named.get(id) ?? []
    if (
      others.length > 0 &&
      (strategy === null || others.some((other) => other === null || other === strategy))
    )
      return refuse(`${name} is named twice.`)
    const same = what === 'orders' ? [] : sharing(id).filter((one) => one !== id)
    const twin = same.find((one) => named.has(one))
    if (twin !== undefined)
      return refuse(
        `${name} and ${accountOf(twin)?.name ?? twin} are one login at the broker, and to close its positions twice would turn them round. Choose one of the two.`,
      )
    if (what !== 'orders' && [id, ...same].some(isBeingSquaredOff))
      return refuse(`${name} is being squared off already: wait for the service's answer.`)
    if (what !== 'orders' && !again && [id, ...same].some(mayStillClose))
      return fail(
        'invalid',
        `An earlier exit or smart order may still close positions of ${name}, and a second one beside it can turn them round. Wait until the books show what it did, or send it all the same.`,
        { field: 'again' },
      )
    named.set(id, [...others, strategy])
  }
  return null
}
