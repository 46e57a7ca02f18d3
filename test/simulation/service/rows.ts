import { confirmTime, entryTime, tradeTime } from '../../../src/practice/market/clock.ts'
import type { BrokerAccount } from './broker-account.ts'
import type { LeftOutOfBook } from './left-out.ts'
import type { BrokerOrder } from './orders.ts'

type Words = (order: BrokerOrder, at: number) => string

/** An id as the books write it; answers write it in other ways, too. */
export const bookIdOf = (id: string): string => `00${id}`

const parentOf = ({ parent }: BrokerOrder): string => (parent === null ? '' : bookIdOf(parent.id))

/** The rows of a login's books as they were at a moment. */
export const orderRowsAt = (
  account: BrokerAccount,
  at: number,
  { words, left }: { words: Words; left: LeftOutOfBook },
) =>
  account.orders.flatMap((order) => {
    const chapter = order.at(at)
    if (chapter === undefined || left.hasGone(order, at)) return []
    const { exchange, symbol, token, tick, lot } = order.instrument
    return [
      {
        ...{ exchange, symbol, token, product: order.product, pricetype: order.pricetype },
        ...{ action: order.side, Ret: 'DAY', price: order.price, trigger_price: order.trigger },
        ...{ quantity: order.quantity, disclosed_quantity: 0 },
        avgprc: chapter.filled > 0 ? order.price || order.instrument.price : 0,
        fillshares: chapter.filled,
        ...{ remarks: '', exchordid: `X${order.id}`, parentorderid: parentOf(order) },
        order_id: bookIdOf(order.id),
        orderentrytime: entryTime(order.enteredAt),
        exchconfrmtime: confirmTime(order.enteredAt),
        status: words(order, at),
        ordvaldate: '',
        rejreason: chapter.standing === 'rejected' ? 'RMS:Margin Exceeds' : '',
        ...{ broker_exchange: exchange, broker_token: token, tick_size: tick, lot_size: lot },
        ws_msg: { exchange, token },
      },
    ]
  })

/** Each fill of a login as it was told at a moment. */
export const tradeRowsAt = (account: BrokerAccount, at: number) =>
  account.orders.flatMap((order) => {
    const { exchange, symbol } = order.instrument
    const steps = order.moments.filter((moment) => moment <= at)
    return steps.flatMap((moment, step) => {
      const before = step === 0 ? 0 : order.at(steps[step - 1]!)!.filled
      const quantity = order.at(moment)!.filled - before
      if (quantity === 0) return []
      return [
        {
          ...{ exchange, symbol, product: order.product, pricetype: order.pricetype },
          ...{ action: order.side, quantity, price: order.price || order.instrument.price },
          ...{ exchordid: `X${order.id}`, order_id: bookIdOf(order.id) },
          exchtime: tradeTime(order.enteredAt + moment - order.placedAt),
        },
      ]
    })
  })

export const positionRowsAt = (account: BrokerAccount, at: number) =>
  account.holdings(at).map(({ instrument, product, net, carried, bought, sold }) => {
    const { exchange, symbol, token, tick, lot, price } = instrument
    const average = price
    return {
      ...{ exchange, product, symbol, token, broker_exchange: exchange, broker_token: token },
      ...{ cfbuyqty: Math.max(carried, 0), cfsellqty: Math.max(-carried, 0) },
      ...{ bqty: bought, sqty: sold, netqty: net },
      ...{ cfbuyavgprc: carried > 0 ? average : 0, cfsellavgprc: carried < 0 ? average : 0 },
      ...{ buyavgprc: average, sellavgprc: average },
      ...{ netbuyavgprc: average, netsellavgprc: average, netavgprc: average },
      ...{ netamt: -net * average, ltp: price, bep: average },
      ...{ realisedprofitloss: 0, unrealisedprofitloss: 0, mtm: 0, tick_size: tick, lot_size: lot },
      ws_msg: { exchange, token },
    }
  })

/** Enough for whatever is ordered. */
export const amplyFunded = 5_000_000

export const fundsRowOf = (openingbalance: number) => ({
  ...{ bookedpnl: 0, unbookedpnl: 0, openingbalance, credits: 0, payinamt: 0 },
  ...{ utilizedamount: 0, payoutamt: 0, varmargin: 0, spanmargin: 0, realisedmtom: 0 },
  ...{ unrealisedmtom: 0, debits: 0 },
})

/** Funds that come and go within half a minute, of each login at other times. */
export function fundsAt(login: string, at: number): number {
  const phase = [...login].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  return Math.round(5000 + 145_000 * Math.abs(Math.sin(at / 9000 + phase)))
}

export const profileRow = (client: string) => ({
  ...{ client_id: client, name: '', email: '', phone: '' },
  exarr: ['NSE', 'NFO'],
  prarr: ['CNC', 'NRML', 'MIS', 'BO', 'CO'],
})
