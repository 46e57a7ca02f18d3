import type { Profile } from '../../../src/shared/accounts/accounts.ts'
import { type Limits, noLimits, usualTrading } from '../../../src/shared/orders/limits.ts'
import type { RandomFor } from '../random.ts'
import type { Edit, RunRecord } from '../record.ts'
import type { RunLog } from '../run-log.ts'
import type { Service } from '../service/service.ts'
import type { Theme } from '../theme.ts'
import { doneBy, keptBy } from './answers-in-time.ts'
import type { LivingDesk } from './living-desk.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface AccountsOptions {
  clock: VirtualClock
  random: RandomFor
  record: RunRecord
  log: RunLog
  service: Service
  theme: Pick<Theme, 'accounts' | 'shared' | 'paces' | 'limits'>
}

interface SimulatedAccount {
  profile: Profile
  /** Those that it was given at the start, and is given back. */
  limits: Limits
  apiKey: string
}

const addresses = ['https://one.example', 'https://two.example'] as const

/** The accounts of a run, as people last saved them. */
export class Accounts {
  readonly #options: AccountsOptions
  readonly #accounts = new Map<string, SimulatedAccount>()
  #limits: Limits = noLimits

  constructor(options: AccountsOptions) {
    this.#options = options
  }

  get ids(): string[] {
    return [...this.#accounts.keys()]
  }

  /** Of all accounts together. */
  get limits(): Limits {
    return this.#limits
  }

  profileOf(account: string): Profile | undefined {
    return this.#accounts.get(account)?.profile
  }

  /** Its own, without what was put on it for a while: that is for orders that wait for their turn. */
  limitsOf(account: string): Limits {
    return this.#accounts.get(account)?.limits ?? noLimits
  }

  /** One to three, of which two may be one login. */
  async begin(desk: LivingDesk): Promise<void> {
    const { clock, record, service, theme } = this.#options
    const random = this.#options.random('start')
    const first = await doneBy(clock, desk.call('openDesk', {}))
    for (const { id } of first.accounts)
      await doneBy(clock, desk.call('deleteAccount', { account: id }))
    await doneBy(clock, desk.call('chooseVault', { kind: 'keychain' }))
    this.#limits = random.chance(theme.limits)
      ? { ...noLimits, quantity: 300, perMinute: 12, openOrders: random.chance(0.5) ? 8 : null }
      : noLimits
    await doneBy(clock, desk.call('saveSettings', { limits: this.#limits }))
    const count = theme.accounts + random.below(4 - theme.accounts)
    const isShared = count > 1 && random.chance(theme.shared)
    for (let number = 1; number <= count; number += 1) {
      const apiKey = isShared && number <= 2 ? 'key-shared' : `key-${number}`
      const profile: Omit<Profile, 'id'> = {
        ...{ name: `Account ${number}`, broker: 'ZE', strategy: 'usual', colour: 'blue' },
        service: { kind: 'url', url: addresses[0] },
        ...{ enabled: true, polls: {}, readsPerSecond: 50 },
        trading: {
          ...usualTrading,
          limits: {
            ...noLimits,
            quantity: random.chance(theme.limits) ? 150 : null,
            value: random.chance(theme.limits) ? 30_000 : null,
            openOrders: random.chance(0.4) ? 6 : null,
            perMinute: random.chance(theme.limits) ? 10 : null,
          },
          perSecond: random.pick(theme.paces),
        },
      }
      const keys = { apiKey, apiSecret: `secret of ${apiKey}` }
      const { id } = await doneBy(clock, desk.call('saveAccount', { profile, keys }))
      const { limits } = profile.trading
      this.#accounts.set(id, { profile: { ...profile, id }, limits, apiKey })
      const login = service.loginOf({ origin: addresses[0], apiKey })
      record.loginsOf.set(id, [{ since: 0, until: Infinity, login }])
    }
  }

  /** Something about one of them is changed, and it may be said what, and of which. */
  async edit(desk: LivingDesk, of?: { what: 'keys' | 'address'; account: string }): Promise<void> {
    const random = this.#options.random('people')
    const some = random.pick([...this.#accounts.values()])
    const account = (of && this.#accounts.get(of.account)) ?? some
    const change =
      of?.what ?? random.weighed({ pace: 3, off: 1, 'read-only': 1, on: 4, keys: 1, address: 1 })
    this.#options.log.mark(`edited: ${change}`)
    await this.#save(desk, account, change)
  }

  /** Somebody switches an account off, or lets it only be looked at, and opens it again later. */
  async close(deskNow: () => LivingDesk | null, id: string): Promise<void> {
    const { clock, log } = this.#options
    const account = this.#accounts.get(id)
    const random = this.#options.random('groups')
    const lasts = random.between(2000, 6000)
    const change = random.chance(0.5) ? 'off' : 'read-only'
    const desk = deskNow()
    if (account === undefined || desk === null || !isOpen(account.profile)) return
    log.mark('an account closed in the middle of a line')
    clock.after(lasts, () => {
      const then = deskNow()
      if (then !== null) void this.#save(then, account, 'on')
    })
    await this.#save(desk, account, change)
  }

  async #save(desk: LivingDesk, account: SimulatedAccount, change: Edit): Promise<void> {
    const { clock, record } = this.#options
    const { profile } = account
    record.edits.push({ at: clock.now(), account: profile.id, change })
    this.#change(account, change)
    const { apiKey } = account
    const keys = { apiKey, apiSecret: `secret of ${apiKey}` }
    const isOther = change === 'keys' || change === 'address'
    const former = isOther ? record.loginsOf.get(profile.id)!.slice(0, -1) : []
    const { enabled, trading } = profile
    const saving = desk.call('saveAccount', {
      profile: structuredClone(profile),
      ...(isOther && { keys }),
      // Who switches one off was told what is open there.
      despite: true,
    })
    if (isOpen(profile)) record.closed.delete(profile.id)
    const saved = await saving
    if (saved.ok) for (const one of former) one.until = Math.min(one.until, clock.now())
    const isAsSaved = profile.enabled === enabled && profile.trading === trading
    if (saved.ok && isAsSaved && !isOpen(profile)) record.closed.add(profile.id)
  }

  /** Somebody lets an account do nearly nothing for a while; the desk may be another one when it ends. */
  async tighten(deskNow: () => LivingDesk | null, id: string): Promise<void> {
    const { clock, record, log } = this.#options
    const account = this.#accounts.get(id)
    const random = this.#options.random('turns')
    const lasts = random.between(1500, 5000)
    const limit = random.chance(0.6) ? ({ quantity: 1 } as const) : ({ perMinute: 1 } as const)
    if (account === undefined || account.profile.trading.limits !== account.limits) return
    const { limits } = account
    log.mark('limits tightened in the middle of a line')
    const save = async (now: Limits): Promise<boolean> => {
      account.profile.trading = { ...account.profile.trading, limits: now }
      const profile = structuredClone(account.profile)
      const saved = await deskNow()?.call('saveAccount', { profile, despite: true })
      return saved?.ok === true
    }
    const tightened = {
      ...{ account: id, savedAt: Infinity, loosenedAt: Infinity, quantity: null, perMinute: null },
      ...limit,
    }
    record.tightened.push(tightened)
    clock.after(lasts, () => {
      tightened.loosenedAt = Math.min(tightened.loosenedAt, clock.now())
      void save(limits)
    })
    if (await save({ ...limits, ...limit })) tightened.savedAt = clock.now()
  }

  /** All accounts as they should be, so that what is left can be found out. */
  async putInOrder(desk: LivingDesk): Promise<void> {
    const { clock, record } = this.#options
    await keptBy(clock, desk.call('resumePolling', {}))
    for (const one of record.tightened) one.loosenedAt = Math.min(one.loosenedAt, clock.now())
    for (const { profile, limits } of this.#accounts.values()) {
      profile.enabled = true
      profile.trading = { ...profile.trading, readOnly: false, limits }
      record.closed.delete(profile.id)
      await keptBy(clock, desk.call('saveAccount', { profile }))
    }
  }

  #change(account: SimulatedAccount, change: Edit): void {
    const { clock, record, service } = this.#options
    const random = this.#options.random('people')
    const { profile } = account
    switch (change) {
      case 'pace':
        profile.trading = { ...profile.trading, perSecond: random.pick([2, 5, 10]) }
        break
      case 'off':
        profile.enabled = false
        break
      case 'read-only':
        profile.trading = { ...profile.trading, readOnly: true }
        break
      case 'on':
        profile.enabled = true
        profile.trading = { ...profile.trading, readOnly: false }
        break
      case 'address':
      case 'keys': {
        if (change === 'keys') account.apiKey = `key-${random.below(5)}`
        else profile.service = { kind: 'url', url: random.pick(addresses) }
        const { apiKey } = account
        const login = service.loginOf({ origin: originOf(profile), apiKey })
        record.loginsOf.get(profile.id)!.push({ since: clock.now(), until: Infinity, login })
        break
      }
    }
  }
}

const isOpen = ({ enabled, trading }: Profile): boolean => enabled && !trading.readOnly

const originOf = ({ service }: Profile): string =>
  service.kind === 'url' ? new URL(service.url).origin : ''
