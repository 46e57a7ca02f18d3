import { createHash } from 'node:crypto'
import type { Keys, Profile } from '../../shared/accounts/accounts.ts'
import type { UnknownClient } from '../../shared/accounts/unknown-client.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { Login } from '../service/client.ts'
import type { ProfileRecord } from '../../shared/service/records.ts'
import { isSpelledAlike, markedName } from './client-names.ts'
import type { Client, KnownClients } from './known-clients.ts'
import { placeOfUrl } from '../service/outgoing.ts'

export interface LoginsOptions {
  /** An account's keys, which are for its address; null where it has none. */
  keysOf: (profile: Profile) => Promise<Reply<Keys | null>>
  /** The address of the practice broker, started when first asked for. */
  practiceUrl: () => Promise<string>
  /** Which client keys were answered for, also in earlier sessions. */
  clients: Pick<KnownClients, 'all' | 'hadOthers' | 'note' | 'of'>
}

/** A login of an account that is kept. */
export interface AccountLogin extends Login {
  /** What tells it from other logins, in every session: a hash, from which no key can be read. */
  fingerprint: string
}

/** Turns a profile into what the service wants to know, once, until something about it changes. */
export class Logins {
  readonly #options: LoginsOptions
  /** As keys and address have them, whoever the service answers them for. */
  readonly #logins = new Map<string, Promise<Reply<AccountLogin>>>()
  /** What each account's keys and address come down to. */
  readonly #fingerprints = new Map<string, string>()
  readonly #places = new Map<string, string>()
  /** The client that the service answered these for first, and last. */
  readonly #clients = new Map<string, { first: Client; now: Client }>()
  /** By account, another client that its keys were answered for once: one answer may be a mistake. */
  readonly #heardOnce = new Map<string, Client>()
  /** The client of each login, by its fingerprint, as this session heard it. */
  readonly #clientOf = new Map<string, Client>()
  /** Logins whose profiles were read and name no client. */
  readonly #unnamed = new Set<string>()
  /** For how many milliseconds the books of each login were read, and when last. */
  readonly #booksRead = new Map<string, { at: number; lasted: number }>()
  /** What was answered of each account since the last of these changed. */
  readonly #accountsOfLogin = new Map<string, readonly string[]>()

  constructor(options: LoginsOptions) {
    this.#options = options
  }

  async of(profile: Profile): Promise<Reply<AccountLogin>> {
    const known = this.#logins.get(profile.id) ?? this.#make(profile)
    this.#logins.set(profile.id, known)
    const login = await known
    // A failure is not kept: the vault may be unlocked by the next time.
    if (this.#logins.get(profile.id) === known) {
      if (login.ok) this.#note(profile, login.value.fingerprint)
      else this.#logins.delete(profile.id)
    }
    if (!login.ok) return login
    return ok({ ...login.value, fingerprint: this.#ofClient(login.value.fingerprint) })
  }

  /**
   * Accounts that the service takes for one and the same, as far as they were logged in and their
   * profiles read; this one is among them.
   */
  accountsOfLogin(account: string): readonly string[] {
    let accounts = this.#accountsOfLogin.get(account)
    if (accounts === undefined)
      this.#accountsOfLogin.set(account, (accounts = this.#findAccountsOfLogin(account)))
    return accounts
  }

  #findAccountsOfLogin(account: string): readonly string[] {
    const own = this.fingerprint(account)
    if (own === undefined) return [account]
    return [...this.#fingerprints.keys()].filter((id) => this.isSame(this.fingerprint(id), own))
  }

  /** Whether two fingerprints are those of one login: the same keys, or keys of the same client. */
  isSame(one: string | undefined, other: string | undefined): boolean {
    if (one === undefined || other === undefined) return false
    if (one === other) return true
    const [client, otherClient] = [this.#clientFor(one), this.#clientFor(other)]
    return client !== undefined && otherClient !== undefined && this.#isOne(client, otherClient)
  }

  /** Null where the client is known, or the account never had other keys at its address and broker. */
  unknownClient(account: string): UnknownClient | null {
    const login = this.fingerprint(account)
    const place = this.#places.get(account)
    if (login === undefined || place === undefined || this.#clientFor(login) !== undefined)
      return null
    if (!this.#options.clients.hadOthers(account, { login, place })) return null
    if (this.#unnamed.has(login)) return 'unnamed'
    return (this.#booksRead.get(login)?.lasted ?? 0) < longUnread ? 'unread' : 'unread for long'
  }

  /** Told of every good reading of an account's orders or positions, with its moment on the monotonic clock. */
  seeBook(account: string, at: number): void {
    const login = this.fingerprint(account)
    if (login === undefined) return
    const before = this.#booksRead.get(login)
    const more = before === undefined ? 0 : Math.min(at - before.at, longestBetween)
    this.#booksRead.set(login, { at, lasted: (before?.lasted ?? 0) + more })
  }

  #clientFor(fingerprint: string): Client | undefined {
    return this.#clientOf.get(fingerprint) ?? this.#options.clients.of(fingerprint)
  }

  /**
   * Accounts of which nobody knows whether they are one with this one: their profiles have its client's
   * id and another name, and no account there has another id, so that it may be the same for all.
   */
  perhapsSameClient(account: string): readonly string[] {
    const own = this.#clientOfAccount(account)
    if (own === undefined) return []
    const ofLogin = this.accountsOfLogin(account)
    return [...this.#fingerprints.keys()].filter(
      (id) => !ofLogin.includes(id) && this.#clientOfAccount(id)?.id === own.id,
    )
  }

  /** Whether two accounts are of two clients by what their profiles say; false as long as one of them says nothing. */
  isSurelyOther(one: string, other: string): boolean {
    return areTwo(this.#clientOfAccount(one), this.#clientOfAccount(other))
  }

  /** The same of two fingerprints; false as well where they are of two addresses, at which one client may be two. */
  areTwoClients(one: string, other: string): boolean {
    return areTwo(this.#clientFor(one), this.#clientFor(other))
  }

  #clientOfAccount(account: string): Client | undefined {
    const fingerprint = this.fingerprint(account)
    return fingerprint === undefined ? undefined : this.#clientFor(fingerprint)
  }

  /** Whether two clients are one: some services write one id for all of them, and then the name tells. */
  #isOne(one: Client, other: Client): boolean {
    if (one.id !== other.id) return false
    const isSameName =
      one.name === null || other.name === null
        ? one.name === other.name
        : isSpelledAlike(one.name, other.name)
    return isSameName || this.#tellsApart(one)
  }

  /** Whether ids of clients at a service and broker tell them apart: it has written two. */
  #tellsApart({ place, id }: Client): boolean {
    for (const known of [this.#clientOf.values(), this.#options.clients.all()])
      for (const one of known) if (one.place === place && one.id !== id) return true
    return false
  }

  /**
   * Told of every profile that the service answered for an account. `another` where it had answered
   * the same keys for another client before, and says so twice in a row: what was sent until now was
   * that one's. `perhaps` after the first time, which changes nothing.
   */
  seeClient(profile: Profile, record: ClientRecord): 'another' | 'perhaps' | null {
    const keys = this.#fingerprints.get(profile.id)
    const client = clientIn(profile, record)
    const heard = this.#heardOnce.get(profile.id)
    this.#heardOnce.delete(profile.id)
    if (keys === undefined) return null
    if (client === undefined) {
      this.#unnamed.add(this.#ofClient(keys))
      return null
    }
    const known = this.#clients.get(keys)
    if (known !== undefined && this.#isStill(known.now, client)) {
      const { first, now } = known
      if (now.name === null && client.name !== null)
        this.#noteClient(profile, keys, { first: first === now ? client : first, now: client })
      else this.#keepClient(profile, keys, now)
      return null
    }
    if (known !== undefined && (heard === undefined || !this.#isStill(heard, client))) {
      this.#heardOnce.set(profile.id, client)
      return 'perhaps'
    }
    const first = known?.first ?? client
    const now = this.#isStill(first, client) ? first : client
    this.#noteClient(profile, keys, { first, now })
    return known === undefined ? null : 'another'
  }

  #noteClient(profile: Profile, keys: string, clients: { first: Client; now: Client }): void {
    this.#clients.set(keys, clients)
    this.#clientOf.set(this.#ofClient(keys), clients.now)
    this.#accountsOfLogin.clear()
    this.#keepClient(profile, keys, clients.now)
  }

  /** Nobody is given other keys of the practice broker's. */
  #keepClient({ id, service }: Profile, keys: string, client: Client): void {
    if (service.kind === 'url') this.#options.clients.note(id, this.#ofClient(keys), client)
  }

  /** Of the same keys a name may be missing for once. */
  #isStill(known: Client, client: Client): boolean {
    const isNameless = known.name === null || client.name === null
    return (known.id === client.id && isNameless) || this.#isOne(known, client)
  }

  /** Of these, the accounts that are not known to be another's than this one: keys that were not read yet may be the same. */
  perhapsOfLogin(of: Profile, all: readonly Profile[]): string[] {
    const fingerprint = this.fingerprint(of.id)
    return all.flatMap((one) => {
      const other = this.fingerprint(one.id)
      const isUnknown = fingerprint === undefined || other === undefined
      const isSame = isUnknown ? placeOf(one) === placeOf(of) : this.isSame(other, fingerprint)
      return one.id === of.id || isSame ? one.id : []
    })
  }

  /** What tells the account's login from others; undefined before its keys were read. */
  fingerprint(account: string): string | undefined {
    const keys = this.#fingerprints.get(account)
    return keys === undefined ? undefined : this.#ofClient(keys)
  }

  /** What an account would be known by with these keys, as far as no service answered them for another client. */
  fingerprintWith(profile: Profile, keys: Keys): string {
    return this.#ofClient(fingerprintOf(profile, keys))
  }

  /** An account may have other keys or another address now. */
  forget(account: string): void {
    this.#logins.delete(account)
    this.#fingerprints.delete(account)
    this.#places.delete(account)
    this.#accountsOfLogin.clear()
    this.#heardOnce.delete(account)
  }

  /** Keys are to be asked for again. What an account is taken for stays until they say otherwise. */
  readAnew(account?: string): void {
    if (account === undefined) this.#logins.clear()
    else this.#logins.delete(account)
  }

  /** For one call, with keys that nobody keeps. */
  async typed(
    { broker, service }: Pick<Profile, 'broker' | 'service'>,
    keys: Keys | undefined,
  ): Promise<Reply<Login>> {
    if (service.kind === 'practice') return this.#practice(broker, service.client)
    if (keys === undefined)
      return fail('invalid', 'Type both keys to test them.', { field: 'apiKey' })
    return ok({ url: service.url, broker, keys })
  }

  #note(profile: Profile, fingerprint: string): void {
    if (this.#fingerprints.get(profile.id) === fingerprint) return
    this.#fingerprints.set(profile.id, fingerprint)
    this.#places.set(profile.id, placeOf(profile))
    this.#accountsOfLogin.clear()
  }

  /** Keys that the service answers for another client than before are another login. */
  #ofClient(keys: string): string {
    const { first, now } = this.#clients.get(keys) ?? {}
    return first === now ? keys : hashOf([keys, now?.id, now?.name?.joined ?? null])
  }

  async #make(profile: Profile): Promise<Reply<AccountLogin>> {
    const login = await this.#read(profile)
    if (!login.ok) return login
    const fingerprint = fingerprintOf(profile, login.value.keys)
    return ok({ ...login.value, account: profile.id, fingerprint })
  }

  async #read(profile: Profile): Promise<Reply<Login>> {
    const { broker, service } = profile
    if (service.kind === 'practice') return this.#practice(broker, service.client)
    const keys = await this.#options.keysOf(profile)
    if (!keys.ok) return keys
    if (keys.value === null)
      return fail('no-keys', 'This account has no keys yet.', { field: 'keys' })
    return ok({ url: service.url, broker, keys: keys.value })
  }

  /** The practice broker's keys are its clients' names, and no secret. */
  #practice(broker: string, client: string): Promise<Reply<Login>> {
    return this.#options.practiceUrl().then(
      (url) => ok({ url, broker, keys: { apiKey: client, apiSecret: client } }),
      (cause: unknown) =>
        fail('not-sent', 'The practice broker did not start.', { detail: String(cause) }),
    )
  }
}

const areTwo = (one: Client | undefined, other: Client | undefined): boolean =>
  one !== undefined && other !== undefined && one.place === other.place && one.id !== other.id

/** Milliseconds of readings after which a profile that is not answered is waited for no more. */
const longUnread = 600_000
/** Milliseconds from one reading to the next: of a longer while nothing is known. */
const longestBetween = 60_000

/** What of a login a profile tells without its keys. The practice broker has another port at every start. */
const placeOf = ({ broker, service }: Pick<Profile, 'broker' | 'service'>): string =>
  JSON.stringify([
    broker.trim().toUpperCase(),
    service.kind === 'url' ? serviceAt(service.url) : service.client,
  ])

/** One machine has several names for itself. */
const serviceAt = (url: string): string => {
  const { origin, path } = placeOfUrl(url)
  return `${origin.replace(/^(https?:\/\/)(localhost|\[::1\])(?=:|$)/, '$1127.0.0.1')}${path}`
}

/** Hex digits: enough to tell the logins of one person apart. Whoever guesses a key could test it by them. */
const fingerprintLength = 16

const fingerprintOf = (profile: Profile, { apiKey }: Keys): string =>
  hashOf([placeOf(profile), apiKey.trim()])

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, fingerprintLength)

type ClientRecord = Pick<ProfileRecord, 'client_id' | 'name'>

/** The client that a profile names; undefined where it names none. */
function clientIn(profile: Profile, { client_id: id, name }: ClientRecord): Client | undefined {
  const bare = folded(id)
  if (bare === '' || /^(na|n\/a|null|none|nil|0+|-+)$/i.test(bare)) return undefined
  const place = placeOf(profile)
  // With the id, which is not written down: a name alone cannot be tried.
  const marked = markedName(name, (text) => hashOf([place, bare, text]))
  return { place, id: hashOf([place, bare]), name: marked }
}

const folded = (text: string | null): string => (text ?? '').trim().toUpperCase()
