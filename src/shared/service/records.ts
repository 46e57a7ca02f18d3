import * as z from 'zod'
import { saysNone } from './none-words.ts'

/** None is null in our records, never 0. */
const isNoneOrLeftOut = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && saysNone(value))

/** Commas group digits, three at the end: '1050,00' is not a hundred times as much, and '0,500' may be a half. */
const numeric = /^[+-]?((\d+|[1-9]\d{0,2}(,\d{2,3})*,\d{3})(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

/** What a reader makes of a value that is not of its kind. */
const unfit = Symbol('unfit')
type Reader<T> = (value: unknown) => T | typeof unfit

const num: Reader<number | null> = (value) => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (isNoneOrLeftOut(value)) return null
  if (typeof value !== 'string') return unfit
  const bare = value.trim()
  if (!numeric.test(bare)) return unfit
  const number = Number(bare.replaceAll(',', ''))
  return Number.isFinite(number) ? number : unfit
}

/** Units of an order or a trade: its action says which way, and some services write a sale below zero. */
const units: Reader<number | null> = (value) => {
  const read = num(value)
  return typeof read === 'number' ? Math.abs(read) : read
}

const text: Reader<string | null> = (value) => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : unfit
}

/**
 * Identity: a record without it cannot be told from another, and a placement without it cannot be
 * found again. A whole number too large for a JSON number has lost its last digits.
 */
const id: Reader<string> = (value) => {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value > 0 ? `${value}` : unfit
  if (typeof value !== 'string' || value.length > longestId) return unfit
  return saysNone(value) || /^0+$/.test(value.trim()) ? unfit : value
}

/** Some services fill symbols up with blanks, to one length. */
const symbolName: Reader<string> = (value) => {
  const read = id(value)
  return read === unfit ? unfit : read.trim()
}

/** Characters of an id: a longer one was cut where it entered, and may begin as another does. */
const longestId = 1999

/** Words that a code of an error is made of ('ERR404', 'RMS:17'), where they are no part of another. */
const ofError =
  /(?<![a-z0-9])(rms|err(or)?|exc(eption)?|fail(ed|ure)?|rej(ect(ed|ion)?)?|invalid|denied|http)(?![a-z])/i

/**
 * What a placement is known by from then on. A text in its place, a flag, a number below one or the
 * code of an error is what a service says that has no id to give; an id has a digit, and nothing
 * blank within.
 */
const placedId: Reader<string> = (value) => {
  const read = id(value)
  if (read === unfit) return unfit
  const bare = read.trim()
  const isId = /^[^\s-]\S*$/.test(bare) && /\d/.test(bare) && !/^0+$/.test(bare)
  return isId && !ofError.test(bare) ? read : unfit
}

/** Whether a value can be the id of an order that was placed. */
export const isOrderId = (value: unknown): boolean => placedId(value) !== unfit

const codes: Reader<string[]> = (value) =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [])
    .filter((code): code is string => typeof code === 'string')
    .map((code) => code.trim())
    .filter((code) => code !== '')

/** Further in than any known part of a record; whoever compares or sends what is deeper could exhaust the stack. */
const deepest = 16

const isTooDeep = (value: unknown, left = deepest): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((part) => isTooDeep(part, left - 1)))

const feed: Reader<{ exchange?: string; token?: string } | null> = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return isTooDeep(value) ? unfit : value
}

type Fields = Record<string, Reader<unknown>>
type Read<F extends Fields> = {
  [Name in keyof F]: Exclude<ReturnType<F[Name]>, typeof unfit>
} & { [unknownField: string]: unknown }

/**
 * A record of the service: known fields read, unknown ones kept. The case of field names differs
 * between operations, so a known field that is missing is looked up by its folded name.
 *
 * One transform reads the whole row: as an object of a schema for each field it costs several
 * times as much, and books of thousands of rows are read while prices move.
 */
function record<F extends Fields>(fields: F, aliases: Record<string, string> = {}) {
  const readers = new Map<string, Reader<unknown>>(Object.entries(fields))
  const byFoldedName = new Map([...readers.keys()].map((name) => [name.toLowerCase(), name]))
  for (const [alias, name] of Object.entries(aliases)) byFoldedName.set(alias, name)

  const absent = [...readers].map(([name, read]) => [name, read(undefined)] as const)
  const required = absent.filter(([, value]) => value === unfit).map(([name]) => name)
  // Objects that grow field by field become dictionaries, larger and slow to compare; copies of a
  // whole one, made by JSON.parse, stay compact. A required field is null in it until it is read.
  const blank = JSON.parse(
    JSON.stringify(
      Object.fromEntries(absent.map(([name, value]) => [name, value === unfit ? null : value])),
    ),
  ) as Record<string, unknown>

  // The rows of a book name their fields alike, and in one order: most are found where they were last.
  const slots: Slot[] = []
  const slotOf = (name: string, at: number): Slot => {
    const known = slots[at]
    if (known?.name === name) return known
    const slot = { name, read: readers.get(name), text: '' }
    if (at < mostSlots) slots[at] = slot
    return slot
  }

  const readRow = (raw: unknown, refuse: Refuse = unsaid): Read<F> | undefined => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return refuse('is no record')
    const source = raw as Record<string, unknown>
    const row = { ...blank }
    const strangers: string[] = []
    let at = 0
    for (const name in source) {
      const slot = slotOf(name, at++)
      if (slot.read === undefined) strangers.push(name)
      else {
        const value = slot.read(source[name])
        if (value === unfit) return refuse('cannot be read', name)
        row[name] = typeof value === 'string' ? onceHeld(slot, value) : value
      }
    }
    for (const stranger of strangers) {
      if (stranger === '__proto__') continue // assigning it would not make a field
      const name = byFoldedName.get(stranger.toLowerCase())
      const read = name === undefined ? undefined : readers.get(name)
      if (name === undefined || read === undefined) {
        if (isTooDeep(source[stranger])) return refuse('nests too deeply', stranger)
        row[stranger] = source[stranger]
      } else if (!Object.hasOwn(source, name)) {
        const value = read(source[stranger])
        if (value === unfit) return refuse('cannot be read', stranger)
        row[name] = value
      }
    }
    for (const name of required) if (row[name] === null) return refuse('is missing', name)
    return row as Read<F>
  }
  const schema = z.unknown().transform((raw, context): Read<F> => {
    const refuse: Refuse = (message, ...path) =>
      void context.addIssue({ code: 'custom', message, path })
    return readRow(raw, refuse) ?? z.NEVER
  })
  return Object.assign(schema, {
    fields: Object.keys(fields) as readonly string[],
    /** What the schema makes of a row, without what a schema costs for each; undefined where it is no record. */
    readRow: (raw: unknown) => readRow(raw),
  })
}

/** Fields that are remembered by where they stand in a row: a service may send rows of any number. */
const mostSlots = 64

interface Slot {
  name: string
  read: Reader<unknown> | undefined
  /** What the row before had here, where it is a text. */
  text: string
}

/** Many rows that follow each other say the same of what they were placed as, why and when: it is held once. */
const onceHeld = (slot: Slot, text: string): string =>
  text === slot.text ? slot.text : (slot.text = text)

type Refuse = (message: string, ...path: string[]) => undefined
const unsaid: Refuse = () => undefined

/** The names that brokers behind the service have for the id of an order, in lower case. */
const namesOfId = ['order_id', 'orderno', 'ordernumber', 'order_number', 'nordno', 'norenordno']

export const PlacementResult = record(
  { broker: text, orderid: placedId },
  Object.fromEntries(namesOfId.map((name) => [name, 'orderid'])),
)
export type PlacementResult = z.infer<typeof PlacementResult>

export const CancelResult = record({ orderid: placedId }, { order_id: 'orderid' })
export type CancelResult = z.infer<typeof CancelResult>

export const CloseResult = record({ symbol: symbolName, status: text })
export type CloseResult = z.infer<typeof CloseResult>

const orderAliases = { orderid: 'order_id', orderno: 'order_id' }

/** What was ordered: the same in an order's snapshots and in the order book. */
const terms = {
  exchange: text,
  product: text,
  pricetype: text,
  action: text,
  ret: text,
  price: num,
  trigger_price: num,
  quantity: units,
  disclosed_quantity: units,
}

/** How an instrument is listed. */
const listing = {
  token: text,
  broker_exchange: text,
  broker_token: text,
  tick_size: num,
  lot_size: num,
  ws_msg: feed,
}

export const HistoryRecord = record(
  {
    ...terms,
    symbol: text,
    avgprc: num,
    fillshares: units,
    orderusermessage: text,
    exchordid: text,
    order_id: id,
    status: text,
    rejreason: text,
    exchtimestamp: text,
  },
  orderAliases,
)
export type HistoryRecord = z.infer<typeof HistoryRecord>

export const OrderRecord = record(
  {
    ...terms,
    ...listing,
    symbol: symbolName,
    avgprc: num,
    fillshares: units,
    remarks: text,
    exchordid: text,
    parentorderid: text,
    order_id: id,
    orderentrytime: text,
    exchconfrmtime: text,
    status: text,
    ordvaldate: text,
    rejreason: text,
  },
  orderAliases,
)
export type OrderRecord = z.infer<typeof OrderRecord>

export const PositionRecord = record({
  ...listing,
  exchange: text,
  product: text,
  symbol: symbolName,
  cfbuyqty: num,
  cfsellqty: num,
  bqty: num,
  sqty: num,
  netqty: num,
  cfbuyavgprc: num,
  cfsellavgprc: num,
  buyavgprc: num,
  sellavgprc: num,
  netbuyavgprc: num,
  netsellavgprc: num,
  netavgprc: num,
  netamt: num,
  ltp: num,
  bep: num,
  realisedprofitloss: num,
  unrealisedprofitloss: num,
  mtm: num,
})
export type PositionRecord = z.infer<typeof PositionRecord>

export const HoldingRecord = record({
  ...listing,
  exchange: text,
  symbol: symbolName,
  isin: text,
  product: text,
  coll_type: text,
  holdtype: text,
  holdqty: num,
  btst_qty: num,
  sellable_qty: num,
  coll_qty: num,
  average_price: num,
  ltp: num,
  invest_val: num,
  hld_val: num,
  PL: num,
})
export type HoldingRecord = z.infer<typeof HoldingRecord>

export const FundsRecord = record({
  bookedpnl: num,
  unbookedpnl: num,
  openingbalance: num,
  credits: num,
  payinamt: num,
  utilizedamount: num,
  payoutamt: num,
  varmargin: num,
  spanmargin: num,
  realisedmtom: num,
  unrealisedmtom: num,
  debits: num,
})
export type FundsRecord = z.infer<typeof FundsRecord>

export const ProfileRecord = record({
  client_id: text,
  name: text,
  email: text,
  phone: text,
  exarr: codes,
  prarr: codes,
})
export type ProfileRecord = z.infer<typeof ProfileRecord>

export const TradeRecord = record(
  {
    exchange: text,
    product: text,
    symbol: symbolName,
    pricetype: text,
    action: text,
    quantity: units,
    price: num,
    exchordid: text,
    order_id: text,
    exchtime: text,
  },
  orderAliases,
)
export type TradeRecord = z.infer<typeof TradeRecord>
