import { counted } from '../../../shared/core/figures.ts'
import { type Intent, isSurelyNotThere } from '../../../shared/orders/intents.ts'
import { OrderTries, resendOf } from '../../../shared/orders/resending.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { rejectedPart } from '../intent-words.ts'

interface SendingAgain {
  /** Only what surely is not at the broker. */
  tickets: readonly Ticket[]
  /** 'Swing (in doubt)', of all others; null where there are none. */
  leftOut: string | null
}

/** What would be sent again of these, and why the others would not. */
export function sendingAgain(intents: readonly Intent[], all: readonly Intent[]): SendingAgain {
  const tries = new OrderTries(all)
  const tickets: Ticket[] = []
  const leftOut = new Map<string, string[]>()
  for (const intent of intents) {
    const ticket = tries.isElsewhere(intent) ? null : resendOf(intent)
    if (ticket !== null) tickets.push(ticket)
    else {
      const why = whyLeftOut(intent, tries)
      leftOut.set(why, [...(leftOut.get(why) ?? []), intent.accountName])
    }
  }
  const said = [...leftOut].map(([why, names]) => `${namesOf(names)} (${why})`)
  return { tickets, leftOut: said.length === 0 ? null : said.join(' · ') }
}

function whyLeftOut(intent: Intent, tries: OrderTries): string {
  if (tries.isElsewhere(intent)) return 'sent again already'
  const rejected = rejectedPart(intent)
  if (rejected !== 'none' && intent.state !== 'in-doubt')
    return rejected === 'whole' ? 'rejected' : 'a part of it rejected'
  switch (intent.state) {
    case 'in-doubt':
      return 'in doubt, to be looked for first'
    case 'recorded':
      return 'still queued'
    case 'sent':
      return 'not answered yet'
    default:
      return 'at the broker already'
  }
}

const namesOf = (names: readonly string[]): string =>
  names.length > 3 ? counted(names.length, 'account') : names.join(', ')

/**
 * What became of a whole order, of whose tries these are the latest: the accounts that were not
 * sent it again with them, and of what surely was not there the last try alone.
 */
export function wholeOf(own: readonly Intent[], all: readonly Intent[]): readonly Intent[] {
  const byId = new Map(all.map((intent) => [intent.id, intent]))
  const confirmations = new Set<string>()
  const add = ({ confirmation, resends }: Intent): void => {
    confirmations.add(confirmation)
    const before = resends === null ? undefined : byId.get(resends)
    if (before !== undefined) add(before)
  }
  for (const intent of own) add(intent)
  if (confirmations.size < 2) return own
  const whole = all.filter(({ confirmation }) => confirmations.has(confirmation))
  const triedAgain = new Set(whole.map(({ resends }) => resends))
  return whole
    .filter(({ id, state }) => !triedAgain.has(id) || !isSurelyNotThere(state))
    .toSorted((one, other) => one.at - other.at)
}

/** Which try of an order it is, where there are several: each keeps its line unless it surely is not there. */
export function tryWords(
  { id, resends }: Pick<Intent, 'id' | 'resends'>,
  all: readonly Pick<Intent, 'resends'>[],
): string | null {
  if (all.some((other) => other.resends === id)) return 'sent again since'
  return resends === null ? null : 'sent again'
}
