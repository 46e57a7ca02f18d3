import { type BookName, recordKey } from '../../../shared/books/books.ts'
import type { MissedRow } from '../../books/offline-books.ts'
import type { Row } from '../../../shared/core/patch.ts'
import type { Poller } from '../../books/poller.ts'
import type { BookMemories, Recollection } from './book-memories.ts'
import { FormerLogins } from './former-logins.ts'
import { keyOfPosition, positionOfRow } from '../rows/instruments.ts'
import type { KnownLogins } from './login-intents.ts'
import type { LoginPicture } from '../login-picture.ts'
import { type MarketAt, latelySince } from '../times/market-days.ts'

interface LeftBooksOptions extends Pick<KnownLogins, 'fingerprint' | 'isSameLogin'> {
  /** Wall-clock milliseconds. */
  now(): number
  exchanges: MarketAt['exchanges']
  poller: Pick<Poller, 'read'>
  books: BookMemories
  picture(account: string): LoginPicture
  /** Orders of earlier days, of which nobody knows what became. */
  unended(account: string): readonly Row[]
}

/**
 * What the books of accounts had when they were left: at the end of a session, for a while while the
 * account is switched off, or for other keys. It is missed where they are read again, and have it not.
 */
export class LeftBooks {
  readonly #options: LeftBooksOptions
  readonly #formerLogins = new FormerLogins<Recollection>()
  /** By account: for which login its books were read last. */
  readonly #readFor = new Map<string, string>()
  /** By account: for which login an earlier session read them last. */
  readonly #formerlyFor = new Map<string, string>()

  constructor(options: LeftBooksOptions) {
    this.#options = options
  }

  /**
   * Rows that a book had and does not show, as long as that proves nothing, and positions that it never
   * showed or does not show yet, and that may be open: whoever reads it later misses them, too.
   */
  missedRows(account: string, book: BookName): readonly MissedRow[] {
    const missed = this.#options.books.missed(account, book)
    if (book !== 'positions') {
      const gone = missed.map(({ row, isOfEarlierDay }): MissedRow => ({
        ...{ row, as: isOfEarlierDay ? 'overnight' : 'open' },
      }))
      const unended = book === 'orders' ? this.#options.unended(account) : []
      return [...gone, ...unended.map((row): MissedRow => ({ row, as: 'unended' }))]
    }
    const { positions } = this.#options.picture(account)
    const open = new Map(
      [...positions.notShownInFull.map(positionOfRow), ...positions.lagging].map((of) => [
        keyOfPosition(of),
        of,
      ]),
    )
    const known = missed.flatMap(({ row, isOfEarlierDay }): MissedRow[] => {
      const mayBeOpen = open.has(keyOfPosition(positionOfRow(row)))
      if (isOfEarlierDay) return mayBeOpen ? [{ row, as: 'overnight' }] : []
      return [{ row, as: mayBeOpen ? 'open' : 'closed' }]
    })
    for (const { row } of known) open.delete(keyOfPosition(positionOfRow(row)))
    const neverShown = [...open.values()].filter((of) => !positions.shows(of))
    return [...known, ...neverShown.map((of) => ({ row: { ...of }, as: 'open' as const }))]
  }

  /** Told at a start for which login an earlier session read what it left of an account. */
  noteFormer(account: string, fingerprint: string): void {
    this.#formerlyFor.set(account, fingerprint)
  }

  /** Told of every good reading of a book of an account: it says for which login. */
  noteLogin(account: string): void {
    const { fingerprint, isSameLogin, exchanges, now } = this.#options
    const own = fingerprint(account)
    if (own === undefined) return
    this.#readFor.set(account, own)
    if (this.#formerLogins.isEmpty) return
    this.#formerLogins.dropBefore(latelySince({ exchanges, now: now() }))
    const isSame = (former: string): boolean => isSameLogin(former, own)
    const left = this.#formerLogins.takeBack(account, isSame)
    if (left.length > 0) this.#options.books.recall(account, left)
  }

  /** Told which accounts are read from now on: the others are switched off, or gone. */
  keep(areRead: ReadonlySet<string>): void {
    this.#options.books.leaveOff((account) =>
      areRead.has(account) ? null : this.#recollectionOf(account),
    )
  }

  /** An account is somebody else's now, as far as is known; `isKept` where it may be given the keys of the same client. */
  forget(account: string, { isKept }: { isKept: boolean }): void {
    const fingerprint = this.#readFor.get(account) ?? this.#formerlyFor.get(account)
    if (!isKept) this.#formerLogins.drop(account)
    else if (fingerprint !== undefined) {
      const of = { account, fingerprint, at: this.#options.now() }
      const unread = this.#options.books.unreadOf(account)
      this.#formerLogins.leave(of, [...this.#recollectionOf(account), ...unread])
    }
    this.#readFor.delete(account)
    this.#formerlyFor.delete(account)
  }

  #recollectionOf(account: string): Recollection[] {
    const { poller, now } = this.#options
    return (['orders', 'positions', 'holdings'] as const).flatMap((book) => {
      const read = poller.read(account, book)
      if (read === undefined || read.meta.age === null) return []
      const missed = Map.groupBy(this.missedRows(account, book), ({ as }) => as)
      const missedAs = (as: MissedRow['as']) =>
        (missed.get(as) ?? []).map(({ row }) => [recordKey(book, row), row] as const)
      return [
        {
          ...{ book, rows: [...missedAs('open'), ...read.rows] },
          ...{ overnight: missedAs('overnight'), closed: missedAs('closed') },
          at: now() - read.meta.age,
        },
      ]
    })
  }
}
