import {
  type Account,
  type Keyless,
  type Keys,
  type Profile,
  type ReassignedBy,
  brokerAndServiceOf,
} from '../../shared/accounts/accounts.ts'
import type { Parsed } from '../../shared/contract.ts'
import type { AccountTest } from '../../shared/accounts/calls.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import { dayOf } from '../../shared/core/india.ts'
import { isSameName } from '../../shared/core/names.ts'
import type { AnswerTimes, FailedRequest } from '../../shared/accounts/health.ts'
import type { ServiceClient } from '../service/client.ts'
import type { UnknownClient } from '../../shared/accounts/unknown-client.ts'
import type { ProfileRecord } from '../../shared/service/records.ts'
import type { AccountKeys, GivenKeys } from './account-keys.ts'
import type { EndedRequest } from './failed-requests.ts'
import type { KeysRefused } from '../../shared/accounts/health.ts'
import { HealthRecord, type ReadOfBook } from './health.ts'
import type { AccountLogin, Logins } from './logins.ts'
import type { Profiles } from './profiles.ts'
import { whyClosed } from './vault/vault-state.ts'
import { SteadyDay } from './steady-day.ts'
import type { Vault } from './vault/vault.ts'

export interface RosterOptions {
  profiles: Profiles
  vault: Pick<Vault, 'status' | 'has'>
  keys: AccountKeys
  logins: Logins
  client: Pick<ServiceClient, 'call'>
  /** Wall-clock milliseconds. */
  now?: () => number
  /** Monotonic milliseconds. */
  ticks?: () => number
  /** What told an account's login from others when an earlier session read its books; undefined where nobody knows. */
  formerFingerprint?(account: string): Promise<string | undefined>
  /** Told of an account whose keys were typed again: it is the same, and can be asked again. */
  onSameKeys?(account: string): void
  /** Told which accounts came on by themselves, by their names. */
  onDayBegun?(names: readonly string[]): void
  /** Called when accounts were added, changed or removed, once for all of them. Those `reassigned` must be polled anew. */
  onChange(reassigned: readonly string[], by?: ReassignedBy): void
}

const unknownAccount = fail('not-found', 'There is no such account.', { field: 'account' })

const isThereTwice = fail('invalid', 'Two of them have this name.', { field: 'name' })
const named = (name: string, { error }: Reply<never> & { ok: false }) =>
  ({ ok: false, error: { ...error, message: `${name}: ${error.message}` } }) as const

/** The accounts: what a person can do with them, and how each one is. */
export class Roster {
  readonly #options: RosterOptions
  readonly #now: () => number
  readonly #ticks: () => number
  readonly #health = new Map<string, HealthRecord>()
  readonly #day = new SteadyDay()

  constructor(options: RosterOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#ticks = options.ticks ?? (() => performance.now())
  }

  list(): Account[] {
    return this.#options.profiles.list().map((profile) => this.#see(profile))
  }

  /** All accounts, without how each one is: that takes long to tell of many, and an order waits for this. */
  known(): Omit<Account, 'health'>[] {
    return this.#options.profiles.list().map((profile) => this.#know(profile))
  }

  /** One profile by itself: to list all accounts, with how each one is, takes long where there are many. */
  find(account: string): Profile | undefined {
    return this.#options.profiles.find(account)
  }

  /** The profiles that are polled. */
  active(): Profile[] {
    return this.#options.profiles.list().filter((profile) => profile.enabled)
  }

  async login(account: string): Promise<Reply<AccountLogin>> {
    const profile = this.#options.profiles.find(account)
    return profile === undefined ? unknownAccount : this.#options.logins.of(profile)
  }

  /**
   * Why an account surely has no keys at hand, by how the vault is now. A place that failed, or that
   * is being opened, may answer in a moment: it says nothing for sure.
   */
  keyless(): (account: Pick<Account, 'service' | 'hasKeys'>) => Keyless | null {
    const { kind, state, trouble } = this.#options.vault.status()
    const isOpening = kind === 'keychain' && trouble === null
    return ({ service, hasKeys }) => {
      if (service.kind === 'practice') return null
      switch (state) {
        case 'open':
          return hasKeys ? null : 'none'
        case 'not-chosen':
          return 'no-place'
        case 'locked':
          return isOpening ? null : 'locked'
        case 'failed':
          return null
      }
    }
  }

  /** Whether its keys were refused when its books were last read; null where they were not. */
  keysRefused(account: string): KeysRefused | null {
    return this.#health.get(account)?.keysRefused ?? null
  }

  /** Accounts that the service takes for one and the same; this one is among them. */
  accountsOfLogin(account: string): readonly string[] {
    return this.#options.logins.accountsOfLogin(account)
  }

  /** Accounts at the same broker and service; this one is among them. */
  accountsAtService(account: string): readonly string[] {
    const { profiles } = this.#options
    const profile = profiles.find(account)
    if (profile === undefined) return [account]
    const there = brokerAndServiceOf(profile)
    return profiles
      .list()
      .filter((other) => brokerAndServiceOf(other) === there)
      .map(({ id }) => id)
  }

  /** Whether the service answered two accounts for clients with other ids. */
  isSurelyOther(one: string, other: string): boolean {
    return this.#options.logins.isSurelyOther(one, other)
  }

  /** Whether the service answered two logins for clients with other ids. */
  areTwoClients(one: string, other: string): boolean {
    return this.#options.logins.areTwoClients(one, other)
  }

  /** Accounts of which nobody knows whether they are one with this one, since their profiles have one id and two names. */
  perhapsSameClient(account: string): readonly string[] {
    return this.#options.logins.perhapsSameClient(account)
  }

  /** Accounts that may be one with this one, as far as is known; this one is among them. */
  perhapsOfLogin(account: string): readonly string[] {
    const { logins, profiles } = this.#options
    const profile = profiles.find(account)
    return profile === undefined ? [account] : logins.perhapsOfLogin(profile, profiles.list())
  }

  /** What tells the account's login from others; undefined before its keys were read. */
  fingerprint(account: string): string | undefined {
    return this.#options.logins.fingerprint(account)
  }

  /** Whether two fingerprints are those of one login. */
  isSameLogin(one: string, other: string): boolean {
    return this.#options.logins.isSame(one, other)
  }

  /** Why nobody knows whether the account is still the client that it was under other keys. */
  unknownClient(account: string): UnknownClient | null {
    return this.#options.logins.unknownClient(account)
  }

  /**
   * Told of every profile that was read well; `another` where the keys are another client's now,
   * `perhaps` where only a second one, read at once, can tell.
   */
  seeProfile(account: string, record: ProfileRecord): 'another' | 'perhaps' | null {
    const { logins, profiles, onChange } = this.#options
    const profile = profiles.find(account)
    if (profile === undefined) return null
    const before = this.accountsOfLogin(account).length
    const seen = logins.seeClient(profile, record)
    if (seen === 'another') this.#reassigned([account], 'other-client')
    else if (this.accountsOfLogin(account).length !== before) onChange([])
    return seen
  }

  note(account: string, poll: ReadOfBook): void {
    this.#healthOf(account).add(poll)
    const { book, trouble } = poll
    if (trouble === null && (book === 'orders' || book === 'positions'))
      this.#options.logins.seeBook(account, this.#ticks())
  }

  /** What became of a request of the account's that was no poll. */
  noteRequest(account: string, request: EndedRequest): void {
    // An answer may come after its account was deleted.
    if (this.find(account) !== undefined) this.#healthOf(account).failed.note(request)
  }

  answersOf(account: string): AnswerTimes {
    return this.#healthOf(account).answers()
  }

  /** How many lines `failedRequests` has. */
  failedCount(account: string): number {
    return this.#healthOf(account).failed.count
  }

  async failedRequests(account: string): Promise<Reply<FailedRequest[]>> {
    if (this.find(account) === undefined) return unknownAccount
    const login = await this.login(account)
    return ok(this.#healthOf(account).failed.read(login.ok ? login.value.keys : null))
  }

  save({ profile, keys: typed }: Parsed<'saveAccount'>): Promise<Reply<Account>> {
    const { profiles, vault, keys } = this.#options
    return keys.exclusively(async () => {
      // Keys that cannot be kept are said before anything is written.
      if (typed !== undefined) {
        const closed = whyClosed(vault.status())
        if (closed !== null) return closed
      }
      const before = profile.id === undefined ? undefined : profiles.find(profile.id)
      if (profile.id !== undefined && before === undefined) return unknownAccount
      if (before !== undefined && typed === undefined) {
        const mayMove = await keys.mayMove(before, profile.service)
        if (!mayMove.ok) return mayMove
      }
      const checked = profiles.check(profile)
      if (!checked.ok) return checked
      const { id, service } = checked.value
      const given = typed === undefined ? [] : [[id, { service, keys: typed }] as const]
      const areSameKeys = typed === undefined || (await this.#areKeysOf(before, typed))
      return keys.change(new Map(given), (names) => {
        const { offOn, ...lasting } = profile
        // A form that was open over midnight knows a day off that is over: what it says is off stays off.
        const isStillOff = offOn !== undefined && offOn === profiles.find(id)?.offOn
        const saved = profiles.save(isStillOff ? profile : lasting, names.get(id))
        if (!saved.ok) return saved
        const isSameLogin =
          before !== undefined &&
          areSameKeys &&
          brokerAndServiceOf(before) === brokerAndServiceOf(saved.value)
        this.#reassigned(isSameLogin ? [] : [saved.value.id])
        if (isSameLogin && typed !== undefined) {
          this.#options.logins.readAnew(id)
          this.#options.onSameKeys?.(id)
        }
        return ok(this.#see(saved.value))
      })
    })
  }

  /**
   * Whether these are the keys that an account had last. A place that keeps them for a session asks
   * for them at each start, and what is known of the login is not to be lost by that.
   */
  async #areKeysOf(account: Profile | undefined, typed: Keys): Promise<boolean> {
    if (account === undefined) return false
    const { logins, formerFingerprint } = this.#options
    const last = logins.fingerprint(account.id) ?? (await formerFingerprint?.(account.id))
    return last !== undefined && last === logins.fingerprintWith(account, typed)
  }

  /** Many at once, all of them or none. */
  add(added: Parsed<'addAccounts'>['accounts']): Promise<Reply<null>> {
    const { profiles, vault, keys } = this.#options
    return keys.exclusively(async () => {
      const closed = added.some((one) => one.keys !== undefined) ? whyClosed(vault.status()) : null
      if (closed !== null) return closed
      const checked: Profile[] = []
      const given = new Map<string, GivenKeys>()
      for (const { profile, keys: its } of added) {
        const found = profiles.check(profile)
        const isTwice = checked.some(({ name }) => isSameName(name, profile.name))
        if (!found.ok) return named(profile.name, found)
        if (isTwice) return named(profile.name, isThereTwice)
        checked.push(found.value)
        const { id, service } = found.value
        if (its !== undefined) given.set(id, { service, keys: its })
      }
      return keys.change(given, (names) => {
        const written = profiles.add(checked, names)
        if (written.ok) this.#reassigned(checked.map(({ id }) => id))
        return written
      })
    })
  }

  /** Keeps the expiry that was last used, as this account's broker writes it. */
  rememberExpiry(account: string, expiry: string): void {
    const profile = this.#options.profiles.find(account)
    if (profile === undefined || profile.trading.expiry === expiry) return
    // A convenience: a disk that refuses costs no more than typing it again.
    const saved = this.#options.profiles.save({
      ...profile,
      trading: { ...profile.trading, expiry },
    })
    if (saved.ok) this.#options.onChange([])
  }

  /** Asks the service who this account is, and what it has; of one that is being added nothing is kept. */
  async test(of: Parsed<'testAccount'>): Promise<Reply<AccountTest>> {
    const login =
      'account' in of
        ? await this.login(of.account)
        : await this.#options.logins.typed(of.profile, of.keys)
    if (!login.ok) return login
    const from = this.#ticks()
    const profile = await this.#options.client.call('Profile', login.value, {})
    if (!profile.ok) return profile
    const took = this.#ticks() - from
    const funds = await this.#options.client.call('Funds', login.value, {})
    if (!funds.ok) return funds
    return ok({ profile: profile.value, funds: funds.value, took })
  }

  switch(account: string, to: 'on' | 'off' | 'off today'): Reply<null> {
    const profile = this.#options.profiles.find(account)
    if (profile === undefined) return unknownAccount
    const { offOn: _, ...others } = profile
    const today = to === 'off today' ? { offOn: dayOf(this.#now()) } : {}
    const saved = this.#options.profiles.save({ ...others, ...today, enabled: to === 'on' })
    if (saved.ok) this.#options.onChange([])
    return saved.ok ? ok(null) : saved
  }

  /** Turns on again what was off for a day that is over. What the disk refuses is tried again later. */
  beginDay(): void {
    const { profiles, onChange, onDayBegun } = this.#options
    const today = this.#day.read(dayOf(this.#now()), this.#ticks())
    if (today === null) return
    const names: string[] = []
    for (const { offOn, ...profile } of profiles.list())
      if (offOn !== undefined && offOn < today && profiles.save({ ...profile, enabled: true }).ok)
        names.push(profile.name)
    if (names.length === 0) return
    onChange([])
    onDayBegun?.(names)
  }

  duplicate(account: string): Reply<Account> {
    const copy = this.#options.profiles.duplicate(account)
    if (!copy.ok) return copy
    this.#reassigned([copy.value.id])
    return ok(this.#see(copy.value))
  }

  arrange(accounts: readonly string[]): Reply<null> {
    const ordered = this.#options.profiles.arrange(accounts)
    if (ordered.ok) this.#options.onChange([])
    return ordered
  }

  /** Its keys go with it: from an open vault at once, and nobody need remember to look for them later. */
  remove(account: string): Promise<Reply<null>> {
    const { profiles, vault, keys } = this.#options
    return keys.exclusively(async () => {
      const profile = profiles.find(account)
      if (profile === undefined) return unknownAccount
      const status = vault.status()
      const closed = status.kind === null ? null : whyClosed(status)
      if (profile.service.kind === 'url' && closed !== null) return closed
      return keys.change(new Map(), () => {
        const removed = profiles.remove(account)
        if (!removed.ok) return removed
        this.#reassigned([account])
        return removed
      })
    })
  }

  /** Somebody else's now, as far as is known: asked anew from the start. */
  reassigned(accounts: readonly string[]): void {
    this.#reassigned(accounts)
  }

  #reassigned(accounts: readonly string[], by: ReassignedBy = 'person'): void {
    for (const account of accounts) {
      this.#options.logins.forget(account)
      this.#health.delete(account)
    }
    this.#options.onChange(accounts, by)
  }

  #see(profile: Profile): Account {
    return { ...this.#know(profile), health: this.#healthOf(profile.id).read() }
  }

  #know(profile: Profile): Omit<Account, 'health'> {
    return {
      ...profile,
      login: this.accountsOfLogin(profile.id).toSorted()[0] ?? profile.id,
      hasKeys:
        profile.service.kind === 'practice' ||
        this.#options.vault.has(this.#options.profiles.keysAt(profile.id)),
    }
  }

  #healthOf(account: string): HealthRecord {
    let health = this.#health.get(account)
    if (health === undefined) this.#health.set(account, (health = new HealthRecord()))
    return health
  }
}
