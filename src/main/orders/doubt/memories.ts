import { type Intent, isSquareOff } from '../../../shared/orders/intents.ts'
import { startOfDay } from '../../../shared/core/india.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import type { BrokerClocks } from './broker-clock.ts'
import { squareOffLasts } from './square-off.ts'

/** What is known of an intent beside what the journal says. */
export interface Memory {
  account: string
  /** When it was seen to be sent, on the monotonic clock; null where another session sent it. */
  sentAt: number | null
  /** Another session's clock cannot be asked any more; it can only be seen to have gone back. */
  wasClockSetBack: boolean
  /** Accounts whose positions were squared off since: the broker made orders then whose ids nobody was told. */
  squaredOff: Set<string>
  /** The account got another address or other keys since: its book may be somebody else's. */
  isMoved: boolean
  /** Healthy looks, also those that the journal was not told of. */
  reads: number
  /** What the journal was last told. */
  candidates: string | null
  /** When it was seen to be in doubt, on the monotonic clock; null before that. */
  doubtSince: number | null
  /** Looks in a row, begun since, of which each shows that there is nothing it could be. */
  emptyLooks: number
  /** Something once looked like it: that it is gone since proves nothing. */
  wasShown: boolean
}

export interface MemoriesOptions {
  clock: Clock
  pictures: Pick<LoginPictures, 'alikeTo' | 'since'>
  clocks: BrokerClocks
}

/** What this session has seen of orders that are on the wire or in doubt. */
export class Memories {
  readonly #options: MemoriesOptions
  readonly #memories = new Map<string, Memory>()
  /** When an account's positions were last squared off, on the monotonic clock. */
  readonly #squaredOff = new Map<string, number>()

  constructor(options: MemoriesOptions) {
    this.#options = options
  }

  /** Undefined where it was never asked for since it was sent. */
  known(id: string): Memory | undefined {
    return this.#memories.get(id)
  }

  of(intent: Intent): Memory {
    const known = this.#memories.get(intent.id)
    if (known !== undefined) {
      if (intent.state === 'in-doubt') known.doubtSince ??= this.#options.clock.now()
      return known
    }
    const memory = intent.state === 'sent' ? this.#ofSession(intent) : this.#ofEarlier(intent)
    this.#memories.set(intent.id, memory)
    return memory
  }

  drop(id: string): void {
    this.#memories.delete(id)
  }

  noteSquareOff(account: string): void {
    this.#squaredOff.set(account, this.#options.clock.now())
    for (const { squaredOff } of this.#memories.values()) squaredOff.add(account)
  }

  /** Whether the book may have orders that nobody here placed one by one: they look like any other. */
  mayHaveOthers({ account, squaredOff, isMoved }: Memory): boolean {
    return isMoved || this.#options.pictures.alikeTo(account).some((one) => squaredOff.has(one))
  }

  /** What the account's book shows from now on may be somebody else's. */
  forget(account: string): void {
    for (const memory of this.#memories.values())
      if (memory.account === account)
        Object.assign(memory, { isMoved: true, reads: 0, emptyLooks: 0 })
  }

  #ofSession({ account, look }: Intent): Memory {
    const now = this.#options.clock.now()
    const recent = [...this.#squaredOff].filter(([, at]) => now - at < squareOffLasts)
    return {
      ...blankOf(account, look),
      sentAt: now,
      wasClockSetBack: false,
      squaredOff: new Set(recent.map(([of]) => of)),
      doubtSince: null,
    }
  }

  #ofEarlier({ account, at, changedAt, sent, look }: Intent): Memory {
    const { clock, pictures, clocks } = this.#options
    const since = pictures.since(Math.min(at - squareOffLasts, startOfDay(at)))
    for (const other of since) clocks.note(other)
    return {
      ...blankOf(account, look),
      sentAt: null,
      wasClockSetBack: changedAt < (sent?.at ?? Infinity),
      squaredOff: new Set(
        since
          .filter((other) => other.at >= at - squareOffLasts && mayHaveSquaredOff(other))
          .map((other) => other.account),
      ),
      doubtSince: clock.now(),
    }
  }
}

const blankOf = (account: string, look: Intent['look']) => ({
  account,
  isMoved: false,
  reads: look?.reads ?? 0,
  candidates: look === null ? null : JSON.stringify(look.candidates),
  emptyLooks: 0,
  wasShown: (look?.candidates.length ?? 0) > 0,
})

export const mayHaveSquaredOff = (intent: Intent): boolean =>
  isSquareOff(intent) && !['recorded', 'not-sent', 'refused'].includes(intent.state)
