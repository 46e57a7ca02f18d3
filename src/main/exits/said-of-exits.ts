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

const KeptWords = z.array(KeptWord)

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
/** Milliseconds after which a word is on the disk: a kill may come right after it. */
const soon = 200
/** And from one writing to the next at the least: a stop is of many accounts, whose words come one by one. */
const rest = 2000

/** What was said of exits on this day and not taken back, on disk: a later session watches it on. */
export class SaidOfExits {
  readonly #options: SaidOfExitsOptions
  #words: readonly KeptWord[]
  #cancelWriting: (() => void) | null = null
  /** On the monotonic clock. */
  #writtenAt = -Infinity

  constructor(options: SaidOfExitsOptions) {
    this.#options = options
    this.#words = options.document.read()
  }

  /** Those of today. */
  ofToday(): readonly KeptWord[] {
    const today = startOfDay(this.#options.now())
    return this.#words.filter(({ at }) => at >= today)
  }

  keep(word: KeptWord): void {
    const others = this.ofToday().filter((one) => !isOfSame(one, word))
    const own = others.filter(({ account }) => account === word.account)
    const dropped = new Set(own.slice(0, Math.max(0, own.length + 1 - mostOfAnAccount)))
    this.#change(withinMostOrders([...others.filter((one) => !dropped.has(one)), word]))
  }

  /** It was taken back, or is said no more. */
  drop(word: Pick<KeptWord, 'run' | 'account' | 'strategy'>): void {
    if (this.#words.some((one) => isOfSame(one, word)))
      this.#change(this.#words.filter((one) => !isOfSame(one, word)))
  }

  /** An account is no more. */
  forget(account: string): void {
    if (this.#words.some((one) => one.account === account))
      this.#change(this.#words.filter((one) => one.account !== account))
  }

  /** Writes what is not written yet. */
  stop(): void {
    if (this.#cancelWriting !== null) this.#write()
  }

  #change(words: readonly KeptWord[]): void {
    this.#words = words
    const { clock } = this.#options
    const delay = Math.max(soon, this.#writtenAt + rest - clock.now())
    this.#cancelWriting ??= clock.after(delay, () => this.#write())
  }

  #write(): void {
    this.#cancelWriting?.()
    this.#cancelWriting = null
    this.#writtenAt = this.#options.clock.now()
    // What the disk refuses is watched in this session all the same.
    tryWrite(this.#options.document, [...this.#words])
  }
}

/** The latest ones, as far as their orders are not too many. */
function withinMostOrders(words: readonly KeptWord[]): readonly KeptWord[] {
  let orders = 0
  const tooMuch = words.findLastIndex((word) => (orders += word.orders.length) > mostOrders)
  return words.slice(tooMuch + 1)
}

const isOfSame = (
  one: Pick<KeptWord, 'run' | 'account' | 'strategy'>,
  other: Pick<KeptWord, 'run' | 'account' | 'strategy'>,
): boolean =>
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
