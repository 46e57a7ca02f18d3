import {
  isWorkingRow,
  netUnitsOf,
  repeatedPositions,
  repeats,
  unitsFilled,
} from '../../shared/books/open-rows.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'
import { serviceFigures, sumOrUnknown } from '../../shared/pnl/service-figures.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { type Product, productOfWord, sideOfWord } from '../../shared/service/words.ts'
import { upper } from './instruments.ts'

/** An unchanged book keeps its rows, and with them what was reckoned from them. */
function remembering<Figure>(reckon: (rows: Rows) => Figure): (rows: Rows) => Figure {
  const figures = new WeakMap<Rows, Figure>()
  return (rows) => {
    const old = figures.get(rows)
    if (old !== undefined) return old
    const figure = reckon(rows)
    figures.set(rows, figure)
    return figure
  }
}

/** Orders that are not known to be finished. */
export const workingRows = remembering((rows): readonly Row[] =>
  [...rows.values()].filter(isWorkingRow),
)

/** Positions that are not known to be zero, each once; what is not known of one is null. */
export const openRows = remembering((rows): readonly Row[] => {
  const repeated = repeats(rows.values())
  const told = new Set<readonly Row[]>()
  return [...rows.values()].flatMap((row): readonly Row[] => {
    const ofOne = repeated.get(row) ?? [row]
    if (told.has(ofOne)) return []
    if (ofOne.length > 1) told.add(ofOne)
    const net = netUnitsOf(ofOne)
    if (net === 0) return []
    return [row['netqty'] === net ? row : { ...row, netqty: net }]
  })
})

/**
 * Realised and unrealised together. A position without a figure, or of two rows, makes the sum
 * unknown: a limit cannot be held against a part.
 */
export const profitOf = remembering((rows): number | null => {
  if (repeatedPositions(rows.values()).size > 0) return null
  let sum: number | null = 0
  for (const row of rows.values())
    sum = sumOrUnknown(sum, serviceFigures(row as PositionRecord).net)
  return sum
})

/** Nothing of these is brought forward from another day. */
const ofOneDay: ReadonlySet<Product> = new Set<Product>(['MIS', 'BO', 'CO'])

/**
 * Positions of one day that the fills of an order book leave open: an order of each. A book without
 * a finished order of a position may have dropped those that closed it, and says nothing.
 */
export const leftOpenByFills = remembering((rows): readonly Row[] => {
  /** By symbol first: a text that holds all three would cost more than all else, with thousands of orders. */
  const positions = new Map<unknown, Map<string, FilledPosition>>()
  for (const order of rows.values()) {
    const units = unitsFilled(order)
    const product = productOfWord(order['product'])
    if (units <= 0 || product === undefined || !ofOneDay.has(product)) continue
    const { symbol } = order
    let ofSymbol = positions.get(symbol)
    if (ofSymbol === undefined) positions.set(symbol, (ofSymbol = new Map()))
    const key = `${product} ${upper(order['exchange'])}`
    let position = ofSymbol.get(key)
    if (position === undefined)
      ofSymbol.set(key, (position = { order, net: 0, hasFinished: false }))
    const side = sideOfWord(order['action'])
    position.order = order
    position.net += side === undefined ? NaN : side === 'BUY' ? units : -units
    position.hasFinished ||= !isWorkingRow(order)
  }
  return [...positions.values()]
    .flatMap((ofSymbol) => [...ofSymbol.values()])
    .filter(({ net, hasFinished }) => hasFinished && !Number.isNaN(net) && net !== 0)
    .map(({ order }) => order)
})

/** What the fills of an order book come to. */
interface FilledPosition {
  order: Row
  net: number
  hasFinished: boolean
}

/** What the rows of a position book call their instruments by, beside symbols. */
export const tokensOf = remembering(
  (rows): ReadonlySet<unknown> => new Set(Array.from(rows.values(), ({ token }) => token)),
)
