import type { Ticket } from '../../../shared/orders/tickets.ts'

/** Words, and the ticket that they are about, where it is one. */
interface SaidOf {
  message: string
  ticket: Ticket | undefined
}

/**
 * A figure of money by itself, or a percentage: none of a symbol or a time, none with a sign before
 * it, and no strike, beside which an option's type stands. A whole number may be a day, or a strike.
 */
const figure =
  /(?<![\w.,:+−-])(?<!\b(?:CE|PE|C|P|CALL|PUT) )\d+(?:,\d+)*(?:\.\d{2,}|(?:\.\d+)?(?= %))(?! (?:CE|PE|C|P|CALL|PUT)\b)(?![\w:])/giu

/**
 * What sentences have in common that differ in their figures of money alone. Of two instruments they
 * are never that: a range over both says nothing of either.
 */
export function alikeKey({ message, ticket }: SaidOf): string {
  const masked = message.replace(figure, '#')
  return masked === message || ticket === undefined ? masked : `${masked}\n${instrumentOf(ticket)}`
}

const instrumentOf = (ticket: Ticket): string => {
  const named =
    ticket.kind === 'option'
      ? [ticket.underlying, ticket.expiry, ticket.optionType, ticket.strikeStep, ticket.offset]
      : [ticket.exchange, ticket.symbol]
  return named.join('\n').toUpperCase()
}

/** Sentences that are alike, as one: a figure that differs is said from the least to the most. */
export function alikeText(messages: readonly string[]): string {
  const [first = ''] = messages
  const figures = messages.map((message) => message.match(figure) ?? [])
  let place = 0
  return first.replace(figure, () => {
    const all = figures.map((one) => one[place] ?? '').toSorted((a, b) => valueOf(a) - valueOf(b))
    place++
    const [least = '', most = ''] = [all[0], all.at(-1)]
    return least === most ? least : `${least} to ${most}`
  })
}

const valueOf = (text: string): number => Number(text.replaceAll(',', ''))
