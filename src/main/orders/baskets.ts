import { type Reply, fail } from '../../shared/errors.ts'
import type { Parsed } from '../../shared/contract.ts'
import type { Basket } from '../../shared/orders/baskets.ts'
import type { OpenConf } from '../accounts/store.ts'

export interface Baskets {
  list(): Basket[]
  save(basket: Parsed<'saveBasket'>): Reply<Basket>
  remove(id: string): Reply<null>
}

export function openBaskets(_options: { open: OpenConf; dataDir: string }): {
  baskets: Baskets
  setAside: string | null
} {
  const notYet = fail('internal', 'Not built yet.')
  return { baskets: { list: () => [], save: () => notYet, remove: () => notYet }, setAside: null }
}
