import type { Failure, Reply } from '../../shared/core/errors.ts'
import type { Clock } from '../core/clock.ts'
import type { Login, Outcome, ServiceClient } from '../service/client.ts'
import type { EndedRequest } from './failed-requests.ts'

interface NotedCalls {
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  note(account: string, request: EndedRequest): void
}

/**
 * The same client, of which each call for an account that is kept is noted once it has ended: for
 * each whose order it carried, with what became of that.
 */
export function notedCalls(
  client: Pick<ServiceClient, 'call'>,
  { clock, now, note }: NotedCalls,
): Pick<ServiceClient, 'call'> {
  return {
    call: async (operation, login, params, options) => {
      const from = clock.now()
      const reply = await client.call(operation, login, params, options)
      const times = { at: now(), took: clock.now() - from }
      for (const [account, legs] of accountsIn(login, params))
        note(account, { operation, failure: failureOf(reply, legs), ...times })
      return reply
    },
  }
}

/** Whose a request is, each with the places of its orders in it; null where all of it is one account's. */
function accountsIn({ account }: Login, params: object): ReadonlyMap<string, number[] | null> {
  const { orders = [] } = params as { orders?: { login: Login }[] }
  const legs = new Map<string, number[]>()
  for (const [leg, { login }] of orders.entries())
    if (login.account !== undefined)
      legs.set(login.account, [...(legs.get(login.account) ?? []), leg])
  if (legs.size > 1) return legs
  return new Map(account === undefined ? [] : [[account, null]])
}

/** Of several orders in one request, the first that did not go well. */
function failureOf(reply: Reply<unknown>, legs: readonly number[] | null): Failure | null {
  if (!reply.ok) return reply.error
  const { outcomes = [] } = reply.value as { outcomes?: Outcome<'PlaceMultiOrder'>[][] }
  const own = legs === null ? outcomes : legs.map((leg) => outcomes[leg] ?? [])
  return own.flat().find((slice) => !slice.ok)?.error ?? null
}
