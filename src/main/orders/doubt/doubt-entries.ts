import {
  type Intent,
  type IntentEvent,
  looksBeforeAsking,
  saidNo,
} from '../../../shared/orders/intents.ts'
import { slowestOrderBook } from '../../picture/times/book-lag.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import type { Found } from './book-search.ts'
import type { Verdict } from './match.ts'
import { type Memories, toldOf } from './memories.ts'
import type { LookForNoes, Unproven } from './unclear-no.ts'

/** The journal keeps so many of an order's candidates. */
export const mostCandidates = 100

/** A reading of an order book. */
export interface Reading {
  /** When it was asked for, and when its answer was there, on the monotonic clock. */
  began: number
  readAt: number
  /** Whether it lacks orders that worked a moment ago: it may lack others, too. */
  isShort: boolean
}

export interface DoubtEntriesOptions {
  pictures: Pick<LoginPictures, 'intents'>
  memories: Memories
  /** One was found by a single reading of the account's book: a second has to say the same. */
  onFoundOnce(account: string): void
}

/** What readings of order books showed of orders in doubt, as the journal is told of it. */
export class DoubtEntries {
  readonly #pictures: DoubtEntriesOptions['pictures']
  readonly #memories: Memories
  readonly #onFoundOnce: DoubtEntriesOptions['onFoundOnce']

  constructor({ pictures, memories, onFoundOnce }: DoubtEntriesOptions) {
    this.#pictures = pictures
    this.#memories = memories
    this.#onFoundOnce = onFoundOnce
  }

  /** What is to be written down of them. */
  entriesOf(
    found: readonly Found[],
    noes: LookForNoes,
    reading: Reading,
  ): { intent: string; event: IntentEvent }[] {
    return found.flatMap(({ intent, verdict: seen, look, stranger, proof }) => {
      this.#memories.noteLikes(intent, seen.alike)
      const verdict = this.#seenAgain(intent, seen, reading)
      const judged = noes.judge(intent, { verdict, stranger }, proof)
      const { isFinal } = judged
      // What was read for no order in doubt says nothing of a no.
      const unproven = look === null ? unprovenIn(intent) : judged.unproven
      const event =
        isFinal && verdict.absent.length === 0
          ? ({ kind: 'refused-after-looks', reads: this.#memories.of(intent).reads + 1 } as const)
          : this.#eventOf(intent, isFinal ? verdict : { ...verdict, absent: [] }, {
              isLook: look !== null,
              unproven,
            })
      return event === null ? [] : [{ intent: intent.id, event }]
    })
  }

  /** What was not written has to be said at the next look. */
  sayAgain(intents: readonly string[]): void {
    for (const intent of intents) {
      const memory = this.#memories.known(intent)
      if (memory !== undefined) memory.told = null
    }
  }

  /**
   * What a reading finds is so once a second one, which began after it, finds the same: a book may leave
   * out what was sent, and show another order that is like it. Until then it is one that it can be.
   */
  #seenAgain(intent: Intent, verdict: Verdict, { began, readAt, isShort }: Reading): Verdict {
    const memory = this.#memories.of(intent)
    const { found, candidates } = verdict
    const told = JSON.stringify(found)
    const before = memory.alone
    if (found.length === 0) {
      memory.alone = null
      return verdict
    }
    const since = before?.found === told ? began - before.at : -1
    if (since >= 0 && (!isShort || since >= slowestOrderBook)) return verdict
    if (before?.found !== told) {
      memory.alone = { found: told, at: readAt }
      this.#onFoundOnce(intent.account)
    }
    const orderIds = found.map(({ orderId }) => orderId)
    return { ...verdict, found: [], candidates: [...orderIds, ...candidates] }
  }

  /** What the journal is told of a look; null where it would only repeat itself. */
  #eventOf(
    intent: Intent,
    { found, absent, candidates, lateBy }: Verdict,
    { isLook, unproven }: { isLook: boolean; unproven: Unproven | undefined },
  ): IntentEvent | null {
    const memory = this.#memories.of(intent)
    if (found.length > 0 || absent.length > 0) {
      memory.told = null
      return { kind: 'matched', found, absent, ...(absent.length > 0 && { isWhole: true }) }
    }
    if (isLook) memory.reads += 1
    else if (memory.reads === 0) return null
    const isOtherLogin = this.#pictures.intents.isOfFormerLogin(intent)
    const seen = toldOf({ candidates, isOtherLogin, ...unproven })
    const isTime = isLook && memory.reads === looksBeforeAsking
    if (memory.told === seen && !isTime) return null
    memory.told = seen
    return {
      kind: 'looked',
      reads: memory.reads,
      candidates: candidates.slice(0, mostCandidates),
      ...(isOtherLogin && { isOtherLogin }),
      ...unproven,
      ...(lateBy !== undefined && candidates.length === 1 && { late: lateWords(intent, lateBy) }),
    }
  }
}

/** Such as: entered 8 s after its answer was lost. */
function lateWords({ parts, answeredAt }: Intent, lateBy: number): string {
  const isNo = parts.some((part) => part.state === 'in-doubt' && saidNo(part))
  const what = isNo ? 'it was refused' : answeredAt === null ? 'it was sent' : 'its answer was lost'
  return `entered about ${Math.round(lateBy / 1000)} s after ${what}`
}

/** What the latest look for an order said of that. */
const unprovenIn = ({ look }: Intent): Unproven | undefined => {
  const { unproven, stranger, strangerId } = look ?? {}
  return (
    unproven && {
      unproven,
      ...(stranger !== undefined && { stranger }),
      ...(strangerId !== undefined && { strangerId }),
    }
  )
}
