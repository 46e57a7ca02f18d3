import * as z from 'zod'
import type { Account } from '../../../shared/accounts/accounts.ts'
import type { BookName } from '../../../shared/books/books.ts'
import type { Parsed } from '../../../shared/contract.ts'
import { type Reply, fail, ok } from '../../../shared/core/errors.ts'
import type { Row } from '../../../shared/core/patch.ts'
import {
  BrokerSymbol,
  DeclinedSymbol,
  type KnownBrokerSymbols,
  type LearnedSymbol,
  type SymbolId,
  mostBrokerSymbols,
} from '../../../shared/orders/broker-symbols.ts'
import { SymbolNames, sameSymbol } from '../../../shared/orders/symbol-names.ts'
import { type Document, type OpenConf, openDocument, tryWrite } from '../../core/documents.ts'
import { LearnedSymbols, declinedKey } from './learned-symbols.ts'

const Kept = z.strictObject({
  entries: z.array(BrokerSymbol).max(mostBrokerSymbols),
  declined: z.array(DeclinedSymbol).max(mostBrokerSymbols),
})
type Kept = z.infer<typeof Kept>

const sameId = (one: SymbolId, other: SymbolId): boolean =>
  one.exchange === other.exchange &&
  sameSymbol(one.name, other.name) &&
  sameSymbol(one.broker, other.broker)

/** One name to each broker's own: what people said and agreed to, and what the books would say. */
export class BrokerSymbols {
  /** The name under which a damaged file was set aside. */
  readonly setAside: string | null
  readonly #document: Document<Kept>
  readonly #learned = new LearnedSymbols()
  readonly #onChange: (entries: BrokerSymbol[]) => void
  #names: SymbolNames
  #asked: { learned: readonly LearnedSymbol[]; open: readonly LearnedSymbol[] } | null = null

  constructor(options: {
    open: OpenConf
    dataDir: string
    onChange: (entries: BrokerSymbol[]) => void
  }) {
    const { document, setAside } = openDocument({
      open: options.open,
      dataDir: options.dataDir,
      name: 'broker-symbols',
      version: 1,
      schema: Kept,
      initial: (): Kept => ({ entries: [], declined: [] }),
      rescue: keepReadable,
    })
    this.#document = document
    this.setAside = setAside
    this.#onChange = options.onChange
    this.#names = new SymbolNames(document.read().entries)
  }

  /** What orders and sums go by. */
  get names(): SymbolNames {
    return this.#names
  }

  list(): BrokerSymbol[] {
    return [...this.#names.entries]
  }

  known(): KnownBrokerSymbols {
    return { entries: this.list(), learned: [...this.#open()] }
  }

  see(account: Pick<Account, 'broker' | 'service'>, book: BookName, rows: Iterable<Row>): void {
    this.#learned.see(account, book, rows)
  }

  /**
   * What else the books say that a broker calls a symbol, be that a name or what another broker
   * writes; and nobody has agreed to it.
   */
  unsaid({
    exchange,
    symbol,
    broker,
  }: {
    exchange: string
    symbol: string
    broker: string
  }): readonly LearnedSymbol[] {
    return this.#open().flatMap((one) => {
      const each = [one, ...one.others]
      const own = each.find((other) => sameSymbol(other.broker, broker))
      if (one.exchange !== exchange || own === undefined || sameSymbol(own.symbol, symbol))
        return []
      const isMeant = [one.name, ...each.map((other) => other.symbol)].some((name) =>
        sameSymbol(name, symbol),
      )
      return isMeant ? [{ ...one, broker: own.broker, symbol: own.symbol }] : []
    })
  }

  save({ put, drop, decline }: Parsed<'saveBrokerSymbols'>): Reply<KnownBrokerSymbols> {
    const kept = this.#document.read()
    const stay = this.list().filter(
      (entry) => ![...drop, ...put].some((other) => sameId(entry, other)),
    )
    const entries = [...stay, ...put]
    if (entries.length > mostBrokerSymbols)
      return fail('invalid', `${mostBrokerSymbols} symbols are kept at most. Delete some first.`)
    const names = new SymbolNames(entries)
    const taken = new Set(names.entries)
    const left = put.findIndex((entry) => !taken.has(entry))
    if (left >= 0) return contradicted(put[left]!, names, left)
    const declined = [...kept.declined, ...decline].filter(
      (one) => !put.some((entry) => declinedKey(entry) === declinedKey(one)),
    )
    const written = tryWrite(this.#document, {
      entries,
      declined: declined.slice(-mostBrokerSymbols),
    })
    if (!written.ok) return written
    this.#names = names
    this.#asked = null
    this.#onChange(this.list())
    return ok(this.known())
  }

  #open(): readonly LearnedSymbol[] {
    const learned = this.#learned.of(this.#names)
    if (this.#asked?.learned !== learned) {
      const declined = new Set(this.#document.read().declined.map(declinedKey))
      const open = learned.filter((one) => !declined.has(declinedKey(one)))
      this.#asked = { learned, open }
    }
    return this.#asked.open
  }
}

function contradicted(entry: BrokerSymbol, names: SymbolNames, index: number): Reply<never> {
  const { name, broker, symbol } = entry
  const [other = entry] = names.against(entry)
  const said = sameSymbol(other.symbol, other.name)
    ? `${other.name} is called the same at ${other.broker}`
    : `${other.symbol} is ${other.name} at ${other.broker}`
  return fail(
    'invalid',
    `${symbol} cannot be ${name} at ${broker}: ${said}. Change or delete that one, or give this another name.`,
    { field: `put.${index}.symbol` },
  )
}

/** A damaged file gives what of it can be read; null where that is nothing. */
function keepReadable(value: unknown): Kept | null {
  const lists = z.looseObject({ entries: z.array(z.unknown()), declined: z.array(z.unknown()) })
  const read = lists.partial().safeParse(value)
  if (!read.success) return null
  const good = <T>(schema: z.ZodType<T>, list: readonly unknown[] = []): T[] =>
    list
      .flatMap((one) => {
        const parsed = schema.safeParse(one)
        return parsed.success ? [parsed.data] : []
      })
      .slice(0, mostBrokerSymbols)
  const kept = {
    entries: good(BrokerSymbol, read.data.entries),
    declined: good(DeclinedSymbol, read.data.declined),
  }
  return kept.entries.length + kept.declined.length === 0 ? null : kept
}
