import type { Input } from '../../../shared/contract.ts'
import type { Failure } from '../../../shared/core/errors.ts'
import type { LearnedSymbol } from '../../../shared/orders/broker-symbols.ts'
import type { Session } from '../../core/session.svelte.ts'

/** Milliseconds: a book that is read anew may say more. */
const askedEvery = 5000

/** What the books say that nobody has agreed to, while somebody looks at it. */
export class LearnedList {
  readonly #session: Session
  #learned = $state.raw<readonly LearnedSymbol[]>([])
  #failure = $state.raw<Failure | null>(null)
  #asked = 0

  constructor(session: Session) {
    this.#session = session
  }

  get all(): readonly LearnedSymbol[] {
    return this.#learned
  }

  get failure(): Failure | null {
    return this.#failure
  }

  /** Returns what ends it. */
  start(): () => void {
    const ask = (): void => void this.#ask()
    ask()
    const stops = [
      this.#session.line.onRenewed(ask),
      this.#session.clock.time.every(askedEvery, ask),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  async save(change: Input<'saveBrokerSymbols'>): Promise<boolean> {
    const asked = ++this.#asked
    const reply = await this.#session.bridge.saveBrokerSymbols(change)
    this.#failure = reply.ok ? null : reply.error
    if (reply.ok && asked === this.#asked) this.#learned = reply.value.learned
    return reply.ok
  }

  /** An answer that a later asking has overtaken is of before. */
  async #ask(): Promise<void> {
    const asked = ++this.#asked
    const reply = await this.#session.bridge.listBrokerSymbols({})
    if (reply.ok && asked === this.#asked) this.#learned = reply.value.learned
  }
}
