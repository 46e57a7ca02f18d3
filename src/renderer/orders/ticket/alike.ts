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

/** Units by themselves, with their sign: no day and no strike, and no number of an order. */
const units =
  /(?<![\w.,:+−-])(?<!\b(?:CE|PE|C|P|CALL|PUT|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC) )[+−]?\d{1,3}(?:,\d+)*(?:\.\d+)?(?! (?:CE|PE|C|P|CALL|PUT|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\b)(?![\w:]|[.,]\d)/giu

const figureOrUnits = new RegExp(`${figure.source}|(${units.source})`, 'giu')

/**
 * What sentences have in common that differ in their figures of money alone. Of two instruments they
 * are never that: a range over both says nothing of either.
 */
export const alikeKey = (said: SaidOf): string => maskedKey(said, figure)

function maskedKey({ message, ticket }: SaidOf, masks: RegExp): string {
  const masked = message.replace(masks, '#')
  return masked === message || ticket === undefined ? masked : `${masked}\n${instrumentOf(ticket)}`
}

/** By what they have in common, those that differ in figures of money or of units alone. */
export function alikeOnes<One extends { code: string }>(
  some: readonly One[],
  saidOf: (one: One) => SaidOf,
): Map<string, One[]> {
  const groups = Map.groupBy(some, (one) => `${one.code} ${alikeKey(saidOf(one))}`)
  const kinds = Map.groupBy(groups, ([key, [first, ...others]]) => {
    const kindOf = (one: One): string => `${one.code} ${maskedKey(saidOf(one), figureOrUnits)}`
    const kind = kindOf(first!)
    return others.every((one) => kindOf(one) === kind) ? kind : key
  })
  return new Map([...kinds].map(([kind, all]) => [kind, all.flatMap(([, one]) => one)]))
}

/** Of sentences that are alike, the units of each in which it differs from others; '' where it does not. */
export function ownUnits(messages: readonly string[]): string[] {
  const units = messages.map((message) =>
    [...message.matchAll(figureOrUnits)].map(([, unit]) => unit),
  )
  return units.map((own) =>
    own.filter((unit, at) => unit && units.some((other) => other[at] !== unit)).join(' and '),
  )
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
  const figures = messages.map((message) => message.match(figureOrUnits) ?? [])
  let place = 0
  return first.replace(figureOrUnits, () => {
    const all = figures.map((one) => one[place] ?? '').toSorted((a, b) => valueOf(a) - valueOf(b))
    place++
    const [least = '', most = ''] = [all[0], all.at(-1)]
    return least === most ? least : `${least} to ${most}`
  })
}

const valueOf = (text: string): number => Number(text.replaceAll(',', '').replace('−', '-'))
