/** What becomes of a request that places orders, and of its answer. */
export const placementFates = {
  accepted: 55,
  /** In words that are known to be final, and it is. */
  refused: 5,
  /** In words that nobody knows, and nothing was placed. */
  'unclear no': 4,
  /** In words that nobody knows, and all was placed. */
  'no that was a yes': 6,
  /** In words that nobody knows, and all was placed, though sold where it was to be bought. */
  'no, and the other side': 3,
  /** All is placed, and another order is named, which a book had shown before. */
  'a number of before': 3,
  'error with an id': 2,
  'one error for several': 8,
  'success without an id': 2,
  /** Each order for itself, and of a split one some slices alone. */
  'some refused': 5,
  /** Some are refused, and each is told what became of the next one. */
  'results in turn': 3,
  'too few results': 2,
  'not connected': 4,
  'lost before': 4,
  'lost after': 5,
  late: 5,
  hangs: 3,
  garbled: 2,
  'HTTP 502 after': 2,
  'HTTP 500 before': 2,
} as const
export type PlacementFate = keyof typeof placementFates

export const exitFates = {
  done: 70,
  refused: 4,
  'not connected': 4,
  'lost before': 6,
  'lost after': 8,
  late: 2,
  garbled: 4,
  'HTTP 502 after': 4,
} as const
export type ExitFate = keyof typeof exitFates

/** What becomes of a read of a book. */
export const readFates = {
  whole: 80,
  'not connected': 3,
  error: 2,
  'HTTP 503': 2,
  garbled: 1,
  hangs: 1,
  'a page of it': 3,
  'HTTP 206': 2,
  'net and day': 3,
  empty: 7,
  /** The orders as they were a while ago, without what came since, though it was shown. */
  'of before': 2,
  'a row without an id': 1,
} as const
export type ReadFate = keyof typeof readFates

/** Words of a no that leave no doubt, as brokers write them. */
export const finalNoes = [
  'RMS:Margin Exceeds,Required:120000, Available:5000',
  'Insufficient funds. Required margin is 120000',
  'Price is outside the circuit limits',
] as const

/** Words of a no that nobody has to believe. */
export const unclearNoes = [
  'Expecting value: line 1 column 1 (char 0)',
  "'NoneType' object is not subscriptable",
  'Something went wrong',
  'Unknown error',
  'Order status unknown',
  'Order placed but confirmation pending',
  'Duplicate request',
  '',
] as const

/** Words for one standing, among them some that nobody has seen before; F of Q units are filled. */
export const statusWords = {
  pending: ['pending', 'validation pending', 'put order req received'],
  open: ['open', 'OPEN', 'open pending', 'trigger pending', 'zustellung läuft'],
  'partly filled': ['open', 'partially filled', 'PART_TRADED', 'Traded F/Q', 'complete'],
  complete: ['complete', 'COMPLETE', 'Filled', 'Traded F/Q', 'EXECUTED (F/Q)'],
  rejected: ['rejected', 'REJECTED', 'Rejected By Exch', 'REJ'],
  cancelled: ['cancelled', 'CANCELLED', 'cancelled after market order', 'REJECTED AMO'],
} as const

/** What some brokers call an order that works, in words that nobody here knows; others have none for it. */
export const ownWords = {
  open: ['zustellung läuft', 'LIVE', 'Sent To Exchange', 'confirmed', ''],
  'partly filled': ['zustellung läuft', 'LIVE (F)', 'Sent To Exchange', 'confirmed F/Q', ''],
} as const
