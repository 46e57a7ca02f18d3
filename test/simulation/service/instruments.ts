export interface Instrument {
  exchange: string
  symbol: string
  token: string
  tick: number
  lot: number
  price: number
}

/** Few, so that orders meet others that look like them. */
export const instruments: readonly Instrument[] = [
  { exchange: 'NSE', symbol: 'INFY-EQ', token: '1594', tick: 0.05, lot: 1, price: 1500 },
  { exchange: 'NSE', symbol: 'SBIN-EQ', token: '3045', tick: 0.05, lot: 1, price: 850 },
  { exchange: 'NFO', symbol: 'NIFTY24NOV26C26000', token: '41', tick: 0.05, lot: 65, price: 120 },
]

/** The option that an underlying's ticket finds. */
export const option = instruments[2]!

export const instrumentOf = (symbol: string): Instrument | undefined =>
  instruments.find((one) => one.symbol === symbol)
