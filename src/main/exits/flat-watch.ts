import { dayOf, timeOf } from '../../shared/core/india.ts'
import { comparableOrderId, orderKeyOf } from '../../shared/service/order-ids.ts'
import type { Clock } from '../core/clock.ts'
import { slowestOrderBook } from '../picture/times/book-lag.ts'
import { keyOfPosition, positionOfRow } from '../picture/rows/instruments.ts'
import type { LoginPicture } from '../picture/login-picture.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import type { RunningExit } from './exit-runs.ts'
import type { Contradiction, SaidFlat } from './said-flat.ts'

interface FlatWatchOptions {
  clock: Pick<Clock, 'now'>
  /** Wall-clock milliseconds. */
  now(): number
  pictures: Pick<LoginPictures, 'of' | 'accountsOf' | 'orderBookLag'>
}

/** An exit of one account that was said to be flat, or done. */
export interface Said {
  run: Pick<RunningExit, 'correct' | 'takeBack' | 'wentOn'>
  place: number
  account: string
  said: SaidFlat
  /** Milliseconds ago, where an earlier session said it. */
  ago?: number
  /** Told of each change of the word. */
  onChange(end: 'flat' | 'taken-back'): void
}

interface Watched extends Said {
  day: string
  /** When it was said, on the monotonic clock. */
  saidAt: number
  /** How often more had been sent for it when it was said. */
  wentOn: number
  /** Since when the books speak against what is said now, on the monotonic clock. */
  turned: Turned | null
  /** What spoke against it last; null where nothing ever did. */
  spoke: Contradiction | null
  /** When it was taken back; null while it is said. */
  takenBackAt: number | null
}

interface Turned {
  since: number
  readings: number
  /** Of the order book among these, and when the latest came. */
  ofOrders: number
  ordersReadAt: number
}

/** Exits that are watched on, the latest, of each account: one of many accounts is one of each. */
const mostWatched = 20
/** A single reading may be an old one. */
const readingsThatAgree = 2

/**
 * Watches on, until the day is over, what was said to be flat. Brokers take back that an order had
 * ended, tell of a fill late, and show a position again: then it is taken back where it was said.
 */
export class FlatWatch {
  readonly #options: FlatWatchOptions
  #watched: Watched[] = []

  constructor(options: FlatWatchOptions) {
    this.#options = options
  }

  begin(said: Said): void {
    const { clock, now } = this.#options
    const [day, saidAt] = [dayOf(now()), clock.now() - (said.ago ?? 0)]
    const own = this.#watched.filter(({ account }) => account === said.account)
    const oldest = own.length < mostWatched ? undefined : own[0]
    this.#watched = this.#watched.filter((of) => of !== oldest)
    const wentOn = said.run.wentOn(said.place)
    this.#watched.push({
      ...said,
      day,
      saidAt,
      wentOn,
      turned: null,
      spoke: null,
      takenBackAt: null,
    })
  }

  /** The books of an account are somebody else's now. */
  forget(account: string): void {
    this.#watched = this.#watched.filter((of) => of.account !== account)
  }

  /** Told of every good reading of an order book or a position book. */
  seeAnswer(account: string): void {
    if (this.#watched.length === 0) return
    const { now, pictures } = this.#options
    const day = dayOf(now())
    this.#watched = this.#watched.filter(
      (of) => of.day === day && of.run.wentOn(of.place) === of.wentOn,
    )
    const accounts = pictures.accountsOf(account)
    const own = this.#watched.filter((of) => accounts.includes(of.account))
    if (own.length === 0) return
    const picture = pictures.of(account)
    for (const watched of own) this.#see(watched, picture)
  }

  #see(watched: Watched, picture: LoginPicture): void {
    const { clock, now, pictures } = this.#options
    const { run, place, onChange, said } = watched
    said.see(picture, clock.now() - watched.saidAt)
    const shown = said.against(picture, now())
    // What is left out of a book has not ended by that.
    const isHidden =
      shown === null && watched.takenBackAt !== null && mayBeOnlyHidden(watched.spoke!, picture)
    const against = isHidden ? watched.spoke : shown
    if (against !== null) watched.spoke = against
    const isSaid = watched.takenBackAt === null
    if (isSaid === (against === null)) {
      watched.turned = null
      if (against !== null) run.correct(place, wordsOf(against))
      return
    }
    const turned = turnedOn(watched.turned, picture, clock.now())
    watched.turned = turned
    if (against !== null && !against.isOfPositionsAlone) {
      if (against.mayBeOld && turned.ofOrders < readingsThatAgree) return
    } else {
      // What explains a position comes up in the order book, which may be read more seldom, and be late.
      const lag = Math.max(slowestOrderBook, pictures.orderBookLag(watched.account))
      const isLong = picture.ordersReadAt - turned.since >= lag
      if (turned.readings < readingsThatAgree || !isLong) return
    }
    watched.turned = null
    if (against !== null) {
      watched.takenBackAt = now()
      run.takeBack(place, { ...wordsOf(against), takenBackAt: now() })
      onChange('taken-back')
    } else {
      const at = clockText(watched.takenBackAt!)
      watched.takenBackAt = null
      const todo = `At ${at} the books showed otherwise for a while. ${said.showsOpen(picture) ? bornOutBesideLater : bornOut}`
      run.correct(place, { step: 'flat', left: null, todo, takenBackAt: null })
      onChange('flat')
    }
  }
}

function mayBeOnlyHidden({ left }: Contradiction, { orders, positions }: LoginPicture): boolean {
  const missing = {
    orders: new Set(orders.vanished.map(orderKeyOf)),
    positions: new Set(positions.lost.map((row) => keyOfPosition(positionOfRow(row)))),
  }
  return (
    left.orders.some(({ orderId }) => missing.orders.has(comparableOrderId(orderId))) ||
    left.positions.some((row) => missing.positions.has(keyOfPosition(positionOfRow({ ...row }))))
  )
}

const bornOut = 'Now they bear it out again.'

const bornOutBesideLater = 'Now they bear it out again: what they show open came by later orders.'

function turnedOn(before: Turned | null, { ordersReadAt }: LoginPicture, now: number): Turned {
  if (before === null) return { since: now, readings: 1, ofOrders: 1, ordersReadAt }
  return {
    since: before.since,
    readings: before.readings + 1,
    ofOrders: before.ofOrders + (ordersReadAt > before.ordersReadAt ? 1 : 0),
    ordersReadAt,
  }
}

const wordsOf = ({ left, todo }: Contradiction) => ({ step: 'left' as const, left, todo })

const clockText = (at: number): string => timeOf(at).slice(11, 19)
