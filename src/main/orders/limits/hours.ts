import {
  type ExchangeHours,
  isMarketOpen,
  isTradingDay,
  isWithin,
  type IndianMoment,
  sessionOf,
} from '../../../shared/market/market-hours.ts'
import type { ExchangeRules } from '../../../shared/market/exchange-rules.ts'
import { type Exchange, derivativeExchanges } from '../../../shared/service/words.ts'

/** Why an order for this exchange asks first at this moment; null where it need not. */
export function hoursProblem(of: {
  market: ExchangeRules
  /** Null where the service finds the contract: then any exchange of options may be meant. */
  exchange: Exchange | null
  isAmo: boolean
  now: IndianMoment
}): string | null {
  const { market, exchange, isAmo, now } = of
  if (exchange === null) {
    const isOneOpen = derivativeExchanges.some((one) => isMarketOpen(market.exchanges[one], now))
    return isOneOpen
      ? null
      : 'No exchange of options is open now: the order is sent all the same, and is likely refused.'
  }
  const hours = market.exchanges[exchange]
  return isAmo ? amoProblem(exchange, hours, now) : sessionProblem(exchange, hours, now)
}

function sessionProblem(
  exchange: Exchange,
  hours: ExchangeHours,
  now: IndianMoment,
): string | null {
  if (isMarketOpen(hours, now)) return null
  return `${exchange} ${whyClosed(hours, now)}. The order is sent all the same, and is likely refused.`
}

function whyClosed(hours: ExchangeHours, now: IndianMoment): string {
  if (isTradingDay(hours, now))
    return `is closed at ${clock(now.minute)}: it trades ${spanText(sessionOf(hours, now.day))} IST`
  return hours.holidays.includes(now.day) ? 'has a holiday today' : 'is closed at weekends'
}

function amoProblem(exchange: Exchange, hours: ExchangeHours, now: IndianMoment): string | null {
  if (isMarketOpen(hours, now))
    return `${exchange} is open now: an after-market order would not trade in this session, or be refused.`
  const { afterMarket } = hours
  if (afterMarket === null)
    return `No hours for after-market orders are known of ${exchange}: it may refuse this one.`
  if (isWithin(afterMarket, now.minute)) return null
  return `${exchange} takes after-market orders from ${spanText(afterMarket)} IST, and it is ${clock(now.minute)}: it may refuse this one.`
}

const spanText = ({ from, to }: ExchangeHours['session']): string => `${from} to ${to}`

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
