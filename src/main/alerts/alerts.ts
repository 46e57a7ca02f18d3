import { randomUUID } from 'node:crypto'
import { type Account, apartFromPractice, everyAccount } from '../../shared/accounts/accounts.ts'
import type { AlertsState } from '../../shared/alerts/alerts.ts'
import { pricedAt } from '../../shared/alerts/price-place.ts'
import type { BookName } from '../../shared/books/books.ts'
import { isCurrent } from '../../shared/books/staleness.ts'
import type { Emit, Parsed } from '../../shared/contract.ts'
import { type Reply, ok } from '../../shared/core/errors.ts'
import type { Rows } from '../../shared/core/patch.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import { type OpenConf, storageFailure } from '../core/documents.ts'
import type { Clock } from '../core/clock.ts'
import type { Poller } from '../books/poller.ts'
import { lastPriceOf, tickOf } from '../../shared/service/row-figures.ts'
import { type AccountConditions, accountAlertEvents, noConditions } from './account-watch.ts'
import { openAlertLog } from './alert-log.ts'
import { type DayLoss, lossEvents } from './loss-alert.ts'
import type { AlertEvent } from './alert-events.ts'
import { openPriceAlerts } from './price-alerts.ts'
import { UnwatchedLosses } from './unwatched-losses.ts'
import { AlertDispatch } from './alert-dispatch.ts'

export interface AlertsParts {
  dataDir: string
  open: OpenConf
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  poller: Pick<Poller, 'read' | 'paused'>
  settings(): Settings
  /** Also those that are switched off. */
  accounts(): readonly Account[]
  /** The same without how each one is, which takes long to tell of many. */
  knownAccounts(): readonly Omit<Account, 'health'>[]
  /** What was made or lost on the day of the figures, of each account and of all together. */
  losses(): readonly DayLoss[]
  /** Which Indian day that is: after midnight, and on one without trades, still the day before. */
  dayOfLosses(): string
  emit: Emit
}

const lookEvery = 1000
const carriers = ['positions', 'holdings'] as const satisfies BookName[]

/** What a trader is told of: the rules, the log, and how loud it is. */
export function createAlerts(parts: AlertsParts) {
  const { dataDir, open, clock, now, poller, settings, emit } = parts
  const { log, problem } = openAlertLog({ dataDir, now })
  const { prices, setAside: pricesAside } = openPriceAlerts({ open, dataDir, now, ltp: lastPrice })
  /** Makes the causes of this session others than those of an earlier one. */
  const session = randomUUID()
  let muted: { until: number; cancelTimer: () => void } | null = null
  const conditions = new Map<string, AccountConditions>()
  const seen = new Map<string, Rows>()
  const unwatched = new UnwatchedLosses()

  /** Practice accounts beside real ones: what is not read of them is no news of money. */
  const apart = (): ReadonlySet<string> => {
    const accounts = parts.knownAccounts()
    const counted = new Set(apartFromPractice(accounts))
    return new Set(accounts.filter((one) => !counted.has(one)).map(({ id }) => id))
  }
  const unread = (): number => log.unreadBut(apart())
  let unreadAsTold = unread()
  const state = (): AlertsState => ({
    unread: unread(),
    mutedUntil: muted?.until ?? null,
    prices: prices.list(),
  })
  const tellState = (): void => {
    const told = state()
    unreadAsTold = told.unread
    emit('alerts', told)
  }
  const dispatch = new AlertDispatch({
    log,
    clock,
    now,
    ways: () => settings().alerts,
    isMuted: () => isMutedAt(now()),
    isApart: (account) => apart().has(account),
    onAlert: (alert) => {
      emit('alert', alert)
      tellState()
    },
  })
  /** Called from polls and answers, which a mistake of ours must not end. */
  const tell = (events: readonly AlertEvent[]): void => guarded(() => dispatch.tell(events))

  /** Whose books tell prices: a practice market has its own, which are none of a real one. */
  const priced = (): readonly Account[] => everyAccount(parts.accounts())

  function lastPrice(
    exchange: string,
    symbol: string,
  ): { ltp: number; tick: number | null } | null {
    const place = pricedAt({ exchange, symbol })
    let youngest: { ltp: number; tick: number | null; age: number } | null = null
    for (const { id } of priced())
      for (const book of carriers) {
        const read = poller.read(id, book)
        for (const row of read?.rows.values() ?? []) {
          if (pricedAt(row) !== place) continue
          const ltp = lastPriceOf(row)
          if (ltp === null) continue
          const tick = tickOf(row)
          const age = read?.meta.age ?? Infinity
          if (youngest === null || age < youngest.age) youngest = { ltp, tick, age }
        }
      }
    return youngest
  }

  // The timer may stand still while the machine sleeps, and the screen shows a time of day.
  const isMutedAt = (at: number): boolean => muted !== null && at < muted.until

  const look = (): void => {
    if (muted !== null && !isMutedAt(now())) {
      unmute()
      tellState()
    }
    // The first real account sets the others apart.
    if (unread() !== unreadAsTold) tellState()
    const at = clock.now()
    const accounts = parts.accounts().filter(({ enabled }) => enabled)
    for (const id of conditions.keys())
      if (!accounts.some((account) => account.id === id)) conditions.delete(id)
    for (const account of accounts) {
      const { id, name, health } = account
      const { conditions: next, events } = accountAlertEvents(
        conditions.get(id) ?? noConditions,
        {
          account: { id, name },
          trouble: health.trouble?.code ?? null,
          orders: poller.read(id, 'orders')?.meta ?? null,
          positions: poller.read(id, 'positions')?.meta ?? null,
          isPaused: poller.paused,
        },
        { now: at, session },
      )
      conditions.set(id, next)
      dispatch.tell(events)
    }
    const day = parts.dayOfLosses()
    const losses = parts.losses()
    dispatch.tell(losses.flatMap((loss) => lossEvents(loss, day)))
    const isRead = (account: string | null): boolean =>
      accounts.every(({ id }) => (account !== null && account !== id) || arePositionsRead(id))
    dispatch.tell(unwatched.events(losses, { day, now: at, isRead }))
  }
  function arePositionsRead(account: string): boolean {
    const read = poller.read(account, 'positions')
    return read !== undefined && isCurrent(read.meta)
  }
  let cancelTimer = (): void => undefined
  const lookOn = (): void => {
    cancelTimer = clock.after(lookEvery, () => {
      guarded(look)
      lookOn()
    })
  }
  lookOn()

  const unmute = (): void => {
    muted?.cancelTimer()
    muted = null
  }

  return {
    /** What a person should know of the start. */
    problems: [
      problem,
      pricesAside &&
        `A damaged file was set aside as ${pricesAside}; what of it could be read was kept.`,
    ].filter((words) => words !== null),
    state,
    tell,

    /** Called with every changed book. */
    seeChangedBook: (account: string, name: BookName): void => {
      const book = carriers.find((carrier) => carrier === name)
      if (book === undefined || !priced().some(({ id }) => id === account)) return
      guarded(() => {
        const rows = poller.read(account, book)?.rows
        if (rows === undefined) return
        const before = seen.get(`${account}/${book}`)
        seen.set(`${account}/${book}`, rows)
        const events = prices.see({ book, before, rows })
        if (events.length > 0) dispatch.tell(events)
      })
    },
    forget: (account: string): void => {
      conditions.delete(account)
      for (const book of carriers) seen.delete(`${account}/${book}`)
    },
    close: (): void => {
      cancelTimer()
      unmute()
      log.close()
    },

    read: ({ filter, before, limit }: Parsed<'readAlerts'>) =>
      ok(log.rows(filter, { before, limit })),
    markRead: (which: Parsed<'markAlerts'>): Reply<null> =>
      changing(() => log.markRead(which), tellState),
    clear: (): Reply<null> =>
      changing(() => {
        log.clear()
        dispatch.forget()
      }, tellState),
    mute: (minutes: number | null): Reply<null> => {
      unmute()
      if (minutes !== null) {
        const milliseconds = minutes * 60_000
        const end = (): void => {
          muted = null
          tellState()
        }
        muted = { until: now() + milliseconds, cancelTimer: clock.after(milliseconds, end) }
      }
      tellState()
      return ok(null)
    },
    savePrice: (input: Parsed<'savePriceAlert'>) => told(prices.save(input), tellState),
    removePrice: (id: string) => told(prices.remove(id), tellState),
  }
}

export type DeskAlerts = ReturnType<typeof createAlerts>

function told<T>(reply: Reply<T>, tellState: () => void): Reply<T> {
  if (reply.ok) tellState()
  return reply
}

function changing(act: () => void, tellState: () => void): Reply<null> {
  try {
    act()
  } catch (cause) {
    return storageFailure(cause)
  }
  tellState()
  return ok(null)
}

function guarded(act: () => void): void {
  try {
    act()
  } catch (cause) {
    console.error(cause)
  }
}
