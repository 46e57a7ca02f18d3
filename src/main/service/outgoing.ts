import { type Keys, ServiceUrl } from '../../shared/accounts/accounts.ts'
import { fail, ok, type Reply } from '../../shared/core/errors.ts'
import { checkFields } from '../../shared/service/fields.ts'
import {
  type IsMulti,
  type OperationName,
  operations,
  type RequestOf,
} from '../../shared/service/operations.ts'

/** Where an account trades, and with what keys. */
export interface Login {
  url: string
  broker: string
  keys: Keys
  /** Whose it is, where that is an account that is kept: for who notes what became of its requests. */
  account?: string
}

type Fields<Name extends OperationName> = Omit<RequestOf<Name>, 'broker'>

/** What a caller gives: the broker comes from the login, for a multi operation from each one's own. */
export type Params<Name extends OperationName> =
  IsMulti<Name> extends true ? { orders: { login: Login; params: Fields<Name> }[] } : Fields<Name>

/** A checked request as it will be sent. */
export interface Outgoing {
  origin: string
  path: string
  body: Buffer
  /** Of each order that it carries, whether the service is to split it into several. */
  splits: boolean[]
  /** Of each order that it carries, what it trades, where the request says so. */
  symbols: (string | undefined)[]
  /** All keys inside, so that no echo of them gets out. */
  keys: Keys[]
  /** Whether its orders come with the keys of several clients. */
  isOfSeveralClients: boolean
}

const hidden = '••••'
/** What stands for an account's keys in a request that is shown. */
export const hiddenKeys: Keys = { apiKey: hidden, apiSecret: hidden }

export function outgoing<Name extends OperationName>(
  name: Name,
  login: Login,
  params: Params<Name>,
): Reply<Outgoing> {
  const place = serviceAt(login.url)
  if (place === null)
    return fail('invalid', 'The address of the service must be https.', { field: 'url' })
  const { origin, path } = place

  const data = operations[name].multi
    ? ordersData(name, login, params as unknown as Params<'PlaceMultiOrder'>)
    : singleData(name, login, params)
  if (!data.ok) return data

  return ok({
    origin,
    path: `${path}/v1/${name}`,
    body: Buffer.from(JSON.stringify(envelope(login.keys, data.value.data))),
    splits: data.value.orders.map(({ splitorder }) => splitorder === 'YES'),
    symbols: data.value.orders.map(({ symbol }) => symbol),
    keys: [...new Set([login.keys, ...data.value.keys])],
    isOfSeveralClients: new Set(data.value.keys.map(({ apiKey }) => apiKey)).size > 1,
  })
}

/** Where bytes go for an address, by its text: an order to many accounts asks for each. */
const services = new Map<string, ServicePlace | null>()
/** More than a person has; a form sends what is typed, too. */
const mostServices = 100

/** Null where it may not be called. */
function serviceAt(text: string): ServicePlace | null {
  let place = services.get(text)
  if (place === undefined) {
    const url = ServiceUrl.safeParse(text)
    place = url.success ? placeOfUrl(url.data) : null
    if (services.size >= mostServices) services.clear()
    services.set(text, place)
  }
  return place
}

interface ServicePlace {
  origin: string
  path: string
}

/** What of an address tells where bytes go. */
export function placeOfUrl(url: string): ServicePlace {
  const { origin, pathname } = new URL(url)
  return { origin, path: pathname.replace(/(?<!\/)\/+$/, '') }
}

const envelope = ({ apiKey, apiSecret }: Keys, data: unknown) => ({
  api_key: apiKey,
  api_secret: apiSecret,
  data,
})

interface Data {
  data: unknown
  /** The fields of each order, or of the one thing that is asked for. */
  orders: Readonly<Record<string, string>>[]
  keys: Keys[]
}

function singleData(name: OperationName, login: Login, params: object): Reply<Data> {
  const checked = check(name, login, params, '')
  if (!checked.ok) return checked
  return ok({ data: checked.value, orders: [checked.value], keys: [] })
}

function ordersData(
  name: OperationName,
  login: Login,
  { orders }: Params<'PlaceMultiOrder'>,
): Reply<Data> {
  if (orders.length === 0)
    return fail('invalid', 'There must be at least one order.', { field: 'orders' })
  const envelopes: unknown[] = []
  const keys: Keys[] = []
  const all: Data['orders'] = []
  for (const [index, order] of orders.entries()) {
    // The keys of an account go to the service of that account alone.
    if (order.login.url !== login.url)
      return fail('invalid', 'All orders of one request must be for the same service.', {
        field: `orders.${index}`,
      })
    const checked = check(name, order.login, order.params, `orders.${index}.`)
    if (!checked.ok) return checked
    envelopes.push(envelope(order.login.keys, checked.value))
    keys.push(order.login.keys)
    all.push(checked.value)
  }
  return ok({ data: { orders: envelopes }, orders: all, keys })
}

function check(
  name: OperationName,
  login: Login,
  params: object,
  prefix: string,
): Reply<Record<string, string>> {
  const checked = checkFields(name, { ...params, broker: login.broker })
  if (checked.isSound) return ok(checked.data)
  const [[field, words] = ['', 'is wrong']] = checked.problems
  return fail('invalid', `${field} ${words}.`, { field: prefix + field })
}
