import type { Failure, Reply } from '../../../shared/core/errors.ts'
import type { Basket } from '../../../shared/orders/baskets.ts'
import type { Session } from '../../core/session.svelte.ts'

const longestName = 60

/** The baskets that are kept. */
export class SavedBaskets {
  readonly #session: Session
  #baskets = $state.raw<readonly Basket[] | null>(null)
  #failure = $state.raw<Failure | null>(null)

  constructor(session: Session) {
    this.#session = session
  }

  /** Null until they were read. */
  get baskets(): readonly Basket[] | null {
    return this.#baskets
  }
  /** Why the last thing asked was not done. */
  get failure(): Failure | null {
    return this.#failure
  }

  async read(): Promise<void> {
    const reply = await this.#session.bridge.listBaskets({})
    if (reply.ok) this.#baskets = reply.value
    else this.#failure = reply.error
  }

  /** False where it was not. */
  async rename({ id, orders }: Basket, name: string): Promise<boolean> {
    return this.#did(await this.#session.bridge.saveBasket({ id, name, orders }))
  }

  async duplicate({ name, orders }: Basket): Promise<void> {
    const taken = new Set(this.#baskets?.map((basket) => folded(basket.name)))
    await this.#did(await this.#session.bridge.saveBasket({ name: freeName(name, taken), orders }))
  }

  async delete({ id }: Basket): Promise<void> {
    await this.#did(await this.#session.bridge.deleteBasket({ id }))
  }

  async #did(reply: Reply<unknown>): Promise<boolean> {
    this.#failure = reply.ok ? null : reply.error
    await this.read()
    return reply.ok
  }
}

/** As the desk tells names apart. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase()

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? ' copy' : ` copy ${count}`
    const free = name.slice(0, longestName - suffix.length).trimEnd() + suffix
    if (!taken.has(folded(free))) return free
  }
}
