import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { PriceAlert, isPriceAlertOver } from '../../shared/alerts/alerts.ts'
import { pricedAt } from '../../shared/alerts/price-place.ts'
import type { Parsed } from '../../shared/contract.ts'
import { plusPercent, decimalOf, toTick } from '../../shared/core/decimal.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { Rows } from '../../shared/core/patch.ts'
import { type OpenConf, StorageError, openDocument, tryWrite } from '../core/documents.ts'
import { priceWords as priceText } from '../../shared/core/figures.ts'
import { lastPriceOf } from '../../shared/service/row-figures.ts'
import type { AlertEvent } from './alert-events.ts'
import { isReached, judge } from './price-crossing.ts'

const mostAlerts = 500

export interface PriceAlertsOptions {
  open: OpenConf
  dataDir: string
  /** Wall-clock milliseconds. */
  now(): number
  /** The last price that some book shows. */
  ltp(exchange: string, symbol: string): { ltp: number; tick: number | null } | null
}

/** Prices to be told of. They are kept on disk, and no window has to be open for them. */
export function openPriceAlerts(options: PriceAlertsOptions): {
  prices: PriceAlerts
  setAside: string | null
} {
  const { open, dataDir, now } = options
  const { document, setAside } = openDocument({
    open,
    dataDir,
    name: 'price-alerts',
    version: 1,
    schema: z.array(PriceAlert).max(mostAlerts),
    initial: () => [],
    rescue: keepGood,
    now: () => new Date(now()),
  })
  return { prices: new PriceAlerts(document, options), setAside }
}

/** A book with prices, as it was and as it is. */
interface PricesSeen {
  book: 'positions' | 'holdings'
  before: Rows | undefined
  rows: Rows
}

export class PriceAlerts {
  readonly #document: ReturnType<typeof openDocument<PriceAlert[]>>['document']
  readonly #options: PriceAlertsOptions
  /** The alerts as they stand now, also where the disk refused to keep a change. */
  #alerts: PriceAlert[]

  constructor(
    document: ReturnType<typeof openDocument<PriceAlert[]>>['document'],
    options: PriceAlertsOptions,
  ) {
    this.#document = document
    this.#options = options
    this.#alerts = document.read()
  }

  /** The latest first. */
  list(): PriceAlert[] {
    return this.#alerts.toReversed()
  }

  /** Without an id, a new one. It begins anew whenever it is kept. */
  save({ id, ...input }: Parsed<'savePriceAlert'>): Reply<PriceAlert> {
    const { level, ...kept } = input
    const known = this.#options.ltp(input.exchange, input.symbol)
    const price = level.kind === 'price' ? ok(level.price) : levelFrom(known, level.percent)
    if (!price.ok) return price
    const others = this.#alerts.filter((other) => other.id !== id)
    if (id !== undefined && others.length === this.#alerts.length) return unknownAlert
    if (others.length >= mostAlerts)
      return fail('invalid', `${mostAlerts} price alerts are kept at most. Delete one first.`)
    const alert: PriceAlert = {
      ...kept,
      id: id ?? randomUUID(),
      price: price.value,
      keptAt: this.#options.now(),
      firedAt: null,
      isArmed: true,
      side: null,
    }
    if (alert.enabled && known !== null && isReached(alert, known.ltp))
      return fail(
        'invalid',
        `The last price is ${priceText(decimalOf(known.ltp))}, which is there already.`,
        { field: 'level' },
      )
    const begun = known === null ? alert : { ...alert, ...seenAt(alert, known.ltp) }
    return this.#write([...others, begun], begun)
  }

  remove(id: string): Reply<null> {
    const others = this.#alerts.filter((alert) => alert.id !== id)
    return others.length === this.#alerts.length ? unknownAlert : this.#write(others, null)
  }

  /** Called with every changed book that carries prices; answers what they reached. */
  see({ book, before, rows }: PricesSeen): AlertEvent[] {
    if (!this.#alerts.some(({ enabled }) => enabled)) return []
    const wanted = new Set(this.#alerts.map(({ symbol }) => symbol))
    const moved = new Map<string, number>()
    for (const [key, row] of rows) {
      // A row that did not change is still the same object; its price may be older than another's.
      if (before?.get(key) === row || !wanted.has(String(row['symbol']))) continue
      const ltp = lastPriceOf(row)
      const former = before?.get(key)
      // Nor is it news of the price where something else of the row changed.
      if (ltp !== null && (former === undefined || lastPriceOf(former) !== ltp))
        moved.set(pricedAt(row), ltp)
    }
    return moved.size === 0 ? [] : this.#judge(moved, book)
  }

  #judge(moved: ReadonlyMap<string, number>, book: PricesSeen['book']): AlertEvent[] {
    const now = this.#options.now()
    const events: AlertEvent[] = []
    const next = this.#alerts.map((alert) => {
      const ltp = moved.get(pricedAt(alert))
      if (ltp === undefined || !alert.enabled || isPriceAlertOver(alert, now)) return alert
      const { fires, isArmed, side } = judge(alert, ltp)
      if (!fires)
        return isArmed === alert.isArmed && side === alert.side
          ? alert
          : { ...alert, isArmed, side }
      events.push(reachedEvent(alert, { ltp, book, now }))
      const enabled = alert.repeats === 'every'
      return { ...alert, isArmed, side, firedAt: now, enabled }
    })
    if (next.every((alert, index) => alert === this.#alerts[index])) return events
    this.#alerts = next
    try {
      this.#document.write(next)
    } catch (cause) {
      // It is told all the same; what was written before holds at the next start.
      if (!(cause instanceof StorageError)) throw cause
    }
    return events
  }

  #write<T>(next: PriceAlert[], value: T): Reply<T> {
    const written = tryWrite(this.#document, next)
    if (!written.ok) return written
    this.#alerts = next
    return ok(value)
  }
}

function seenAt(alert: PriceAlert, ltp: number): Pick<PriceAlert, 'isArmed' | 'side'> {
  const { isArmed, side } = judge(alert, ltp)
  return { isArmed, side }
}

function levelFrom(
  known: { ltp: number; tick: number | null } | null,
  percent: string,
): Reply<string> {
  if (known === null)
    return fail(
      'invalid',
      'No book shows its price, so there is nothing to reckon a percentage from. Type a price.',
      { field: 'level' },
    )
  const price = plusPercent(decimalOf(known.ltp), percent)
  return ok(toTick(price, known.tick === null ? '0.01' : decimalOf(known.tick), 'nearest'))
}

/** What is to be known of a price by the book that shows it. */
const sources = {
  positions: '',
  holdings: ', as Holdings show it: some services keep the close of an earlier day there',
} as const

const verbs = { above: 'is at or above', below: 'is at or below', crosses: 'crossed' } as const

function reachedEvent(
  alert: PriceAlert,
  { ltp, book, now }: { ltp: number; book: PricesSeen['book']; now: number },
): AlertEvent {
  const { id, symbol, exchange, price, direction, note, repeats } = alert
  const at = priceText(decimalOf(ltp))
  const what = `${symbol} ${verbs[direction]} ${priceText(price)}`
  const after =
    repeats === 'every'
      ? 'You are told again once it moved away and came back.'
      : 'This alert has done its work and is switched off.'
  return {
    kind: 'price',
    tone: 'good',
    cause: `price ${id} ${now}`,
    account: null,
    title: what,
    message: [
      `Last price ${at} on ${exchange}${sources[book]}.`,
      note === '' ? null : `Your note: ${note}`,
      after,
    ]
      .filter((sentence) => sentence !== null)
      .join(' '),
    line: `${what}: ${at}`,
    symbol,
  }
}

const unknownAlert = fail('not-found', 'There is no such price alert.', { field: 'id' })

/** The alerts that are sound; null where there is none. */
function keepGood(value: unknown): PriceAlert[] | null {
  if (!Array.isArray(value)) return null
  const kept = value.flatMap((item) => {
    const alert = PriceAlert.safeParse(item)
    return alert.success ? [alert.data] : []
  })
  return kept.length === 0 ? null : kept.slice(0, mostAlerts)
}
