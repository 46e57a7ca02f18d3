import type { MarketData } from '../../../shared/market.ts'
import type { Exchange } from '../../../shared/service/words.ts'

type Hours = MarketData['exchanges'][Exchange]

/** A moment as the clocks in India show it. */
interface Moment {
  day: string
  isWeekend: boolean
  minute: number
}

const minuteLong = 60_000
const dayLong = 86_400_000
const istOffset = 5.5 * 3_600_000

export function momentInIndia(wall: number): Moment {
  const local = wall + istOffset
  const date = new Date(local)
  const weekday = date.getUTCDay()
  return {
    day: date.toISOString().slice(0, 10),
    isWeekend: weekday === 0 || weekday === 6,
    minute: Math.floor((((local % dayLong) + dayLong) % dayLong) / minuteLong),
  }
}

/** Why an order for this exchange asks first at this moment; null where it need not. */
export function hoursProblem(of: {
  market: MarketData
  /** Null where the service finds the contract: then any exchange of options may be meant. */
  exchange: Exchange | null
  isAmo: boolean
  now: Moment
}): string | null {
  const { market, exchange, isAmo, now } = of
  if (exchange === null) {
    const isOneOpen = withOptions.some((one) => isOpen(market.exchanges[one], now))
    return isOneOpen
      ? null
      : 'No exchange of options is open now: the order is sent all the same, and is likely refused.'
  }
  const hours = market.exchanges[exchange]
  return isAmo ? amoProblem(exchange, hours, now) : sessionProblem(exchange, hours, now)
}

const withOptions = ['NFO', 'BFO', 'MCX', 'CDS'] as const

function sessionProblem(exchange: Exchange, hours: Hours, now: Moment): string | null {
  if (isOpen(hours, now)) return null
  const why = hours.holidays.includes(now.day)
    ? 'has a holiday today'
    : now.isWeekend
      ? 'is closed at weekends'
      : `is closed at ${clock(now.minute)}: it trades ${spanText(sessionOf(hours, now.day))} IST`
  return `${exchange} ${why}. The order is sent all the same, and is likely refused.`
}

function amoProblem(exchange: Exchange, hours: Hours, now: Moment): string | null {
  if (isOpen(hours, now))
    return `${exchange} is open now: an after-market order would not trade in this session, or be refused.`
  const { afterMarket } = hours
  if (afterMarket === null)
    return `No hours for after-market orders are known of ${exchange}: it may refuse this one.`
  if (isWithin(afterMarket, now.minute)) return null
  return `${exchange} takes after-market orders from ${spanText(afterMarket)} IST, and it is ${clock(now.minute)}: it may refuse this one.`
}

const isOpen = (hours: Hours, { day, isWeekend, minute }: Moment): boolean =>
  !isWeekend && !hours.holidays.includes(day) && isWithin(sessionOf(hours, day), minute)

/** Days are written so that the later one is the greater text. */
const sessionOf = (hours: Hours, day: string): Span =>
  hours.seasons.find(({ from, to }) => from <= day && day <= to)?.session ?? hours.session

type Span = Hours['session']

/** A span that ends before it begins runs over midnight. */
function isWithin(span: Span, minute: number): boolean {
  const from = minuteOf(span.from)
  const to = minuteOf(span.to)
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const spanText = ({ from, to }: Span): string => `${from} to ${to}`

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
