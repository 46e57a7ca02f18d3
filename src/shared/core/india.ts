/** The service writes Indian time and the markets keep Indian days, wherever this machine stands. */
export const istOffset = 5.5 * 3_600_000
export const dayLength = 86_400_000

/** Its UTC parts are what the clocks in India show. */
export const inIndia = (at: number): Date => new Date(at + istOffset)

/** The Indian day of a moment, such as 2026-11-23. */
export const dayOf = (at: number): string => inIndia(at).toISOString().slice(0, 10)

/** Such as 2026-11-23 09:15:00.123. */
export const timeOf = (at: number): string =>
  inIndia(at).toISOString().slice(0, 23).replace('T', ' ')

/** The midnight in India before a moment. */
export const startOfDay = (at: number): number =>
  Math.floor((at + istOffset) / dayLength) * dayLength - istOffset

/** The midnight in India with which a day such as 2026-11-23 begins. */
export const startOfNamedDay = (day: string): number => Date.parse(day) - istOffset
