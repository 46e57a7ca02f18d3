import type { Notice } from '../shared/core/notice.ts'
import type { ProfileRecord } from '../shared/service/records.ts'
import type { AlertEvent } from './alerts/alert-events.ts'
import { anotherClient } from './alerts/account-watch.ts'
import type { Poller } from './books/poller.ts'
import { AlikeClients } from './accounts/alike-clients.ts'
import type { Roster } from './accounts/roster.ts'

interface ProfileNewsOptions {
  poller: Pick<Poller, 'read' | 'refresh'>
  roster: Pick<Roster, 'find' | 'perhapsSameClient' | 'seeProfile'>
  notice(notice: Notice): void
  alert(events: readonly AlertEvent[]): void
}

/** Says what a profile tells of whose account it is. */
export class ProfileNews {
  readonly #options: ProfileNewsOptions
  readonly #alike: AlikeClients

  constructor(options: ProfileNewsOptions) {
    this.#options = options
    const { roster } = options
    this.#alike = new AlikeClients({
      perhapsSameClient: (account) => roster.perhapsSameClient(account),
      nameOf: (account) => roster.find(account)?.name ?? account,
    })
  }

  /** Told of every profile that was read; not within its poll: an account that is another client's now is polled anew. */
  see(account: string): void {
    const { poller, roster, notice, alert } = this.#options
    const [row] = poller.read(account, 'profile')?.rows.values() ?? []
    if (row === undefined) return
    const profile = row as ProfileRecord
    const seen = roster.seeProfile(account, profile)
    // Not at the next poll: until then nobody knows whose books these are.
    if (seen === 'perhaps') poller.refresh({ account, book: 'profile' })
    const alike = this.#alike.newsOf(account)
    if (alike !== null) notice({ level: 'warning', message: alike })
    if (seen !== 'another') return
    const { name = '' } = roster.find(account) ?? {}
    alert([anotherClient({ account, name, client: profile.client_id })])
  }
}
