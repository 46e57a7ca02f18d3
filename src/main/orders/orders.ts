import type { Emit, Parsed } from '../../shared/contract.ts'
import type { Timeline } from '../../shared/journal/calls.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { JournalRow, JournalStatus } from '../../shared/journal/journal.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { Roster } from '../accounts/roster.ts'
import type { OpenConf } from '../core/documents.ts'
import type { DayLoss } from '../alerts/loss-alert.ts'
import type { AlertEvent } from '../alerts/alert-events.ts'
import { OrderWatch } from '../alerts/order-watch.ts'
import type { Clock } from '../core/clock.ts'
import type { Poller } from '../books/poller.ts'
import { startOfDay } from '../../shared/core/india.ts'
import { openJournal } from '../journal/journal.ts'
import type { ServiceClient } from '../service/client.ts'
import { openBaskets } from './baskets.ts'
import { InFlight } from './sending/in-flight.ts'
import { Dispatch } from './sending/dispatch.ts'
import { Exits } from '../exits/exits.ts'
import { FirstReads } from '../exits/first-reads.ts'
import { type ContextSources, gatherContext } from './planning/gather-context.ts'
import { openMarketData } from './planning/market-data.ts'
import { EventWriter } from './sending/event-writer.ts'
import { Reconciler } from './doubt/reconcile.ts'
import { Sending } from './sending/sending.ts'
import { Stop } from '../exits/stop.ts'

export interface OrdersParts {
  dataDir: string
  open: OpenConf
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  client: ServiceClient
  roster: Roster
  poller: Poller
  settings(): Settings
  /** Told of what a trader must not miss. */
  tell(news: readonly AlertEvent[]): void
  emit: Emit
}

/** Everything that moves money, wired together; and what a window may ask of it. */
export function createOrders(parts: OrdersParts) {
  const { dataDir, open, clock, now, client, roster, poller, emit } = parts
  const { journal, setAside: journalAside } = openJournal({ dataDir, now })
  const { baskets, setAside: basketsAside } = openBaskets({ open, dataDir })
  const { market, problem } = openMarketData(dataDir)

  const afoot = new InFlight(clock)
  const changed = (intents: Intent[]): void => {
    if (intents.length === 0) return
    afoot.follow(intents)
    emit('intents', intents.map(asSeen))
    watch.seeIntents(intents)
    reconciler.follow(intents)
    // The books show what an order did before anybody has to wait for the next poll.
    const answered = intents.filter(({ state }) => state !== 'recorded' && state !== 'sent')
    for (const account of new Set(answered.map((intent) => intent.account)))
      for (const book of ['orders', 'positions'] as const) poller.refresh({ account, book })
  }
  const watch = new OrderWatch({ journal, clock, now, onChange: changed, tell: parts.tell })
  const reconciler = new Reconciler({
    clock,
    journal,
    readOrders: (account) => poller.readAnew(account, 'orders'),
    orders: (account) => poller.read(account, 'orders'),
    brokerOf: (account) => roster.list().find(({ id }) => id === account)?.broker,
    onChange: changed,
  })
  const notes = new EventWriter({ journal, clock, now, onChange: changed })
  const sending = new Sending({
    journal,
    notes,
    client,
    login: (account) => roster.login(account),
    orders: (account) => {
      const read = poller.read(account, 'orders')
      return read === undefined ? undefined : { rows: read.rows, age: read.meta.age }
    },
  })
  const sources: ContextSources = {
    roster,
    poller,
    dispatch: () => dispatch,
    afoot: (account) => afoot.of(account),
    settings: parts.settings,
    market,
    isStopped: () => stop.isOn,
    now,
  }
  const dispatch = new Dispatch({
    clock,
    journal,
    notes,
    sending,
    knowledge: () => gatherContext(sources),
    isStopped: () => stop.isOn,
    isOpen: (id) =>
      roster.active().some((profile) => profile.id === id && !profile.trading.readOnly),
    onPace: (pace) => emit('pace', pace),
  })
  const firstReads = new FirstReads()
  const isActive = (account: string) => roster.active().some(({ id }) => id === account)
  const exits = new Exits({
    clock,
    now,
    journal,
    notes,
    sending,
    account: (id) => {
      const found = roster.list().find((account) => account.id === id)
      return found && { ...found, isEnabled: found.enabled, isReadOnly: found.trading.readOnly }
    },
    known: (account, book) => poller.read(account, book)?.rows,
    readAnew: (account, book) => poller.readAnew(account, book),
    beingRead: (account) => (isActive(account) ? firstReads.of(account) : Promise.resolve()),
    onExit: (run) => emit('exit', run),
    tell: parts.tell,
  })
  const stop = new Stop({
    open,
    dataDir,
    journal,
    now,
    onEngage: () => {
      const cancel = (): boolean =>
        exits.cancelAll(roster.active().map(({ id }) => id))?.isNoted ?? false
      try {
        dispatch.halt()
      } catch (cause) {
        // A queue that could not be emptied must not keep what works at the broker.
        cancel()
        throw cause
      }
      return cancel()
    },
    onChange: (state) => emit('stop', state),
  })

  let status: JournalStatus = {
    state: 'checking',
    checked: 0,
    total: 0,
    at: null,
    brokenAt: null,
    message: null,
  }
  let checking = new AbortController()
  const verify = (): void => {
    checking.abort()
    checking = new AbortController()
    const { signal } = checking
    void journal.verify({
      signal,
      onProgress: (progress) => {
        if (signal.aborted) return
        status = progress
        emit('journal', progress)
      },
    })
  }

  const place = async (input: Parsed<'placeOrders'>) => {
    const placed = await dispatch.place(input)
    if (!placed.ok || !placed.value.isTaken) return placed
    const { intents } = placed.value
    exits.watch(intents.filter(({ exit }) => exit))
    for (const { account, ticket } of intents)
      if (ticket?.kind === 'option') roster.rememberExpiry(account, ticket.expiry)
    return placed
  }

  const timeline = async (account: string, orderId: string): Promise<Reply<Timeline>> => {
    const intent = journal.ofOrder(account, orderId) ?? null
    const entries = intent === null ? [] : journal.entries(intent.id)
    const login = await roster.login(account)
    const history = login.ok
      ? await client.call('OrderHistory', login.value, { order_id: orderId })
      : login
    return ok({ intent, entries, history: history.ok ? ok(history.value.records) : history })
  }

  verify()
  // What an earlier session left in doubt is looked for from the start.
  reconciler.follow(journal.unsettled())
  afoot.follow(journal.unsettled())
  exits.takeUp(startOfDay(now()))

  return {
    /** What a person should know of the start. */
    problems: [journalAside, basketsAside, stop.setAside]
      .filter((name) => name !== null)
      .map((name) => `A damaged file was set aside as ${name}, and a fresh one begun.`)
      .concat(problem ?? []),

    view: () => ({
      intents: journal
        .since(startOfDay(now()), mostSeen)
        .map((intent) => asSeen(notes.latest(intent))),
      exits: exits.list(),
      stop: stop.read(),
      pace: dispatch.pace(),
      journal: status,
      hours: market.exchanges,
    }),
    /** What is under way, or may be. */
    unfinished: () => ({ intents: journal.unsettled(), exits: exits.list() }),
    placedToday: () => journal.since(startOfDay(now())),
    /** Today's profit or loss beside the limit on it, of each account and of all together. */
    losses: (): DayLoss[] => {
      const known = gatherContext(sources)
      const each = roster.active().map(({ id, name, trading }) => ({
        account: id,
        name,
        profit: known.accounts.get(id)?.profit ?? null,
        limit: trading.limits.loss,
      }))
      const { profit, limits } = known
      return [...each, { account: null, name: 'all accounts', profit, limit: limits.loss }]
    },
    seeOrders: (account: string) => {
      const read = poller.read(account, 'orders')
      if (read === undefined) return
      watch.seeOrders(account, read.rows)
      reconciler.seeOrders(account, read)
    },
    /** An account's book was read well. */
    seeAnswer: (account: string) => firstReads.settle(account),
    /** Accounts were changed; `restarted` is somebody else's now, as far as is known. */
    accountsChanged: (restarted: string | null) => {
      dispatch.accountsChanged(restarted)
      firstReads.keep(new Set(roster.active().map(({ id }) => id)))
      if (restarted === null) return
      watch.forget(restarted)
      reconciler.forget(restarted)
    },
    close: async () => {
      checking.abort()
      exits.stop()
      reconciler.stop()
      await dispatch.stop()
      await sending.idle()
      notes.stop()
      journal.close()
    },

    preview: (input: Parsed<'previewOrders'>) => dispatch.preview(input.orders),
    place,
    callOff: (intents: readonly string[]) => dispatch.callOff(intents),
    look: (intent: string) => reconciler.look(intent),
    settle: (input: Parsed<'settleOrder'>) => reconciler.settle(input),
    exit: (input: Parsed<'exitAccounts'>) => exits.exit(input),
    stopWatching: (exit: string) => exits.stopWatching(exit),
    engageStop: () => stop.engage(),
    liftStop: () => stop.lift(),
    readJournal: ({ filter, before, limit }: Parsed<'readJournal'>) => {
      const { rows, hasMore } = journal.rows(filter, { before, limit })
      return ok({ rows: rows.map(rowAsSeen), hasMore })
    },
    readIntent: (id: string) => {
      const intent = journal.find(id)
      return intent === undefined
        ? fail('not-found', 'The journal has no such order.', { field: 'intent' })
        : ok({ intent: asSeen(notes.latest(intent)), entries: journal.entries(id) })
    },
    timeline,
    exportJournal: ({ filter, format, from }: Parsed<'exportJournal'>) =>
      ok(journal.export(filter, { format, from })),
    verifyJournal: () => {
      verify()
      return ok(null)
    },
    listBaskets: () => ok(baskets.list()),
    saveBasket: (basket: Parsed<'saveBasket'>) => baskets.save(basket),
    deleteBasket: (id: string) => baskets.remove(id),
  }
}

export type Orders = ReturnType<typeof createOrders>

/** A window that opens late in a long day asks the journal for what is older. */
const mostSeen = 1000

/** A busy symbol has thousands of rivals, and no window needs them. */
const asSeen = (intent: Intent): Intent =>
  intent.sent === null ? intent : { ...intent, sent: { ...intent.sent, rivals: [] } }

const rowAsSeen = (row: JournalRow): JournalRow =>
  row.intent === null ? row : { ...row, intent: asSeen(row.intent) }
