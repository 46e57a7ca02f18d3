import type { SymbolNames } from '../../shared/orders/symbol-names.ts'
import type { OwnedRow } from './owned-rows.ts'

export interface Traded {
  symbol: string
  exchange: string | null
}

/** What the instrument of a row is called over brokers. */
export type RowName = (row: Pick<OwnedRow<Traded>, 'account' | 'record'>) => string

/** Where nobody said that brokers differ. */
export const asWritten: RowName = ({ record }) => record.symbol

export const rowNames = (names: SymbolNames): RowName =>
  names.entries.length === 0
    ? asWritten
    : ({ account, record: { exchange, symbol } }) =>
        names.nameOf({ exchange: exchange ?? '', symbol, broker: account.broker })

/** Whether rows are of one symbol at one exchange; the first that is not ends the look. */
export function areOfOne(
  [first, ...others]: readonly OwnedRow<Traded>[],
  nameOf: RowName,
): boolean {
  if (first === undefined) return false
  const { exchange } = first.record
  const name = nameOf(first)
  return others.every((row) => row.record.exchange === exchange && nameOf(row) === name)
}
