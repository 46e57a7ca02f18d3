/**
 * What two spellings of one order's id have in common: services write it with blanks around it, and
 * a number with zeros in front, in one answer and without them in the next. For comparing alone:
 * what is shown, written down and sent stays as it came. Letters keep their case, since nothing says
 * that it does not tell orders apart.
 */
export function comparableOrderId(id: string): string {
  const bare = id.trim()
  return /^0\d*$/.test(bare) ? bare.replace(/^0+(?=\d)/, '') : bare
}

export const isSameOrderId = (one: string, other: string): boolean =>
  comparableOrderId(one) === comparableOrderId(other)
