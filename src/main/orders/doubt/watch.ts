import { randomUUID } from 'node:crypto'
import type { Alarm } from '../../../shared/contract.ts'
import type { Intent, Part } from '../../../shared/orders/intents.ts'
import type { Row, Rows } from '../../../shared/patch.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { foldState } from '../../../shared/service/words.ts'
import { StorageError } from '../../accounts/store.ts'
import type { Journal } from '../../journal/journal.ts'
import { rivalsOf } from './likeness.ts'
import { plainReason } from './reasons.ts'

export interface WatchOptions {
  journal: Pick<Journal, 'append' | 'ofOrder'>
  /** Wall-clock milliseconds. */
  now(): number
  onChange(intents: Intent[]): void
  onAlarm(alarm: Alarm): void
}

/** The order book of one account as it was last seen. */
interface Seen {
  rows: Rows
  /** Orders that were alarmed about: what was said once is not said again. */
  told: Set<string>
}

/** Raises an alarm for what a trader must not miss: an order rejected after it was accepted, refused, or in doubt. */
export class Watch {
  readonly #options: WatchOptions
  readonly #seen = new Map<string, Seen>()
  readonly #told = new Set<string>()

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** Called with every changed order book. */
  seeOrders(account: string, rows: Rows): void {
    const before = this.#seen.get(account)
    const seen = { rows, told: before?.told ?? new Set<string>() }
    this.#seen.set(account, seen)
    for (const [key, row] of rows) {
      const old = before?.rows.get(key)
      // A row that did not change is still the same object.
      if (old === row || !isRejected(row)) continue
      // What was rejected before somebody looked is news only where it was ours.
      const isNews = old !== undefined && !isRejected(old)
      this.#seeRejected(account, seen, { row: row as OrderRecord, isNews })
    }
  }

  /** Called with every intent that changed. */
  seeIntents(intents: readonly Intent[]): void {
    for (const intent of intents) {
      const seen = this.#seen.get(intent.account)
      if (seen === undefined) continue
      // The book may have shown the rejection before the answer told that the order is ours.
      for (const { orderId, rejection } of intent.parts) {
        if (orderId === null || rejection !== null) continue
        const row = seen.rows.get(orderId)
        if (row !== undefined && isRejected(row))
          this.#seeRejected(intent.account, seen, { row: row as OrderRecord, isNews: false })
      }
    }
    // An exit tells of its own course.
    const orders = intents.filter(({ ticket }) => ticket !== null)
    this.#tellOnce('in-doubt', orders.filter(isInDoubt), inDoubtWords)
    this.#tellOnce('refused', orders.filter(isRefused), refusedWords)
  }

  forget(account: string): void {
    this.#seen.delete(account)
  }

  #seeRejected(account: string, seen: Seen, found: { row: OrderRecord; isNews: boolean }): void {
    const { row, isNews } = found
    const { order_id: orderId, rejreason } = row
    const reason = rejreason?.trim() ? rejreason.trim().slice(0, longestReason) : null
    const holder = this.#options.journal.ofOrder(account, orderId)
    // A broker gives a number again on another day: what is ours has our symbol and side.
    const intent = holder && rivalsOf(holder, [row]).length > 0 ? holder : undefined
    const part = intent?.parts.find((each) => each.orderId === orderId)
    // Told in an earlier session, too, where the journal says so.
    const isOurs = part !== undefined && part.rejection === null
    const isNew = (isOurs || (isNews && intent === undefined)) && !seen.told.has(orderId)
    if (isNew) {
      seen.told.add(orderId)
      const what = `${row.action ?? ''} ${row.quantity ?? ''} ${row.symbol}`.trim()
      this.#tell({
        kind: 'rejected',
        account,
        title: `Order rejected: ${what}`,
        message: rejectionWords(reason, intent),
        intent: intent?.id ?? null,
        orderId,
      })
    }
    if (intent !== undefined && isOurs) this.#noteRejected(intent, { orderId, reason })
  }

  #noteRejected(intent: Intent, of: { orderId: string; reason: string | null }): void {
    const { journal, onChange } = this.#options
    try {
      onChange(journal.append([{ intent: intent.id, event: { kind: 'rejected', ...of } }]))
    } catch (cause) {
      // It was said aloud; the next start says it again and writes it then.
      if (!(cause instanceof StorageError)) throw cause
    }
  }

  /** One alarm for all orders of one request: a lost basket is one event, not a thousand. */
  #tellOnce(
    kind: 'in-doubt' | 'refused',
    intents: readonly Intent[],
    words: (intents: readonly Intent[]) => { title: string; message: string },
  ): void {
    const news = intents.filter(({ id }) => !this.#told.has(`${kind} ${id}`))
    for (const { id } of news) this.#told.add(`${kind} ${id}`)
    for (const group of Map.groupBy(news, ({ request }) => request).values()) {
      const [first] = group
      if (first === undefined) continue
      const intent = group.length === 1 ? first.id : null
      this.#tell({ kind, account: first.account, ...words(group), intent, orderId: null })
    }
  }

  #tell(alarm: Omit<Alarm, 'id' | 'at'>): void {
    const { now, onAlarm } = this.#options
    onAlarm({ id: randomUUID(), at: now(), ...alarm })
  }
}

const longestReason = 1000

const isRejected = (row: Row): boolean =>
  foldState((row as Pick<OrderRecord, 'status'>).status) === 'rejected'

const isInDoubt = ({ state }: Intent): boolean => state === 'in-doubt'

/** Refused by an answer. What a person settled they know already. */
const isRefused = ({ state, parts }: Intent): boolean =>
  (state === 'refused' || state === 'partly') &&
  parts.every((part) => part.state !== 'matched' && part.state !== 'absent')

const nameOf = ({ params, parts }: Intent): string => {
  const units = parts.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  const { action = '', symbol, spot_symbol: spot, option_type: type = '' } = params
  return `${action} ${units} ${symbol ?? `${spot ?? ''} ${type}`.trim()}`.trim()
}

const namesOf = (intents: readonly Intent[]): string => {
  const [first] = intents
  return intents.length === 1 && first ? nameOf(first) : `${intents.length} orders`
}

function inDoubtWords(intents: readonly Intent[]) {
  const isOne = intents.length === 1
  const [it, which] = isOne ? ['it', 'this order'] : ['they', 'these orders']
  return {
    title: `In doubt: ${namesOf(intents)}`,
    message: `No clear answer came for ${which}, so ${it} may or may not be at the broker. The order book is being read to find out. Do not send ${isOne ? 'it' : 'them'} again before that.`,
  }
}

function refusedWords(intents: readonly Intent[]) {
  const parts = intents.flatMap((intent) => intent.parts)
  const isPartly = parts.some(({ state }) => isThere(state))
  const isOne = intents.length === 1
  return {
    title: `${isPartly ? 'Partly refused' : 'Refused'}: ${namesOf(intents)}`,
    message: [
      reasonOf(parts),
      isPartly
        ? 'A part of what was sent is at the broker, the rest is not.'
        : `${isOne ? 'It is' : 'They are'} not at the broker.`,
      todoOf(parts) ??
        `Correct what the reason names before sending ${isOne ? 'it' : 'them'} again.`,
    ].join(' '),
  }
}

const isThere = (state: Part['state']): boolean => state === 'accepted' || state === 'settled'

/** What the service said, as it came; the first of several. */
function reasonOf(parts: readonly Part[]): string {
  const refusal = refusalOf(parts)
  const said = refusal?.detail ?? refusal?.message ?? null
  const plain = plainReason(said)
  if (said === null) return 'The service gave no reason.'
  return plain === undefined
    ? `The service said: ${ended(said)}`
    : `${plain.means} The service said: ${ended(said)}`
}

const todoOf = (parts: readonly Part[]): string | undefined => {
  const refusal = refusalOf(parts)
  return plainReason(refusal?.detail ?? refusal?.message ?? null)?.todo
}

const refusalOf = (parts: readonly Part[]): Part | undefined =>
  parts.find(({ state }) => state === 'refused') ?? parts.find(({ state }) => !isThere(state))

function rejectionWords(reason: string | null, intent: Intent | undefined): string {
  const plain = plainReason(reason)
  const happened =
    intent === undefined
      ? 'The broker rejected an order that was working.'
      : 'The broker took this order and then rejected it.'
  const said = reason === null ? 'It gave no reason.' : `It said: ${ended(reason)}`
  const todo = plain?.todo ?? 'Read the reason before sending it again.'
  return [happened, said, plain?.means, 'What was not filled of it is not in the market.', todo]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
