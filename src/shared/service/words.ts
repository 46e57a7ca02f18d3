import * as z from 'zod'
import { readingOnce } from '../core/reading-once.ts'

/** The vocabulary of requests. The service's document gives only samples; these are the words its brokers are known to take. */
export const Exchange = z.enum(['NSE', 'BSE', 'NFO', 'BFO', 'MCX', 'CDS'])
export type Exchange = z.infer<typeof Exchange>

export const Action = z.enum(['BUY', 'SELL'])
export type Action = z.infer<typeof Action>

/** Exchanges of futures and options that orders can name. */
export const derivativeExchanges = ['NFO', 'BFO', 'MCX', 'CDS'] as const satisfies Exchange[]

const unitExchanges: ReadonlySet<string> = new Set(['NSE', 'BSE', 'NFO', 'BFO'])

/** Whether quantities of an exchange are units at every broker; elsewhere some brokers count lots. */
export const countsUnits = (exchange: string | null | undefined): boolean =>
  unitExchanges.has(exchange?.trim().toUpperCase() ?? '')

export const Product = z.enum(['CNC', 'MIS', 'NRML', 'BO', 'CO'])
export type Product = z.infer<typeof Product>

export const PriceType = z.enum(['MARKET', 'LIMIT', 'SL', 'SL-M'])
export type PriceType = z.infer<typeof PriceType>

/** Brokers write a word in any case, and with marks between its letters. */
export const lettersOf = (text: string | null | undefined): string =>
  (text ?? '').toUpperCase().replaceAll(/[^A-Z]/g, '')

const spellings = <Word>(words: readonly [Word, ...string[]][]) => {
  const known = new Map(words.flatMap(([word, ...spelt]) => spelt.map((one) => [one, word])))
  const read = readingOnce((word: string) => known.get(lettersOf(word)))
  return (word: unknown): Word | undefined => (typeof word === 'string' ? read(word) : undefined)
}

/** The segment that some brokers name by its exchange; undefined for all others. */
const segmentOfWord = spellings<Exchange>([
  ['NFO', 'NSEFO', 'NSEFNO'],
  ['BFO', 'BSEFO', 'BSEFNO'],
  ['CDS', 'NCDFO', 'NSECD', 'NSECURRENCY'],
])

/** Whether two words may be of one exchange: NSE is NSE_EQ and NSECM elsewhere. */
export function mayBeExchange(one: string, other: string): boolean {
  const [first, second] = [one, other].map((word) => segmentOfWord(word) ?? lettersOf(word))
  return first!.startsWith(second!) || second!.startsWith(first!)
}

/** The side that a broker's word means; undefined where it means none that we know. */
export const sideOfWord = spellings<Action>([
  ['BUY', 'BUY', 'B'],
  ['SELL', 'SELL', 'S'],
])

/** The product that a broker's word means; undefined where it means none that we know. */
export const productOfWord = spellings<Product>([
  ['CNC', 'CNC', 'C', 'DELIVERY'],
  ['MIS', 'MIS', 'I', 'INTRADAY', 'INTRA'],
  ['NRML', 'NRML', 'M', 'NORMAL', 'CARRYFORWARD'],
  ['BO', 'BO', 'B', 'BRACKET'],
  ['CO', 'CO', 'H', 'COVER'],
])

/** The price type that a broker's word means; undefined where it means none that we know. */
export const priceTypeOfWord = spellings<PriceType>([
  ['MARKET', 'MARKET', 'MKT'],
  ['LIMIT', 'LIMIT', 'LMT', 'L'],
  ['SL', 'SL', 'SLL', 'SLLMT', 'SLLIMIT', 'STOPLIMIT', 'STOPLOSSLIMIT'],
  ['SL-M', 'SLM', 'SLMKT', 'SLMARKET', 'STOPMARKET', 'STOPLOSSMARKET'],
])

export const OptionType = z.enum(['CE', 'PE'])
export type OptionType = z.infer<typeof OptionType>

export const YesNo = z.enum(['YES', 'NO'])

/** What an order's status word means to us. `unknown` counts as not finished. */
export type OrderState =
  | 'open'
  | 'pending'
  | 'partly-filled'
  | 'complete'
  | 'rejected'
  | 'cancelled'
  | 'unknown'

const stateWords: Readonly<Record<string, OrderState>> = {
  open: 'open',
  modified: 'open',
  working: 'open',
  active: 'open',
  pending: 'pending',
  transit: 'pending',
  queued: 'pending',
  partlyfilled: 'partly-filled',
  partiallyfilled: 'partly-filled',
  partialfill: 'partly-filled',
  partfilled: 'partly-filled',
  partial: 'partly-filled',
  partiallyexecuted: 'partly-filled',
  parttraded: 'partly-filled',
  partlytraded: 'partly-filled',
  partiallytraded: 'partly-filled',
  partexecuted: 'partly-filled',
  partlyexecuted: 'partly-filled',
  complete: 'complete',
  completed: 'complete',
  filled: 'complete',
  fullyfilled: 'complete',
  executed: 'complete',
  fullyexecuted: 'complete',
  traded: 'complete',
  fullytraded: 'complete',
  tradeconfirmed: 'complete',
  rejected: 'rejected',
  reject: 'rejected',
  rej: 'rejected',
  failed: 'rejected',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  cancelledamo: 'cancelled',
  amocancelled: 'cancelled',
  cancelconfirmed: 'cancelled',
  rejectedamo: 'rejected',
  amorejected: 'rejected',
  expired: 'cancelled',
  lapsed: 'cancelled',
}

/** Words that say complete where all of the order is filled, and nothing where it is not. */
const filledWords: ReadonlySet<string> = new Set(['SUCCESSFUL', 'DELIVERYAWAITED'])

/** Who or what it was, beside a state: these words do not change it. */
const besideState = new Set(
  'o by at from of the after market order orders amo exch exchange broker rms oms user client admin system auto eod ioc nse bse nfo bfo mcx cds'.split(
    ' ',
  ),
)

/** What nobody here reads may say the opposite of the word beside it. */
const inOtherLetters = /[^\p{Script=Latin}\P{L}]/u

/** A status word by itself. They vary in case, spelling and separators with the broker behind the service. */
const stateOfWord = readingOnce((status: string): OrderState => {
  if (inOtherLetters.test(status)) return 'unknown'
  const tokens = status.toLowerCase().split(/[^a-z]+/)
  const known = stateNamed(tokens.join('')) ?? stateNamed(tokens.filter(isOfState).join(''))
  return known ?? 'unknown'
})

const isOfState = (token: string): boolean => !besideState.has(token)

function stateNamed(bare: string): OrderState | undefined {
  if (Object.hasOwn(stateWords, bare)) return stateWords[bare]
  // Whatever it is that is pending or was received, its end is not yet known.
  return /(pending|received)$/.test(bare) ? 'pending' : undefined
}

/**
 * Whether a status word says that an order waits at its broker for the next day of trading, or did:
 * brokers write it beside whatever else they say of it.
 */
export function isAfterMarketWord(status: unknown): boolean {
  if (typeof status !== 'string') return false
  const tokens = ` ${status
    .toLowerCase()
    .split(/[^a-z]+/)
    .join(' ')} `
  return / (amo|after ?market( ?orders?)?) /.test(tokens)
}

/** How much of an order is filled, as far as figures show it. */
type Fill = 'none' | 'part' | 'whole' | 'unclear' | 'unsaid'

const fillOf = (filled: unknown, quantity: unknown): Fill => {
  if (typeof filled !== 'number' || typeof quantity !== 'number' || !(quantity > 0)) return 'unsaid'
  if (filled >= quantity) return 'whole'
  return filled > 0 ? 'part' : 'none'
}

/** `Traded 50/100`, `EXECUTED (5/10)`, `Filled 0`: figures that a status word carries. */
function fillSaid(status: string, quantity: unknown): Fill {
  const said = figuresSaid(status)
  if (typeof said === 'string') return said
  if ('of' in said) return fillOf(said.filled, said.of)
  const fill = fillOf(said.filled, quantity)
  return fill === 'unsaid' ? 'unclear' : fill
}

/** The figures by themselves; a word that carries none, or too many to tell, says so. */
const figuresSaid = readingOnce(
  (status: string): 'unsaid' | 'unclear' | { filled: number; of?: number } => {
    const text = status.replaceAll(/(?<=\d),(?=\d)/g, '')
    const share = /(?<!\d)(\d+(?:\.\d+)?)\s*(?:\/|of)\s*(\d+(?:\.\d+)?)/i.exec(text)
    if (share !== null) return { filled: Number(share[1]), of: Number(share[2]) }
    const figures = text.match(/\d+(?:\.\d+)?/g)
    if (figures === null) return 'unsaid'
    return figures.length === 1 ? { filled: Number(figures[0]) } : 'unclear'
  },
)

/**
 * Units that a status word says were filled: `Traded 50/100`, and `Cancelled 25/50` of an order that
 * ended with half of it. Null where it says nothing of this quantity; of a cancelled order a figure
 * by itself may be what was cancelled, and so is all of it.
 */
export function unitsSaid({ status, quantity }: StandingOrder): number | null {
  if (typeof status !== 'string' || typeof quantity !== 'number') return null
  const said = figuresSaid(status)
  if (typeof said === 'string' || said.filled > quantity) return null
  const word = stateOfWord(status)
  const isOfFills = word === 'complete' || word === 'partly-filled'
  const isOfRest = (word === 'cancelled' || word === 'rejected') && said.filled < quantity
  const isShare = said.of === quantity && (isOfFills || isOfRest)
  return isShare || (isOfFills && said.of === undefined) ? said.filled : null
}

/** What of a row says how its order stands. */
interface StandingOrder {
  status?: unknown
  quantity?: unknown
  fillshares?: unknown
}

/**
 * How an order stands. Figures overrule words where they say that more may come: what is filled in
 * part is not complete, whatever it is called. What is called open is not finished, whatever is
 * filled of it. Words that nobody knows stay unknown, which counts as not finished.
 */
export function stateOfOrder({ status, quantity, fillshares }: StandingOrder): OrderState {
  if (typeof status !== 'string') return 'unknown'
  const word = stateOfWord(status)
  const fill = fillOf(fillshares, quantity)
  switch (word) {
    case 'complete': {
      const said = fillSaid(status, quantity)
      const fills = fill === 'unsaid' || said === 'part' || said === 'none' ? [fill, said] : [fill]
      if (fills.includes('part')) return 'partly-filled'
      return fills.includes('none') || fills.includes('unclear') ? 'unknown' : 'complete'
    }
    // The quantity may be what is left of it, as at brokers that count it down.
    case 'open':
    case 'partly-filled':
      return fill === 'whole' ? 'partly-filled' : word
    // A change of the order may be pending, and a cancelled one may have been filled in part.
    case 'pending':
    case 'rejected':
    case 'cancelled':
      return word
    case 'unknown':
      return fill === 'whole' && filledWords.has(lettersOf(status)) ? 'complete' : word
  }
}

export const isFinished = (state: OrderState): boolean =>
  state === 'complete' || state === 'rejected' || state === 'cancelled'
