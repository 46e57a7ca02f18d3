import { foldState, isFinished } from '../service/words.ts'

/** An order that may still be filled: a status that is missing, or that nobody knows, is not finished. */
export const isWorkingRow = ({ status }: { status?: unknown }): boolean =>
  !isFinished(foldState(typeof status === 'string' ? status : null))

/** A position of unknown size counts as open. */
export const isOpenPosition = ({ netqty }: { netqty?: unknown }): boolean => netqty !== 0
