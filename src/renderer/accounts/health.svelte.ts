import type { AccountHealth, FailedRequest } from '../../shared/accounts/health.ts'
import type { Failure, Reply } from '../../shared/core/errors.ts'
import type { AccountStates } from '../books/account-states.svelte.ts'
import { GridState } from '../books/grid-state.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import { type HealthLine, troubleFirst } from './health-lines.ts'

const beat = 1000
/** After so many milliseconds without an answer, what is held is not of now. */
const oldAfter = 3 * beat

/** What the desk says of every account's health, asked for once a second while somebody looks. */
export class HealthView {
  readonly grid: GridState
  readonly #session: Session
  readonly #states: AccountStates
  #answer = $state.raw<{ rows: readonly AccountHealth[]; at: number; wall: number } | null>(null)
  #failed = $state.raw<{ account: string; requests: readonly FailedRequest[] } | null>(null)
  #failure = $state.raw<Failure | null>(null)
  #isAsking = false
  #opened = $state<string | null>(null)

  /** Every account; what needs somebody first. */
  readonly lines: readonly HealthLine[] = $derived.by(() => {
    const known = new Map(this.#answer?.rows.map((row) => [row.account, row]))
    const doubts = Map.groupBy(this.#session.stores.intents.inDoubt, ({ account }) => account)
    return troubleFirst(
      this.#session.accounts.all.map((account): HealthLine => {
        const { id } = account
        const { health: word = 'off', trouble = null } = this.#states.of(id) ?? {}
        const [broker, health] = [this.#session.accounts.brokerOf(account), known.get(id) ?? null]
        const inDoubt = doubts.get(id)?.length ?? 0
        return { id, account, broker, word, trouble, doubts: inDoubt, health }
      }),
    )
  })

  constructor(session: Session, states: AccountStates) {
    this.#session = session
    this.#states = states
    this.grid = new GridState(session, 'health')
  }

  /** Returns what ends it. */
  start(): () => void {
    void this.#ask()
    return this.#session.clock.time.every(beat, () => void this.#ask())
  }

  /** The account whose latest errors are shown. */
  get opened(): string | null {
    return this.#opened
  }

  open(account: string | null): void {
    if (account === this.#opened) return
    this.#opened = account
    if (account !== null) void this.#askFailed(account)
  }

  /** Of the account that is opened; null while they are not known. */
  get failed(): readonly FailedRequest[] | null {
    return this.#failed?.account === this.#opened ? this.#failed.requests : null
  }

  /** When the desk answered last, by the clock on the wall. */
  get answeredAt(): number | null {
    return this.#answer?.wall ?? null
  }

  /** Why what is shown is not of now; null where it is, or nothing was asked yet. */
  get oldBecause(): string | null {
    if (this.#session.line.reach !== 'live') return 'Quarterdeck does not answer.'
    if (this.#failure !== null) return this.#failure.message
    const at = this.#answer?.at
    const isLate = at !== undefined && this.#session.clock.now - at > oldAfter
    return isLate ? 'Quarterdeck has not answered since.' : null
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    const { bridge, clock } = this.#session
    const opened = this.#opened
    const [reply] = await Promise.all([
      bridge.readHealth({}),
      opened === null ? null : this.#askFailed(opened),
    ])
    this.#isAsking = false
    const { time } = clock
    if (this.#take(reply)) this.#answer = { rows: reply.value, at: time.ticks(), wall: time.wall() }
  }

  async #askFailed(account: string): Promise<void> {
    const reply = await this.#session.bridge.readFailedRequests({ account })
    if (this.#take(reply) && account === this.#opened)
      this.#failed = { account, requests: reply.value }
  }

  #take<T>(reply: Reply<T>): reply is { ok: true; value: T } {
    this.#failure = reply.ok ? null : reply.error
    return reply.ok
  }
}
