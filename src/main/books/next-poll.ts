import { type Reply, keysNotAtHand } from '../../shared/core/errors.ts'
import type { Clock } from '../core/clock.ts'
import type { RawAnswer } from '../service/client.ts'
import type { ReadPlace, ReadQueue, ReadTurn, WaitingRead } from '../service/read-queue.ts'

export interface NextPollOptions extends Omit<ReadTurn, 'begin' | 'lateBy'> {
  clock: Clock
  /** Takes one read from the account's budget; answers how long to wait before it. */
  takeBudget: () => number
  /** The queue in which reads of the account wait for their turn; null where they wait in none. */
  queueOf(): ReadQueue | null
  /** How late the poll is, in its own intervals, where it has waited for its turn since then. */
  lateBy(since: number): number
  /** Called when its turn has come. */
  begin(place?: ReadPlace): void
}

/**
 * When the next poll of a book begins: after a pause, its share of the account's reads, and its turn
 * at the service, one after the other.
 */
export class NextPoll {
  readonly #options: NextPollOptions
  /** The pause is over. */
  #isDue = false
  /** Where it waits for its turn at the service. */
  #inQueue: WaitingRead | null = null
  /** The one that it stood in last. */
  #queue: ReadQueue | null = null
  #cancelTimer: (() => void) | null = null

  constructor(options: NextPollOptions) {
    this.#options = options
  }

  /** Whether it waits for its share of the account's reads, or for its turn at the service. */
  get isWaitingForTurn(): boolean {
    return this.#isDue
  }

  /** Plans it anew; one that waits for its turn is as soon as it can be. */
  after(delay: number): void {
    if (this.#isDue) {
      this.#inQueue?.lookAgain()
      return
    }
    this.#cancelTimer?.()
    this.#cancelTimer = this.#options.clock.after(delay, () => this.#takeShare())
  }

  /** There is none, until another one is planned. */
  callOff(): void {
    this.#isDue = false
    this.#inQueue?.callOff()
    this.#inQueue = null
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  /** There will be none any more of its account. */
  stop(): void {
    this.callOff()
    this.#queue?.forget(this.#options.account)
  }

  #takeShare(): void {
    const wait = this.#options.takeBudget()
    this.#isDue = true
    if (wait === 0) this.#standInQueue()
    else this.#cancelTimer = this.#options.clock.after(wait, () => this.#standInQueue())
  }

  #standInQueue(): void {
    this.#cancelTimer = null
    const { clock, account, queueOf, isAwaited, lateBy } = this.#options
    this.#queue = queueOf()
    if (this.#queue === null) return this.#begin()
    const since = clock.now()
    const inQueue = this.#queue.wait({
      account,
      isAwaited,
      lateBy: () => lateBy(since),
      begin: (place) => this.#begin(place),
    })
    // It may have begun at once.
    if (this.#isDue) this.#inQueue = inQueue
  }

  #begin(place?: ReadPlace): void {
    this.#isDue = false
    this.#inQueue = null
    this.#options.begin(place)
  }
}

/** What was never asked, or is not wanted any more, says nothing of how soon the service answers. */
export function leaveQueue(
  place: ReadPlace | undefined,
  answer: Reply<RawAnswer>,
  { aborted: isUnwanted }: AbortSignal,
): void {
  if (answer.ok) place?.leave(answer.value.waited ?? answer.value.took)
  else if (isUnwanted || keysNotAtHand.has(answer.error.code)) place?.callOff()
  else place?.leave(null)
}
