import { type RefusalCode, refusalOf } from '../service/refusal-words.ts'

/** What a refusal comes down to, and the way out, where its words are recognisable. */
export interface PlainReason {
  means: string
  todo: string
}

/** Of a no that is not about the order. */
const ofGates: Readonly<Record<Exclude<RefusalCode, 'refused'>, PlainReason>> = {
  'rate-limited': {
    means: 'The service was asked too often.',
    todo: 'Wait a moment and send it again.',
  },
  'address-refused': {
    means: 'The broker takes no orders from the address of this machine.',
    todo: 'Register it at the broker.',
  },
  'bad-keys': {
    means: 'The broker does not accept the keys or the login of this account any more.',
    todo: 'Log in at the broker anew, or give the account its new keys.',
  },
}

// The first that fits is taken: what is narrower stands before what is wider.
const reasons: readonly (PlainReason & { words: RegExp })[] = [
  {
    words: /freeze|max(imum)?\W+(order\W+)?(qty|quantity)|quantity.{0,60}(limit|exceed)/i,
    means: 'The order is larger than the exchange takes in one.',
    todo: 'See in the order book whether the broker split it by itself: orders like it that were not placed from here. If it did not, split it into slices and send it again.',
  },
  {
    words: /too many.{0,30}\borders\b/i,
    means: 'More orders are open than the broker allows.',
    todo: 'Cancel what need not work, and send it again.',
  },
  {
    words: /lot\b|multiple of/i,
    means: 'The quantity or a price does not fit the lot or the tick.',
    todo: 'Correct it and send it again.',
  },
  {
    words: /tick/i,
    means: 'A price does not fit the tick.',
    todo: 'Correct it and send it again.',
  },
  {
    words:
      /circuit|price\W*(band|range)|band|dpr|lpp|execution range|lower.{0,40}limit.{0,40}upper|out(side)? of range/i,
    means: 'The price is outside the range that the exchange allows today.',
    todo: 'Choose a price inside the range.',
  },
  {
    words: /margin|fund|insufficient (balance|cash)|shortfall|(credit|exposure|trading) limit/i,
    means: 'There is not enough money or margin in the account.',
    todo: 'Lower the quantity, free margin, or add funds.',
  },
  {
    words: /holding|edis|cdsl|tpin|poa|authori[sz]/i,
    means: 'The shares are not there to sell, or selling them was not authorised today.',
    todo: 'Check the holdings, and authorise the sale at the broker.',
  },
  {
    words:
      /market\W+(is\W+)?(closed|not open)|closed|after.?market|\bamo\b|(trading|market) session|trading hours/i,
    means: 'The market is closed for this order.',
    todo: 'Send it in market hours, or as an after-market order.',
  },
  {
    words: /symbol|scrip|instrument|contract|no such token|unknown token/i,
    means: 'The broker does not know or does not trade this symbol.',
    todo: 'Check the symbol as this broker writes it.',
  },
  {
    words: /\bban\b|banned|asm\b|gsm\b|t2t|trade.?to.?trade|surveillance/i,
    means: 'The exchange restricts trading in this symbol.',
    todo: 'Only orders that close a position may be possible.',
  },
  {
    words: /\brms\b|block|risk|not (allowed|permitted|enabled)|disabled|restricted/i,
    means: 'The broker’s risk rules do not allow this order.',
    todo: 'Ask the broker what blocks it.',
  },
]

/** Undefined where a reason is in words that nobody knows: it is shown as it came. */
export function plainReason(reason: string | null): PlainReason | undefined {
  if (reason === null) return undefined
  const gate = refusalOf(200, reason)
  return gate === 'refused' ? plainRejection(reason) : ofGates[gate]
}

/** Of an order that the broker had taken, so that no gate had kept it out, whatever its words sound like. */
export function plainRejection(reason: string | null): PlainReason | undefined {
  if (reason === null) return undefined
  const found = reasons.find(({ words }) => words.test(reason))
  return found && { means: found.means, todo: found.todo }
}
