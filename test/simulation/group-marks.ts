import type { Departure, RunRecord } from './record.ts'

/** What an order that leaves is, where rules about groups ask for it: a rule that is asked of none finds nothing. */
export const marksOfGroups = (
  { asked, sums }: Pick<RunRecord, 'asked' | 'sums'>,
  { legs }: Pick<Departure, 'legs'>,
): string[] =>
  legs.flatMap(({ tag }) => {
    const order = tag === null ? undefined : asked.get(tag)
    if (order === undefined) return []
    const { ticket, inTurn, agreed } = order
    return [
      ...(ticket.ofFunds === undefined
        ? []
        : [`left: a share of funds${agreed.has('share') ? ' that fell' : ''}`]),
      ...(sums.has(order.tag) ? ['left: a share of a sum'] : []),
      ...(inTurn.indexOf(order.tag) > 0 ? ['left: when its turn came'] : []),
      ...(ticket.resends === undefined ? [] : ['left: sent again']),
    ]
  })
