import { randomUUID } from 'node:crypto'
import type { Keys, Profile } from '../../shared/accounts/accounts.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { tryWrite } from '../core/documents.ts'
import { placeOfUrl } from '../service/outgoing.ts'
import type { AccountDocument, StoredAccounts } from './account-document.ts'
import type { KeyChanges } from './vault/key-store.ts'
import type { KeptKeys } from './vault/kept-keys.ts'
import { isOfPlace, whyClosed } from './vault/vault-state.ts'
import type { Vault } from './vault/vault.ts'

export interface AccountKeysOptions {
  document: AccountDocument
  vault: Pick<Vault, 'read' | 'change' | 'status' | 'names'>
  newId?: () => string
}

/** Keys that were typed, or came with a file, for an account of this service. */
export interface GivenKeys {
  service: Profile['service']
  keys: Keys
}

/**
 * Which keys are whose. They are kept with the origin that they were typed for, and nobody gets
 * them for another: address and keys stand in two places, and a kill, a locked vault or a file that
 * was put back may part them.
 */
export class AccountKeys {
  readonly #options: AccountKeysOptions
  readonly #newId: () => string
  /** One change or sweep at a time. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: AccountKeysOptions) {
    this.#options = options
    this.#newId = options.newId ?? randomUUID
  }

  /** The account's keys, for its address as it is given; null where it has none. */
  async of({ id, service }: Pick<Profile, 'id' | 'service'>): Promise<Reply<Keys | null>> {
    if (service.kind === 'practice') return ok(null)
    const { document, vault } = this.#options
    const { keysAt, unaddressed } = document.read()
    const name = keysAt[id] ?? id
    const kept = await vault.read(name)
    if (!kept.ok) return kept
    return kept.value === null
      ? ok(null)
      : keysFor(service.url, addressed(kept.value, unaddressed?.[name]))
  }

  /** Whether an account may be given another address without keys for it being typed. */
  async mayMove(
    { id, service: before }: Profile,
    service: Profile['service'],
  ): Promise<Reply<null>> {
    if (service.kind === 'practice') return ok(null)
    if (before.kind === 'url' && originOf(before.url) === originOf(service.url)) return ok(null)
    const { kind, state } = this.#options.vault.status()
    if (kind === null) return ok(null)
    // A vault that is not open cannot say that it has none.
    if (state !== 'open') return areElsewhere
    const kept = await this.of({ id, service })
    return kept.ok ? ok(null) : areElsewhere
  }

  /** What is changed about accounts and their keys in several steps goes through here. */
  exclusively<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(act)
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  /**
   * All of it or nothing, whenever it is cut off: the keys are put first, under new names that are
   * noted as strays; `commit` is one write of the document that makes them the accounts', and the
   * old ones strays. What is stray is taken out, now or at a later start. To be called in turn.
   */
  async change<T>(
    given: ReadonlyMap<string, GivenKeys>,
    commit: (names: ReadonlyMap<string, string>) => Reply<T>,
  ): Promise<Reply<T>> {
    const names = new Map<string, string>()
    const keys = new Map<string, KeptKeys>()
    for (const [account, one] of given) {
      // The practice broker takes no keys.
      if (one.service.kind === 'practice') continue
      const name = this.#newId()
      names.set(account, name)
      keys.set(name, { ...one.keys, origin: originOf(one.service.url) })
    }
    const put = await this.#put(keys)
    const done = put.ok ? commit(names) : put
    await this.#sweep()
    return done
  }

  /**
   * Takes out of the vault what belongs to no account any more, as soon as it is open. Nobody is
   * between two writes meanwhile: the data folder is one desk's, and its changes come in turn.
   */
  sweep(): Promise<void> {
    return this.exclusively(() => this.#sweep())
  }

  async #put(keys: ReadonlyMap<string, KeptKeys>): Promise<Reply<null>> {
    if (keys.size === 0) return ok(null)
    const { document, vault } = this.#options
    const closed = whyClosed(vault.status())
    if (closed !== null) return closed
    const noted = this.#keep({ strays: [...document.read().strays, ...keys.keys()] })
    return noted.ok ? vault.change(keys) : noted
  }

  async #sweep(): Promise<void> {
    const { document, vault } = this.#options
    const { kind, state, hasFile } = vault.status()
    if (state !== 'open') return
    // A file that is there while another place is open may have them too: it is swept once it is open.
    const isOnlyPlace = kind === 'file' || !hasFile
    const { strays } = document.read()
    const held = new Set(vault.names())
    const here = isOnlyPlace ? strays : strays.filter((name) => held.has(name))
    if (here.length > 0) {
      const changes: KeyChanges = new Map(here.map((name) => [name, null]))
      const swept = await vault.change(changes)
      if (!swept.ok) return
      if (isOnlyPlace)
        this.#keep({ strays: document.read().strays.filter((name) => !changes.has(name)) })
    }
    if (await this.#takeOver())
      if (isOnlyPlace && document.read().unaddressed !== null) this.#keep({ unaddressed: null })
  }

  /**
   * Seals what an older version kept without an address with the one that its account had when this
   * version first saw it, before anybody could edit it here. That version's own word for whose keys
   * they are is all there is; were they refused, everybody would have to type all keys again. It is
   * no way around the rule: this version writes no such entries, and the addresses are noted once.
   * Keys that the older version forgot in the file, of accounts that are gone, are taken out.
   */
  async #takeOver(): Promise<boolean> {
    const { document, vault } = this.#options
    const { unaddressed, profiles, keysAt } = document.read()
    if (unaddressed === null) return true
    const used = new Set(profiles.map(({ id }) => keysAt[id] ?? id))
    const changes = new Map<string, KeptKeys | null>()
    for (const name of vault.names()) {
      const kept = await vault.read(name)
      if (!kept.ok && isOfPlace(kept.error)) return false
      if (!kept.ok || kept.value === null || kept.value.origin !== null) continue
      const origin = unaddressed[name]
      if (origin !== undefined) changes.set(name, { ...kept.value, origin })
      else if (!used.has(name)) changes.set(name, null)
    }
    return changes.size === 0 || (await vault.change(changes)).ok
  }

  #keep(part: Partial<StoredAccounts>): Reply<null> {
    const { document } = this.#options
    return tryWrite(document, { ...document.read(), ...part })
  }
}

/** Scheme, host and port. */
const originOf = (url: string): string => placeOfUrl(url).origin

const addressed = (kept: KeptKeys, formerly: string | undefined): KeptKeys => ({
  ...kept,
  origin: kept.origin ?? formerly ?? null,
})

/** Keys go to the origin that they were typed for, and to no other. */
function keysFor(url: string, { origin, ...keys }: KeptKeys): Reply<Keys> {
  if (origin === originOf(url)) return ok(keys)
  const typedFor =
    origin === null
      ? 'It is not known for which address the keys of this account were typed, and so they go to none.'
      : `The keys of this account were typed for ${origin} and go to no other address; its address is ${originOf(url)}.`
  return fail('no-keys', `${typedFor} Edit the account and type its keys again.`, { field: 'keys' })
}

const areElsewhere = fail(
  'invalid',
  'The keys that are kept are for another address, and go to no other. Type the keys for this one.',
  { field: 'apiKey' },
)
