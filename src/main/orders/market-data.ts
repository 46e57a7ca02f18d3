import type { MarketData } from '../../shared/market.ts'

/** The exchanges' data: a person's own file in the data folder, or else what ships with the program. */
export function openMarketData(_dataDir: string): { market: MarketData; problem: string | null } {
  const hours = {
    session: { from: '09:15', to: '15:30' },
    seasons: [],
    afterMarket: null,
    holidays: [],
  }
  const exchanges = { NSE: hours, BSE: hours, NFO: hours, BFO: hours, MCX: hours, CDS: hours }
  return { market: { source: '', exchanges, freeze: {}, mostSlices: 10 }, problem: null }
}
