import {
  type Account,
  apartFromPractice,
  everyAccount,
  isPractice,
  practiceApart,
  practiceChoice,
} from '../../shared/accounts/accounts.ts'
import { type AccountGroup, chosenGroup, pickedIn, pickOf } from '../../shared/accounts/groups.ts'

export interface AccountsKnown {
  accounts: readonly Account[]
  groups: readonly AccountGroup[]
  /** What is chosen in this window: an account, a group, several that were picked, or all. */
  choice: string
}

/** The accounts of the desk, and which of them this window shows. */
export class WindowAccounts {
  readonly #known: () => AccountsKnown

  constructor(known: () => AccountsKnown) {
    this.#known = known
  }

  get all(): readonly Account[] {
    return this.#known().accounts
  }

  get enabled(): readonly Account[] {
    return this.all.filter((account) => account.enabled)
  }

  /** What 'all accounts' means: the real ones, as soon as there is one. */
  get every(): readonly Account[] {
    return everyAccount(this.all)
  }

  /** Practice accounts that are switched on beside real ones, which their money is kept apart from. */
  get practice(): readonly Account[] {
    return practiceApart(this.all)
  }

  /** What an account is called; its id where there is no such account any more. */
  readonly nameOf = (id: string): string =>
    this.all.find((account) => account.id === id)?.name ?? id

  /** What an account shares with those of the same keys; its id where there is no such account any more. */
  readonly loginOf = (id: string): string =>
    this.all.find((account) => account.id === id)?.login ?? id

  /** The broker of an account, and whether it is practice where others are not. */
  readonly brokerOf = (account: Pick<Account, 'broker' | 'service'>): string => {
    const broker = account.broker.toUpperCase()
    const isApart = isPractice(account) && !this.all.every(isPractice)
    return isApart ? `${broker} practice` : broker
  }

  /**
   * The account or the group that is chosen, or all where that is gone or has nobody switched on;
   * with no real account switched on, that is the practice ones.
   */
  get selected(): string {
    const { groups, choice } = this.#known()
    const isThere =
      this.enabled.some((account) => account.id === choice) ||
      this.membersOf(chosenGroup(groups, choice)).length > 0
    if (isThere) return choice
    const picked = this.#pickedIn(choice)
    if (picked.length > 0) return pickOf(picked.map(({ id }) => id))
    const { practice } = this
    const isPracticeShown = choice === practiceChoice || this.every.length === 0
    return practice.length > 0 && isPracticeShown ? practiceChoice : 'all'
  }

  /** The group that is chosen, where one is. */
  get group(): AccountGroup | undefined {
    return chosenGroup(this.#known().groups, this.selected)
  }

  /** The accounts that were chosen one by one, where several are. */
  get picked(): readonly Account[] {
    return this.#pickedIn(this.selected)
  }

  get shown(): readonly Account[] {
    const { selected, group } = this
    if (group !== undefined) return this.membersOf(group)
    if (selected === practiceChoice) return this.practice
    if (selected === 'all') return this.every
    const { picked } = this
    return picked.length > 0 ? picked : this.enabled.filter(({ id }) => id === selected)
  }

  /** Of the accounts that are shown, those that are added up. */
  get addedUp(): readonly Account[] {
    return apartFromPractice(this.shown)
  }

  /** Those that the window is about, whichever of them it shows: practice alone, or the real ones. */
  about(all: readonly Account[]): readonly Account[] {
    const { shown } = this
    return shown.length > 0 && shown.every(isPractice)
      ? all.filter(isPractice)
      : apartFromPractice(all)
  }

  /** What of these is added up: practice money is in no sum with real money. */
  apart<Part extends { account: string }>(parts: readonly Part[]): readonly Part[] {
    const whose = this.all.filter(({ id }) => parts.some(({ account }) => account === id))
    const counted = new Set(apartFromPractice(whose).map(({ id }) => id))
    return parts.filter(({ account }) => counted.has(account))
  }

  /** The accounts of a group that are switched on. */
  membersOf(group: AccountGroup | undefined): readonly Account[] {
    const members = new Set(group?.members.map(({ account }) => account))
    return this.enabled.filter(({ id }) => members.has(id))
  }

  /** Of several accounts that were chosen one by one, those that are switched on. */
  #pickedIn(choice: string): readonly Account[] {
    const picked = new Set(pickedIn(choice))
    return picked.size === 0 ? [] : this.enabled.filter(({ id }) => picked.has(id))
  }
}
