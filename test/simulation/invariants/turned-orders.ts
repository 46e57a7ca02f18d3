import type { RunRecord } from '../record.ts'
import type { BrokerOrder } from '../service/orders.ts'

/** Whether the service made an order on the other side than was asked for: only its book can tell so. */
export function isTurned({ asked }: Pick<RunRecord, 'asked'>, { tag, side }: BrokerOrder): boolean {
  const ticket = asked.get(tag)?.ticket
  return ticket !== undefined && ticket.kind !== 'smart' && ticket.action !== side
}
