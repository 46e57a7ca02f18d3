import type { OpenItem } from '../shared/quitting/open-items.ts'
import type { Roster } from './accounts/roster.ts'
import type { Lock } from './lock/lock.ts'
import type { DeskTrading } from './trading.ts'
import type { DeskWindows } from './workspace/desk-windows.ts'
import { openItemsOf } from './quitting/open-items.ts'

interface WhatIsOpenOptions {
  roster: Pick<Roster, 'list' | 'accountsOfLogin'>
  trading: Pick<DeskTrading, 'picture' | 'unfinished'>
  lock: Pick<Lock, 'isLocked'>
  windows: Pick<DeskWindows, 'typed'>
}

/** What would be left to itself: by the desk if it stopped now, or by an account if it were taken out. */
export class WhatIsOpen {
  readonly #options: WhatIsOpenOptions

  constructor(options: WhatIsOpenOptions) {
    this.#options = options
  }

  /** A locked screen is not told at whose account. */
  everywhere(): OpenItem[] {
    const all = [...this.#where(() => true), ...this.#typed()]
    return this.#options.lock.isLocked ? all.map((item) => ({ ...item, account: null })) : all
  }

  at(account: string): OpenItem[] {
    // One that never answered may be taken out without a question: wrong keys are the usual reason.
    const hasAnswered = this.#options.trading.picture(account).hasRead('positions')
    return this.#where((id) => id === account).filter(({ kind }) => kind !== 'books' || hasAnswered)
  }

  #typed(): OpenItem[] {
    const { typed } = this.#options.windows
    return (['tickets', 'baskets', 'forms'] as const)
      .filter((kind) => typed[kind] > 0)
      .map((kind) => ({ kind, account: null, count: typed[kind] }))
  }

  #where(fits: (account: string) => boolean): OpenItem[] {
    const { roster, trading } = this.#options
    const { intents, exits, notKnownLeft } = trading.unfinished()
    return openItemsOf({
      accounts: roster.list().filter(({ id }) => fits(id)),
      picture: trading.picture,
      accountsOfLogin: (account) => roster.accountsOfLogin(account),
      intents: intents.filter(({ account }) => fits(account)),
      ...{ exits, notKnownLeft },
    })
  }
}
