import type { Bridge } from '../../shared/contract.ts'
import { startOfDay } from '../../shared/core/india.ts'
import type { DeskView } from '../../shared/desk-view.ts'
import type { Time } from '../core/clock.svelte.ts'
import type { Store } from '../core/stores.ts'
import type { SentPart } from '../books/book-additions.ts'
import { orderKey } from '../books/order-key.ts'
import {
  type Intent,
  isSettled,
  isSurelyNotThere,
  makesOrders,
  type PartState,
} from '../../shared/orders/intents.ts'
import { isMissingPart, resendOf } from '../../shared/orders/resending.ts'
import { outcomeTitle } from './intent-words.ts'

declare module '../core/stores.ts' {
  interface Stores {
    intents: Intents
  }
}

/** Milliseconds between two looks whether another day has begun. */
const daysEvery = 10_000

/**
 * The orders and exits that were confirmed, as far as the desk has told of them: those of the day,
 * and what is unsettled. A broker gives a number again on another day.
 */
export class Intents implements Store {
  readonly #time: Pick<Time, 'wall' | 'every'>
  /** When the day began that the orders below were placed on. */
  #today: number
  #byId = $state.raw<ReadonlyMap<string, Intent>>(new Map())
  #strategies = $state.raw<ReadonlyMap<string, string>>(new Map())
  #confirmations = $state.raw<ReadonlyMap<string, string>>(new Map())

  constructor({ time }: { time: Pick<Time, 'wall' | 'every'> }) {
    this.#time = time
    this.#today = startOfDay(time.wall())
  }

  /** The latest first. */
  readonly list: readonly Intent[] = $derived.by(() =>
    [...this.#byId.values()].toSorted((one, other) => other.at - one.at),
  )

  /**
   * Orders in doubt, for all who list or count them: what may have left one at the broker. A cancel
   * without an answer has not.
   */
  readonly inDoubt: readonly Intent[] = $derived.by(() =>
    this.list.filter((intent) => intent.state === 'in-doubt' && makesOrders(intent)),
  )

  readonly unsettled: readonly Intent[] = $derived.by(() =>
    this.list.filter(({ state }) => !isSettled(state)),
  )

  /** Under which strategy an order was placed from here, by `orderKey`; another map once more is known. */
  get strategies(): ReadonlyMap<string, string> {
    return this.#strategies
  }

  /** The confirmation of an order that was placed from here, by `orderKey`. */
  get confirmations(): ReadonlyMap<string, string> {
    return this.#confirmations
  }

  readonly #byConfirmation = $derived.by(() =>
    Map.groupBy(this.#byId.values(), ({ confirmation }) => confirmation),
  )

  /** What was sent again, by the order that it was sent again for. */
  readonly #triesAgain = $derived.by(() =>
    Map.groupBy(
      [...this.#byId.values()].filter(({ resends }) => resends !== null),
      ({ resends }) => resends,
    ),
  )

  /** Each order, and each slice, that a confirmation was for. */
  sentWith(confirmation: string): readonly SentPart[] {
    return (this.#byConfirmation.get(confirmation) ?? [])
      .filter(makesOrders)
      .flatMap((intent) =>
        sentParts(intent, becameSince(this.#triesAfter(intent), this.#alikeSince(intent))),
      )
  }

  /** What a ticket of its own sent since, that asks for no more than what is missing of it, and what was sent again for that. */
  #alikeSince(intent: Intent): readonly Intent[] {
    const missing = resendOf(intent)
    return missing === null
      ? []
      : this.list
          .filter(
            ({ account, at, confirmation, resends, ticket }) =>
              account === intent.account &&
              at > intent.at &&
              confirmation !== intent.confirmation &&
              resends === null &&
              ticket !== null &&
              isMissingPart(ticket, missing),
          )
          .flatMap((one) => [one, ...this.#triesAfter(one)])
  }

  /** A journal that somebody changed could have them come round again. */
  #triesAfter({ id }: Intent, before: ReadonlySet<string> = new Set()): readonly Intent[] {
    const known = new Set([...before, id])
    const next = (this.#triesAgain.get(id) ?? []).filter((one) => !known.has(one.id))
    return next.flatMap((one) => [one, ...this.#triesAfter(one, known)])
  }

  byId(id: string): Intent | undefined {
    return this.#byId.get(id)
  }

  /** In the order in which they were confirmed. */
  ofConfirmation(confirmation: string): readonly Intent[] {
    return this.#byConfirmation.get(confirmation) ?? []
  }

  listen(on: Bridge['on']): () => void {
    const stops = [
      on('intents', (intents) => this.hear(intents)),
      this.#time.every(daysEvery, () => this.#beginDay()),
    ]
    return () => stops.forEach((stop) => stop())
  }

  learnView({ intents }: Partial<DeskView>): void {
    if (intents !== undefined) this.learn(intents)
  }

  /** What the view has not is settled, and of a day before. */
  renew({ intents }: DeskView): void {
    this.#today = startOfDay(this.#time.wall())
    this.#forgetAll()
    this.#put(intents, () => true)
  }

  /** Events come in order: what they say replaces what was known. */
  hear(intents: readonly Intent[]): void {
    this.#put(intents, () => true)
  }

  /** An answer may be overtaken by an event that says more. */
  learn(intents: readonly Intent[]): void {
    this.#put(intents, (known, told) => told.changedAt > known.changedAt)
  }

  #forgetAll(): void {
    this.#byId = new Map()
    this.#strategies = new Map()
    this.#confirmations = new Map()
  }

  /** As in the desk's view: of former days only what is unsettled is known on. */
  #beginDay(): void {
    const today = startOfDay(this.#time.wall())
    if (today === this.#today) return
    this.#today = today
    const all = [...this.#byId.values()]
    this.#forgetAll()
    this.#put(
      all.filter(({ at, state }) => at >= today || !isSettled(state)),
      () => true,
    )
  }

  #put(intents: readonly Intent[], isNewer: (known: Intent, told: Intent) => boolean): void {
    const byId = new Map(this.#byId)
    for (const intent of intents) {
      const known = byId.get(intent.id)
      if (known === undefined || isNewer(known, intent)) byId.set(intent.id, intent)
    }
    this.#byId = byId
    this.#disown(intents)
    const ofToday = intents.filter(({ at }) => at >= this.#today)
    const placed = ofToday.flatMap(strategiesOf).filter(([key]) => !this.#strategies.has(key))
    if (placed.length > 0) this.#strategies = new Map([...this.#strategies, ...placed])
    const sent = ofToday
      .flatMap(confirmationsOf)
      .filter(([key, confirmation]) => this.#confirmations.get(key) !== confirmation)
    if (sent.length > 0) this.#confirmations = new Map([...this.#confirmations, ...sent])
  }

  /** An order that the service had named by mistake is none of what was sent with it. */
  #disown(intents: readonly Intent[]): void {
    const keys = new Set(
      intents.flatMap(({ account, disowned = [] }) => disowned.map((id) => orderKey(account, id))),
    )
    const isHeld = (key: string): boolean =>
      this.#confirmations.has(key) || this.#strategies.has(key)
    if (![...keys].some(isHeld)) return
    // Another order may have it by right.
    const all = [...this.#byId.values()].filter(({ at }) => at >= this.#today)
    const isKept = ([key]: readonly [string, string]): boolean => !keys.has(key)
    const ofOthers = (entries: [string, string][]) => entries.filter(([key]) => keys.has(key))
    const strategies = ofOthers(all.flatMap(strategiesOf))
    const confirmations = ofOthers(all.flatMap(confirmationsOf))
    this.#strategies = new Map([...[...this.#strategies].filter(isKept), ...strategies])
    this.#confirmations = new Map([...[...this.#confirmations].filter(isKept), ...confirmations])
  }
}

const confirmationsOf = (intent: Intent): [string, string][] =>
  makesOrders(intent)
    ? intent.parts.flatMap(({ orderId }) =>
        orderId === null ? [] : [[orderKey(intent.account, orderId), intent.confirmation]],
      )
    : []

const sentParts = ({ account, accountName, parts }: Intent, again: string | null): SentPart[] =>
  parts.map(({ orderId, state }) => {
    const isAbsent = absentStates.has(state)
    return {
      account,
      name: accountName,
      order: orderId === null ? null : orderKey(account, orderId),
      became: isAbsent && again !== null ? `${becameOf[state]} (${again})` : becameOf[state],
      isAbsent,
    }
  })

/** What arrived or may have counts before what surely did not; of those, the latest try. */
function becameSince(tries: readonly Intent[], alike: readonly Intent[]): string | null {
  const latest = [...tries, ...alike].toSorted((one, other) => other.at - one.at)
  const told = latest.find(({ state }) => !isSurelyNotThere(state)) ?? latest[0]
  if (told === undefined) return null
  return `${tries.includes(told) ? 'sent again' : 'one like it since'}: ${outcomeTitle(told).toLowerCase()}`
}

const becameOf: Record<PartState, string> = {
  recorded: 'waiting',
  sent: 'unanswered',
  accepted: 'seen in no book',
  refused: 'refused',
  'not-sent': 'not sent',
  'in-doubt': 'in doubt',
  matched: 'seen in no book',
  absent: 'not sent',
  settled: 'seen in no book',
}
const absentStates: ReadonlySet<PartState> = new Set(['refused', 'not-sent', 'absent'])

/** What an exit names are orders of whoever placed them. */
const strategiesOf = ({ account, ticket, params, parts }: Intent): [string, string][] => {
  const strategy = ticket === null ? undefined : params['strategy']
  return strategy === undefined
    ? []
    : parts.flatMap(({ orderId }) =>
        orderId === null ? [] : [[orderKey(account, orderId), strategy] as [string, string]],
      )
}
