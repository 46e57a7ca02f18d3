import type { Roster } from '../accounts/roster.ts'
import type { Poller } from '../books/poller.ts'

/** Milliseconds after which no second look at a profile is under way that could make it another client's. */
const untilSure = 10_000
/** Two of the slowest readings of a profile: for no longer is it left open whose books these were. */
const longestUnsure = 600_000

interface Options {
  logins: Pick<Roster, 'fingerprint' | 'isSameLogin'>
  poller: Pick<Poller, 'read'>
}

/** `perhaps` while no profile tells it. */
type SampledClient = 'same' | 'perhaps' | { anewSince: number }

/** Whose books each account had in the samples before: its keys may be another's, or answer for another client. */
export class SampledClients {
  readonly #options: Options
  /** By account: its login, and the moment by the clock on the wall up to which it surely was this one. */
  readonly #known = new Map<string, { login: string; sureTill: number }>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Told of each sample of an account. */
  see(account: string, at: number): SampledClient {
    const { logins, poller } = this.#options
    const login = logins.fingerprint(account)
    if (login === undefined) return 'same'
    const before = this.#known.get(account)
    const profile = poller.read(account, 'profile')?.meta
    const age = profile?.age ?? null
    if (before === undefined || before.login === login || logins.isSameLogin(before.login, login)) {
      // Books that are read by themselves are of whoever is logged in, profiles tell it later.
      const sureTill = age === null ? at : age >= untilSure ? at - age : (before?.sureTill ?? at)
      this.#known.set(account, { login, sureTill })
      return 'same'
    }
    // Other keys may be the same client's.
    if (profile !== undefined && age === null && profile.trouble === null) return 'perhaps'
    this.#known.set(account, { login, sureTill: at })
    return { anewSince: Math.floor(clamp(before.sureTill, at - longestUnsure, at - 1)) }
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most)
