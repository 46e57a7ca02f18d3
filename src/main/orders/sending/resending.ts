import { dayLength, startOfDay } from '../../../shared/core/india.ts'
import { type Intent, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import type { Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Journal } from '../../journal/journal.ts'

/** What stands against sending orders again: only those that surely are not at the broker may be. */
export function resendProblems(
  orders: readonly Ticket[],
  journal: Pick<Journal, 'find' | 'since'>,
): Problem[] {
  const seen = new Set<string>()
  const sentAgain = new SentAgain(journal)
  return orders.flatMap(({ resends }, order): Problem[] => {
    if (resends === undefined) return []
    const message = whyNot(resends, { journal, sentAgain }) ?? (seen.has(resends) ? isTwice : null)
    seen.add(resends)
    const problem = { order, field: null, level: 'refuse', code: 'duplicate' } as const
    return message === null ? [] : [{ ...problem, message }]
  })
}

const isTwice = 'An order can be sent again once: what was sent for it counts in its place.'

function whyNot(
  id: string,
  { journal, sentAgain }: { journal: Pick<Journal, 'find'>; sentAgain: SentAgain },
): string | null {
  const former = journal.find(id)
  if (former === undefined)
    return 'The order that this one is sent again for is not in the journal.'
  if (!isSurelyNotThere(former.state))
    return 'The order that this one is sent again for may be at the broker. Look for it in the order book first.'
  return sentAgain.has(former) ? isTwice : null
}

/** What was sent again already. A basket of hundreds reads the journal of a day once. */
class SentAgain {
  readonly #journal: Pick<Journal, 'since'>
  #since = Infinity
  #ids: ReadonlySet<string | null> = new Set()

  constructor(journal: Pick<Journal, 'since'>) {
    this.#journal = journal
  }

  has({ id, at }: Pick<Intent, 'id' | 'at'>): boolean {
    // A day more, since the clock on the wall may have been set back meanwhile.
    const since = startOfDay(at - dayLength)
    if (since < this.#since) {
      const there = this.#journal.since(since).filter(({ state }) => !isSurelyNotThere(state))
      this.#ids = new Set(there.map(({ resends }) => resends))
      this.#since = since
    }
    return this.#ids.has(id)
  }
}
