import type { TypedCounts } from '../../shared/workspace/windows.ts'
import type { ConsolePlace } from '../console/console-place.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { TicketWindows } from '../orders/ticket/tickets.svelte.ts'

/** What is typed in this page alone, counted and without what it is about. */
export interface TypedHere {
  /** '1 ticket', '2 × basket'. */
  unsent: readonly string[]
  /** Something was sent of which no answer is here yet. */
  isSending: boolean
}

export interface TypingParts {
  tickets: TicketWindows
  console: ConsolePlace
}

export interface ClosingParts extends TypingParts {
  desktop: Desktop
}

const draftsOf = ({ tickets, console }: TypingParts) => [
  ...tickets.open.map(({ draft }) => draft),
  ...console.drafts.filter(({ isTouched }) => isTouched),
]

export function unsentIn(parts: TypingParts): TypedCounts {
  const unsent = draftsOf(parts).filter(
    ({ stage, isUnanswered }) => stage !== 'outcome' && !isUnanswered,
  )
  const of = (type: (typeof unsent)[number]['type']): number =>
    unsent.filter((draft) => draft.type === type).length
  return { tickets: of('ticket'), baskets: of('basket'), forms: of('console') }
}

export function typedIn(parts: TypingParts): TypedHere {
  const { tickets, baskets, forms } = unsentIn(parts)
  return {
    unsent: [
      ...counted(tickets, 'ticket'),
      ...counted(baskets, 'basket'),
      ...counted(forms, 'form of the console'),
    ],
    isSending: draftsOf(parts).some(({ isUnanswered }) => isUnanswered),
  }
}

/** What a person would miss once this window is closed: what is typed into it, and the dialog that is open. */
export function typedOrOpenIn({ desktop, ...parts }: ClosingParts): TypedHere {
  const { unsent, isSending } = typedIn(parts)
  return { unsent: desktop.dialog === null ? unsent : [...unsent, 'a dialog'], isSending }
}

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${what}` : `${count} × ${what}`]
