import * as z from 'zod'
import { AccountId } from '../../shared/core/account-id.ts'
import { dayLength, dayOf } from '../../shared/core/india.ts'
import type { Clock } from '../core/clock.ts'
import { type Document, tryWrite } from '../core/documents.ts'
import { MarkedName } from './client-names.ts'

/** A client, as a profile names it, within a service and broker. */
export interface Client {
  place: string
  /** A hash of its place and its id. */
  id: string
  /** By hashes within that; null where it has none. */
  name: MarkedName | null
}

const KnownClient = z.strictObject({
  /** The fingerprint of the keys that were answered for it. */
  login: z.string().max(200),
  place: z.string(),
  id: z.string().max(200),
  name: MarkedName.nullable(),
  /** The latest day on which they were, by the clock on the wall. */
  at: z.number(),
})
type KnownClient = z.infer<typeof KnownClient>

/** Of each account, the latest first. */
export const StoredClients = z.record(AccountId, z.array(KnownClient))
export type StoredClients = z.infer<typeof StoredClients>

interface KnownClientsOptions {
  document: Document<StoredClients>
  clock: Pick<Clock, 'after'>
  /** Wall-clock milliseconds. */
  now(): number
}

/** Milliseconds: what was sent, held or missed under keys of longer ago says nothing of now. */
const keptFor = 10 * dayLength
/** Some brokers give new keys each day, and some services at each login. */
const mostOfAnAccount = 20
/** Milliseconds within which the profiles of many accounts are written down together. */
const soon = 500

/**
 * Which client the keys of each account were answered for, also in earlier sessions: an account that is
 * given new keys of the same client goes on with what was sent, held and missed under the former ones.
 */
export class KnownClients {
  readonly #options: KnownClientsOptions
  #stored: StoredClients
  #byLogin: ReadonlyMap<string, KnownClient>
  #cancelWriting: (() => void) | null = null

  constructor(options: KnownClientsOptions) {
    this.#options = options
    this.#stored = options.document.read()
    this.#byLogin = byLogin(this.#stored)
  }

  /** Those of the keys of every account: another's may be of the same client. */
  all(): Iterable<Client> {
    return this.#byLogin.values()
  }

  of(login: string): Client | undefined {
    return this.#byLogin.get(login)
  }

  /** Whether the service answered other keys of the account, at this address and broker. */
  hadOthers(account: string, { login, place }: { login: string; place: string }): boolean {
    const since = this.#options.now() - keptFor
    return (this.#stored[account] ?? []).some(
      (known) => known.login !== login && known.place === place && known.at >= since,
    )
  }

  note(account: string, login: string, { place, id, name }: Client): void {
    const at = this.#options.now()
    const all = this.#stored[account] ?? []
    const before = all.find((known) => known.login === login)
    const isSame =
      before?.place === place && before.id === id && before.name?.joined === name?.joined
    if (isSame && dayOf(before.at) === dayOf(at)) return
    const others = all.filter((known) => known.login !== login && known.at >= at - keptFor)
    const clients = [{ login, place, id, name, at }, ...others].slice(0, mostOfAnAccount)
    this.#change({ ...this.#stored, [account]: clients })
  }

  /** Told which accounts there are: of others nothing is kept, nor of keys of long ago. */
  keep(accounts: readonly string[]): void {
    const since = this.#options.now() - keptFor
    const kept = Object.entries(this.#stored).flatMap(([account, all]) => {
      const lately = accounts.includes(account) ? all.filter(({ at }) => at >= since) : []
      return lately.length === 0 ? [] : [[account, lately] as const]
    })
    const countOf = (stored: StoredClients): number => Object.values(stored).flat().length
    const stored = Object.fromEntries(kept)
    if (countOf(stored) < countOf(this.#stored)) this.#change(stored)
  }

  /** Writes what is not written yet. */
  stop(): void {
    if (this.#cancelWriting !== null) this.#write()
  }

  #change(stored: StoredClients): void {
    this.#stored = stored
    this.#byLogin = byLogin(stored)
    this.#cancelWriting ??= this.#options.clock.after(soon, () => this.#write())
  }

  #write(): void {
    this.#cancelWriting?.()
    this.#cancelWriting = null
    // What the disk refuses is written with the next change: the profile tells it again at each start.
    tryWrite(this.#options.document, this.#stored)
  }
}

const byLogin = (stored: StoredClients): ReadonlyMap<string, KnownClient> =>
  new Map(
    Object.values(stored)
      .flat()
      .toSorted((one, other) => one.at - other.at)
      .map((known) => [known.login, known]),
  )
