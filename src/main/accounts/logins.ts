import type { Keys, Profile } from '../../shared/accounts/accounts.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { Login } from '../service/client.ts'
import type { Vault } from './vault/vault.ts'

export interface LoginsOptions {
  vault: Pick<Vault, 'read'>
  /** Under what name the vault has an account's keys. */
  keysAt: (account: string) => string
  /** The address of the practice broker, started when first asked for. */
  practiceUrl: () => Promise<string>
}

/** Turns a profile into what the service wants to know, once, until something about it changes. */
export class Logins {
  readonly #options: LoginsOptions
  readonly #logins = new Map<string, Promise<Reply<Login>>>()
  /** What the service takes each account for. */
  readonly #identities = new Map<string, string>()

  constructor(options: LoginsOptions) {
    this.#options = options
  }

  async of(profile: Profile): Promise<Reply<Login>> {
    const known = this.#logins.get(profile.id) ?? this.#make(profile)
    this.#logins.set(profile.id, known)
    const login = await known
    // A failure is not kept: the vault may be unlocked by the next time.
    if (this.#logins.get(profile.id) !== known) return login
    if (login.ok) this.#identities.set(profile.id, identityOf(login.value))
    else this.#logins.delete(profile.id)
    return login
  }

  /** Accounts that the service takes for one and the same, as far as they were logged in; this one is among them. */
  sharing(account: string): string[] {
    const identity = this.#identities.get(account)
    if (identity === undefined) return [account]
    return [...this.#identities].flatMap(([id, one]) => (one === identity ? [id] : []))
  }

  /** Of these, the accounts that are not known to be another's than this one: keys that were not read yet may be the same. */
  mayShare(of: Profile, all: readonly Profile[]): string[] {
    const identity = this.#identities.get(of.id)
    return all.flatMap((one) => {
      const other = this.#identities.get(one.id)
      const isUnknown = identity === undefined || other === undefined
      const isSame = isUnknown ? placeOf(one) === placeOf(of) : other === identity
      return one.id === of.id || isSame ? one.id : []
    })
  }

  forget(account?: string): void {
    if (account === undefined) {
      this.#logins.clear()
      this.#identities.clear()
    } else {
      this.#logins.delete(account)
      this.#identities.delete(account)
    }
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

  async #make({ id, broker, service }: Profile): Promise<Reply<Login>> {
    if (service.kind === 'practice') return this.#practice(broker, service.client)
    const keys = await this.#options.vault.read(this.#options.keysAt(id))
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

/** What of an identity a profile tells without its keys. */
const placeOf = ({ broker, service }: Pick<Profile, 'broker' | 'service'>): string =>
  JSON.stringify([
    broker.trim().toUpperCase(),
    service.kind === 'url' ? new URL(service.url).href : service.client,
  ])

const identityOf = ({ url, broker, keys }: Login): string =>
  JSON.stringify([new URL(url).href, broker.trim().toUpperCase(), keys.apiKey.trim()])
