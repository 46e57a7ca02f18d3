import { PositionRecord } from '../../../../src/shared/service/records.ts'

/** A position as the service writes it: flat and empty, but for what is told. */
export const position = (more: Partial<Record<string, unknown>> = {}): PositionRecord =>
  PositionRecord.parse({
    exchange: 'NSE',
    product: 'MIS',
    symbol: 'INFY-EQ',
    cfbuyqty: 0,
    cfsellqty: 0,
    bqty: 0,
    sqty: 0,
    netqty: 0,
    cfbuyavgprc: 0,
    cfsellavgprc: 0,
    buyavgprc: 0,
    sellavgprc: 0,
    netbuyavgprc: 0,
    netsellavgprc: 0,
    netavgprc: 0,
    netamt: 0,
    ltp: 100,
    realisedprofitloss: 0,
    unrealisedprofitloss: 0,
    lot_size: 1,
    ...more,
  })

export interface Trade {
  units: number
  price: number
}

/** A position of trades, signed, with averages rounded as some broker rounds them. */
export function traded(of: {
  carried: Trade | null
  trades: readonly Trade[]
  ltp: number
  decimals: number
  multiplier?: number
  exchange?: string
}): PositionRecord {
  const { carried, trades, ltp, decimals, multiplier = 1, exchange = 'NSE' } = of
  const rounded = (value: number): number => Number(value.toFixed(decimals))
  const sideOf = (sign: 1 | -1, some: readonly Trade[]) => {
    const these = some.filter(({ units }) => Math.sign(units) === sign)
    const units = these.reduce((sum, trade) => sum + Math.abs(trade.units), 0)
    const value = these.reduce((sum, trade) => sum + Math.abs(trade.units) * trade.price, 0)
    return { units, average: units === 0 ? 0 : rounded(value / units), value }
  }
  const all = carried === null ? trades : [carried, ...trades]
  const brought = carried === null ? [] : [carried]
  const [bought, sold] = [sideOf(1, trades), sideOf(-1, trades)]
  const [carriedIn, carriedOut] = [sideOf(1, brought), sideOf(-1, brought)]
  const [buys, sells] = [sideOf(1, all), sideOf(-1, all)]
  const net = buys.units - sells.units
  return position({
    exchange,
    cfbuyqty: carriedIn.units,
    cfsellqty: carriedOut.units,
    cfbuyavgprc: carriedIn.average,
    cfsellavgprc: carriedOut.average,
    bqty: bought.units,
    sqty: sold.units,
    buyavgprc: bought.average,
    sellavgprc: sold.average,
    netqty: net,
    netbuyavgprc: buys.average,
    netsellavgprc: sells.average,
    netavgprc: net > 0 ? buys.average : net < 0 ? sells.average : 0,
    netamt: Number((multiplier * (sells.value - buys.value)).toFixed(2)),
    ltp,
  })
}
