/** A row, and the orders whose answer is awaited that it may be. */
export interface ClaimedRow<Order> {
  /** Number of the order that it shows. */
  id: string
  mayBe: readonly Order[]
}

/**
 * Numbers of the rows of which others can do without: each order takes one row at most for each of its
 * parts, and which one it takes does not matter. Two rows that one order can be are not both its own,
 * so that each of them may be another's.
 */
export function rowsToSpare<Order>(
  rows: readonly ClaimedRow<Order>[],
  partsOf: (order: Order) => number,
): ReadonlySet<string> {
  const taken = new Map<Order, ClaimedRow<Order>[]>()
  const taker = new Map<ClaimedRow<Order>, Order>()
  const rowsOf = new Map<Order, ClaimedRow<Order>[]>()
  for (const row of rows)
    for (const order of row.mayBe) {
      const own = rowsOf.get(order)
      if (own === undefined) rowsOf.set(order, [row])
      else own.push(row)
    }

  const give = (row: ClaimedRow<Order>, order: Order): true => {
    const other = taker.get(row)
    if (other !== undefined)
      taken.set(
        other,
        (taken.get(other) ?? []).filter((one) => one !== row),
      )
    taker.set(row, order)
    taken.set(order, [...(taken.get(order) ?? []), row])
    return true
  }
  // Whoever has a row that was tried in vain can take no other: that stays so, whatever is given later.
  let tried = new Set<ClaimedRow<Order>>()
  /** Gives an order one more row, and others another one for it where they can. */
  const take = (order: Order): boolean => {
    const own = rowsOf.get(order) ?? []
    // Where there are hundreds, nearly all are nobody's yet.
    const free = own.find((row) => !taker.has(row))
    if (free !== undefined) return give(free, order)
    for (const row of own) {
      const other = taker.get(row)
      if (tried.has(row) || other === undefined || other === order) continue
      tried.add(row)
      if (take(other)) return give(row, order)
    }
    return false
  }
  for (const order of rowsOf.keys())
    for (let part = 0; part < partsOf(order) && take(order); part++) tried = new Set()

  // Whoever took a row can take one that is left instead.
  const spare = new Set(rows.filter((row) => !taker.has(row)))
  for (const row of spare)
    for (const order of row.mayBe) for (const own of taken.get(order) ?? []) spare.add(own)
  return new Set([...spare].map(({ id }) => id))
}
