import { isDeepStrictEqual } from 'node:util'
import { type Reply, fail, ok } from '../../../shared/core/errors.ts'
import type { KeyStore } from './key-store.ts'
import type { KeptKeys } from './kept-keys.ts'

interface Move {
  accounts: Iterable<string>
  from: KeyStore
  to: KeyStore
  /** Makes the new place the one that counts, once it surely has everything. */
  commit: () => Reply<null>
}

/** Copies keys to another place. Where any of it fails, the other place is left as it was. */
export async function copyKeys({ accounts, from, to, commit }: Move): Promise<Reply<null>> {
  const moving = await readAll(accounts, from)
  if (!moving.ok) return moving
  const former = await readAll(moving.value.keys(), to)
  if (!former.ok) return former

  const written = await to.change(onlyKept(moving.value))
  if (!written.ok) return written
  const proved = await readsBack(moving.value, to)
  const done = proved.ok ? commit() : proved
  if (!done.ok) await to.change(former.value)
  return done
}

type Held = Map<string, KeptKeys | null>

async function readAll(accounts: Iterable<string>, place: KeyStore): Promise<Reply<Held>> {
  const held: Held = new Map()
  for (const account of accounts) {
    const keys = await place.read(account)
    if (!keys.ok) return keys
    held.set(account, keys.value)
  }
  return ok(held)
}

const onlyKept = (held: Held): Held => new Map([...held].filter(([, keys]) => keys !== null))

async function readsBack(held: Held, place: KeyStore): Promise<Reply<null>> {
  for (const [account, keys] of onlyKept(held)) {
    const back = await place.read(account)
    if (!back.ok) return back
    if (!isDeepStrictEqual(back.value, keys))
      return fail('vault-failed', 'The new place did not keep the keys. They stay where they were.')
  }
  return ok(null)
}
