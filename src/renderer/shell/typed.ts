import { ConsoleDraft } from '../console/console-draft.svelte.ts'
import type { ConsoleView } from '../console/console.svelte.ts'
import { BasketDraft } from '../orders/basket/basket.svelte.ts'
import { TicketDraft } from '../orders/ticket/ticket.svelte.ts'
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
  const of = (kind: typeof TicketDraft | typeof BasketDraft | typeof ConsoleDraft): number =>
    unsent.filter((draft) => draft instanceof kind).length
  return {
    unsent: [
      ...counted(of(TicketDraft), 'ticket'),
      ...counted(of(BasketDraft), 'basket'),
      ...counted(of(ConsoleDraft), 'form of the console'),
    ],
    isSending: typed.some(({ isUnanswered }) => isUnanswered),
  }
}

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${what}` : `${count} × ${what}`]
