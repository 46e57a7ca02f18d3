import { isObject } from '../../shared/core/json.ts'
import { practiceBrokers } from '../../shared/accounts/accounts.ts'
import { type OperationName, type RequestOf, operations } from '../../shared/service/operations.ts'
import { Refusal } from '../market/refusal.ts'

/** API keys with their secrets and their clients, from the start. The first client has a second key. */
const keys: ReadonlyMap<string, { secret: string; client: string }> = new Map([
  ['practice-1', { secret: 'practice-1', client: 'practice-1' }],
  ['practice-1-second', { secret: 'practice-1-second', client: 'practice-1' }],
  ['practice-2', { secret: 'practice-2', client: 'practice-2' }],
])

/** Each client has an account at each of two brokers. */
export const owners = [...new Set([...keys.values()].map(({ client }) => client))].flatMap(
  (client) => practiceBrokers.map((broker) => ({ client, broker })),
)

/** Whose request it is, and what it asks; or a refusal. */
export function authenticate(request: unknown): { client: string; data: object } {
  if (!isObject(request)) throw new Refusal(400, 'the request must be an object')
  const { api_key, api_secret, data } = request
  if (typeof api_key !== 'string') throw new Refusal(400, 'api_key must be text')
  if (typeof api_secret !== 'string') throw new Refusal(400, 'api_secret must be text')
  const known = keys.get(api_key)
  if (known?.secret !== api_secret)
    throw new Refusal(401, 'api_key and api_secret do not belong to a client')
  if (!isObject(data)) throw new Refusal(400, 'data must be an object')
  return { client: known.client, data }
}

/** The fields of `data`, checked by the same table that the client is made from. */
export function parse<Name extends OperationName>(operation: Name, data: object): RequestOf<Name> {
  const parsed = operations[operation].request.safeParse(data)
  if (parsed.success) return parsed.data as RequestOf<Name>
  const [issue] = parsed.error.issues
  if (!issue) throw new Refusal(400, 'data cannot be read')
  if (issue.code === 'unrecognized_keys')
    throw new Refusal(400, `${shortened(issue.keys[0])} is not a field of this operation`)
  const field = issue.path.join('.')
  const isMissing = issue.code !== 'custom' && !Object.hasOwn(data, field)
  throw new Refusal(400, `${field} ${isMissing ? 'is missing' : issue.message}`)
}

/** The requests inside a multi-order request. */
export function ordersIn(data: object): unknown[] {
  const { orders } = data as { orders?: unknown }
  if (!Array.isArray(orders)) throw new Refusal(400, 'orders must be an array of requests')
  if (orders.length === 0) throw new Refusal(400, 'orders must hold at least one request')
  return orders
}

const shortened = (name = ''): string => name.slice(0, 100)
