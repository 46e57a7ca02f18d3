import * as z from 'zod'
import { startOfDay } from '../../shared/core/india.ts'
import { AccountId } from '../../shared/core/account-id.ts'
import type { Clock } from '../core/clock.ts'
import { type Document, type OpenConf, openDocument, tryWrite } from '../core/documents.ts'

/** What tells of an order that was known then: no text of the service’s but its number. */
const KeptOrder = z.strictObject({
  /** As it is compared. */
  key: z.string(),
  /** By the broker’s clock; null where its row did not tell. */
  entered: z.number().nullable(),
  units: z.number(),
  isWorking: z.boolean(),
  /** Whether it stood in the way of the exit. */
  isMeant: z.boolean(),
})

const KeptPosition = z.strictObject({
  exchange: z.string(),
  symbol: z.string(),
  product: z.string(),
})

/**
 * That an account was said to be flat, or an exit of it done, and the least of what the books showed
 * then that tells later whether it was so.
 */
const KeptWord = z.strictObject({
  run: z.string(),
  what: z.enum(['orders', 'positions', 'both', 'stop', 'chosen']),
  account: AccountId,
  strategy: z.string().nullable(),
  /** Wall-clock milliseconds. */
  at: z.number(),
  /** What was known of the order book's lateness (orders-when-said.ts). */
  lag: z.number(),
  /** By exchange, and by none for all others; empty where nobody knows. */
  brokersTimes: z.array(z.tuple([z.string(), z.number()])),
  orders: z.array(KeptOrder),
  /** Whether orders and positions are kept in whole: what was filled since is known by them. */
  isWhole: z.boolean(),
  held: z.array(KeptPosition.extend({ netqty: z.number().nullable() })),
  /** Of chosen orders: what they were to leave, and the orders themselves. */
  leaving: z.array(
    KeptPosition.extend({
      held: z.number().nullable(),
      ordered: z.number(),
      closedBeside: z.number(),
      converted: z.number(),
    }),
  ),
  ownOrders: z.array(
    z.tuple([
      z.string(),
      z.strictObject({ sentAt: z.number(), answeredAt: z.number().nullable() }),
    ]),
  ),
})
export type KeptWord = z.infer<typeof KeptWord>

/** What it is of. */
type WordName = Pick<KeptWord, 'run' | 'account' | 'strategy'>

const KeptWords = z.array(KeptWord)

/** A word, and whether it is of this session alone: a later exit says as much, and few are kept of an account. */
interface SaidWord {
  word: KeptWord
  isSaidByLater: boolean
}

interface SaidOfExitsOptions {
  document: Document<KeptWord[]>
  clock: Pick<Clock, 'after' | 'now'>
  /** Wall-clock milliseconds. */
  now(): number
}

/** The latest of each account. */
const mostOfAnAccount = 3
/** Orders of all words together: the file is written whole with each. */
const mostOrders = 10_000
/** What is taken back, or of an account that is no more, stays on the disk for as many milliseconds at the most: a start asks of it again whether it holds. */
const lazily = 2000
/**
 * A word is on the disk in the turn in which it is said, since a kill may come right after it. A stop is
 * of many accounts, whose words come one by one: where the disk is slow, as many times as long as the
 * latest writing took is left to all else before the next.
 */
const partsForAllElse = 4

/** What was said of exits on this day and not taken back, on disk: a later session watches it on. */
export class SaidOfExits {
  readonly #options: SaidOfExitsOptions
  #said: readonly SaidWord[]
  #cancelWriting: (() => void) | null = null
  /** On the monotonic clock, when it is to be written. */
  #dueAt = Infinity
  /** And before which it is not written again. */
  #freeAt = -Infinity

  constructor(options: SaidOfExitsOptions) {
    this.#options = options
    this.#said = options.document.read().map((word) => ({ word, isSaidByLater: false }))
  }

  /** Those of today. */
  ofToday(): readonly KeptWord[] {
    return this.#saidToday().map(({ word }) => word)
  }

  isSaidByLater(word: WordName): boolean {
    return this.#said.some((one) => one.isSaidByLater && isOfSame(one.word, word))
  }

  keep(word: KeptWord, { isSaidByLater = false } = {}): void {
    const others = this.#saidToday().filter((one) => !isOfSame(one.word, word))
    if (isSaidByLater) return this.#change([...others, { word, isSaidByLater }])
    const own = wordsOnDisk(others).filter(({ account }) => account === word.account)
    const dropped = new Set(own.slice(0, Math.max(0, own.length + 1 - mostOfAnAccount)))
    const kept = [...others.filter((one) => !dropped.has(one.word)), { word, isSaidByLater }]
    this.#change(withinMostOrders(kept), { isWordSaid: true })
  }

  /** It was taken back, or is said no more. */
  drop(word: WordName): void {
    if (this.#said.some((one) => isOfSame(one.word, word)))
      this.#change(this.#said.filter((one) => !isOfSame(one.word, word)))
  }

  /** An account is no more. */
  forget(account: string): void {
    if (this.#said.some(({ word }) => word.account === account))
      this.#change(this.#said.filter(({ word }) => word.account !== account))
  }

  /** Writes what is not written yet. */
  stop(): void {
    if (this.#cancelWriting !== null) this.#write()
  }

  #saidToday(): readonly SaidWord[] {
    const today = startOfDay(this.#options.now())
    return this.#said.filter(({ word }) => word.at >= today)
  }

  #change(said: readonly SaidWord[], { isWordSaid = false } = {}): void {
    this.#said = said
    const { clock } = this.#options
    const now = clock.now()
    if (isWordSaid && now >= this.#freeAt) return this.#write()
    const dueAt = isWordSaid ? this.#freeAt : now + lazily
    if (this.#dueAt <= dueAt) return
    this.#cancelWriting?.()
    this.#dueAt = dueAt
    this.#cancelWriting = clock.after(dueAt - now, () => this.#write())
  }

  #write(): void {
    this.#cancelWriting?.()
    this.#cancelWriting = null
    this.#dueAt = Infinity
    const { clock, document } = this.#options
    const begunAt = clock.now()
    // What the disk refuses is watched in this session all the same.
    tryWrite(document, wordsOnDisk(this.#said))
    const endedAt = clock.now()
    this.#freeAt = endedAt + partsForAllElse * (endedAt - begunAt)
  }
}

const wordsOnDisk = (said: readonly SaidWord[]): KeptWord[] =>
  said.flatMap(({ word, isSaidByLater }) => (isSaidByLater ? [] : word))

/** The latest ones, as far as their orders are not too many. */
function withinMostOrders(said: readonly SaidWord[]): readonly SaidWord[] {
  let orders = 0
  const tooMuch = said.findLastIndex(
    ({ word, isSaidByLater }) => !isSaidByLater && (orders += word.orders.length) > mostOrders,
  )
  return said.filter(({ isSaidByLater }, index) => isSaidByLater || index > tooMuch)
}

const isOfSame = (one: WordName, other: WordName): boolean =>
  one.run === other.run && one.account === other.account && one.strategy === other.strategy

export function openSaidOfExits(options: {
  open: OpenConf
  dataDir: string
  clock: Pick<Clock, 'after' | 'now'>
  now(): number
}): { saidOfExits: SaidOfExits; setAside: string | null } {
  const { open, dataDir, clock, now } = options
  const { document, setAside } = openDocument({
    ...{ open, dataDir, name: 'said-of-exits', version: 1, schema: KeptWords },
    initial: (): KeptWord[] => [],
  })
  return { saidOfExits: new SaidOfExits({ document, clock, now }), setAside }
}
