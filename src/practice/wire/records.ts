import type { PracticeAccount, Holding } from '../market/account.ts'
import { confirmTime, entryTime, tradeTime } from '../market/clock.ts'
import type { Instrument } from '../market/instruments.ts'
import { type Order, type Trade, averageOf } from '../market/orders.ts'
import type { Position } from '../market/positions.ts'

// Records exactly as the service's document writes them, field names and their case included.

const money = (amount: number): number => Number(amount.toFixed(2))
const average = (amount: number): number => Number(amount.toFixed(4))

const traded = ({ exchange, symbol, token }: Instrument) => ({ exchange, symbol, token })
const identified = ({ exchange, token }: Instrument) => ({
  broker_exchange: exchange,
  broker_token: token,
})
const sized = ({ exchange, token, tick, lot }: Instrument) => ({
  tick_size: tick,
  lot_size: lot,
  ws_msg: { exchange, token },
})

export function orderRow(order: Order) {
  const { instrument, confirmedAt } = order
  return {
    ...traded(instrument),
    product: order.product,
    pricetype: order.pricetype,
    action: order.action,
    Ret: 'DAY',
    price: order.price,
    trigger_price: order.trigger,
    quantity: order.quantity,
    disclosed_quantity: order.disclosed,
    avgprc: average(averageOf(order)),
    fillshares: order.filled,
    // The real service does not echo the strategy here, so neither does this one.
    remarks: order.role === 'entry' ? '' : order.role,
    exchordid: order.exchangeId,
    parentorderid: order.parent,
    order_id: order.id,
    orderentrytime: entryTime(order.placedAt),
    exchconfrmtime: confirmedAt === 0 ? '' : confirmTime(confirmedAt),
    status: order.status,
    ordvaldate: '',
    rejreason: order.reason,
    ...identified(instrument),
    ...sized(instrument),
  }
}

/** Snapshots of one order, the latest first. */
export function historyRows(order: Order) {
  const { exchange, symbol } = order.instrument
  return order.history
    .map((snapshot) => ({
      exchange,
      symbol,
      product: order.product,
      pricetype: order.pricetype,
      action: order.action,
      ret: 'DAY',
      price: snapshot.price,
      trigger_price: snapshot.trigger,
      quantity: snapshot.quantity,
      disclosed_quantity: order.disclosed,
      avgprc: snapshot.filled === 0 ? '' : String(average(snapshot.average)),
      fillshares: snapshot.filled === 0 ? '' : String(snapshot.filled),
      orderusermessage: '',
      exchordid: snapshot.status === 'pending' ? '' : order.exchangeId,
      order_id: order.id,
      status: snapshot.status,
      rejreason: snapshot.reason,
      exchtimestamp: snapshot.status === 'pending' ? '' : confirmTime(snapshot.at),
    }))
    .toReversed()
}

export const tradeRow = (trade: Trade) => ({
  exchange: trade.exchange,
  product: trade.order.product,
  symbol: trade.symbol,
  pricetype: trade.order.pricetype,
  action: trade.order.action,
  quantity: trade.quantity,
  price: trade.price,
  exchordid: trade.order.exchangeId,
  order_id: trade.order.id,
  exchtime: tradeTime(trade.at),
})

export function positionRow(position: Position, account: PracticeAccount) {
  const { instrument, carried, carriedAverage, bought, sold } = position
  const figures = account.figuresOf(position)
  return {
    exchange: instrument.exchange,
    product: position.product,
    symbol: instrument.symbol,
    token: instrument.token,
    ...identified(instrument),
    cfbuyqty: Math.max(carried, 0),
    cfsellqty: Math.max(-carried, 0),
    bqty: bought,
    sqty: sold,
    netqty: figures.net,
    cfbuyavgprc: carried > 0 ? average(carriedAverage) : 0,
    cfsellavgprc: carried < 0 ? average(carriedAverage) : 0,
    buyavgprc: bought === 0 ? 0 : average(position.boughtValue / bought),
    sellavgprc: sold === 0 ? 0 : average(position.soldValue / sold),
    netbuyavgprc: average(figures.buyAverage),
    netsellavgprc: average(figures.sellAverage),
    netavgprc: average(figures.average),
    netamt: money(figures.amount),
    ltp: account.price(instrument),
    bep: average(figures.breakEven),
    realisedprofitloss: money(figures.realised),
    unrealisedprofitloss: money(figures.unrealised),
    mtm: money(figures.realised + figures.unrealised),
    ...sized(instrument),
  }
}

export function holdingRow(holding: Holding, account: PracticeAccount) {
  const { instrument, quantity } = holding
  const ltp = account.price(instrument)
  const invested = quantity * holding.average
  return {
    ...traded(instrument),
    isin: instrument.isin,
    product: 'CNC',
    coll_type: '',
    ...identified(instrument),
    holdtype: 'HLD',
    holdqty: quantity,
    btst_qty: 0,
    sellable_qty: Math.max(0, Math.min(quantity, account.sellable(instrument))),
    coll_qty: 0,
    average_price: average(holding.average),
    ltp,
    invest_val: money(invested),
    hld_val: money(quantity * ltp),
    PL: money(quantity * ltp - invested),
    ...sized(instrument),
  }
}

/** Free funds follow as openingbalance + credits + bookedpnl − utilizedamount. */
export function fundsRow(account: PracticeAccount) {
  const { realised, unrealised, derivatives, margin, delivered } = account.totals()
  return {
    bookedpnl: money(realised),
    unbookedpnl: money(unrealised),
    openingbalance: money(account.cash),
    credits: money(delivered),
    payinamt: 0,
    utilizedamount: money(margin),
    payoutamt: 0,
    varmargin: money(margin - derivatives.margin),
    spanmargin: money(derivatives.margin),
    realisedmtom: money(derivatives.realised),
    unrealisedmtom: money(derivatives.unrealised),
    debits: 0,
  }
}

const people: Readonly<Record<string, { name: string; email: string; phone: string }>> = {
  'practice-1': { name: 'Asha Practice', email: 'asha@practice.example', phone: '' },
  'practice-2': { name: 'Ravi Practice', email: 'ravi@practice.example', phone: '' },
}

export const profileRow = ({ client, broker }: PracticeAccount) => ({
  client_id: `${broker}${client.slice(-1).padStart(4, '0')}`,
  name: '',
  email: '',
  phone: '',
  ...people[client],
  exarr: ['NSE', 'BSE', 'NFO', 'BFO', 'CDS', 'MCX'],
  prarr: ['CNC', 'NRML', 'MIS', 'BO', 'CO'],
})

export const instrumentRow = (instrument: Instrument, ltp: number) => ({
  ...traded(instrument),
  kind: instrument.kind,
  tick_size: instrument.tick,
  lot_size: instrument.lot,
  ltp,
  ...(instrument.contract && {
    underlying: instrument.contract.underlying,
    expiry: instrument.contract.expiry,
    ...(instrument.contract.option && {
      strike: instrument.contract.option.strike,
      option_type: instrument.contract.option.type,
    }),
  }),
})
