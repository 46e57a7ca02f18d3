/** A position as its book tells it. */
export interface Holding {
  symbol: string
  product: string
  net: number
}

/** One answer as it travels. */
export interface Answer {
  status: number
  bytes: Buffer
  /** Orders that it shows, by their bare ids, where it is all of a book. */
  shows?: readonly string[]
  /** What it says of positions, where it is all of a book of them. */
  holds?: readonly Holding[]
  /** What it says is there to trade with. */
  funds?: number
  /** Whether it says that it is a part of an order book. */
  isPart?: boolean
  /** It is an order book as it was before, which may leave out what no answer has shown yet. */
  isOfBefore?: boolean
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  bytes: Buffer.from(JSON.stringify(value)),
})

export const success = (data: unknown) => ({ status: 'success', data })

export const failure = (words: string, beside: object = {}) => ({
  status: 'error',
  error_msg: words,
  error_type: 'E',
  ...beside,
})

/** What nobody can read. */
export const garbled = (answer: Answer): Answer => ({
  ...answer,
  bytes: answer.bytes.subarray(0, Math.floor(answer.bytes.length / 2)),
})

export const page = (status: number): Answer => ({
  status,
  bytes: Buffer.from('<html><h1>Bad gateway</h1></html>'),
})
