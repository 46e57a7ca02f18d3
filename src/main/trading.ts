import type { Emit } from '../shared/contract.ts'
import { type ReassignedBy, areAllPractice } from '../shared/accounts/accounts.ts'
import type { OrdersUsed } from '../shared/accounts/health.ts'
import type { BookName } from '../shared/books/books.ts'
import type { Failure } from '../shared/core/errors.ts'
import type { Row, Rows } from '../shared/core/patch.ts'
import { dayLength, dayOf, startOfDay } from '../shared/core/india.ts'
import { dayOfFigures } from '../shared/pnl/figures-day.ts'
import type { Settings } from '../shared/settings/settings.ts'
import type { Roster } from './accounts/roster.ts'
import type { AlertEvent } from './alerts/alert-events.ts'
import { type DayLoss, dayLosses } from './alerts/loss-alert.ts'
import { OrderWatch } from './alerts/order-watch.ts'
import type { PolledChange } from './books/book-poll.ts'
import type { MissedRow } from './books/offline-books.ts'
import type { Poller } from './books/poller.ts'
import type { Clock } from './core/clock.ts'
import { eachAlone } from './core/each-alone.ts'
import type { OpenConf } from './core/documents.ts'
import { Exits } from './exits/exits.ts'
import { openSaidOfExits } from './exits/said-of-exits.ts'
import { FirstReads } from './exits/first-reads.ts'
import { type Engaged, Stop } from './exits/stop.ts'
import { openJournal } from './journal/journal.ts'
import { JournalReader, withoutRivals } from './journal/journal-reader.ts'
import { openExchangeRules } from './market/exchange-rules.ts'
import { createOrders } from './orders/orders.ts'
import { LoginPictures } from './picture/login-pictures.ts'
import type { ServiceClient } from './service/client.ts'

export interface TradingParts {
  dataDir: string
  open: OpenConf
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  client: Pick<ServiceClient, 'call'>
  roster: Roster
  poller: Poller
  settings(): Settings
  /** Called with what a trader must not miss. */
  tell(events: readonly AlertEvent[]): void
  emit: Emit
}

/** Everything that moves money: joins orders, exits and the stop over one journal. */
export function createTrading(parts: TradingParts) {
  const { dataDir, open, clock, now, client, roster, poller, tell, emit } = parts
  const { journal, ...aside } = openJournal({ open, dataDir, now, clock })
  const { market, problem } = openExchangeRules(dataDir)
  const pictures = new LoginPictures({
    clock,
    now,
    exchanges: market.exchanges,
    poller,
    journal,
    accountsOfLogin: (account) => roster.accountsOfLogin(account),
    accountsAtService: (account) => roster.accountsAtService(account),
    isSurelyOther: (one, other) => roster.isSurelyOther(one, other),
    perhapsOfLogin: (account) => roster.perhapsOfLogin(account),
    fingerprint: (account) => roster.fingerprint(account),
    isSameLogin: (one, other) => roster.isSameLogin(one, other),
    areTwoClients: (one, other) => roster.areTwoClients(one, other),
    unknownClient: (account) => roster.unknownClient(account),
  })
  const orderWatch = new OrderWatch({
    pictures,
    append: (entries) => journal.append(entries),
    clock,
    now,
    tell,
    onChange: (intents) => orders.changed(intents),
  })
  const orders = createOrders({
    dataDir,
    open,
    clock,
    now,
    client,
    roster,
    poller,
    pictures,
    journal,
    market,
    settings: parts.settings,
    isStopped: () => stop.isOn,
    history: (account, orderId) => history(account, orderId),
    onIntents: (intents) => {
      eachAlone(
        () => emit('intents', intents.map(withoutRivals)),
        () => orderWatch.seeIntents(intents),
      )
    },
    onPlaced: (intents) => exits.watch(intents.filter(({ exit }) => exit)),
    onPace: (pace) => emit('pace', pace),
    onSymbols: (entries) => emit('brokerSymbols', entries),
  })
  const reader = new JournalReader({
    journal,
    client,
    login: (account) => roster.login(account),
    holderOf: (account, orderId) => pictures.intents.holderOf(account, orderId),
    latest: (intent) => orders.writer.latest(intent),
    onStatus: (status) => emit('journal', status),
  })
  const history = async (account: string, orderId: string) => {
    const told = await reader.history(account, orderId)
    return told.ok ? told.value : null
  }
  const firstReads = new FirstReads()
  const isActive = (account: string) => roster.active().some(({ id }) => id === account)
  const { saidOfExits, setAside: saidSetAside } = openSaidOfExits({ open, dataDir, clock, now })
  const exits = new Exits({
    saidOfExits,
    clock,
    now,
    journal,
    writer: orders.writer,
    sending: orders.sending,
    account: (id) => {
      const found = roster.find(id)
      return found && { ...found, isEnabled: found.enabled, isReadOnly: found.trading.readOnly }
    },
    accountsOfLogin: (id) => roster.accountsOfLogin(id),
    perhapsSameClient: (id) => roster.perhapsSameClient(id),
    fingerprint: (id) => roster.fingerprint(id),
    pictures,
    history,
    callOffQueue: (account, strategy) => orders.callOffQueue(account, strategy),
    beingRead: (account) => (isActive(account) ? firstReads.of(account) : Promise.resolve()),
    onExit: (run) => emit('exit', run),
    tell,
  })
  const stop = new Stop({
    open,
    dataDir,
    journal,
    now,
    onEngage: () => {
      const left = Promise.withResolvers<void>()
      const cancel = (): Engaged => {
        let begun: ReturnType<Exits['cancelAll']> = null
        try {
          begun = exits.cancelAll(roster.active().map(({ id }) => id))
        } finally {
          left.resolve(begun?.left)
        }
        return { isOnInJournal: begun?.isOnInJournal ?? false, left: left.promise }
      }
      try {
        orders.halt(left.promise)
      } catch (cause) {
        // A queue that could not be emptied must not keep what works at the broker.
        cancel()
        throw cause
      }
      return cancel()
    },
    onChange: (state) => {
      if (!state.on) exits.stopLifted()
      emit('stop', state)
    },
  })

  reader.verify()
  orders.start()
  // A watch that was begun before midnight is not over because a day is.
  exits.takeUp(now() - dayLength, stop.isOn ? stop.read().at : null)

  return {
    /** What a person should know of the start. */
    problems: [
      aside.setAside,
      aside.witnessSetAside,
      ...orders.setAside,
      stop.setAside,
      saidSetAside,
    ]
      .filter((name) => name !== null)
      .map((name) => `A damaged file was set aside as ${name}, and a fresh one begun.`)
      .concat(problem ?? []),

    exchanges: market.exchanges,

    view: () => ({
      intents: reader.since(startOfDay(now())),
      exits: exits.list(),
      stop: stop.read(),
      pace: orders.pace(),
      journal: reader.status,
      brokerSymbols: orders.symbols.list(),
      hours: market.exchanges,
    }),
    /** What is under way, or may be. */
    unfinished: () => ({
      intents: journal.unsettled(),
      exits: exits.list(),
      notKnownLeft: exits.notKnownLeft(),
    }),
    picture: (account: string) => pictures.of(account),
    /** How many orders left of an account, and are on their way. */
    ordersUsed: (account: string): Pick<OrdersUsed, 'lastSecond' | 'waiting' | 'lastMinute'> => {
      const pace = orders.pace().find((one) => one.account === account)
      const { used: lastSecond = 0, waiting = 0 } = pace ?? {}
      return { lastSecond, waiting, lastMinute: orders.lastMinute(account) }
    },
    placedToday: () => journal.since(startOfDay(now())),
    /** Today's profit or loss beside the limit on it. */
    losses: (): DayLoss[] => dayLosses(roster.active(), orders.context()),
    /** After midnight, and on a day without trades, what real accounts lost is still of the day before. */
    dayOfLosses: (): string =>
      areAllPractice(roster.list())
        ? dayOf(now())
        : dayOfFigures([], { exchanges: market.exchanges, at: now() }),
    /** Rows that a book had and does not show, as long as that proves nothing. */
    missedRows: (account: string, book: BookName): readonly MissedRow[] =>
      pictures.missedRows(account, book),
    /** What an earlier session read last of a book, at a moment by the clock on the wall. */
    recallBook: (of: Parameters<LoginPictures['recall']>[0]) => pictures.recall(of),
    /** An order book changed: told after `seeAnswer`. */
    seeChangedOrders: (account: string) => {
      const read = pictures.ordersOf(account)
      if (read !== null) orders.seeChangedOrders(account, read)
    },
    /** Why an answer that can be read is not of the account's book at all; null where it is. */
    turnDown: (account: string, book: BookName, rows: Rows): Failure | null =>
      pictures.turnDown(account, book, rows),
    /** A book was read well, be it without a change: the first sight of an empty one is a sight, too. */
    seeAnswer: (account: string, book: BookName, change: PolledChange) => {
      firstReads.settle(account)
      const read = poller.read(account, book)
      if (read === undefined) return
      const { rows, meta } = read
      pictures.seeAnswer({
        ...{ account, book, rows },
        began: change.began,
        before: change.before,
        patch: change.patch,
        unreadable: meta.unreadable,
      })
      if (book === 'orders')
        eachAlone(
          () => orders.seeAnswer(account, read, change),
          () => orderWatch.seeAnswer(account, read.rows, change),
        )
      // Whatever fails at what is shown, exits hear of it.
      if (book === 'positions')
        eachAlone(() => poller.noteLeftOut(account, book, pictures.leftOut(account)))
      if (tellOfHoldings.has(book))
        eachAlone(() =>
          poller.noteLeftOut(account, 'holdings', pictures.leftOutOfHoldings(account)),
        )
      if (book === 'orders' || book === 'positions') exits.seeAnswer(account)
    },
    /** Told of rows that are new in a book. */
    seeRows: (account: string, book: BookName, rows: Iterable<Row>) => {
      const profile = roster.find(account)
      if (profile !== undefined) orders.symbols.see(profile, book, rows)
    },
    /** Accounts were changed; `reassigned` is somebody else's now, as far as is known. */
    accountsChanged: (reassigned: readonly string[], by: ReassignedBy = 'person') => {
      orders.accountsChanged(reassigned, by)
      const active = new Set(roster.active().map(({ id }) => id))
      firstReads.keep(active)
      pictures.keep(active)
      for (const account of reassigned) {
        // Keys that were answered for another client had that one's books.
        const isKept = by === 'person' && roster.find(account) !== undefined
        pictures.forget(account, { isKept })
        orderWatch.forget(account)
        exits.accountReassigned(account, by)
      }
    },
    close: async () => {
      reader.stop()
      exits.stop()
      saidOfExits.stop()
      await orders.close()
      journal.close()
    },

    orders,
    exits,
    stop,
    journalReader: reader,
  }
}

/** Books that tell whether a holding that is gone was sold. */
const tellOfHoldings: ReadonlySet<BookName> = new Set(['holdings', 'orders', 'trades', 'positions'])

export type DeskTrading = ReturnType<typeof createTrading>
