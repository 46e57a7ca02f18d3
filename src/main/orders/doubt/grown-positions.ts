import type { Intent } from '../../../shared/orders/intents.ts'
import { mayBeExchange, sideOfWord } from '../../../shared/service/words.ts'
import type { Clock } from '../../core/clock.ts'
import { slowestPositions } from '../../picture/times/book-lag.ts'
import type { GrownPosition } from '../../picture/positions/grown-beyond.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import { isRival, mayBeInstrument, normalisedRequest } from '../../picture/rows/order-similarity.ts'
import type { Memories } from './memories.ts'

interface GrownPositionsOptions {
  clock: Pick<Clock, 'now'>
  pictures: Pick<LoginPictures, 'of'>
  memories: Pick<Memories, 'of'>
}

/** An order that was refused, and the units by which its position came to more than anything explains. */
export interface GrownBeside {
  intent: Intent
  grownBy: number
}

/**
 * Positions that came to more on the side of a refused order, since that was sent, than orders and
 * trades tell of: where both books leave out what was made of it, the position alone shows it.
 */
export class GrownPositions {
  readonly #options: GrownPositionsOptions
  /** By account, when it was looked for last, and the orders beside which something had grown then. */
  readonly #looks = new Map<string, { at: number; beside: ReadonlySet<string> }>()

  constructor(options: GrownPositionsOptions) {
    this.#options = options
  }

  /** Answers what two looks agree on, between which positions have caught up with the orders. */
  see(account: string, refused: readonly Intent[]): GrownBeside[] {
    const at = this.#options.clock.now()
    const before = this.#looks.get(account)
    if (before !== undefined && at - before.at < slowestPositions) return []
    const found = this.#find(account, refused)
    this.#looks.set(account, { at, beside: new Set(found.map(({ intent }) => intent.id)) })
    return found.filter(({ intent }) => before?.beside.has(intent.id) === true)
  }

  #find(account: string, refused: readonly Intent[]): GrownBeside[] {
    const { pictures, memories } = this.#options
    const sentAt = (intent: Intent): number => memories.of(intent).sentAt ?? Infinity
    const earliest = refused.reduce((at, intent) => Math.min(at, sentAt(intent)), Infinity)
    const picture = pictures.of(account)
    const grown = picture.positions.grownSince(earliest)
    return refused.flatMap((intent): GrownBeside[] => {
      const since = sentAt(intent)
      const own = grown.filter((one) => one.at >= since && isItsInstrument(intent, one))
      const side = sideOfWord(intent.params['action'])
      const units = own.reduce((sum, one) => sum + one.units, 0) * (side === 'SELL' ? -1 : 1)
      if (side === undefined || units <= 0) return []
      // What else of ours is on its way may be what it grew by.
      const isOther = (one: Intent): boolean =>
        one.id !== intent.id && own.some(({ of }) => isRival(one, { ...of, action: side }))
      return picture.orders.awaited(isOther) > 0 ? [] : [{ intent, grownBy: units }]
    })
  }
}

const isItsInstrument = (intent: Intent, { of }: GrownPosition): boolean =>
  mayBeExchange(of.exchange, intent.params['exchange'] ?? '') &&
  mayBeInstrument(normalisedRequest(intent), of.symbol)
