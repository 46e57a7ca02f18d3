import type { Failure, Reply } from '../../shared/core/errors.ts'
import type { Clock } from '../core/clock.ts'
import type { Outcome, ServiceClient } from '../service/client.ts'
import type { EndedRequest } from './failed-requests.ts'

interface NotedCalls {
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  note(account: string, request: EndedRequest): void
}

/** The same client, of which each call for an account that is kept is noted once it has ended. */
export function notedCalls(
  client: Pick<ServiceClient, 'call'>,
  { clock, now, note }: NotedCalls,
): Pick<ServiceClient, 'call'> {
  return {
    call: async (operation, login, params, options) => {
      const from = clock.now()
      const reply = await client.call(operation, login, params, options)
      const { account } = login
      if (account !== undefined)
        note(account, { operation, failure: failureOf(reply), at: now(), took: clock.now() - from })
      return reply
    },
  }
}

/** Of several orders in one request, the first that did not go well. */
function failureOf(reply: Reply<unknown>): Failure | null {
  if (!reply.ok) return reply.error
  const { outcomes = [] } = reply.value as { outcomes?: Outcome<'PlaceMultiOrder'>[][] }
  return outcomes.flat().find((slice) => !slice.ok)?.error ?? null
}
