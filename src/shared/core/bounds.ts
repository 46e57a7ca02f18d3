import * as z from 'zod'
import { unitsText } from './figures.ts'

/** The least and the most that a number may be. */
export interface Bounds {
  least: number
  most: number
  isWhole: boolean
}

/** A sentence says of a field that it must be this. */
export const boundsText = ({ least, most, isWhole }: Bounds): string =>
  `${isWhole ? 'a whole number ' : ''}from ${unitsText(least)} to ${unitsText(most)}`

export const isInBounds = (value: number, { least, most, isWhole }: Bounds): boolean =>
  value >= least && value <= most && (!isWhole || Number.isInteger(value))

/** Takes what lies within, and says of all else where that is. */
export function numberWithin(bounds: Bounds) {
  const error = `must be ${boundsText(bounds)}`
  return z.number({ error }).refine((value) => isInBounds(value, bounds), { error })
}
