import { dayOf } from '../../shared/core/india.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { isSameOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import { unitsFilled } from '../../shared/service/order-units.ts'
import type { OrderRecord } from '../../shared/service/records.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import { mayBeInstrument, normalisedRequest } from '../picture/rows/order-similarity.ts'
import type { AlertEvent } from './alert-events.ts'
import type { OrderOwners } from './order-owners.ts'
import type { LivingChild } from './seeming-slices.ts'
import {
  type EndedState,
  backWords,
  changedAfterEndWords,
  cutOffWords,
  elsewhereWords,
  filledOtherwiseWords,
  fillAlertWords,
  goneWords,
  partRejectedWords,
  perhapsElsewhereWords,
  perhapsOursWords,
  rejectedWords,
  revivedWords,
  tradedWords,
  twinWords,
  unknownStateWords,
} from './order-words.ts'

interface OrderEventsOptions {
  pictures: Pick<LoginPictures, 'accountsOf' | 'unitsTraded'>
  owners: OrderOwners
  /** Wall-clock milliseconds. */
  now(): number
}

interface OrderEvent {
  account: string
  row: OrderRecord
  words: Pick<AlertEvent, 'title' | 'message' | 'line'>
  intent: Intent | undefined
}

/** Whether the row of an order of ours, which is no leg of it, is on the other side or of another symbol than was sent. */
function isOtherwise(intent: Intent, row: OrderRecord): boolean {
  const isIt = intent.parts.some(
    ({ orderId }) => orderId !== null && isSameOrderId(orderId, row.order_id),
  )
  const order = normalisedRequest(intent)
  const side = sideOfWord(row.action)
  const isOtherSide = side !== undefined && order.side !== undefined && side !== order.side
  return isIt && (isOtherSide || !mayBeInstrument(order, row.symbol))
}

/** What is told of an order that was found to have changed, or not to have. */
export class OrderEvents {
  readonly #options: OrderEventsOptions

  constructor(options: OrderEventsOptions) {
    this.#options = options
  }

  /** `again` counts how often its end was taken back before. */
  rejected(
    account: string,
    row: OrderRecord,
    of: { reason: string | null; intent: Intent | undefined; again: number },
  ): AlertEvent {
    const { reason, intent, again } = of
    const traded = this.#options.pictures.unitsTraded(account, row)
    const words = rejectedWords(row, { reason, isOurs: intent !== undefined, traded })
    const event = this.#event('rejected', 'bad', { account, row, words, intent })
    return again === 0 ? event : { ...event, cause: `${event.cause} again ${again}` }
  }

  partRejected(account: string, row: OrderRecord, child: LivingChild): AlertEvent {
    const words = partRejectedWords(row, child)
    const { intent } = this.#options.owners.part(account, row)
    const event = this.#event('unknown-state', 'urgent', { account, row, words, intent })
    return { ...event, about: 'rejected in part', cause: `rejected in part ${event.cause}` }
  }

  /** An exit, or a person, may have gone by its end. */
  revived(account: string, row: OrderRecord, of: { was: EndedState; times: number }): AlertEvent {
    const words = revivedWords(row, of.was)
    const { intent } = this.#options.owners.part(account, row)
    const event = this.#event('unknown-state', 'urgent', { account, row, words, intent })
    return { ...event, about: 'revived', cause: `revived ${event.cause} ${of.times}` }
  }

  /** Whatever was done by what it was filled with at its end. */
  changedAfterEnd(
    account: string,
    of: { row: OrderRecord; old: OrderRecord; is: EndedState; was: EndedState },
  ): AlertEvent {
    const { row, old, is, was } = of
    const words = changedAfterEndWords(row, old, { is, was })
    const { intent } = this.#options.owners.part(account, row)
    const event = this.#event('unknown-state', 'urgent', { account, row, words, intent })
    const cause = `changed after its end ${event.cause} ${is} ${row.fillshares}`
    return { ...event, about: 'changed after its end', cause }
  }

  filled(account: string, row: OrderRecord, intent: Intent): AlertEvent {
    if (isOtherwise(intent, row)) {
      const words = filledOtherwiseWords(row, intent)
      const event = this.#event('filled', 'urgent', { account, row, words, intent })
      return { ...event, cause: `filled otherwise ${event.cause}` }
    }
    const words = fillAlertWords(row, { isOurs: true, sent: this.#sent(account, row) })
    return this.#event('filled', 'good', { account, row, words, intent })
  }

  /** No intent holds it; `origin` is one that it may have come of all the same. */
  filledOfNobody(account: string, row: OrderRecord, origin: Intent | undefined): AlertEvent {
    const words = fillAlertWords(row, { isOurs: false, origin })
    const event = this.#event('filled', 'good', { account, row, words, intent: undefined })
    return { ...event, about: origin === undefined ? 'not ours' : 'perhaps not from here' }
  }

  /** The units that were sent under its number, where it was placed from here. */
  #sent(account: string, row: OrderRecord): number | null {
    return this.#options.owners.part(account, row).part?.quantity ?? null
  }

  cutOff(account: string, row: OrderRecord, intent: Intent): AlertEvent {
    const words = cutOffWords(row, { sent: this.#sent(account, row) })
    const event = this.#event('filled', 'bad', { account, row, words, intent })
    return { ...event, about: 'cancelled in part', cause: `cancelled in part ${event.cause}` }
  }

  gone(account: string, row: OrderRecord): AlertEvent {
    const intent = this.#options.owners.today(account, row)
    const words = goneWords(row)
    const event = this.#event('unknown-state', 'urgent', { account, row, words, intent })
    return { ...event, about: 'not shown', cause: `gone ${event.cause}` }
  }

  back(account: string, row: OrderRecord): AlertEvent {
    const intent = this.#options.owners.today(account, row)
    const words = backWords(row)
    const event = this.#event('unknown-state', 'good', { account, row, words, intent })
    return { ...event, cause: `back ${event.cause}` }
  }

  traded(account: string, row: OrderRecord, more: number): AlertEvent {
    const intent = this.#options.owners.today(account, row)
    const words = tradedWords(row, unitsFilled(row) + more)
    const event = this.#event('unknown-state', 'urgent', { account, row, words, intent })
    return { ...event, about: 'traded', cause: `traded ${event.cause}` }
  }

  /** It may be a rejection or a fill in words that nobody knows yet; `twin` is a row that contradicts it. */
  unknownState(
    account: string,
    row: OrderRecord,
    { was = null, twin }: { was?: EndedState | null; twin: OrderRecord | undefined },
  ): AlertEvent {
    const intent = this.#options.owners.holder(account, row)
    const words = twin === undefined ? unknownStateWords(row, was) : twinWords(row, twin)
    return this.#event('unknown-state', 'bad', { account, row, words, intent })
  }

  elsewhere(account: string, row: OrderRecord, origin: Intent | undefined): AlertEvent {
    const words = origin === undefined ? elsewhereWords(row) : perhapsElsewhereWords(row, origin)
    const event = this.#event('elsewhere', 'urgent', { account, row, words, intent: undefined })
    return origin === undefined ? event : { ...event, about: 'perhaps not from here' }
  }

  /** Its fill changed a position, and one of ours is in doubt that it may be. */
  perhapsOurs(account: string, row: OrderRecord): AlertEvent {
    const words = perhapsOursWords(row)
    const event = this.#event('filled', 'urgent', { account, row, words, intent: undefined })
    return { ...event, about: 'perhaps ours', cause: `perhaps ours ${event.cause}` }
  }

  #event(
    kind: AlertEvent['kind'],
    tone: AlertEvent['tone'],
    { account, row, words, intent }: OrderEvent,
  ): AlertEvent {
    const { order_id: orderId, symbol } = row
    // Accounts of one login show the same order, which is told once.
    const [login] = this.#options.pictures.accountsOf(account).toSorted()
    const cause = `${kind} ${login} ${orderKeyOf(row)} ${dayOf(this.#options.now())}`
    return {
      ...{ kind, tone, cause, ...words },
      ...{ account: intent?.account ?? account, intent: intent?.id ?? null, orderId, symbol },
    }
  }
}
