import { isFinished, stateOfOrder } from '../service/words.ts'

/**
 * An order that may still be filled: one whose status is missing, or that nobody knows, or whose
 * figures say that there is more to come, is not finished.
 */
export const isWorkingRow = (row: Parameters<typeof stateOfOrder>[0]): boolean =>
  !isFinished(stateOfOrder(row))

/** A position of unknown size counts as open. */
export const isOpenPosition = ({ netqty }: { netqty?: unknown }): boolean => netqty !== 0
