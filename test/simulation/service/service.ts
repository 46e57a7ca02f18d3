import { comparableOrderId } from '../../../src/shared/service/order-ids.ts'
import { operations, type OperationName } from '../../../src/shared/service/operations.ts'
import { type Answer, failure, garbled, json, page, success } from './answers.ts'
import { BrokerAccount, type Overnight } from './broker-account.ts'
import {
  type ExitFate,
  type PlacementFate,
  type ReadFate,
  exitFates,
  finalNoes,
  ownWords,
  placementFates,
  readFates,
  statusWords,
  unclearNoes,
} from './fates.ts'
import { instrumentOf, instruments, option } from './instruments.ts'
import type { BrokerOrder, Side } from './orders.ts'
import type { Random } from '../random.ts'
import { LeftOutOfBook } from './left-out.ts'
import {
  bookIdOf,
  amplyFunded,
  fundsAt,
  fundsRowOf,
  orderRowsAt,
  positionRowsAt,
  profileRow,
  tradeRowsAt,
} from './rows.ts'
import { Sight } from './sight.ts'
import { type Theme, weightedBy } from '../theme.ts'
import type { VirtualClock } from '../world/virtual-clock.ts'

/** A request as its bytes say. */
export interface Request {
  origin: string
  operation: OperationName
  /** Fields of each order, or of the one thing that is asked for. */
  fields: Record<string, string>[]
  /** At its head. */
  apiKey: string
  /** Of each order, or the one at its head. */
  apiKeys: string[]
}

/** What is done with one request: how it travels, and what comes back. */
export interface Treatment {
  fate: PlacementFate | ExitFate | ReadFate
  isConnected: boolean
  /** Milliseconds until it arrives; null where it never does. */
  arrivesAfter: number | null
  /** Done when it arrives. Null where no answer comes back. */
  answer(): Answer | null
  answersAfter: number
  /** Milliseconds until the desk loses the connection, whatever arrives later. */
  losesAfter?: number
}

export interface ServiceOptions {
  theme: Pick<
    Theme,
    | 'placements'
    | 'exits'
    | 'reads'
    | 'lags'
    | 'partLasts'
    | 'leavesOut'
    | 'shares'
    | 'slow'
    | 'longestCancel'
    | 'inParts'
    | 'overnight'
    | 'customs'
  >
  clock: VirtualClock
  wall(): number
  random: Random
  /** What trades are told by: its draws change no others. */
  tradesRandom: Random
  /** By what the first day of a login begins: its draws change no others. */
  overnightRandom: Random
  /** By what the broker of a login has customs of its own: its draws change no others. */
  customsRandom: Random
  isStormy(): boolean
  mark(what: string): void
  note(what: string): void
  onFill(login: Login, order: BrokerOrder): void
}

/** One login at one address: what the service takes for one client. */
export class Login {
  readonly key: string
  /** The address. */
  readonly origin: string
  readonly broker: BrokerAccount
  readonly orderBook: Sight
  readonly positionBook: Sight
  /** When a whole order book first had each order, by its bare id. */
  readonly #shownAt = new Map<string, number>()
  /** When each fill was first in an answer of either book to this desk. */
  readonly #inPositionsAt = new Map<string, number>()
  readonly #inOrdersAt = new Map<string, number>()
  /** Null where its broker tells no trades. */
  readonly tradeBook: Sight | null
  readonly left: LeftOutOfBook
  /** Until then the position book says that there is nothing. */
  readonly shownFrom: number
  /** Whether its broker calls orders that work what nobody knows. */
  readonly hasOwnWords: boolean
  readonly tellsHistories: boolean

  constructor(
    of: Pick<
      Login,
      | 'key'
      | 'origin'
      | 'broker'
      | 'left'
      | 'tradeBook'
      | 'shownFrom'
      | 'hasOwnWords'
      | 'tellsHistories'
    >,
    sight: (of: keyof Theme['lags']) => Sight,
  ) {
    this.key = of.key
    this.origin = of.origin
    this.broker = of.broker
    this.left = of.left
    this.shownFrom = of.shownFrom
    this.hasOwnWords = of.hasOwnWords
    this.tellsHistories = of.tellsHistories
    this.orderBook = sight('orders')
    this.positionBook = sight('positions')
    this.tradeBook = of.tradeBook
  }

  noteShown(ids: readonly string[], at: number): void {
    for (const id of ids) if (!this.#shownAt.has(id)) this.#shownAt.set(id, at)
  }

  /** Whether whoever read its book had surely noted an order until a moment, also on disk. */
  hadShown(id: string, moment: number): boolean {
    return moment - (this.#shownAt.get(comparableOrderId(id)) ?? Infinity) >= longAgo
  }

  /** Told of each answer of the positions that came with all rows: which fills are in it. */
  notePositions(moment: number, now: number): void {
    for (const fill of this.#fillsUntil(moment))
      if (!this.#inOrdersAt.has(fill) && !this.#inPositionsAt.has(fill))
        this.#inPositionsAt.set(fill, now)
  }

  /** The same of the orders, as they were at a moment. */
  noteOrders(moment: number, now: number): void {
    for (const fill of this.#fillsUntil(moment))
      if (!this.#inOrdersAt.has(fill)) this.#inOrdersAt.set(fill, now)
  }

  /** A new desk knows nothing of what a former one was shown. */
  forgetFills(): void {
    this.#inPositionsAt.clear()
    this.#inOrdersAt.clear()
  }

  /** Milliseconds for which its order book left out the most what its positions had already. */
  get ordersBehindBy(): number {
    const behind = [...this.#inPositionsAt].map(
      ([fill, at]) => (this.#inOrdersAt.get(fill) ?? Infinity) - at,
    )
    return Math.max(0, ...behind)
  }

  *#fillsUntil(moment: number): Generator<string> {
    for (const order of this.broker.orders)
      for (const at of order.moments)
        if (at <= moment && order.net(at) !== 0) yield ofOrderIn(order, at)
  }

  /** Orders that every desk which reads its book has noted by now, also on its disk. */
  longShown(now: number): BrokerOrder[] {
    return this.broker.orders.filter(
      ({ id }) => now - (this.#shownAt.get(comparableOrderId(id)) ?? Infinity) >= longAgo,
    )
  }
}

const ofOrderIn = (order: BrokerOrder, moment: number): string => `${order.id} ${moment}`

/** An answer takes less, and what it shows is written down within a second. */
const longAgo = 5000

const tradesLag = { share: 0.5, least: 100, most: 7000 }

/** The service as it really is, and as it likes to show itself. */
export class Service {
  readonly #options: ServiceOptions
  readonly #placementFates: Readonly<Record<PlacementFate, number>>
  readonly #exitFates: Readonly<Record<ExitFate, number>>
  readonly #readFates: Readonly<Record<ReadFate, number>>
  readonly #logins = new Map<string, Login>()
  readonly #tellsTrades: boolean

  constructor(options: ServiceOptions) {
    this.#options = options
    const { placements, exits, reads } = options.theme
    this.#tellsTrades = options.tradesRandom.chance(0.5)
    if (this.#tellsTrades) options.mark('trades are told')
    this.#placementFates = weightedBy(placementFates, placements)
    this.#exitFates = weightedBy(exitFates, exits)
    this.#readFates = weightedBy(readFates, reads)
  }

  get logins(): readonly Login[] {
    return [...this.#logins.values()]
  }

  loginOf({ origin, apiKey }: Pick<Request, 'origin' | 'apiKey'>): Login {
    const { clock, wall, random, tradesRandom, overnightRandom, customsRandom } = this.#options
    const { isStormy, onFill, theme, mark } = this.#options
    const key = `${origin} ${apiKey}`
    const known = this.#logins.get(key)
    if (known !== undefined) return known
    const number = this.#logins.size + 1
    const broker: BrokerAccount = new BrokerAccount({
      ...{ number, clock, wall, random, slow: theme.slow },
      ...{ longestCancel: theme.longestCancel, inParts: theme.inParts },
      overnight: overnightFrom(overnightRandom, theme.overnight.share),
      onFill: (order) => onFill(login, order),
    })
    const { lags, partLasts } = theme
    const sight = (of: keyof Theme['lags']) =>
      new Sight({ now: () => clock.now(), random, isStormy, lag: lags[of], partLasts })
    const left = new LeftOutOfBook(theme.leavesOut, random)
    const tradeBook = this.#tellsTrades
      ? new Sight({
          now: () => clock.now(),
          random: tradesRandom,
          isStormy,
          lag: tradesLag,
          partLasts,
        })
      : null
    const shownFrom = clock.now() + overnightRandom.between(0, theme.overnight.hiddenFor)
    const hasOwnWords = customsRandom.chance(theme.customs.ownWords)
    const tellsHistories = !customsRandom.chance(theme.customs.noHistories)
    if (hasOwnWords) mark('a broker with words of its own')
    if (!tellsHistories) mark('a broker that tells no histories')
    const login = new Login(
      { key, origin, broker, left, tradeBook, shownFrom, hasOwnWords, tellsHistories },
      sight,
    )
    this.#logins.set(key, login)
    return login
  }

  /** Of each order of a request. */
  loginsOf({ origin, apiKeys }: Pick<Request, 'origin' | 'apiKeys'>): Login[] {
    return apiKeys.map((apiKey) => this.loginOf({ origin, apiKey }))
  }

  /** What will become of a request. */
  treat(request: Request): Treatment {
    switch (operations[request.operation].kind) {
      case 'place':
        return this.#placement(request)
      case 'exit':
        return this.#exit(request)
      case 'read':
        return this.#read(request)
    }
  }

  #fate<Fate extends string>(fates: Readonly<Record<Fate, number>>, calm: NoInfer<Fate>): Fate {
    const { random, isStormy, mark } = this.#options
    const fate = isStormy() ? random.weighed(fates) : calm
    mark(fate)
    return fate
  }

  #latency(): number {
    const { random } = this.#options
    return random.chance(0.85) ? random.between(1, 40) : random.between(40, 1500)
  }

  #placement(request: Request): Treatment {
    const { random, clock } = this.#options
    const isOfSeveralClients = new Set(request.apiKeys).size > 1
    const fates = isOfSeveralClients ? fatesOfSeveralClients : this.#placementFates
    const fate = this.#fate(fates, 'accepted')
    const logins = this.loginsOf(request)
    const place = (fields: Record<string, string>, leg: number): BrokerOrder[] =>
      this.#place(logins[leg]!, fields)
    const isMulti = operations[request.operation].multi
    const all = (): BrokerOrder[][] => request.fields.map(place)
    const told = (orders: BrokerOrder[][]): Answer => {
      const each = orders.map((slices) => slices.map((order) => success(placed(order))))
      const results = each.map((slices) => (slices.length === 1 ? slices[0] : slices))
      return json(isMulti ? results : results[0])
    }
    const travel = { fate, isConnected: true, arrivesAfter: this.#latency() }
    const treat = (answer: () => Answer | null, more: Partial<Treatment> = {}): Treatment => ({
      ...travel,
      answersAfter: this.#latency(),
      answer,
      ...more,
    })
    const losing = (): null => {
      all()
      return null
    }
    switch (fate) {
      case 'accepted':
        return treat(() => told(all()))
      case 'refused':
        return treat(() => json(failure(random.pick(finalNoes)), random.pick([200, 400])))
      case 'unclear no':
        return treat(() => json(failure(random.pick(unclearNoes)), random.pick([200, 400])))
      case 'no that was a yes':
        return treat(() => {
          all()
          return json(failure(random.pick(unclearNoes)), random.pick([200, 400]))
        })
      case 'no, and the other side':
        return treat(() => {
          for (const [leg, fields] of request.fields.entries())
            place({ ...fields, action: fields['action'] === 'BUY' ? 'SELL' : 'BUY' }, leg)
          return json(failure(random.pick(unclearNoes)))
        })
      case 'a number of before':
        return treat(() => {
          const before = logins[0]!.longShown(clock.now())
          const orders = all()
          const isOne = orders.length === 1 && orders[0]!.length === 1
          if (!isOne || before.length === 0) return told(orders)
          return told([[random.pick(before)]])
        })
      case 'error with an id':
        return treat(() => {
          const orders = all()
          const [order] = orders[0]!
          if (orders.length > 1 || orders[0]!.length > 1) return told(orders)
          return json(failure('Order is being processed', { data: placed(order!) }))
        })
      case 'one error for several':
        return treat(
          () => {
            const [first] = request.fields
            if (request.fields.length > 1 && random.chance(0.7)) place(first!, 0)
            // Behind keys that it takes come some that it does not.
            if (isOfSeveralClients && random.chance(0.7))
              return json(failure('Invalid API key'), 401)
            return json(failure(random.pick(random.chance(0.5) ? finalNoes : unclearNoes)))
          },
          request.fields.length > 1 ? {} : { answer: () => told(all()) },
        )
      case 'success without an id':
        return treat(() => {
          all()
          return json(success({ broker: 'ZE', orderid: null }))
        })
      case 'some refused':
        return treat(() =>
          isMulti
            ? json(request.fields.map((fields, leg) => this.#someOf(logins[leg]!, fields, leg)))
            : told(all()),
        )
      case 'results in turn':
        return treat(() => {
          if (!isMulti) return told(all())
          const results = request.fields.map((fields, leg) =>
            this.#someOf(logins[leg]!, fields, leg),
          )
          return json([...results.slice(1), results[0]])
        })
      case 'too few results':
        return treat(() => {
          const orders = all()
          return told(isMulti && orders.length > 1 ? orders.slice(1) : orders)
        })
      case 'not connected':
        return treat(() => null, { isConnected: false })
      case 'lost before':
        return treat(() => null, { arrivesAfter: null })
      case 'lost after':
        return treat(losing)
      case 'late':
        return treat(losing, {
          arrivesAfter: random.between(1000, 14_000),
          losesAfter: this.#latency(),
        })
      case 'hangs':
        return treat(() => told(all()), { answersAfter: random.between(14_000, 40_000) })
      case 'garbled':
        return treat(() => garbled(told(all())))
      case 'HTTP 502 after':
        return treat(() => {
          all()
          return page(502)
        })
      case 'HTTP 500 before':
        return treat(() => page(500))
    }
  }

  #place(login: Login, fields: Record<string, string>): BrokerOrder[] {
    const instrument = fields['symbol'] === undefined ? option : instrumentOf(fields['symbol'])
    if (instrument === undefined) return []
    const { strategy = '', action, price = '0', trigger_price = '0' } = fields
    const slice = fields['splitorder'] === 'YES' ? Number(fields['split_quantity']) : Infinity
    const isBracket = fields['squareoff'] !== undefined
    const isCover = fields['stop_price'] !== undefined
    const sign = action === 'BUY' ? 1 : -1
    const protects = isBracket
      ? {
          target: Number(price) + sign * Number(fields['squareoff']),
          stop: Number(price) - sign * Number(fields['stoploss']),
        }
      : isCover
        ? { target: null, stop: Number(fields['stop_price']) }
        : undefined
    const made: BrokerOrder[] = []
    for (let left = Number(fields['quantity']); left > 0; left -= slice)
      made.push(
        login.broker.place({
          ...{ tag: strategy, by: 'desk', instrument, parent: null },
          product: isBracket ? 'BO' : isCover ? 'CO' : (fields['product'] ?? 'MIS'),
          side: action as Side,
          quantity: Math.min(left, slice),
          price: Number(price),
          trigger: Number(trigger_price),
          pricetype: fields['pricetype'] ?? 'LIMIT',
          ...(protects && { protects }),
        }),
      )
    return made
  }

  /** The result of one order of a request of which some are refused, as they are placed or not. */
  #someOf(login: Login, fields: Record<string, string>, index: number): unknown {
    const { random } = this.#options
    const words = random.pick(finalNoes)
    if (fields['splitorder'] !== 'YES')
      return (index + random.below(2)) % 2 === 0
        ? success(placed(this.#place(login, fields)[0]!))
        : failure(words)
    const slice = Number(fields['split_quantity'])
    const whole = Number(fields['quantity'])
    const first = { ...fields, splitorder: 'NO', quantity: String(Math.min(slice, whole)) }
    const [order] = this.#place(login, first)
    const slices = Math.ceil(whole / slice)
    return Array.from({ length: slices }, (_, place) =>
      place === 0 ? success(placed(order!)) : failure(words),
    )
  }

  #exit(request: Request): Treatment {
    const fate = this.#fate(this.#exitFates, 'done')
    const { broker } = this.loginOf(request)
    const strategy = request.fields[0]?.['strategy']
    const isMeant = ({ tag }: BrokerOrder): boolean => strategy === undefined || tag === strategy
    const act = (): Answer => {
      if (request.operation === 'SquareOffAllPosition')
        return json(
          broker
            .squareOff(`square-off ${request.fields[0]?.['broker']}`)
            .map(({ instrument: { symbol } }) => success({ symbol, status: 'closed' })),
        )
      const orders = broker.working().filter(isMeant)
      for (const order of orders) broker.cancel(order)
      return json(orders.map(({ id }) => success({ orderid: bookIdOf(id) })))
    }
    const travel = {
      fate,
      isConnected: fate !== 'not connected',
      arrivesAfter: fate === 'lost before' ? null : this.#latency(),
      answersAfter: this.#latency(),
    }
    switch (fate) {
      case 'done':
        return { ...travel, answer: act }
      case 'refused':
        return { ...travel, answer: () => json(failure(finalNoes[0])) }
      case 'lost after':
        return {
          ...travel,
          answer: () => {
            act()
            return null
          },
        }
      case 'late':
        return {
          ...travel,
          arrivesAfter: this.#options.random.between(1000, 14_000),
          losesAfter: this.#latency(),
          answer: () => {
            act()
            return null
          },
        }
      case 'garbled':
        return { ...travel, answer: () => garbled(act()) }
      case 'HTTP 502 after':
        return {
          ...travel,
          answer: () => {
            act()
            return page(502)
          },
        }
      case 'not connected':
      case 'lost before':
        return { ...travel, answer: () => null }
    }
  }

  #read(request: Request): Treatment {
    const { random } = this.#options
    const { operation } = request
    const isBook = operation === 'OrderBook' || operation === 'PositionBook'
    const { orderBook, positionBook } = this.loginOf(request)
    const sight = operation === 'OrderBook' ? orderBook : positionBook
    const fate = isBook ? sight.fate(this.#fate(this.#readFates, 'whole')) : 'whole'
    const travel = {
      fate,
      isConnected: fate !== 'not connected',
      arrivesAfter: this.#latency(),
      answersAfter: fate === 'hangs' ? 60_000 : this.#latency(),
    }
    return { ...travel, answer: () => this.#book(request, fate, random) }
  }

  #book(request: Request, fate: ReadFate, random: Random): Answer | null {
    const login = this.loginOf(request)
    switch (request.operation) {
      case 'OrderBook': {
        const at = fate === 'of before' ? login.orderBook.before() : login.orderBook.moment()
        const words = (order: BrokerOrder): string => wordFor(login, order, at)
        const rows = orderRowsAt(login.broker, at, { words, left: login.left })
        const told = this.#told({ rows, fate, random, sight: login.orderBook, isWrapped: false })
        const shows = rows.map(({ order_id: id }) => comparableOrderId(id))
        if (fate === 'whole') login.noteShown(shows, this.#options.clock.now())
        if (fate === 'net and day' || told?.rows?.length === rows.length)
          login.noteOrders(at, this.#options.clock.now())
        const isPart = fate === 'HTTP 206' || fate === 'a page of it'
        const isOfBefore = fate === 'of before'
        return told && { ...told, isPart, isOfBefore, ...(fate === 'whole' && { shows }) }
      }
      case 'PositionBook': {
        const at = login.positionBook.moment()
        const { clock, isStormy } = this.#options
        const isSilent = isStormy() && clock.now() < login.shownFrom
        const all = isSilent ? [] : positionRowsAt(login.broker, at)
        const rows = login.left.positions(all, isStormy())
        const told = this.#told({ rows, fate, random, sight: login.positionBook, isWrapped: true })
        const isAll = fate === 'net and day' || told?.rows?.length === rows.length
        if (isAll && !isSilent) login.notePositions(at, clock.now())
        const holds = told?.rows?.map(({ symbol, product, netqty: net }) => ({
          symbol,
          product,
          net,
        }))
        return told && { ...told, ...(holds && { holds }) }
      }
      case 'Funds':
        return this.#funds(login)
      case 'Profile':
        return json(success(profileRow(`SIM ${login.key}`)))
      case 'TradeBook': {
        const { broker, tradeBook } = login
        return json([success(tradeBook === null ? [] : tradeRowsAt(broker, tradeBook.moment()))])
      }
      case 'OrderHistory': {
        if (!login.tellsHistories) return json(failure('Order history is not supported'))
        const key = comparableOrderId(request.fields[0]?.['order_id'] ?? '')
        const order = login.broker.orders.find(({ id }) => comparableOrderId(id) === key)
        return json(
          success(
            order?.moments.map((at) => ({
              order_id: bookIdOf(order.id),
              status: wordFor(login, order, at),
            })) ?? [],
          ),
        )
      }
      default:
        return json(success([]))
    }
  }

  #funds({ key }: Login): Answer {
    const { clock, theme } = this.#options
    const funds = theme.shares > 0 ? fundsAt(key, clock.now()) : amplyFunded
    return { ...json(success(fundsRowOf(funds))), funds }
  }

  #told<BookRow extends object>(of: {
    rows: BookRow[]
    fate: ReadFate
    random: Random
    sight: Sight
    isWrapped: boolean
  }): (Answer & { rows?: BookRow[] }) | null {
    const { fate, random, sight, isWrapped } = of
    const rows = random.chance(0.3) ? shuffled(of.rows, random) : of.rows
    const wrapped = (data: unknown, beside: object = {}): unknown => {
      const envelope = { ...success(data), ...beside }
      return isWrapped ? [envelope] : envelope
    }
    const half = rows.slice(0, Math.ceil(rows.length / 2))
    switch (fate) {
      case 'not connected':
      case 'hangs':
        return null
      case 'error':
        return json(failure('No response from the broker'))
      case 'HTTP 503':
        return page(503)
      case 'garbled':
        return garbled(json(wrapped(rows)))
      case 'a page of it':
        return json(wrapped(half, { has_more: true }))
      case 'HTTP 206':
        return json(wrapped(half), 206)
      case 'net and day':
        return isWrapped ? json(wrapped({ net: rows, day: half })) : json(wrapped(rows))
      case 'empty': {
        const left = sight.mayBeEmpty(rows.length) ? [] : rows
        return { ...json(wrapped(left)), rows: left }
      }
      case 'a row without an id':
        return {
          ...json(wrapped([...rows, { exchange: 'NSE', symbol: null, status: 'open' }])),
          rows,
        }
      case 'of before':
      case 'whole':
        sight.show(rows.length)
        return { ...json(wrapped(rows)), rows }
    }
  }
}

function wordFor({ hasOwnWords }: Login, order: BrokerOrder, at: number): string {
  const { standing, filled } = order.at(at)!
  const key = standing === 'open' && filled > 0 ? 'partly filled' : standing
  const isOwn = hasOwnWords && (key === 'open' || key === 'partly filled')
  const words = isOwn ? ownWords[key] : statusWords[key]
  // One broker, one spelling for one order: it does not change from answer to answer.
  const word = words[Number(order.id.slice(-3)) % words.length]!
  return word.replace(/\bF\b/, String(filled)).replace(/\bQ\b/, String(order.quantity))
}

/** It is sent seldom, and meets most of what there is to meet with it. */
const fatesOfSeveralClients = weightedBy(placementFates, {
  ...{ 'one error for several': 60, 'some refused': 15, 'too few results': 15, 'lost after': 5 },
})

/** One to three positions that a login has since before, where it has some. */
function overnightFrom(random: Random, share: number): Overnight[] {
  if (!random.chance(share)) return []
  const found = new Map<string, Overnight>()
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const instrument = random.pick(instruments)
    const product = instrument.exchange === 'NFO' ? 'NRML' : random.pick(['NRML', 'CNC'])
    const lots = 1 + random.below(5)
    const isShort = product === 'NRML' && random.chance(0.4)
    const net = lots * instrument.lot * (isShort ? -1 : 1)
    found.set(`${instrument.symbol} ${product}`, { instrument, product, net })
  }
  return [...found.values()]
}

const placed = (order: BrokerOrder) => ({ broker: 'ZE', orderid: spelt(order.id) })

/** One id, as the service likes to write it in one answer or the next. */
const spelt = (id: string): string | number => {
  const usual = bookIdOf(id)
  return [usual, usual, id, ` ${usual} `, Number(id)][Number(id.slice(-2)) % 5]!
}

function shuffled<T>(rows: readonly T[], random: Random): T[] {
  const left = [...rows]
  return rows.map(() => left.splice(random.below(left.length), 1)[0]!)
}
