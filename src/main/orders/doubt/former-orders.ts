import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { mostOrdersADay } from '../../../shared/books/books.ts'
import { dayLength } from '../../../shared/core/india.ts'
import type { Clock } from '../../core/clock.ts'
import {
  type DatabaseKind,
  inTransaction,
  isOfDatabase,
  openDatabaseOrMemory,
} from '../../core/database.ts'

const seenFile: DatabaseKind = {
  name: 'seen-orders',
  application: 0x51446f73, // 'QDos'
  version: 1,
  schema: `
    CREATE TABLE seen (
      seq INTEGER PRIMARY KEY,
      account TEXT NOT NULL,
      orderId TEXT NOT NULL,
      at INTEGER NOT NULL,
      UNIQUE (account, orderId)
    ) STRICT;
    CREATE INDEX seen_by_age ON seen (at);
  `,
  durable: 'in time',
}

const longestKept = 30 * dayLength
const mostKept = 200_000
/** Ids that are written in one turn of the loop, and milliseconds until the next: no order waits for long. */
const atATime = 200
const writeAfter = 1000

/** What one answer showed first: of the first of a day thousands, which wait for minutes. */
interface Seen {
  account: string
  at: number
  orderIds: string[]
}

/** When an earlier session first saw an order. */
export interface FormerSight {
  /** Larger than that of every sight before. */
  number: number
  /** Wall-clock milliseconds. */
  at: number
}

/** Ids of orders that the books showed in earlier sessions; on disk, beside the journal. */
export class FormerOrders {
  readonly #db: DatabaseSync
  readonly #clock: Clock
  readonly #now: () => number
  /** The number of the last that an earlier session wrote. */
  readonly lastFormer: number
  readonly #find: StatementSync
  /** What was asked for already, by account and order: what earlier sessions wrote stays as it is. */
  readonly #found = new Map<string, FormerSight | null>()
  readonly #add: StatementSync
  #next: number
  #unwritten: Seen[] = []
  #cancelTimer: (() => void) | null = null

  constructor(options: { db: DatabaseSync; clock: Clock; now: () => number }) {
    this.#db = options.db
    this.#clock = options.clock
    this.#now = options.now
    this.#tidy()
    this.lastFormer = Number(
      this.#db.prepare('SELECT coalesce(max(seq), 0) AS last FROM seen').get()?.['last'],
    )
    // Orders remember the number of the last sight before them: where the file is new, it must not
    // begin below what a lost one had given.
    this.#next = this.lastFormer === 0 ? Math.round(this.#now()) : this.lastFormer + 1
    this.#find = this.#db.prepare(
      'SELECT seq, at FROM seen WHERE account = ? AND orderId = ? AND seq <= ?',
    )
    // A number that was given again counts as seen when it was first given.
    this.#add = this.#db.prepare(
      'INSERT OR IGNORE INTO seen (seq, account, orderId, at) VALUES (?, ?, ?, ?)',
    )
  }

  /** When an earlier session first saw an order. */
  firstSeen(accounts: readonly string[], orderId: string): FormerSight | null {
    const sights = accounts.flatMap((account) => this.#firstSeenBy(account, orderId) ?? [])
    return sights.toSorted((one, other) => one.number - other.number)[0] ?? null
  }

  #firstSeenBy(account: string, orderId: string): FormerSight | null {
    const key = `${account} ${orderId}`
    let sight = this.#found.get(key)
    if (sight === undefined) {
      const row = this.#find.get(account, orderId, this.lastFormer)
      sight = row === undefined ? null : { number: Number(row['seq']), at: Number(row['at']) }
      if (this.#found.size >= mostOrdersADay) this.#found.clear()
      this.#found.set(key, sight)
    }
    return sight
  }

  note(account: string, orderIds: readonly string[]): void {
    this.#unwritten.push({ account, at: Math.round(this.#now()), orderIds: [...orderIds] })
    this.#writeLater()
  }

  close(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    if (!this.#db.isOpen) return
    this.#write(this.#unwritten.splice(0))
    this.#db.close()
  }

  #writeLater(): void {
    this.#cancelTimer ??= this.#clock.after(writeAfter, () => {
      this.#cancelTimer = null
      this.#write(this.#oldest(atATime))
      if (this.#unwritten.length > 0) this.#writeLater()
    })
  }

  /** Takes the oldest ids, so many at the most. */
  #oldest(most: number): Seen[] {
    const taken: Seen[] = []
    let left = most
    for (const seen of this.#unwritten) {
      if (left === 0) break
      const orderIds = seen.orderIds.splice(0, left)
      taken.push({ ...seen, orderIds })
      left -= orderIds.length
    }
    this.#unwritten = this.#unwritten.filter(({ orderIds }) => orderIds.length > 0)
    return taken
  }

  #write(all: readonly Seen[]): void {
    this.#inOne(() => {
      for (const { account, orderIds, at } of all)
        for (const orderId of orderIds) this.#add.run(this.#next++, account, orderId, at)
    })
  }

  #tidy(): void {
    this.#inOne(() => {
      this.#db.prepare('DELETE FROM seen WHERE at < ?').run(Math.round(this.#now()) - longestKept)
      this.#db
        .prepare(
          'DELETE FROM seen WHERE seq <= (SELECT seq FROM seen ORDER BY seq DESC LIMIT 1 OFFSET ?)',
        )
        .run(mostKept)
      // Desks before this one kept letters as they came.
      this.#db.exec(
        "UPDATE OR IGNORE seen SET orderId = upper(orderId) WHERE orderId GLOB '*[a-z]*'",
      )
    })
  }

  /** What a disk refuses is only not remembered beyond this session. */
  #inOne(act: () => void): void {
    try {
      inTransaction(this.#db, act)
    } catch (cause) {
      if (!isOfDatabase(cause)) throw cause
    }
  }
}

/** Where the disk refuses, nobody is kept from trading: orders are remembered as long as the desk runs. */
export function openFormerOrders(options: {
  dataDir: string
  clock: Clock
  /** Wall-clock milliseconds. */
  now: () => number
}): { former: FormerOrders; setAside: string | null } {
  const use = (db: DatabaseSync): FormerOrders => new FormerOrders({ ...options, db })
  const { opened, setAside } = openDatabaseOrMemory({ ...options, kind: seenFile, use })
  return { former: opened, setAside }
}
