/** A position as both grids are given it: flat, and told apart by its id. */
export interface BenchRow {
  id: string
  symbol: string
  product: string
  account: string
  quantity: number
  average: number
  ltp: number
  realised: number
  unrealised: number
  net: number
}

/** Numbers that are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export function rowsOf(count: number, random: () => number): BenchRow[] {
  return Array.from({ length: count }, (_, at) => {
    const average = 100 + Math.floor(random() * 90_000) / 100
    return priced(
      {
        id: String(at),
        symbol: `NIFTY26NOV${20_000 + at}CE`,
        product: at % 2 ? 'MIS · NFO' : 'NRML · NFO',
        account: `Account ${at % 8}`,
        quantity: (at % 40) * 75 - 1500,
        average,
        ltp: 0,
        realised: (at % 97) * 12.5 - 600,
        unrealised: 0,
        net: 0,
      },
      // A position in profit or in loss, as most are: its sign does not turn with every tick.
      Math.round(average * (0.9 + random() * 0.2) * 100) / 100,
    )
  })
}

/** The same position at another price: three cells of it change. */
function priced(row: BenchRow, ltp: number): BenchRow {
  const unrealised = Math.round(row.quantity * (ltp - row.average) * 100) / 100
  return { ...row, ltp, unrealised, net: row.realised + unrealised }
}

/** What a poll changes: these rows, at a price a tick or two away. */
export function ticked(
  rows: readonly BenchRow[],
  count: number,
  random: () => number,
): { at: number; row: BenchRow }[] {
  return Array.from({ length: count }, () => {
    const at = Math.floor(random() * rows.length)
    const row = rows[at]!
    const step = (1 + Math.floor(random() * 20)) * 0.05
    const ltp = Math.round((row.ltp + (random() < 0.5 ? -step : step)) * 100) / 100
    return { at, row: priced(row, ltp) }
  })
}
