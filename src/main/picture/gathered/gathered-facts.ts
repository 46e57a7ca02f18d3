import type { UnknownClient } from '../../../shared/accounts/unknown-client.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import type { TradedLater } from '../traded/later-trades.ts'
import type { BookSeen, LoginFacts, OvernightUnits } from '../login-facts.ts'

type Gathering = { [Fact in keyof LoginFacts]: () => LoginFacts[Fact] }

/** Facts that are gathered when they are asked for, and then stay as they were. */
export class GatheredFacts implements LoginFacts {
  readonly #gather: Gathering
  readonly #known: { -readonly [Fact in keyof LoginFacts]?: LoginFacts[Fact] } = {}

  constructor(gather: Gathering) {
    this.#gather = gather
  }

  get orders(): BookSeen | null {
    return this.#once('orders')
  }

  get positions(): BookSeen | null {
    return this.#once('positions')
  }

  get trades(): BookSeen | null {
    return this.#once('trades')
  }

  get tradedLater(): readonly TradedLater[] {
    return this.#once('tradedLater')
  }

  get intents(): readonly Intent[] {
    return this.#once('intents')
  }

  get slicesAtMost(): number {
    return this.#once('slicesAtMost')
  }

  get squareOffs(): readonly Intent[] {
    return this.#once('squareOffs')
  }

  get exits(): readonly Intent[] {
    return this.#once('exits')
  }

  get earlierOrders(): readonly string[] {
    return this.#once('earlierOrders')
  }

  get unlisted(): readonly string[] {
    return this.#once('unlisted')
  }

  get openedOvernight(): readonly OvernightUnits[] {
    return this.#once('openedOvernight')
  }

  get unknownClient(): UnknownClient | null {
    return this.#once('unknownClient')
  }

  get protecting(): readonly Intent[] {
    return this.#once('protecting')
  }

  #once<Fact extends keyof LoginFacts>(fact: Fact): LoginFacts[Fact] {
    if (!(fact in this.#known)) this.#known[fact] = this.#gather[fact]()
    return this.#known[fact] as LoginFacts[Fact]
  }
}
