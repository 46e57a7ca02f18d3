import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Parsed } from '../../shared/contract.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { isSameName } from '../../shared/core/names.ts'
import { Basket } from '../../shared/orders/baskets.ts'
import { type OpenConf, openDocument, tryWrite } from '../core/documents.ts'

export interface Baskets {
  /** By name. */
  list(): Basket[]
  /** Without an id, a new one. */
  save(basket: Parsed<'saveBasket'>): Reply<Basket>
  remove(id: string): Reply<null>
}

const mostBaskets = 200

export function openBaskets(options: {
  open: OpenConf
  dataDir: string
  newId?: () => string
  now?: () => Date
}): { baskets: Baskets; setAside: string | null } {
  const { open, dataDir, newId = randomUUID, now = () => new Date() } = options
  const { document, setAside } = openDocument({
    open,
    dataDir,
    name: 'baskets',
    version: 1,
    schema: BasketList,
    initial: () => [],
    rescue: keepGood,
    now,
  })
  const write = <T>(next: Basket[], value: T): Reply<T> => {
    const written = tryWrite(document, next)
    return written.ok ? ok(value) : written
  }
  const baskets: Baskets = {
    list: () => document.read().toSorted((one, other) => one.name.localeCompare(other.name)),
    save({ id, ...basket }) {
      const others = document.read().filter((other) => other.id !== id)
      if (id !== undefined && others.length === document.read().length) return unknownBasket
      if (others.some(({ name }) => isSameName(name, basket.name)))
        return fail('invalid', `There is a basket named ${basket.name} already.`, { field: 'name' })
      if (others.length >= mostBaskets)
        return fail('invalid', `${mostBaskets} baskets are kept at most. Delete one first.`)
      const saved = { ...basket, id: id ?? newId(), changed: now().getTime() }
      return write([...others, saved], saved)
    },
    remove(id) {
      const others = document.read().filter((other) => other.id !== id)
      return others.length === document.read().length ? unknownBasket : write(others, null)
    },
  }
  return { baskets, setAside }
}

const unknownBasket = fail('not-found', 'There is no such basket.', { field: 'id' })

/** Names to the letter: a rule that became stricter must lose no basket that was kept before it. */
const areDistinct = (baskets: readonly Basket[]): boolean =>
  new Set(baskets.map(({ id }) => id)).size === baskets.length &&
  new Set(baskets.map(({ name }) => name)).size === baskets.length

const BasketList = z.array(Basket).max(mostBaskets).refine(areDistinct)

/** The baskets that are sound and unlike those before them; null where there is none. */
function keepGood(value: unknown): Basket[] | null {
  if (!Array.isArray(value)) return null
  const kept: Basket[] = []
  for (const item of value) {
    const basket = Basket.safeParse(item)
    if (basket.success && kept.length < mostBaskets && areDistinct([...kept, basket.data]))
      kept.push(basket.data)
  }
  return kept.length === 0 ? null : kept
}
