import { isBookSure } from '../../src/main/orders/doubt/entry-time.ts'
import type { LedgerEntry } from '../../src/practice/market/ledger.ts'
import type { Intent } from '../../src/shared/orders/intents.ts'
import { operations } from '../../src/shared/service/operations.ts'
import type { Sent } from './orders.ts'

/** An order of the campaign, and what the desk says of it. */
export interface Asked {
  intent: Intent
  sent: Sent | null
  /** When it left, became in doubt, and was not any more; milliseconds of the machine. */
  sentAt: number | null
  doubtAt: number | null
  decidedAt: number | null
}

/** Good polls within which an identifiable order has to be found. */
export const mostPolls = 2

/** What became of the orders, by the practice broker's own ledger. */
export interface Judgement {
  orders: number
  doubts: number
  accepted: number
  refused: number
  /** Orders at the broker beyond those that were confirmed. */
  duplicates: number
  /** Said to be refused or not sent, and at the broker all the same. */
  falselyRefused: number
  /** Said to be an order that it is not, or to be absent where it is not. */
  guessed: number
  /** In doubt, at the broker, and like no other order; and how many of these were found. */
  identifiable: number
  found: number
  /** Good polls until an identifiable one was found, at most. */
  slowest: number
  /**
   * Of those found, how many were sent while the last reading was too old to know the new from it: they
   * wait until the broker's clock is known, or for a person. A machine without time makes such.
   */
  sentOnOldBook: number
  /** Found although others look like it, for nothing else was possible; and left to a person. */
  foundAlike: number
  left: number
  /** What is wrong, in words, for who has to mend it. */
  wrongs: string[]
}

const nothingJudged: Judgement = {
  ...{ orders: 0, doubts: 0, accepted: 0, refused: 0, duplicates: 0, falselyRefused: 0 },
  ...{ guessed: 0, identifiable: 0, found: 0, slowest: 0, sentOnOldBook: 0, foundAlike: 0 },
  ...{ left: 0, wrongs: [] },
}

export function sumOf(judgements: readonly Judgement[]): Judgement {
  const sum = { ...nothingJudged, wrongs: [] as string[] }
  for (const one of judgements) {
    const before = { ...sum }
    for (const field of Object.keys(sum) as (keyof Judgement)[])
      if (field !== 'wrongs') sum[field] = before[field] + one[field]
    sum.slowest = Math.max(before.slowest, one.slowest)
    sum.wrongs.push(...one.wrongs)
  }
  return sum
}

/** Ids of the orders that were made for each tag. */
export function madeFor(ledger: readonly LedgerEntry[]): Map<string, string[]> {
  const made = new Map<string, string[]>()
  for (const { operation, data, orderids } of ledger) {
    if (operations[operation].kind !== 'place') continue
    const { strategy } = data as { strategy: string }
    made.set(strategy, [...(made.get(strategy) ?? []), ...orderids])
  }
  return made
}

/**
 * When the order of each tag was made, in milliseconds of this process: a request that was long on
 * its way makes an order that no poll before it shows.
 */
export const shownSince = (ledger: readonly LedgerEntry[]): ReadonlyMap<string, number> =>
  new Map(
    ledger.map(({ data, wall }) => [
      (data as { strategy?: string }).strategy ?? '',
      wall - performance.timeOrigin,
    ]),
  )

export function judge(of: {
  asked: readonly Asked[]
  ledger: readonly LedgerEntry[]
  polls: {
    since(asked: Asked, shownFrom: number): number
    /** All that were good, for who looks into one that was found late. */
    of(asked: Asked): readonly unknown[]
  }
  /** Milliseconds that an order takes to the broker at most where it is to be known by its time. */
  inTime: number
  /** Where the system's clock jumped, an order that was sent on an old book is a person's to judge. */
  jumps: number
}): Judgement {
  const made = madeFor(of.ledger)
  const shownFrom = shownSince(of.ledger)
  const result: Judgement = { ...nothingJudged, wrongs: [] }
  const wrong = (
    field: 'duplicates' | 'falselyRefused' | 'guessed',
    asked: Asked,
    by = 1,
  ): void => {
    result[field] += by
    const { intent, sent } = asked
    const told = intent.parts.map(({ state, orderId }) => `${state} ${orderId ?? ''}`.trim())
    const ids = made.get(intent.params['strategy'] ?? '')
    result.wrongs.push(
      `${field}: ${sent?.tag ?? intent.id} ${intent.operation} is told as ${told.join(', ')} and made ${ids?.join(', ') ?? 'nothing'}`,
    )
  }

  const byTag = Map.groupBy(of.asked, ({ intent }) => intent.params['strategy'] ?? '')
  for (const [tag, same] of byTag) {
    const most = same.reduce((sum, { sent }) => sum + (sent?.parts ?? 1), 0)
    const beyond = (made.get(tag)?.length ?? 0) - most
    if (beyond > 0) wrong('duplicates', same[0]!, beyond)
  }

  for (const asked of of.asked) {
    const { intent, sent, doubtAt, decidedAt } = asked
    const tag = intent.params['strategy'] ?? ''
    const ids = made.get(tag) ?? []
    const same = byTag.get(tag) ?? []
    result.orders += 1
    if (intent.state === 'accepted') result.accepted += 1
    for (const part of intent.parts)
      if (part.orderId !== null && !ids.includes(part.orderId)) wrong('guessed', asked)

    const held = new Set(
      same.flatMap((other) => other.intent.parts.flatMap((p) => p.orderId ?? [])),
    )
    const unheld = ids.filter((id) => !held.has(id)).length
    const denied = intent.parts.filter(({ state }) => state === 'refused' || state === 'not-sent')
    result.refused += denied.length > 0 ? 1 : 0
    const open = same.reduce(
      (sum, other) => sum + other.intent.parts.filter(({ state }) => state === 'in-doubt').length,
      0,
    )
    // What is at the broker has to be held by an intent, or be one of those in doubt.
    if (denied.length > 0 && unheld > open) wrong('falselyRefused', asked)
    if (intent.parts.some(({ state }) => state === 'absent') && unheld > open)
      wrong('guessed', asked)

    if (doubtAt === null) continue
    result.doubts += 1
    const isFound = decidedAt !== null
    if (!isFound) result.left += 1
    if (isFound && sent?.likeness !== 'alone') result.foundAlike += 1
    const isOnOldBook = !isBookSure(intent.sent ?? { bookAge: null })
    if (sent?.likeness !== 'alone' || ids.length === 0 || (of.jumps > 0 && isOnOldBook)) continue
    // A machine that has no time for it delivers it when the desk thinks no more that it is ours.
    if ((shownFrom.get(tag) ?? 0) - (asked.sentAt ?? 0) > of.inTime) continue
    result.identifiable += 1
    if (isFound) {
      result.found += 1
      if (isOnOldBook) result.sentOnOldBook += 1
      else {
        const shown = shownFrom.get(tag) ?? 0
        const polls = of.polls.since(asked, shown)
        result.slowest = Math.max(result.slowest, polls)
        if (polls > mostPolls)
          result.wrongs.push(
            `found late: ${tag} ${intent.operation} ${JSON.stringify({ polls, shown, sentAt: asked.sentAt, doubtAt, decidedAt, look: intent.look, good: of.polls.of(asked) })}`,
          )
      }
    } else
      result.wrongs.push(
        `not found: ${tag} ${intent.operation} ${JSON.stringify({ params: intent.params, ids, look: intent.look, bookAge: intent.sent?.bookAge })}`,
      )
  }
  return result
}
