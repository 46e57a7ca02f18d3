import {
  type Account,
  everyAccount,
  isPractice,
  practiceApart,
} from '../../../shared/accounts/accounts.ts'
import type { ExchangeRules } from '../../../shared/market/exchange-rules.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Roster } from '../../accounts/roster.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import { bookDayOf } from '../../picture/times/book-day.ts'
import type { OrderContext, SumsOfAccounts, SymbolsKnown } from '../planning/order-context.ts'
import { type AskDispatch, KnownAccount, type KnownLogin } from './known-account.ts'
import { KnownSums } from './known-sums.ts'
import type { HoldLoss, ReachedLosses } from './reached-losses.ts'
import { type RecordsAt, RecordsOfAll } from './records-of-all.ts'

export interface ContextSources {
  roster: Pick<Roster, 'known' | 'keyless' | 'keysRefused'>
  pictures: Pick<LoginPictures, 'of' | 'ofEach' | 'recordsOf'>
  dispatch: AskDispatch
  settings(): Settings
  market: ExchangeRules
  symbols: SymbolsKnown
  isStopped(): boolean
  reachedLosses: ReachedLosses
  /** Wall-clock milliseconds. */
  now(): number
}

/**
 * What deciding about orders needs, from the books as they are now; each part is gathered when it is
 * asked for. Whoever asks for a loss keeps it thereby, where it stands at its limit: the earlier that
 * is seen, by whomever, the better.
 */
export function gatherContext(sources: ContextSources): OrderContext {
  const { market, symbols, isStopped, now, settings, roster, dispatch, pictures } = sources
  const day = bookDayOf(now())
  const holdLoss: HoldLoss = (name, of) => sources.reachedLosses.hold(name, { ...of, day })
  const profiles = roster.known()
  const records = new Map(
    profiles.map((profile): [string, RecordsAt] => {
      const { id, broker } = profile
      return [id, { broker, isPractice: isPractice(profile), records: pictures.recordsOf(id) }]
    }),
  )
  const { names } = symbols
  const recordsOfAll = new RecordsOfAll(records, names)
  const keylessOf = roster.keyless()
  const byLogin = new Map<string, KnownLogin>()
  const knownOf = (id: string, login: string): KnownLogin => {
    let known = byLogin.get(login)
    if (known === undefined) {
      const picture = pictures.of(id)
      const isShared = profiles.some((other) => other.id !== id && other.login === login)
      known = { picture, readings: isShared ? pictures.ofEach(id) : [picture] }
      byLogin.set(login, known)
    }
    return known
  }
  const accounts = new Map(
    profiles.map((profile) => {
      const known = knownOf(profile.id, profile.login)
      const keyless = keylessOf(profile)
      const keysRefused = roster.keysRefused(profile.id)
      return [
        profile.id,
        new KnownAccount({
          profile,
          keyless,
          keysRefused,
          known,
          recordsOfAll,
          dispatch,
          holdLoss,
        }),
      ]
    }),
  )
  const { limits } = settings()
  const sumsOf = (name: string, some: readonly Pick<Account, 'id'>[]): SumsOfAccounts =>
    new KnownSums(name, {
      active: some.map(({ id }) => accounts.get(id)!),
      limits,
      holdLoss,
    })
  const all = sumsOf('all', everyAccount(profiles))
  const practice = practiceApart(profiles)
  return {
    accounts,
    market,
    symbols,
    wall: now(),
    isStopped: isStopped(),
    limits,
    get openOrders() {
      return all.openOrders
    },
    get openOrdersAtMost() {
      return all.openOrdersAtMost ?? null
    },
    get lastMinute() {
      return all.lastMinute
    },
    get profit() {
      return all.profit
    },
    get profitCheck() {
      return all.profitCheck
    },
    practice: practice.length > 0 ? sumsOf('practice', practice) : null,
  }
}
