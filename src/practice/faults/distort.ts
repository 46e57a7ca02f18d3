import type { OperationName } from '../../shared/service/operations.ts'

// Ways in which an answer can be true and yet not in the documented form.

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Fields = { [name: string]: Json }

const isFields = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rewrites the `data` of every envelope, wherever it stands. */
function overData(body: string, change: (data: Json) => Json): string {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    if (isFields(value) && value['data'] !== undefined)
      return { ...value, data: change(value['data']) }
    return value
  }
  return JSON.stringify(walk(JSON.parse(body) as Json))
}

/** Rewrites every record. */
const overRecords = (body: string, change: (record: Fields) => Fields): string =>
  overData(body, (data) =>
    Array.isArray(data)
      ? data.map((record) => (isFields(record) ? change(record) : record))
      : isFields(data)
        ? change(data)
        : data,
  )

const overFields = (body: string, change: (name: string, value: Json) => [string, Json]): string =>
  overRecords(body, (record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => change(name, value))),
  )

const identities = new Set(['order_id', 'orderid', 'symbol', 'client_id', 'exchange', 'product'])

/** Says of every result that there is more of it on another page. */
export function pagedLists(body: string): string {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    return isFields(value) ? { ...value, has_more: true, next_page: 2 } : value
  }
  return JSON.stringify(walk(JSON.parse(body) as Json))
}

/** Rewrites every list where it is the `data` of an envelope. */
const overLists = (body: string, change: (list: Json[]) => Json): string =>
  overData(body, (data) => (Array.isArray(data) ? change(data) : data))

/** Says deeper inside that all rows are on another page. */
export const pagedWithin = (body: string): string =>
  overLists(body, () => ({ rows: [], pagination: { page: 1, pages: 2, has_more: true } }))

/** Says 'not available' in place of a list. */
export const naForList = (body: string): string => overLists(body, () => 'NA')

/** Says why there are no rows beside an empty list, and calls it a success. */
export function withErrorBeside(body: string): string {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk)
    return isFields(value) && Array.isArray(value['data'])
      ? { ...value, data: [], error_msg: 'The broker is not reachable', error_type: 'E' }
      : value
  }
  return JSON.stringify(walk(JSON.parse(body) as Json))
}

/** Leaves out the first row of every list. */
export const rowsLeftOut = (body: string): string => overLists(body, (list) => list.slice(1))

/** Leaves out the orders that a broker makes for brackets and covers. */
export const legsLeftOut = (body: string): string =>
  overLists(body, (list) =>
    list.filter((row) => !isFields(row) || (row['parentorderid'] ?? '') === ''),
  )

/** Gives every position a second time, as if nothing were held of it. */
export const contradictoryRows = (body: string): string =>
  overLists(body, (list) =>
    list.flatMap((row) =>
      isFields(row) && row['netqty'] !== undefined ? [row, { ...row, netqty: 0 }] : [row],
    ),
  )

/** Names another client in a profile. */
export const otherClient = (body: string): string =>
  overFields(body, (name, value) => [name, name === 'client_id' ? `${String(value)}-B` : value])

/** Gives positions twice: as they are, and of the day alone. */
export const netAndDay = (body: string): string =>
  overLists(body, (list) => ({ net: list, day: list }))

/** A reason where the id of an order belongs. */
export const textForId = (body: string): string =>
  overFields(body, (name, value) => [name, name === 'orderid' ? 'RMS: margin exceeds' : value])

/** Says of every position that it could not be squared off, and of every order that it was not cancelled. */
export const failedExits = (body: string): string =>
  overRecords(body, (record) => ({ ...record, status: 'failed' }))

/** The code of an error where the id of an order belongs. */
export const codeForId = (body: string): string =>
  overFields(body, (name, value) => [name, name === 'orderid' ? 'ERR404' : value])

/** An error in place of the second of several results, or of its slices. */
export function errorForSecond(body: string, error: object): string {
  const change = (value: Json): Json => {
    if (!Array.isArray(value)) return value
    const [only] = value
    if (value.length === 1 && only !== undefined) return [change(only)]
    return value.map((one, at) => (at === 1 ? ({ ...error } as Json) : one))
  }
  return JSON.stringify(change(JSON.parse(body) as Json))
}

/** The id of each of several orders in the place of the one before it, and the first's in that of the last. */
export function idsInTurn(body: string): string {
  const ids = [...body.matchAll(/"orderid":"([^"]+)"/g)].map(([, id]) => id)
  let at = 0
  return body.replaceAll(/"orderid":"[^"]+"/g, () => `"orderid":"${ids[++at % ids.length]}"`)
}

/** Ids of orders as numbers of more digits than a JSON number can hold. */
export const longIds = (body: string): string =>
  body.replaceAll(/("order_?id":)"(\d+)"/g, '$190071$2')

/** The id of one order as a service spells it from answer to answer: in blanks, in zeros, both. */
const spellings: Partial<Record<OperationName, (id: string) => string>> = {
  OrderBook: (id) => `000${id}`,
  TradeBook: (id) => `${id} `,
  OrderHistory: (id) => ` 0${id}`,
}
const inBlanks = (id: string): string => ` ${id} `

/** Spells ids of orders in one way where they are placed or cancelled, and otherwise in each list. */
export const oddIds = (body: string, operation: OperationName): string =>
  body.replaceAll(/("order_?id":)"(\d+)"/g, (_, name: string, id: string) => {
    return name + JSON.stringify((spellings[operation] ?? inBlanks)(id))
  })

/** Gives ids of orders letters, small ones where they are placed or cancelled and capitals in each list. */
export const casedIds = (body: string, operation: OperationName): string =>
  body.replaceAll(/("order_?id":)"(\d+)"/g, (_, name: string, id: string) => {
    return name + JSON.stringify(operation in spellings ? `NX${id}` : `nx${id}`)
  })

/** A request that names an order in any of these spellings, with the id that the broker gave it. */
export function withBrokersId(asked: unknown): unknown {
  const { data } = asked as { data?: { order_id?: unknown } }
  return typeof data?.order_id === 'string'
    ? {
        ...(asked as object),
        data: { ...data, order_id: data.order_id.trim().replace(/^(0+|nx)/i, '') },
      }
    : asked
}

export const listForRecord = (body: string): string => overData(body, (data) => [data])

export const recordForList = (body: string): string =>
  overData(body, (data) => (Array.isArray(data) ? (data[0] ?? {}) : data))

export const nested = (body: string): string => overData(body, (data) => ({ result: data }))

export const stringData = (body: string): string => overData(body, (data) => JSON.stringify(data))

export const bareNa = (body: string): string => body.replaceAll(/("\w*avgprc":)0(?=[,}])/g, '$1NA')

export const numericTexts = (body: string): string =>
  overFields(body, (name, value) => [name, typeof value === 'number' ? String(value) : value])

export const nullFields = (body: string): string =>
  overFields(body, (name, value) => [name, identities.has(name) ? value : null])

export const upperCase = (body: string): string =>
  overFields(body, (name, value) => [name.toUpperCase(), value])

export const unknownFields = (body: string): string =>
  overRecords(body, (record) => ({
    ...record,
    x_route: 'B2',
    x_audit: { hops: [1, 2, 3], note: null },
  }))

export const unknownStatus = (body: string): string =>
  overFields(body, (name, value) => [name, name === 'status' ? 'Parked At Venue' : value])

const otherWords: Readonly<Record<string, string>> = {
  open: 'modify validation pending',
  'trigger pending': 'SL-PENDING',
  pending: 'put order req received',
  complete: 'Fully Executed',
  rejected: 'Rejected By Exch',
  cancelled: 'cancelled after market order',
}

/** The same states as other brokers call them. */
export const otherStates = (body: string): string =>
  overFields(body, (name, value) =>
    name === 'status' && typeof value === 'string'
      ? [name, otherWords[value] ?? value]
      : [name, value],
  )

/** Calls orders complete of which a part is filled. */
export const shortFills = (body: string): string =>
  overRecords(body, (record) => {
    const { status, quantity } = record
    if (status !== 'complete' || typeof quantity !== 'number') return record
    const filled = Math.floor(quantity / 2)
    return { ...record, fillshares: filled, status: `Traded ${filled}/${quantity}` }
  })

const hostile = `"><img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>{{7*7}}\u202e\u0000`
const texts = new Set(['remarks', 'rejreason', 'name', 'email', 'orderusermessage', 'coll_type'])

/** Symbols keep their own text in front, so that rows stay distinct. */
export const hostileTexts = (body: string): string =>
  overFields(body, (name, value) => {
    if (texts.has(name)) return [name, hostile]
    return [name, name === 'symbol' && typeof value === 'string' ? value + hostile : value]
  })

/** Lists without rows. */
export const emptyLists = (body: string): string => overLists(body, () => [])

export const duplicateRows = (body: string): string =>
  overLists(body, (list) => list.flatMap((row) => [row, row]))
