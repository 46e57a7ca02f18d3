import { dayLength, startOfDay } from '../../../shared/core/india.ts'
import { type Intent, saidNo } from '../../../shared/orders/intents.ts'
import type { Problem } from '../../../shared/orders/problems.ts'
import { OrderTries, isMissingPart, resendOf } from '../../../shared/orders/resending.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Journal } from '../../journal/journal.ts'

type Formers = Pick<Journal, 'find' | 'since'>

/** What stands against sending orders again: only what surely is not at the broker may be, and that once. */
export function resendProblems(orders: readonly Ticket[], journal: Formers): Problem[] {
  const seen = new Set<string>()
  const former = new FormerTries(journal)
  return orders.flatMap((ticket, order): Problem[] => {
    const { resends } = ticket
    if (resends === undefined) return []
    const first = former.firstOf(resends)
    const intent = journal.find(resends)
    const why = whyNot(ticket, intent, former) ?? (seen.has(first) ? isTwice : null)
    seen.add(first)
    if (why !== null)
      return [{ order, field: null, level: 'refuse', code: 'duplicate', message: why }]
    return intent !== undefined && mayShowLate(intent)
      ? [{ order, field: null, level: 'ask', code: 'unknown', message: maybeSecond }]
      : []
  })
}

/** Whether nobody but the order book, which may be slow, or a person had the last word on it. */
const mayShowLate = ({ parts }: Intent): boolean =>
  parts.some((part) => part.state === 'absent' || (part.state === 'refused' && saidNo(part)))

const maybeSecond =
  'Nothing proves that the first one never came: the order book does not show it, and a slow broker may yet. Then this is a second one, and both are there.'

const isTwice = 'An order can be sent again once: what was sent for it counts in its place.'

function whyNot(ticket: Ticket, intent: Intent | undefined, former: FormerTries): string | null {
  if (intent === undefined)
    return 'The order that this one is sent again for is not in the journal.'
  const missing = resendOf(intent)
  if (missing === null)
    return 'The order that this one is sent again for may be at the broker. Look for it in the order book first.'
  if (!isMissingPart(ticket, missing))
    return 'This is not what is missing of the order that it is sent again for: another order, another account, or more of it.'
  return former.isElsewhere(intent) ? isTwice : null
}

/** What was sent again already. A basket of hundreds reads the journal of a day once. */
class FormerTries {
  readonly #journal: Formers
  #since = Infinity
  #tries = new OrderTries([])

  constructor(journal: Formers) {
    this.#journal = journal
  }

  firstOf(id: string): string {
    const intent = this.#journal.find(id)
    return intent === undefined ? id : this.#from(intent).firstOf(intent)
  }

  isElsewhere(intent: Intent): boolean {
    return this.#from(intent).isElsewhere(intent)
  }

  #from({ id, at, resends }: Intent): OrderTries {
    const before = resends === null ? undefined : this.#journal.find(resends)
    if (before !== undefined && before.id !== id) return this.#from(before)
    // A day more, since the clock on the wall may have been set back meanwhile.
    const since = startOfDay(at - dayLength)
    if (since < this.#since) {
      this.#tries = new OrderTries(this.#journal.since(since))
      this.#since = since
    }
    return this.#tries
  }
}
