import type { Failure, Reply } from '../../../shared/core/errors.ts'
import { freeName } from '../../../shared/core/names.ts'
import { type Basket, longestBasketName } from '../../../shared/orders/baskets.ts'
import type { Session } from '../../core/session.svelte.ts'

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
    const taken = (this.#baskets ?? []).map((basket) => basket.name)
    const free = freeName(name, { taken, longest: longestBasketName })
    await this.#did(await this.#session.bridge.saveBasket({ name: free, orders }))
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
