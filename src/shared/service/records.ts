import * as z from 'zod'

/** Ways in which the service says 'none'. None is null in our records, never 0. */
const noneWords = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', 'nil', '-', '--'])
const isNone = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && noneWords.has(value.trim().toLowerCase()))

const numeric = /^[+-]?(\d[\d,]*\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

function toNumber(value: unknown): number | null | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (isNone(value)) return null
  if (typeof value !== 'string') return undefined
  const bare = value.trim()
  if (!numeric.test(bare)) return undefined
  const number = Number(bare.replaceAll(',', ''))
  return Number.isFinite(number) ? number : undefined
}

const num = z.unknown().transform((value, context): number | null => {
  const number = toNumber(value)
  if (number !== undefined) return number
  context.addIssue({ code: 'custom', message: 'is not a number' })
  return z.NEVER
})

function toText(value: unknown): string | null | undefined {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

const text = z.unknown().transform((value, context): string | null => {
  const said = toText(value)
  if (said !== undefined) return said
  context.addIssue({ code: 'custom', message: 'is not text' })
  return z.NEVER
})

/** Identity: a record without it cannot be told from another. */
const id = z.unknown().transform((value, context): string => {
  const said = toText(value)
  if (typeof said === 'string' && said !== '') return said
  context.addIssue({ code: 'custom', message: 'is missing' })
  return z.NEVER
})

const codes = z.unknown().transform((value): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [])
    .filter((code): code is string => typeof code === 'string')
    .map((code) => code.trim())
    .filter((code) => code !== ''),
)

const feed = z
  .unknown()
  .transform((value): { exchange?: string; token?: string } | null =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null,
  )

/**
 * A record of the service: known fields read, unknown ones kept. The case of field names differs
 * between operations, so a known field that is missing is looked up by its folded name.
 */
function record<Shape extends z.ZodRawShape>(shape: Shape, aliases: Record<string, string> = {}) {
  const byFoldedName = new Map<string, string>()
  for (const name of Object.keys(shape)) byFoldedName.set(name.toLowerCase(), name)
  for (const [alias, name] of Object.entries(aliases)) byFoldedName.set(alias, name)

  const rename = (raw: unknown): unknown => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
    const named: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(raw)) {
      if (name === '__proto__') continue // assigning it would not make a field
      const known = Object.hasOwn(shape, name) ? name : byFoldedName.get(name.toLowerCase())
      if (known === undefined) named[name] = value
      else if (known === name || !Object.hasOwn(raw, known)) named[known] = value
    }
    for (const name of Object.keys(shape)) named[name] ??= null
    return named
  }
  return z.preprocess(rename, z.looseObject(shape))
}

export const PlacementResult = record(
  { broker: text, orderid: id },
  { order_id: 'orderid', orderno: 'orderid' },
)
export type PlacementResult = z.infer<typeof PlacementResult>

export const CancelResult = record({ orderid: id }, { order_id: 'orderid' })
export type CancelResult = z.infer<typeof CancelResult>

export const CloseResult = record({ symbol: id, status: text })
export type CloseResult = z.infer<typeof CloseResult>

const orderAliases = { orderid: 'order_id', orderno: 'order_id' }

export const HistoryRecord = record(
  {
    exchange: text,
    symbol: text,
    product: text,
    pricetype: text,
    action: text,
    ret: text,
    price: num,
    trigger_price: num,
    quantity: num,
    disclosed_quantity: num,
    avgprc: num,
    fillshares: num,
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
    exchange: text,
    token: text,
    symbol: id,
    product: text,
    pricetype: text,
    action: text,
    ret: text,
    price: num,
    trigger_price: num,
    quantity: num,
    disclosed_quantity: num,
    avgprc: num,
    fillshares: num,
    remarks: text,
    exchordid: text,
    parentorderid: text,
    order_id: id,
    orderentrytime: text,
    exchconfrmtime: text,
    status: text,
    ordvaldate: text,
    rejreason: text,
    broker_exchange: text,
    broker_token: text,
    tick_size: num,
    lot_size: num,
    ws_msg: feed,
  },
  orderAliases,
)
export type OrderRecord = z.infer<typeof OrderRecord>

export const PositionRecord = record({
  exchange: text,
  product: text,
  symbol: id,
  token: text,
  broker_exchange: text,
  broker_token: text,
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
  tick_size: num,
  lot_size: num,
  ws_msg: feed,
})
export type PositionRecord = z.infer<typeof PositionRecord>

export const HoldingRecord = record({
  exchange: text,
  token: text,
  symbol: id,
  isin: text,
  product: text,
  coll_type: text,
  broker_exchange: text,
  broker_token: text,
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
  tick_size: num,
  lot_size: num,
  ws_msg: feed,
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
    symbol: id,
    pricetype: text,
    action: text,
    quantity: num,
    price: num,
    exchordid: text,
    order_id: text,
    exchtime: text,
  },
  orderAliases,
)
export type TradeRecord = z.infer<typeof TradeRecord>
