import type { ReassignedBy } from '../../shared/accounts/accounts.ts'
import type { Parsed } from '../../shared/contract.ts'
import type { BrokerSymbol } from '../../shared/orders/broker-symbols.ts'
import type { Pace } from '../../shared/orders/calls.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import { ok, type Reply } from '../../shared/core/errors.ts'
import type { ExchangeRules } from '../../shared/market/exchange-rules.ts'
import type { Preview } from '../../shared/orders/placing.ts'
import { comparableOrderId } from '../../shared/service/order-ids.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { Roster } from '../accounts/roster.ts'
import type { FreshRead, PolledChange } from '../books/book-poll.ts'
import type { Poller } from '../books/poller.ts'
import type { Clock } from '../core/clock.ts'
import type { OpenConf } from '../core/documents.ts'
import { eachAlone } from '../core/each-alone.ts'
import { EventWriter } from '../journal/event-writer.ts'
import type { Journal } from '../journal/journal.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import type { ServiceClient } from '../service/client.ts'
import { openBaskets } from './baskets.ts'
import { openFormerOrders } from './doubt/former-orders.ts'
import type { ReadMissedOrder } from './doubt/missed-orders.ts'
import { Reconciler } from './doubt/reconcile.ts'
import { SeenOrders } from './doubt/seen-orders.ts'
import { stillWatchedIn } from './doubt/still-watched.ts'
import { ReachedLosses } from './context/reached-losses.ts'
import { type ContextSources, gatherContext } from './context/gather-context.ts'
import { fundsAfterOrders } from './planning/funds-after.ts'
import { moneyPortionsOf } from './planning/money-portions.ts'
import { BrokerSymbols } from './symbols/broker-symbols.ts'
import { Dispatch } from './sending/dispatch.ts'
import { Sending } from './sending/sending.ts'

export interface OrdersParts {
  dataDir: string
  open: OpenConf
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  client: Pick<ServiceClient, 'call'>
  roster: Roster
  poller: Poller
  pictures: LoginPictures
  journal: Journal
  market: ExchangeRules
  settings(): Settings
  isStopped(): boolean
  history: ReadMissedOrder
  /** Called with every intent that changed, exits among them. */
  onIntents(intents: Intent[]): void
  /** Called with the intents of a confirmation that was taken. */
  onPlaced(intents: readonly Intent[]): void
  onPace(pace: Pace[]): void
  /** Called with all that people said and agreed to of what brokers call instruments. */
  onSymbols(entries: BrokerSymbol[]): void
}

/** Orders from a ticket to the broker, and what became of those whose answer is missing. */
export function createOrders(parts: OrdersParts) {
  const { dataDir, open, clock, now, client, roster, poller, pictures, journal, market } = parts
  const { isStopped } = parts
  const { baskets, setAside } = openBaskets({ open, dataDir })
  const symbols = new BrokerSymbols({ open, dataDir, onChange: parts.onSymbols })
  const { former, setAside: formerSetAside } = openFormerOrders({ dataDir, clock, now })
  const seen = new SeenOrders({ clock, now, former })

  const changed = (intents: Intent[]): void => {
    if (intents.length === 0) return
    // The books show what an order did before anybody has to wait for the next poll.
    const answered = intents.filter(({ state }) => state !== 'recorded' && state !== 'sent')
    eachAlone(
      () => pictures.follow(intents),
      () => parts.onIntents(intents),
      () => reconciler.follow(intents),
      ...[...new Set(answered.map(({ account }) => account))].flatMap((account) =>
        (['orders', 'positions'] as const).map((book) => () => poller.refresh({ account, book })),
      ),
    )
  }
  const reconciler = new Reconciler({
    clock,
    journal,
    pictures,
    seen,
    brokerOf: (account) => roster.find(account)?.broker,
    history: parts.history,
    onChange: changed,
  })
  const writer = new EventWriter({
    ...{ journal, clock, now, onChange: changed },
    onLeaving: (intents) => pictures.follow(intents),
  })
  const wallAhead = (): number => Math.round(now() - clock.now())
  const began = wallAhead()
  const sending = new Sending({
    journal,
    writer,
    client,
    login: (account) => roster.login(account),
    orders: (account) => {
      const age = poller.read(account, 'orders')?.meta.age ?? null
      return { seen: seen.of(pictures.accountsOf(account)), age: seen.isSure(account) ? age : null }
    },
    clockMark: () => ({ began, ahead: wallAhead() }),
    formerlyNoted: () => former.lastFormer,
    isAnother: (intent, orderId) => reconciler.isAnother(intent, orderId),
  })
  const sources: ContextSources = {
    roster,
    pictures,
    dispatch: () => dispatch,
    settings: parts.settings,
    market,
    symbols,
    isStopped,
    reachedLosses: new ReachedLosses(),
    now,
  }
  const dispatch = new Dispatch({
    clock,
    now,
    journal,
    writer,
    sending,
    context: () => gatherContext(sources),
    isStopped,
    isOpen: (id) => {
      const profile = roster.find(id)
      return profile !== undefined && profile.enabled && !profile.trading.readOnly
    },
    onPace: parts.onPace,
  })

  const place = async (input: Parsed<'placeOrders'>) => {
    const placed = await dispatch.place(input)
    if (!placed.ok || !placed.value.isTaken) return placed
    const { intents } = placed.value
    // They are on the wire: whatever fails from here on, that is what is answered.
    eachAlone(
      () => parts.onPlaced(intents),
      ...intents.map(({ account, ticket }) => () => {
        if (ticket?.kind === 'option') roster.rememberExpiry(account, ticket.expiry)
      }),
    )
    return placed
  }

  return {
    writer,
    sending,
    /** The names under which damaged baskets, and what was known of orders, were set aside. */
    setAside: [setAside, formerSetAside, symbols.setAside],
    /** Told of intents that changed, whoever wrote the change down: the room of exits does as well. */
    changed,
    /** Takes up what an earlier session left in doubt, may doubt again, or sent so late that no book may show it yet. */
    start: () => {
      reconciler.follow([...journal.unsettled(), ...stillWatchedIn(journal, now())])
      const unseen = pictures.takeUp((account, orderId) =>
        former.firstSeen([account], comparableOrderId(orderId)),
      )
      reconciler.takeUp(unseen)
    },
    /** Empties the queues: nothing of them leaves any more. It is written down behind the cancels. */
    halt: (cancelsLeft: Promise<void>) => dispatch.halt(cancelsLeft),
    callOffQueue: (account: string, strategy: string | null) =>
      dispatch.callOffQueue(account, strategy),
    pace: () => dispatch.pace(),
    lastMinute: (account: string) => dispatch.lastMinute(account),
    context: () => gatherContext(sources),
    /** An order book was read well, be it without a change. */
    seeAnswer: (account: string, read: FreshRead, change: PolledChange) => {
      seen.see(account, read, change)
      reconciler.seeAnswer(account, read.rows, change.began)
    },
    /** An order book changed: told after `seeAnswer`. */
    seeChangedOrders: (account: string, read: Parameters<Reconciler['seeOrders']>[1]) =>
      reconciler.seeOrders(account, read),
    /** Accounts were changed; those `reassigned` are somebody else's now, as far as is known. */
    accountsChanged: (reassigned: readonly string[], by: ReassignedBy) => {
      dispatch.accountsChanged(reassigned, by)
      for (const account of reassigned) seen.forget(account)
    },
    close: async () => {
      reconciler.stop()
      await dispatch.stop()
      await sending.idle()
      writer.stop()
      seen.close()
      former.close()
    },

    preview: (input: Parsed<'previewOrders'>): Reply<Preview> => {
      const previewed = dispatch.preview(input.orders, input)
      if (!previewed.ok) return previewed
      const { accounts } = gatherContext(sources)
      const fundsAfter = fundsAfterOrders(input.orders, previewed.value.orders, accounts)
      return ok({ ...previewed.value, fundsAfter })
    },
    shares: (input: Parsed<'previewShares'>) => ok(moneyPortionsOf(input, gatherContext(sources))),
    place,
    dropFromQueue: (intents: readonly string[]) => dispatch.dropFromQueue(intents),
    look: (intent: string) => reconciler.look(intent),
    settle: (input: Parsed<'settleOrder'>) => reconciler.settle(input),
    baskets,
    symbols,
  }
}

export type Orders = ReturnType<typeof createOrders>
