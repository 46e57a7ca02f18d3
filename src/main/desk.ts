import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { books } from '../shared/books/books.ts'
import type { Emit, Events } from '../shared/contract.ts'
import { ok } from '../shared/core/errors.ts'
import type { WindowWish } from '../shared/workspace/window-places.ts'
import { Lock } from './lock/lock.ts'
import { keysExported } from './alerts/account-watch.ts'
import { createAlerts } from './alerts/alerts.ts'
import { KnownClients } from './accounts/known-clients.ts'
import { Logins } from './accounts/logins.ts'
import { groupsIn } from './accounts/groups.ts'
import { profilesIn } from './accounts/profiles.ts'
import { Roster } from './accounts/roster.ts'
import type { OpenConf } from './core/documents.ts'
import { type CheckSystemPassword, findSystemPassword } from './lock/system-password.ts'
import { Transfer } from './accounts/transfer.ts'
import type { KeychainModule } from './accounts/vault/keychain-key-store.ts'
import { AccountKeys } from './accounts/account-keys.ts'
import { notedCalls } from './accounts/noted-calls.ts'
import { openVault } from './accounts/vault/vault.ts'
import { type Clock, afterSleep, every, systemClock } from './core/clock.ts'
import { eachAlone } from './core/each-alone.ts'
import { OfflineBooks } from './books/offline-books.ts'
import { Poller } from './books/poller.ts'
import { UnseenBooks } from './books/unseen-books.ts'
import { createConsole } from './console/console.ts'
import { KnownSymbols } from './books/known-symbols.ts'
import { openDeskDocuments } from './desk-documents.ts'
import type { Desk } from './desk-for-hosts.ts'
import { DeskNotices } from './desk-notices.ts'
import { EarlierBooks } from './earlier-books.ts'
import { doorOf, handlersOf } from './handlers.ts'
import { lockedDoor, lockedListener } from './lock/locked-desk.ts'
import { createPnlHistory } from './pnl/pnl-history.ts'
import { PracticeOnDemand, type StartPractice } from './practice/practice-on-demand.ts'
import { tellOfPolls } from './poll-news.ts'
import { ProfileNews } from './profile-news.ts'
import { createTrading } from './trading.ts'
import { WhatIsOpen } from './what-is-open.ts'
import { changeSettings } from './settings/change-settings.ts'
import { type Deadlines, createServiceClient, usualDeadlines } from './service/client.ts'
import { ReadQueues } from './service/read-queue.ts'
import type { Transport } from './service/transport.ts'
import { DeskWindows } from './workspace/desk-windows.ts'

export interface DeskOptions {
  /** Where everything that outlives a session is kept. */
  dataDir: string
  version: string
  host: 'electron' | 'browser'
  openConf: OpenConf
  /** Starts the practice broker; called when an account first needs it. */
  startPractice: StartPractice
  clock?: Clock
  /** Wall-clock milliseconds, for what is shown and written; time that is measured is the clock's. */
  now?: () => number
  random?: () => number
  /** Milliseconds that calls of the service may take. */
  deadlines?: Deadlines
  /** What bytes travel to services by, in place of sockets. */
  transport?: Transport
  /** The keychain, in place of the machine's. */
  loadKeychain?: () => Promise<KeychainModule>
  /** How this machine's user is known by their password; null where it is not. */
  checkSystem?: CheckSystemPassword | null
}

/** How often windows are told of changes in the accounts' health. */
const healthEvery = 1000

/** How often it is looked whether another day has begun: after sleep as well. */
const daysEvery = 10_000

/** How often files with keys are looked at that were to be taken away. */
const exportsEvery = 60_000

/** Builds the desk, and starts it. */
export async function createDesk(options: DeskOptions): Promise<Desk> {
  const { dataDir, openConf, clock = systemClock, now = Date.now, random = Math.random } = options
  const listeners = new Set<Emit>()
  let grant: ((wish: WindowWish) => void) | null = null
  const tell: Emit = (name, event) => {
    // A window that fails keeps neither the others nor the desk from what has to follow.
    eachAlone(
      () => windows.tell(name, event),
      ...[...listeners].map((listener) => () => listener(name, event)),
    )
  }

  const documents = openDeskDocuments({ open: openConf, dataDir })
  const { settings } = documents
  const profiles = profilesIn(documents.accounts)
  const groups = groupsIn(documents.accounts, { onChange: (all) => emit('groups', all) })
  const vault = await openVault({
    open: openConf,
    dataDir,
    accounts: () => [
      ...profiles.list().map(({ id }) => profiles.keysAt(id)),
      ...documents.accounts.read().strays,
    ],
    ...(options.loadKeychain && { loadKeychain: options.loadKeychain }),
  })
  const lock = new Lock({
    open: openConf,
    dataDir,
    clock,
    now,
    vault,
    after: () => settings.read().lockAfter,
    checkSystem: options.checkSystem === undefined ? findSystemPassword() : options.checkSystem,
    onChange: () => {
      if (lock.isLocked) windows.seeLocked()
      emit('lock', lock.status())
    },
  })
  const emit = lockedListener(lock, tell)
  const windows = new DeskWindows({
    document: documents.workspace,
    clock,
    newId: () => randomUUID(),
    isLocked: () => lock.isLocked,
    emit,
    unseen: (update) => unseenBooks.of(update),
    named: {
      read: () => settings.read().workspaces,
      write: (workspaces) => {
        const changed = changeSettings({ settings, emit }, { workspaces })
        return changed.ok ? ok(null) : changed
      },
    },
    closed: () => settings.read().closedWindow,
    wish: (wish) => {
      grant?.(wish)
      return grant !== null
    },
  })
  const notices = new DeskNotices(emit)
  for (const name of documents.setAside)
    notices.keep({
      level: 'warning',
      message: `A damaged file was set aside as ${name}; what of it could be read was kept.`,
    })
  if (lock.setAside !== null)
    notices.keep({
      level: 'warning',
      message: `The file of the lock was damaged, and set aside as ${lock.setAside}. ${lock.isLocked ? 'A passphrase that the lock alone knew opens it no more' : 'The screen is not locked, neither by you nor by itself'}: set the lock up again in the settings.`,
    })
  const unseenBooks = new UnseenBooks((account, book) => poller.read(account, book)?.rows)
  const { deadlines, transport } = options
  const readQueues = new ReadQueues(clock)
  const client = createServiceClient({
    clock,
    readQueues,
    random,
    ...(deadlines && { deadlines }),
    ...(transport && { transport }),
  })
  const practice = new PracticeOnDemand(options.startPractice, () => logins.readAnew())
  const accountKeys = new AccountKeys({ document: documents.accounts, vault })
  const clients = new KnownClients({ document: documents.clients, clock, now })
  const logins = new Logins({
    keysOf: (profile) => accountKeys.of(profile),
    practiceUrl: () => practice.url(),
    clients,
  })
  const roster = new Roster({
    profiles,
    vault,
    keys: accountKeys,
    logins,
    client,
    now,
    ticks: () => clock.now(),
    formerFingerprint: (account) => offlineBooks.fingerprintOf(account),
    onSameKeys: (account) => poller.refresh({ account }),
    onDayBegun: (names) =>
      notices.tell({
        level: 'info',
        message: `On again, since the day that it was off for is over: ${names.join(', ')}.`,
      }),
    onChange: (reassigned, by) => {
      trading.accountsChanged(reassigned, by)
      for (const account of reassigned) {
        poller.forget(account)
        unseenBooks.forget(account)
        alerts.forget(account)
        offlineBooks.drop(account)
      }
      sweepClients()
      followAccounts()
      emit('groups', groups.list())
    },
  })
  const sweepClients = (): void => {
    if (!documents.areAccountsDamaged) clients.keep(profiles.list().map(({ id }) => id))
  }
  const tellAccounts = (): void => emit('accounts', roster.list())
  /** A window that is told of an account may read its books: they are polled first. */
  const followAccounts = (): void => {
    poller.follow(roster.active())
    tellAccounts()
  }
  const knownSymbols = new KnownSymbols({ open: openConf, dataDir, clock })
  let isHealthNews = false
  const poller = new Poller({
    clock,
    random,
    fetch: async (account, book, signal) => {
      const login = await roster.login(account)
      if (!login.ok) return login
      return client.fetch(books[book].operation, login.value, {}, { signal, hasPlace: true })
    },
    // The practice broker serves whatever it is asked at once.
    queueOf: (account) => {
      const service = profiles.find(account)?.service
      return service?.kind === 'url' ? readQueues.to(service.url) : null
    },
    turnDown: (account, book, rows) => trading.turnDown(account, book, rows),
    onPoll: (poll) => {
      isHealthNews = true
      tellOfPoll(poll)
    },
    onMeta: (told) => emit('book', told),
  })
  const alerts = createAlerts({
    dataDir,
    open: openConf,
    clock,
    now,
    poller,
    settings: () => settings.read(),
    accounts: () => roster.list(),
    knownAccounts: () => roster.known(),
    losses: () => trading.losses(),
    dayOfLosses: () => trading.dayOfLosses(),
    emit,
  })
  const profileNews = new ProfileNews({
    ...{ poller, roster },
    notice: (told) => notices.tell(told),
    alert: (events) => alerts.tell(events),
  })
  const offlineBooks = new OfflineBooks({
    dataDir,
    clock,
    now,
    account: (id) => profiles.find(id),
    read: (account, book) => poller.read(account, book),
    missed: (account, book) => trading.missedRows(account, book),
    fingerprint: (account) => roster.fingerprint(account),
  })
  let pnlHistory: ReturnType<typeof createPnlHistory> | null = null
  const trading = createTrading({
    dataDir,
    open: openConf,
    clock,
    now,
    // Polls are noted once they were read; what else is asked in an account's name is noted here.
    client: notedCalls(client, {
      clock,
      now,
      note: (account, request) => roster.noteRequest(account, request),
    }),
    roster,
    poller,
    settings: () => settings.read(),
    tell: alerts.tell,
    emit: (name, event) => {
      emit(name, event)
      // What is settled while orders are made ready is told of in `placedToday`.
      if (name === 'intents') pnlHistory?.seeIntents(event as Events['intents'])
    },
  })
  const tellOfPoll = tellOfPolls({
    ...{ now, emit, roster, trading, profileNews, knownSymbols, offlineBooks, alerts },
  })
  const whatIsOpen = new WhatIsOpen({ roster, trading, lock, windows })
  pnlHistory = createPnlHistory({
    dataDir,
    clock,
    now,
    roster,
    poller,
    exchanges: trading.exchanges,
    emit,
    notice: (told) => notices.tell(told),
  })
  pnlHistory.seeIntents(trading.placedToday())
  const transfer = new Transfer({
    document: documents.accounts,
    vault,
    keys: accountKeys,
    exports: join(dataDir, 'exports'),
    prove: (proof) => lock.prove(proof),
    onKeysExported: (of) => alerts.tell([keysExported({ ...of, at: now() })]),
    now,
    onImport: (accounts) => roster.reassigned(accounts),
  })
  void transfer.sweep()
  const stops = [every(clock, exportsEvery, () => void transfer.sweep())]
  void accountKeys.sweep()
  stops.push(
    vault.onChange(() => {
      void accountKeys.sweep()
      logins.readAnew()
      emit('vault', vault.status())
      emit('lock', lock.status())
      followAccounts()
      poller.refresh({})
    }),
    every(clock, healthEvery, () => {
      if (isHealthNews) tellAccounts()
      isHealthNews = false
    }),
  )
  for (const message of [...trading.problems, ...pnlHistory.problems, ...alerts.problems])
    notices.keep({ level: 'warning', message })

  const earlierBooks = new EarlierBooks({ offlineBooks, trading })
  stops.push(() => earlierBooks.stop())
  const allAccounts = profiles.list().map(({ id }) => id)
  sweepClients()
  if (!documents.areAccountsDamaged) offlineBooks.sweep(allAccounts)
  for (const account of allAccounts) void earlierBooks.recall(account)
  roster.beginDay()
  stops.push(
    afterSleep(clock, () => poller.wake()),
    every(clock, daysEvery, () => roster.beginDay()),
  )
  poller.follow(roster.active())

  const handlers = handlersOf({
    about: { version: options.version, host: options.host, dataDir },
    settings,
    roster,
    groups,
    transfer,
    vault,
    lock,
    openItems: () => whatIsOpen.everywhere(),
    openAt: (account) => whatIsOpen.at(account),
    poller,
    offlineBooks,
    knownSymbols,
    trading,
    orders: trading.orders,
    exits: trading.exits,
    stop: trading.stop,
    journalReader: trading.journalReader,
    pnlHistory,
    alerts,
    windows,
    console: createConsole({ roster, client, now, ticks: () => clock.now() }),
    emit,
    notices,
  })
  const answer = lockedDoor(lock, doorOf(handlers))
  return {
    answer: (name, input) => answer(name, input),
    join: (hear, window) => {
      const line = windows.join(hear, window ?? null)
      return {
        answer: (name, input) => answer(name, input, line),
        leave: (how) => {
          windows.leave(line, how)
          poller.lookAway(line)
        },
      }
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    keptWindows: () => windows.standings(),
    placeOf: (id) => windows.placeOf(id),
    keepPlace: (id, place) => windows.keepPlace(id, place),
    grantBy: (host) => {
      grant = host
    },
    addWindow: () => {
      if (!lock.isLocked) windows.addBeside()
    },
    seeClosed: (id) => windows.seeClosed(id),
    openItems: () => whatIsOpen.everywhere(),
    isLocked: () => lock.isLocked,
    lock: () => {
      if (settings.read().lockAfter !== null) lock.lock()
    },
    theme: () => settings.read().theme,
    answersWithin: () => {
      const { place, exit } = deadlines ?? usualDeadlines
      return trading.orders.sending.isOnWire ? Math.max(place, exit) : 0
    },
    stop: async () => {
      lock.stop()
      windows.stop()
      for (const stop of stops) stop()
      const keeping = offlineBooks.stop()
      poller.stop()
      knownSymbols.write()
      clients.stop()
      pnlHistory.close()
      // Answers of orders on the wire are still written down; only then may their broker go.
      await Promise.all([trading.close(), client.close(), keeping])
      alerts.close()
      listeners.clear()
      await practice.stop()
    },
  }
}
