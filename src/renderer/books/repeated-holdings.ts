import type { HoldingRecord } from '../../shared/service/records.ts'
import { lettersOfShare } from '../../shared/service/symbol-words.ts'
import { lettersOf } from '../../shared/service/words.ts'

/**
 * Rows of holdings that may be one holding: the book has a row twice, or as much of one share at several
 * exchanges, as some services write each holding. Whether they are one or two, nobody knows.
 */
export function repeatedHoldings(rows: Iterable<HoldingRecord>): ReadonlySet<HoldingRecord> {
  const held = [...rows].filter(({ holdqty, btst_qty }) => holdqty !== 0 || (btst_qty ?? 0) !== 0)
  const repeated = new Set<HoldingRecord>()
  const alike = [
    ...Map.groupBy(held, ({ symbol }) => lettersOfShare(symbol)).values(),
    ...Map.groupBy(
      held.filter((row) => isinOf(row) !== ''),
      isinOf,
    ).values(),
  ]
  for (const group of alike)
    for (const [at, one] of group.entries())
      for (const other of group.slice(at + 1))
        if (mayBeOne(one, other)) repeated.add(one).add(other)
  return repeated
}

const isinOf = ({ isin }: HoldingRecord): string => isin?.trim().toUpperCase() ?? ''

function mayBeOne(one: HoldingRecord, other: HoldingRecord): boolean {
  const [isin, otherIsin] = [isinOf(one), isinOf(other)]
  const isSameShare =
    isin !== '' && otherIsin !== ''
      ? isin === otherIsin
      : lettersOfShare(one.symbol) === lettersOfShare(other.symbol)
  const isSameKind = (['holdtype', 'coll_type'] as const).every(
    (word) => lettersOf(one[word]) === lettersOf(other[word]),
  )
  // A product that is not told may be any.
  const [product, otherProduct] = [lettersOf(one.product), lettersOf(other.product)]
  const mayBeSameProduct = product === '' || otherProduct === '' || product === otherProduct
  if (!isSameShare || !isSameKind || !mayBeSameProduct) return false
  const isSamePlace = one.symbol === other.symbol && one.exchange === other.exchange
  return isSamePlace || unitsIn(one) === unitsIn(other)
}

const unitsIn = ({ holdqty, btst_qty: lately }: HoldingRecord): string =>
  `${holdqty} ${lately ?? 0}`
