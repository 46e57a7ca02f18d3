import { istOffset } from '../../shared/times.ts'

const shifted = (at: number): string => new Date(at + istOffset).toISOString()

/** The Indian day of a moment, such as 2026-11-23. */
export const dayOf = (at: number): string => shifted(at).slice(0, 10)

/** Such as 2026-11-23 09:15:00.123. */
export const timeOf = (at: number): string => shifted(at).slice(0, 23).replace('T', ' ')

const day = 86_400_000

/** The midnight in India before a moment. */
export const startOfDay = (at: number): number =>
  Math.floor((at + istOffset) / day) * day - istOffset
