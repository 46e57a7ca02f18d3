import type { CellLook } from './grid/columns.ts'

export type OutcomeTone = 'good' | 'bad' | 'waiting' | 'doubt' | 'none'

/** What became of something has the same marks as the states of orders in a book. */
export const outcomeLooks: Readonly<Record<OutcomeTone, CellLook>> = {
  good: 'state complete',
  bad: 'state rejected',
  waiting: 'state pending',
  doubt: 'state unknown',
  none: 'state cancelled',
}
