import type { BookName } from '../../shared/books/books.ts'
import { type Failure, type Reply, ok } from '../../shared/core/errors.ts'
import type { Row, Rows } from '../../shared/core/patch.ts'
import type { LeftOutOfBook } from '../../shared/books/book-state.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { TradeRecord } from '../../shared/service/records.ts'
import type { MissedRow } from '../books/offline-books.ts'
import type { Poller } from '../books/poller.ts'
import type { Clock } from '../core/clock.ts'
import type { Journal } from '../journal/journal.ts'
import { AccountRecords, type RecordedBook } from './account-records.ts'
import { BookMemories, type Recollection } from './gathered/book-memories.ts'
import { BooksOfLogin } from './gathered/books-of-login.ts'
import { InFlight } from './gathered/in-flight.ts'
import { type FirstSeenFormerly, leftIntents } from './gathered/left-intents.ts'
import { LeftOutOfBooks } from './gathered/left-out-of-books.ts'
import { type OrderAppearance, appearancesToTell } from './gathered/order-appearances.ts'
import { EarlierOrders, isAfterMarket } from './orders/earlier-orders.ts'
import { type BrokersTime, LearnedLags } from './times/learned-lags.ts'
import type { WholeAnswer } from './overnight/last-days.ts'
import { OvernightOrders } from './overnight/overnight-orders.ts'
import { isOfLogin } from './orders/intent-login.ts'
import { type KnownLogins, LoginIntents } from './gathered/login-intents.ts'
import { GatheredFacts } from './gathered/gathered-facts.ts'
import { LeftBooks } from './gathered/left-books.ts'
import type { BookSeen } from './login-facts.ts'
import { LoginPicture } from './login-picture.ts'
import { OthersAnswers } from './gathered/others-answers.ts'
import { OthersOrders } from './gathered/others-orders.ts'
import { LoginTrades } from './gathered/login-trades.ts'
import { UnlistedOrders } from './gathered/unlisted-orders.ts'
import type { MarketAt } from './times/market-days.ts'
import type { WatchedBookName } from './missing/missed-for.ts'

export interface PictureSources extends KnownLogins {
  clock: Pick<Clock, 'now'>
  /** Wall-clock milliseconds. */
  now(): number
  exchanges: MarketAt['exchanges']
  journal: Pick<Journal, 'changedAfter' | 'end' | 'holdersOf' | 'since' | 'unsettled'>
  poller: Pick<Poller, 'read' | 'readAnew'>
  /** Accounts at the same broker and service; this one is among them. */
  accountsAtService(account: string): readonly string[]
  /** Whether two accounts are of two clients, by what the service said of both. */
  isSurelyOther(one: string, other: string): boolean
}

/** The one place that gathers what is known of logins: their books, and what of ours is under way. */
export class LoginPictures {
  readonly intents: LoginIntents
  readonly #sources: PictureSources
  readonly #inFlight: InFlight
  readonly #books: BookMemories
  readonly #trades: LoginTrades
  readonly #earlierOrders = new EarlierOrders()
  readonly #unlisted = new UnlistedOrders()
  readonly #overnightOrders: OvernightOrders
  readonly #learnedLags = new LearnedLags()
  readonly #othersAnswers: OthersAnswers
  readonly #othersOrders: OthersOrders
  readonly #leftBooks: LeftBooks
  readonly #leftOut: LeftOutOfBooks
  readonly #booksOfLogin: BooksOfLogin

  constructor(sources: PictureSources) {
    this.#sources = sources
    this.#books = new BookMemories(sources)
    this.#overnightOrders = new OvernightOrders(sources)
    const ofLogin = {
      books: this.#books,
      accountsOf: (account: string) => this.accountsOf(account),
    }
    this.#trades = new LoginTrades(ofLogin)
    this.#booksOfLogin = new BooksOfLogin(ofLogin)
    const picture = (account: string): LoginPicture => this.of(account)
    const unended = (account: string): readonly Row[] =>
      this.#overnightOrders.rowsOf(this.intents.loginOf(account), sources.now())
    this.#leftOut = new LeftOutOfBooks({ clock: sources.clock, books: this.#books, picture })
    this.#leftBooks = new LeftBooks({ ...sources, books: this.#books, picture, unended })
    this.intents = new LoginIntents({
      ...sources,
      ordersOf: (account) => this.ordersOf(account)?.rows ?? null,
    })
    this.#othersAnswers = new OthersAnswers({
      ...{ clock: sources.clock, now: sources.now },
      otherClients: (account) =>
        sources.accountsAtService(account).filter((one) => sources.isSurelyOther(account, one)),
      isNamedFor: (account, orderId) => {
        const holder = this.intents.holderOf(account, orderId)
        return holder !== undefined && this.intents.isOfToday(holder)
      },
    })
    this.#othersOrders = new OthersOrders({
      ...{ clock: sources.clock, now: sources.now, intents: this.intents },
      ordersOf: (account) => this.ordersOf(account),
      otherLogins: (account) => this.#otherLogins(account),
    })
    this.#inFlight = new InFlight(sources.clock)
  }

  get #market(): MarketAt {
    const { exchanges, now } = this.#sources
    return { exchanges, now: now() }
  }

  /** Told of every intent that changed. */
  follow(intents: readonly Intent[]): void {
    this.#inFlight.follow(intents)
    for (const { account, operation, parts } of intents) {
      if (operation !== 'CancelAllOrder') continue
      const cancelled = parts.filter(({ state }) => state === 'accepted')
      const orderIds = cancelled.flatMap(({ orderId }) => orderId ?? [])
      if (orderIds.length === 0) continue
      for (const one of this.accountsOf(account)) this.#books.noteEnded(one, orderIds)
    }
  }

  /**
   * Takes up what earlier sessions left in doubt, what they sent so shortly before their end that
   * books which lag may not show it yet, and what the service took that day and no book showed. When
   * earlier sessions first saw an order in the books of an account is not known here. Answers those that
   * left shortly before, and of which none showed any.
   */
  takeUp(firstSeen: FirstSeenFormerly): readonly Intent[] {
    const { all, ofToday, inFlight, unseen, wasShown } = leftIntents(this.#sources, firstSeen)
    this.#inFlight.follow(inFlight, wasShown)
    this.#earlierOrders.takeUp([...ofToday, ...all.filter(isAfterMarket)])
    const seenAt = (...order: Parameters<FirstSeenFormerly>): number | null =>
      firstSeen(...order)?.at ?? null
    this.#overnightOrders.takeUp(all, seenAt)
    this.#unlisted.takeUp(seenAt)
    return unseen
  }

  /**
   * Told at a start of what an earlier session read last of a book, at a moment by the clock on the
   * wall. It proves nothing of now; but what it has and the first answer has not is missed, also where
   * other keys of the same client give that.
   */
  recall({ account, ...of }: Recollection & { account: string; whole?: WholeAnswer | null }): void {
    if (of.login !== undefined) this.#leftBooks.noteFormer(account, of.login)
    if (of.book === 'orders') {
      const rows = [...of.rows].map(([, row]) => row)
      this.#earlierOrders.seeFormer(account, rows)
      this.#overnightOrders.seeFormerOrders({ account, ...of, rows })
    }
    if (of.book === 'positions') {
      const rows = [...of.rows].map(([, row]) => row)
      this.#overnightOrders.seeFormerPositions({ account, ...of, rows })
    }
    this.#books.recall(account, [of])
  }

  /**
   * Rows that a book had and does not show, as long as that proves nothing, and positions that it never
   * showed or does not show yet, and that may be open: a later session misses them, too.
   */
  missedRows(account: string, book: BookName): readonly MissedRow[] {
    return this.#leftBooks.missedRows(account, book)
  }

  /** Why an answer that can be read is not of the account's book at all; null where it is. */
  turnDown(account: string, book: BookName, rows: Rows): Failure | null {
    return this.#othersAnswers.turnDown(account, book, rows)
  }

  /** Told of every good reading of a book, with what changed in it, and of when it was asked for. */
  seeAnswer(of: Parameters<BookMemories['see']>[0] & { began?: number }): void {
    this.#books.see(of)
    const { account, book, rows } = of
    this.#leftBooks.noteLogin(account)
    if (book === 'positions') {
      const { clock, now } = this.#sources
      const login = this.intents.loginOf(account)
      this.#overnightOrders.seePositions(account, rows, login, { at: clock.now(), wall: now() })
    }
    if (book !== 'orders') return
    const login = this.intents.loginOf(account)
    this.#earlierOrders.see(rows, login)
    this.#overnightOrders.seeOrders(account, rows, login, this.#market)
    const mayHave = (intent: Intent): boolean => isOfLogin(intent, login) !== 'no'
    const sights = this.#inFlight.see(rows, mayHave, of.began)
    const added = (of.patch?.put ?? []).map(([, row]) => row)
    this.#unlisted.see(account, rows, { added, now: this.#sources.now() })
    this.#learnedLags.note(account, { sights, rows, added, at: this.#sources.clock.now() })
  }

  /**
   * Milliseconds by which the order book of a login was lately late to show orders of ours, or where it
   * had none, others at its broker and service; 0 where it was not.
   */
  orderBookLag(account: string): number {
    return this.#learnedLags.lagOf(this.#askedAbout(account), this.#sources.clock.now())
  }

  /** What a broker's clock shows now, at the least, in wall-clock milliseconds. */
  brokersTime(account: string): BrokersTime {
    return this.#learnedLags.brokersTime(this.#askedAbout(account), this.#sources.clock.now())
  }

  #askedAbout(account: string) {
    const atService = this.#sources.accountsAtService(account)
    return { ofLogin: this.accountsOf(account), atService }
  }

  /** What the reading of an account's order book that came last says of orders which the service took. */
  appearances(account: string): readonly OrderAppearance[] {
    const all = this.#inFlight
      .appearances()
      .filter(({ intent }) => this.intents.isOfLogin(account, intent) === 'yes')
    return appearancesToTell(all, {
      unreadable: () => this.ordersOf(account)?.unreadable ?? null,
      traded: () => this.#trades.tradedOf(account),
    })
  }

  /** Trades of orders that the account's order book does not show; the same list until one of the two books changes. */
  tradesUnshown(account: string): readonly TradeRecord[] {
    return this.#trades.unshown(account)
  }

  #unlistedOf(account: string): readonly string[] {
    const [orders, trades] = (['orders', 'trades'] as const).map(
      (book) => this.#books.read(account, book)?.book.rows,
    )
    if (orders === undefined || trades === undefined) return []
    return this.#unlisted.of({
      ...{ accounts: this.accountsOf(account), orders, trades },
      ...{ unshown: this.tradesUnshown(account), now: this.#sources.now() },
    })
  }

  /** Units of an order that the account's trade book tells of. */
  unitsTraded(account: string, order: Row): number {
    return this.#trades.unitsOf(account, order)
  }

  /** Orders, by their ids as they are compared, of which trades came up after a moment on the monotonic clock. */
  tradedSince(account: string, moment: number): ReadonlySet<string> {
    return this.#trades.tradedSince(account, moment)
  }

  /** Told which accounts are read from now on. */
  keep(areRead: ReadonlySet<string>): void {
    this.#leftBooks.keep(areRead)
  }

  /** An account is somebody else's now, as far as is known; `isKept` where it may be given the keys of the same client. */
  forget(account: string, { isKept = false }: { isKept?: boolean } = {}): void {
    this.#leftBooks.forget(account, { isKept })
    this.#books.forget(account)
    this.#learnedLags.forget(account)
    this.#othersAnswers.forget(account)
    this.#overnightOrders.forget(account)
    this.#leftOut.forget(account)
    if (!isKept) this.#unlisted.forget(account)
  }

  /** What is known now. Accounts of one login have one picture, from whichever read its books last. */
  of(account: string): LoginPicture {
    return this.#picture(account, this.#booksOfLogin.readTogether(account))
  }

  /** What the position book may leave out of what was made or lost. */
  leftOut(account: string): LeftOutOfBook | null {
    return this.#leftOut.ofPositions(account)
  }

  /** What the holdings may leave out. */
  leftOutOfHoldings(account: string): LeftOutOfBook | null {
    return this.#leftOut.ofHoldings(account)
  }

  /**
   * What is known now, by the books of each account of the login: they may differ. A book that is
   * not of now gives way to the one that says most.
   */
  ofEach(account: string): readonly LoginPicture[] {
    return this.#booksOfLogin.readApart(account).map(([one, bookOf]) => this.#picture(one, bookOf))
  }

  /**
   * What is known of a login once its books were read anew. The orders first, and the positions after
   * them: once no order works, nothing can open a position any more. Read together, an order could
   * fill between the two books and be in neither.
   */
  async lookAnew(
    account: string,
    { isWithPositions }: { isWithPositions: boolean },
  ): Promise<Reply<LoginPicture>> {
    const { poller } = this.#sources
    const read = await this.readOrders(account)
    if (!read.ok) return read
    // A poll may come meanwhile, and show what this one left out: the rows go with what is known
    // beside them at the same moment, and with what left since.
    const orders = asItIs(read.value)
    const [inFlight, squareOffs] = [this.#inFlight.now(), this.#inFlight.squareOffs()]
    const positions = isWithPositions ? await poller.readAnew(account, 'positions') : ok(null)
    if (!positions.ok) return positions
    const seen = positions.value && this.#books.seen(account, 'positions', positions.value)
    const picture = (): LoginPicture =>
      this.#picture(account, (name) => (name === 'orders' ? orders : seen), {
        ...{ inFlight, squareOffs },
      })
    const looked = picture()
    if (!isWithPositions || looked.positions.untraded.length === 0) return ok(looked)
    // Trades are polled seldom; where they can't be read, they are no witness.
    await poller.readAnew(account, 'trades')
    return ok(picture())
  }

  /** Whether an order that the book of an account shows, or showed, may be another login's of its service. */
  mayBeOthers(account: string, orderId: string): boolean {
    return this.#othersOrders.mayBe(account, orderId)
  }

  #otherLogins(account: string): readonly string[] {
    const { accountsAtService, perhapsOfLogin } = this.#sources
    const own = new Set([account, ...this.accountsOf(account), ...perhapsOfLogin(account)])
    return accountsAtService(account).filter((other) => !own.has(other))
  }

  /** Accounts that the service takes for one and the same; this one is among them. */
  accountsOf(account: string): readonly string[] {
    return this.#sources.accountsOfLogin(account)
  }

  /** Whether the service said no to a square-off of the login a moment ago: it may have made orders all the same. */
  wasRefusedSquareOff(account: string): boolean {
    return this.intents.thoseOf(account, this.#inFlight.refusedSquareOffs()).length > 0
  }

  /** The account's own order book as it is known. */
  ordersOf(account: string): BookSeen | null {
    return this.#books.read(account, 'orders')?.book ?? null
  }

  /** The account's own order book as a poll finds it that begins after this call. */
  async readOrders(account: string): Promise<Reply<BookSeen>> {
    const read = await this.#sources.poller.readAnew(account, 'orders')
    return read.ok ? ok(this.#books.seen(account, 'orders', read.value)) : read
  }

  /** What the account's own books tell beside its orders and positions. */
  recordsOf(account: string): AccountRecords {
    const known = new Map<BookName, RecordedBook | null>()
    return new AccountRecords((name) => {
      let book = known.get(name)
      if (book === undefined) known.set(name, (book = this.#books.recorded(account, name)))
      return book
    })
  }

  #inFlightOf(account: string): readonly Intent[] {
    return this.#inFlight.ofLogin(this.intents.loginOf(account))
  }

  #picture(
    account: string,
    bookOf: (name: WatchedBookName) => BookSeen | null,
    before: BeforeIt | null = null,
  ): LoginPicture {
    return new LoginPicture(
      new GatheredFacts({
        orders: () => bookOf('orders'),
        positions: () => bookOf('positions'),
        trades: () => this.#booksOfLogin.latest(account, 'trades'),
        tradedLater: () => this.#trades.later(account),
        intents: () =>
          before === null
            ? this.#inFlightOf(account)
            : latestOfEach(
                before.inFlight(this.intents.loginOf(account)),
                this.#inFlightOf(account),
              ),
        // Nobody asks where a book was read for its own sake: what left before that is not counted.
        slicesAtMost: () =>
          before === null ? this.#inFlight.slicesAtMost(this.intents.loginOf(account)) : Infinity,
        squareOffs: () =>
          this.intents.thoseOf(
            account,
            latestOfEach(before?.squareOffs ?? [], this.#inFlight.squareOffs()),
          ),
        exits: () =>
          [...this.intents.unsettledOf(account), ...this.intents.todayOf(account)].filter(mayClose),
        earlierOrders: () => this.#earlierOrders.of(this.intents.loginOf(account), this.#market),
        unlisted: () => this.#unlistedOf(account),
        openedOvernight: () =>
          this.#overnightOrders.of(this.intents.loginOf(account), this.#sources.now()),
        unknownClient: () => this.#sources.unknownClient(account),
        protecting: () => this.intents.allProtectingTodayOf(account),
      }),
    )
  }
}

/** What was on its way when the orders were read, before other books were. */
interface BeforeIt {
  inFlight: ReturnType<InFlight['now']>
  squareOffs: readonly Intent[]
}

/** A smart order sells as well as buys, to be where it should. */
const mayClose = ({ exit, ticket }: Intent): boolean => exit || ticket?.kind === 'smart'

/** With what is known beside its rows at this moment. */
const asItIs = (book: BookSeen): BookSeen => ({ ...book })

/** Each as it is now, where it is there now. */
function latestOfEach(before: readonly Intent[], now: readonly Intent[]): readonly Intent[] {
  const byId = new Map([...before, ...now].map((intent) => [intent.id, intent]))
  return [...byId.values()]
}
