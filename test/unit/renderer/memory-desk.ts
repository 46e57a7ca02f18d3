import exchangeRules from '../../../resources/market.json' with { type: 'json' }
import type { Account, VaultStatus } from '../../../src/shared/accounts/accounts.ts'
import type { Alert, PriceAlert } from '../../../src/shared/alerts/alerts.ts'
import { type BookName, bookNames } from '../../../src/shared/books/books.ts'
import { callNames, eventNames } from '../../../src/shared/channels.ts'
import {
  type Bridge,
  type Events,
  type Input,
  calls,
  type Output,
} from '../../../src/shared/contract.ts'
import type { BookMeta, BookSnapshot } from '../../../src/shared/books/book-state.ts'
import type { DeskView } from '../../../src/shared/desk-view.ts'
import type { CallName, EventName } from '../../../src/shared/channels.ts'
import type { AccountGroup } from '../../../src/shared/accounts/groups.ts'
import { fail, ok, type Reply } from '../../../src/shared/core/errors.ts'
import type { OpenItem } from '../../../src/shared/quitting/open-items.ts'
import type { LockStatus } from '../../../src/shared/lock/lock.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import type { LearnedSymbol } from '../../../src/shared/orders/broker-symbols.ts'
import type { Basket } from '../../../src/shared/orders/baskets.ts'
import type { PlannedOrder, Preview } from '../../../src/shared/orders/placing.ts'
import type { Problem } from '../../../src/shared/orders/problems.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import type { Row, RowsPatch } from '../../../src/shared/core/patch.ts'
import { defaultSettings, type Settings } from '../../../src/shared/settings/settings.ts'
import { type OwnWindow } from '../../../src/shared/workspace/windows.ts'
import { usualWindow } from '../../../src/shared/workspace/usual-window.ts'
import { intent } from './intents.ts'

type Answers = {
  [Name in CallName]?: (input: Input<Name>) => Reply<Output<Name>> | Promise<Reply<Output<Name>>>
}

interface Held {
  meta: BookMeta
  rows: Map<string, Row>
}

export const openVault: VaultStatus = {
  kind: 'session',
  state: 'open',
  keychain: null,
  trouble: null,
  hasFile: false,
}

const noLock: LockStatus = {
  isLocked: false,
  way: null,
  hasSystem: false,
  wait: 0,
  unseen: 0,
}

export const account = (id: string, more: Partial<Account> = {}): Account => ({
  id,
  name: id[0]!.toUpperCase() + id.slice(1),
  broker: 'PX',
  service: { kind: 'practice', client: 'practice-1' },
  strategy: 'quarterdeck',
  colour: 'violet',
  enabled: true,
  polls: {},
  readsPerSecond: 5,
  trading: usualTrading,
  login: id,
  hasKeys: true,
  health: { last: 84, p99: 131, isSlow: false, trouble: null },
  ...more,
})

export const planned = (ticket: Ticket, more: Partial<PlannedOrder> = {}): PlannedOrder => {
  const quantity = Math.abs(Number(ticket.kind === 'smart' ? ticket.target : ticket.quantity))
  const price = 'price' in ticket.pricing ? ticket.pricing.price : '1539.55'
  return {
    account: ticket.account,
    symbol: ticket.kind === 'option' ? null : ticket.symbol,
    underlying: ticket.kind === 'option' ? ticket.underlying : null,
    action: ticket.kind === 'smart' ? 'BUY' : ticket.action,
    quantity,
    slices: [quantity],
    price,
    value: quantity * Number(price),
    funds: quantity * Number(price),
    ltp: 1531.9,
    tick: '0.05',
    isTickAssumed: false,
    lot: 1,
    freeze: null,
    says: null,
    ...more,
  }
}

/** The day of these tests is a Saturday, on which there is a session. */
function hoursOfTests(): DeskView['hours'] {
  const hours = structuredClone(exchangeRules.exchanges) as DeskView['hours']
  for (const ofExchange of Object.values(hours)) ofExchange.openDays = ['2026-11-21']
  return hours
}

/** A desk of one process, for windows under test. What it was not told to answer fails by name. */
export class MemoryDesk {
  readonly calls: { name: CallName; input: unknown }[] = []
  readonly answers: Answers
  accounts: Account[]
  groups: AccountGroup[] = []
  hours: DeskView['hours'] = hoursOfTests()
  vault: VaultStatus
  lock: LockStatus = noLock
  openItems: OpenItem[] = []
  settings: Settings
  /** What it keeps of the window that is tested. */
  window: OwnWindow
  windows: DeskView['windows'] = []
  intents: Intent[] = []
  baskets: Basket[] = []
  /** The log of alerts, the latest first. */
  alerts: Alert[] = []
  priceAlerts: PriceAlert[] = []
  brokerSymbols: DeskView['brokerSymbols'] = []
  learnedSymbols: LearnedSymbol[] = []
  exits: DeskView['exits'] = []
  stop: DeskView['stop'] = { on: false, at: null }
  pace: DeskView['pace'] = []
  polling: DeskView['polling'] = { paused: false }
  notices: DeskView['notices'] = []
  journal: DeskView['journal'] = {
    ...{ state: 'sound', checked: 0, total: 0, at: null, brokenAt: null, message: null },
  }
  mutedUntil: number | null = null
  /** What stands against orders, whatever they are. */
  problems: Problem[] = []
  /** By account; what is not here is not known. */
  fundsAfter: Preview['fundsAfter'] = {}
  readonly #books = new Map<string, Held>()
  readonly #listeners = new Map<EventName, Set<(event: never) => void>>()

  constructor(
    more: {
      accounts?: Account[]
      vault?: VaultStatus
      settings?: Partial<Settings>
      window?: Partial<OwnWindow>
    } = {},
  ) {
    this.accounts = more.accounts ?? [account('main')]
    this.vault = more.vault ?? openVault
    this.settings = { ...defaultSettings, theme: 'dark', toured: true, ...more.settings }
    const arrived = { isOpen: true, toReopen: [], isToGo: false }
    this.window = { id: 'window-one', ...usualWindow, ...arrived, ...more.window }
    this.answers = {
      openDesk: () => ok(this.view),
      readBook: ({ account: id, book }) => this.snapshot(id, book),
      lookAt: () => ok(null),
      lockScreen: () => ok(this.lock),
      hearRows: () => ok(null),
      touch: () => ok(null),
      refreshBooks: () => ok(null),
      saveSettings: (part) => {
        this.settings = { ...this.settings, ...(part as Partial<Settings>) }
        return ok(this.settings)
      },
      changeWindow: (part) => {
        this.window = { ...this.window, ...(part as Partial<OwnWindow>) }
        return ok(null)
      },
      tellSight: () => ok(null),
      tellTyped: () => ok(null),
      tellArmed: () => ok(null),
      markSymbol: () => ok(null),
      disarmAll: () => ok(null),
      alertShown: () => ok(null),
      takeAlerts: () => ok([]),
      previewOrders: ({ orders }) => ok(this.preview(orders as Ticket[])),
      placeOrders: ({ confirmation, orders }) => {
        const intents = (orders as Ticket[]).map((ticket, leg) =>
          intent({ account: ticket.account, ticket, confirmation, leg }),
        )
        return ok({ isTaken: true, intents })
      },
      listSymbols: () => ok([]),
      listPnl: () => ok({ today: '2026-11-23', days: [], firstCurve: '2026-11-23', series: [] }),
      readPnl: () => ok([]),
      listBrokerSymbols: () => ok({ entries: this.brokerSymbols, learned: this.learnedSymbols }),
      listBaskets: () => ok(this.baskets),
      saveBasket: (basket) => {
        const saved = { ...basket, id: basket.id ?? crypto.randomUUID() } as Basket
        this.baskets = [...this.baskets.filter(({ id }) => id !== saved.id), saved]
        return ok(saved)
      },
      deleteBasket: ({ id }) => {
        this.baskets = this.baskets.filter((basket) => basket.id !== id)
        return ok(null)
      },
      saveGroup: (group) => {
        const saved = { ...group, id: group.id ?? crypto.randomUUID() } as AccountGroup
        this.groups = [...this.groups.filter(({ id }) => id !== saved.id), saved]
        this.emit('groups', this.groups)
        return ok(saved)
      },
      markAlerts: () => ok(null),
      readAlerts: () => ok({ rows: this.alerts, hasMore: false }),
      pausePolling: () => this.#paused(true),
      resumePolling: () => this.#paused(false),
    }
    for (const { id } of this.accounts) for (const book of bookNames) this.fill(id, book, [])
  }

  get view(): DeskView {
    const { accounts, groups, vault, settings } = this
    return {
      version: '0.1.0',
      host: 'browser',
      dataDir: '/home/trader/.local/share/quarterdeck',
      accounts,
      groups,
      vault,
      lock: this.lock,
      openItems: this.openItems,
      settings,
      polling: this.polling,
      notices: this.notices,
      intents: this.intents,
      exits: this.exits,
      stop: this.stop,
      pace: this.pace,
      journal: this.journal,
      alerts: {
        unread: this.alerts.filter(({ isRead }) => !isRead).length,
        mutedUntil: this.mutedUntil,
        prices: this.priceAlerts,
      },
      brokerSymbols: this.brokerSymbols,
      window: this.window,
      windows: this.windows,
      hours: this.hours,
    }
  }

  /** Plans as a desk would that knows one price, and that nothing is held. */
  preview(orders: readonly Ticket[]): Preview {
    return {
      problems: this.problems,
      orders: orders.map((ticket) => planned(ticket)),
      requests: orders.map((ticket) => ({
        account: ticket.account,
        beside: [],
        operation: 'PlaceMultiOrder' as const,
        body: '{"api_key":"••••"}',
      })),
      fundsAfter: this.fundsAfter,
    }
  }

  /** What a window is given. */
  readonly bridge: Bridge = new Proxy({} as Bridge, {
    get: (_, name) => {
      if (name === 'on') return this.#on
      if (name === 'then') return undefined
      if (!(callNames as readonly string[]).includes(String(name)))
        throw new Error(`The window called ${String(name)}, which no desk answers.`)
      return (input: unknown) => this.#call(name as CallName, input)
    },
  })

  emit<Name extends EventName>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event as never)
  }

  /** Sets a book, as a window finds it when it asks. */
  fill(id: string, book: BookName, rows: [string, Row][], meta: Partial<BookMeta> = {}): void {
    this.#books.set(`${id}/${book}`, {
      meta: { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [], ...meta },
      rows: new Map(rows),
    })
  }

  /** One poll: a patch, or without one a sign that nothing changed. */
  poll(id: string, book: BookName, patch?: RowsPatch, meta: Partial<BookMeta> = {}): void {
    const held = this.#books.get(`${id}/${book}`)!
    held.meta = { ...held.meta, age: 0, seq: held.meta.seq + (patch ? 1 : 0), ...meta }
    for (const [key, row] of patch?.put ?? []) held.rows.set(key, row)
    for (const [key, part] of patch?.set ?? [])
      held.rows.set(key, { ...held.rows.get(key), ...part })
    for (const key of patch?.drop ?? []) held.rows.delete(key)
    this.emit('book', { account: id, book, meta: held.meta, ...(patch && { patch }) })
  }

  row(id: string, book: BookName, key: string): Row | undefined {
    return this.#books.get(`${id}/${book}`)?.rows.get(key)
  }

  snapshot(id: string, book: BookName): Reply<BookSnapshot> {
    const held = this.#books.get(`${id}/${book}`)
    if (held === undefined) return fail('not-found', 'There is no such book.')
    return ok({ account: id, book, meta: held.meta, rows: [...held.rows] })
  }

  called(name: CallName): unknown[] {
    return this.calls.filter((call) => call.name === name).map(({ input }) => input)
  }

  get listenerCount(): number {
    return eventNames.reduce((sum, name) => sum + (this.#listeners.get(name)?.size ?? 0), 0)
  }

  #paused(paused: boolean): Reply<null> {
    this.polling = { paused }
    this.emit('polling', { paused })
    return ok(null)
  }

  async #call(name: CallName, input: unknown): Promise<Reply<unknown>> {
    this.calls.push({ name, input })
    const answer = this.answers[name] as ((input: unknown) => Reply<unknown>) | undefined
    if (answer === undefined) throw new Error(`The window called ${name}, which was not expected.`)
    const parsed = calls[name].input.safeParse(input)
    if (!parsed.success) throw new Error(`The window called ${name} with ${parsed.error.message}`)
    return answer(parsed.data)
  }

  readonly #on: Bridge['on'] = (name, listener) => {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}
