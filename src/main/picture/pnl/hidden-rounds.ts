import type { Row, Rows } from '../../../shared/core/patch.ts'
import { figure, unitsFilled } from '../../../shared/service/order-units.ts'
import { type Action, countsUnits, sideOfWord } from '../../../shared/service/words.ts'
import { lettersOfShare } from '../../../shared/service/symbol-words.ts'
import { BySymbol } from '../rows/by-symbol.ts'
import { missingOfSymbol } from '../positions/expected-units.ts'
import { type InstrumentName, isOfInstrument, upper } from '../rows/instruments.ts'
import type { BookSeen } from '../login-facts.ts'
import { remembering, rowsOfToken } from '../rows/reckoned-rows.ts'
import {
  type FilledSide,
  addTo,
  boughtOf,
  filledSide,
  isOfThisDay,
  isReckonedByFills,
  soldOf,
} from '../traded/traded-today.ts'

/** Units of an instrument that orders of the day bought and sold again, and that no row of the positions tells of. */
export interface HiddenRound {
  of: InstrumentName
  /** Rupees that were made or lost by it; null where its prices are not told. */
  result: number | null
}

/**
 * Rounds whose profit or loss the position book leaves out. What it does not show of one side alone
 * is still held, as far as is known, and asked about elsewhere. What a row told that it had and shows
 * no more is known of that row (vanished-rows.ts), but not what was traded since.
 */
export function hiddenRounds(
  orders: BookSeen | null,
  positions: BookSeen | null,
): readonly HiddenRound[] {
  if (orders === null || positions === null) return []
  const found: HiddenRound[] = []
  for (const [symbol, exchanges] of boughtAndSold(orders.rows)) {
    for (const exchange of exchanges) {
      const round = hiddenRound({ exchange, symbol }, { orders, positions })
      if (round !== null) found.push(round)
    }
  }
  return found
}

function hiddenRound(
  of: InstrumentName,
  { orders, positions }: { orders: BookSeen; positions: BookSeen },
): HiddenRound | null {
  const filled = { BUY: filledSide(orders, of, 'BUY'), SELL: filledSide(orders, of, 'SELL') }
  const rows = BySymbol.of(positions.rows)
    .find(of.symbol)
    .filter((row) => isOfInstrument(row, of))
  const missing = missingOfSymbol(positions, of.symbol)
    .filter((one) => isOfInstrument(one.row, of) && isOfThisDay(one, orders))
    .map(({ row }) => row)
  // All that was made of it is reckoned from its fills, then and since.
  if (rows.length === 0 && missing.some((row) => isReckonedByFills(row, orders))) return null
  const told = [...rows, ...missing]
  const shown = { BUY: shownSide(told, boughtOf), SELL: shownSide(told, soldOf) }
  // A row that does not say what was traded hides nothing.
  if (shown.BUY === null || shown.SELL === null) return null
  const hidden = {
    buys: filled.BUY.units - shown.BUY.units,
    sells: filled.SELL.units - shown.SELL.units,
  }
  const units = Math.min(hidden.buys, hidden.sells)
  if (units <= 0 || isWrittenElsewhere(told, of, { orders, positions })) return null
  if (countsLots(told, { filled, shown: { BUY: shown.BUY, SELL: shown.SELL } })) return null
  const bought = averageOfRest(filled.BUY, shown.BUY)
  const sold = averageOfRest(filled.SELL, shown.SELL)
  if (bought === null || sold === null || !countsUnits(of.exchange)) return { of, result: null }
  // The averages of rows are rounded.
  const dust = 0.005 * (shown.BUY.units + shown.SELL.units) + 0.01
  const result = units * (sold - bought)
  return { of, result: Math.abs(result) <= dust ? 0 : result }
}

/** Null where a row does not say how many. */
function shownSide(rows: readonly Row[], legOf: typeof boughtOf): FilledSide | null {
  const side: FilledSide = { units: 0, value: 0 }
  for (const row of rows) {
    const { units, price } = legOf(row)
    if (units === null) return null
    addTo(side, Math.abs(units), price)
  }
  return side
}

function averageOfRest(all: FilledSide, shown: FilledSide): number | null {
  if (all.value === null || shown.value === null) return null
  return (all.value - shown.value) / (all.units - shown.units)
}

/** Whether the rows tell of all that was traded, in lots. */
function countsLots(
  rows: readonly Row[],
  { filled, shown }: Record<'filled' | 'shown', Record<Action, FilledSide>>,
): boolean {
  const lot = figure(rows[0]?.['lot_size']) ?? 1
  return (
    lot > 1 &&
    shown.BUY.units * lot === filled.BUY.units &&
    shown.SELL.units * lot === filled.SELL.units
  )
}

/** Whether the positions may have the instrument under another name. */
function isWrittenElsewhere(
  rows: readonly Row[],
  { exchange, symbol }: InstrumentName,
  { orders, positions }: { orders: BookSeen; positions: BookSeen },
): boolean {
  if (rows.length > 0) return false
  if (byLetters(positions.rows).has(lettersOfShare(symbol))) return true
  return BySymbol.of(orders.rows)
    .find(symbol)
    .some(
      (row) =>
        isOfInstrument(row, { exchange }) && rowsOfToken(positions.rows, row['token']).length > 0,
    )
}

const byLetters = remembering(
  (rows): ReadonlySet<string> =>
    new Set([...rows.values()].map(({ symbol }) => lettersOfShare(String(symbol)))),
)

/** Exchanges, by symbol, of what orders of a book both bought and sold. */
const boughtAndSold = remembering((rows: Rows): ReadonlyMap<string, ReadonlySet<string>> => {
  const sides = new Map<string, { exchanges: Set<string>; bought: boolean; sold: boolean }>()
  for (const row of rows.values()) {
    if (unitsFilled(row) <= 0) continue
    const symbol = String(row['symbol'])
    let one = sides.get(symbol)
    if (one === undefined)
      sides.set(symbol, (one = { exchanges: new Set(), bought: false, sold: false }))
    one.exchanges.add(upper(row['exchange']))
    const side = sideOfWord(row['action'])
    one.bought ||= side === 'BUY'
    one.sold ||= side === 'SELL'
  }
  const both = [...sides].filter(([, { bought, sold }]) => bought && sold)
  return new Map(both.map(([symbol, { exchanges }]) => [symbol, exchanges]))
})
