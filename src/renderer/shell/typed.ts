import type { ConsoleView } from '../console/console.svelte.ts'
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
  console: ConsoleView
}

export function typedIn({ tickets, console }: TypingParts): TypedHere {
  const drafts = tickets.open.map(({ draft }) => draft)
  const typed = [...drafts, ...console.drafts.filter(({ isTouched }) => isTouched)]
  const unsent = typed.filter(({ stage, isUnanswered }) => stage !== 'outcome' && !isUnanswered)
  const of = (type: (typeof unsent)[number]['type']): number =>
    unsent.filter((draft) => draft.type === type).length
  return {
    unsent: [
      ...counted(of('ticket'), 'ticket'),
      ...counted(of('basket'), 'basket'),
      ...counted(of('console'), 'form of the console'),
    ],
    isSending: typed.some(({ isUnanswered }) => isUnanswered),
  }
}

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${what}` : `${count} × ${what}`]
