/**
 * What two spellings of one order's id have in common: services write it with blanks around it, and
 * a number with zeros in front, in one answer and without them in the next, and letters in the case
 * of one answer or the other. For comparing alone: what is shown, written down and sent stays as it
 * came. No broker is known to tell orders apart by the case of letters alone; a book that does is
 * asked by `orderIn`.
 */
export function comparableOrderId(id: string): string {
  const bare = bareOrderId(id)
  return /[a-z]/.test(bare) ? bare.replaceAll(/[a-z]+/g, (some) => some.toUpperCase()) : bare
}

/** The same of a row of a book, or of what tells of an order. */
export const orderKeyOf = ({ order_id: id }: { readonly order_id?: unknown }): string =>
  comparableOrderId(String(id))

/** The same with its letters as they came. */
export function bareOrderId(id: string): string {
  const bare = id.trim()
  return /^0\d*$/.test(bare) ? bare.replace(/^0+(?=\d)/, '') : bare
}

export const isSameOrderId = (one: string, other: string): boolean =>
  comparableOrderId(one) === comparableOrderId(other)
