import { type Account, oneOfEachLogin } from '../../shared/accounts/accounts.ts'
import type { BookMeta } from '../../shared/books/book-state.ts'
import {
  type ExitOfAccount,
  type ExitRun,
  type ExitWhat,
  isLeftKnown,
  isUnderWay,
} from '../../shared/exits/exits.ts'
import type { OrderRecord, PositionRecord } from '../../shared/service/records.ts'
import { isOpenPosition, isWorkingRow } from '../../shared/books/open-rows.ts'
import { isStale } from '../../shared/books/staleness.ts'
import { counted } from '../../shared/core/figures.ts'
import { ageOf } from '../books/age.ts'
import { quantity } from '../components/amounts.ts'
import type { ExitEntry } from './one-of-login.ts'

/** A book of an account, as a window holds it. */
interface HeldBook<Record> {
  isRead: boolean
  rows: ReadonlyMap<string, Record>
  lastAnswer: { meta: BookMeta; at: number } | null
}

/** How many a book shows of what there is to leave. */
interface Shown {
  /** Null where it was never read. */
  count: number | null
  /** It could not be read whole, or leaves some out: there may be more. */
  isPartial: boolean
}

/** What an account's books say that there is to leave. */
export interface ToLeave {
  account: Account
  orders: Shown
  positions: Shown
  /** Milliseconds: of the older book; null where one was never read. */
  age: number | null
  isStale: boolean
}

export function toLeave(
  account: Account,
  books: {
    orders: HeldBook<OrderRecord> | undefined
    positions: HeldBook<PositionRecord> | undefined
  },
  now: number,
): ToLeave {
  const { orders, positions } = books
  const both = [orders, positions].map((book) => {
    const age = ageOf(book?.lastAnswer ?? null, now)
    return { age, isStale: isStale(age, book?.lastAnswer?.meta.every ?? 0) }
  })
  const ages = both.flatMap(({ age }) => age ?? [])
  return {
    account,
    orders: shownBy(orders, isWorkingRow),
    positions: shownBy(positions, isOpenPosition),
    age: ages.length < both.length ? null : Math.max(...ages),
    isStale: both.some((book) => book.isStale),
  }
}

/** Accounts of one login have the same orders and positions: an exit is of one of them. */
export const exitEntryOf = ({
  account,
  age,
  isStale: isOld,
}: Pick<ToLeave, 'account' | 'age' | 'isStale'>): ExitEntry => ({
  id: account.id,
  same: account.login,
  books: age === null ? 'never read' : isOld ? 'old' : 'fresh',
})

/** Of accounts that are left by another one of their login, whom that is. */
export function leftBy<One extends Pick<Account, 'id' | 'login'>>(
  account: One,
  { all, chosen }: { all: readonly One[]; chosen: ReadonlySet<string> },
): One | undefined {
  const isOther = ({ id, login }: One): boolean => login === account.login && chosen.has(id)
  return chosen.has(account.id) ? undefined : all.find(isOther)
}

function shownBy<Record>(
  book: HeldBook<Record> | undefined,
  isToLeave: (row: Record) => boolean,
): Shown {
  if (book?.isRead !== true) return { count: null, isPartial: true }
  const { unreadable = [], leavesOut } = book.lastAnswer?.meta ?? {}
  const isPartial = unreadable.length > 0 || leavesOut === 'rows'
  return { count: [...book.rows.values()].filter(isToLeave).length, isPartial }
}

/** Such as 3, or 3 or more; a dash where the book was never read. */
export const countText = ({ count, isPartial }: Shown): string =>
  count !== null && isPartial ? `${quantity(count)} or more` : quantity(count)

/** Of accounts by their ids, those that an exit can be sent for. */
export const whoCanLeave = (
  ids: readonly string[],
  accounts: readonly Account[],
): ReadonlySet<string> =>
  new Set(
    accounts.flatMap(({ id, enabled, trading }) =>
      enabled && !trading.readOnly && ids.includes(id) ? [id] : [],
    ),
  )

/** Whom an exit by a group's name does not reach; null where it reaches all, be it by another account of a login. */
export function whoIsLeftAlone(
  ids: readonly string[],
  accounts: readonly Account[],
  chosen: ReadonlySet<string>,
): string | null {
  const named = accounts.flatMap((account) => {
    const { id, name, enabled, trading } = account
    const why = !enabled ? 'switched off' : trading.readOnly ? 'read-only' : null
    if (why === null || !ids.includes(id) || leftBy(account, { all: accounts, chosen })) return []
    return [`${name} (${why})`]
  })
  return named.length === 0 ? null : `Left as they are, whatever they hold: ${named.join(', ')}.`
}

const amount = (all: readonly Shown[], one: string): string => {
  const known = all.reduce((sum, { count }) => sum + (count ?? 0), 0)
  if (!all.some(({ isPartial }) => isPartial)) return counted(known, one)
  return known === 0 ? `an unknown number of ${one}s` : `at least ${counted(known, one)}`
}

/** Who is not sent anything since another account of the login is; null where that is nobody. */
export function whoIsLeftByAnother(
  what: ExitWhat,
  accounts: readonly Account[],
  chosen: ReadonlySet<string>,
): string | null {
  const named = accounts.flatMap((account) => {
    const other = leftBy(account, { all: accounts, chosen })
    return other === undefined ? [] : [`${account.name} by ${other.name}`]
  })
  const deed =
    what === 'orders' ? 'Orders of the same login are cancelled' : 'The same login is exited'
  return named.length === 0 ? null : `${deed} once: ${named.join(', ')}.`
}

/** What pressing the button will do, with counts: 'Cancels 5 orders and closes 3 positions in 2 accounts.' */
export function exitSentence(
  what: ExitWhat,
  named: readonly ToLeave[],
  strategy: string | null = null,
): string {
  const logins = new Set(oneOfEachLogin(named.map(({ account }) => account)))
  const chosen = named.filter(({ account }) => logins.has(account))
  if (chosen.length === 0) return 'Choose an account.'
  if (strategy !== null) return ofStrategy(what, chosen, strategy)
  const orders = `cancels ${amount(
    chosen.map((one) => one.orders),
    'order',
  )}`
  const positions = `closes ${amount(
    chosen.map((one) => one.positions),
    'position',
  )}`
  const parts = { orders: [orders], positions: [positions], both: [orders, positions] }[what]
  const sentence = `${parts.join(' and ')} in ${counted(chosen.length, 'account')}.`
  return sentence[0]!.toUpperCase() + sentence.slice(1)
}

/** The books do not say which orders and positions are a strategy's: no count would be true. */
function ofStrategy(what: ExitWhat, chosen: readonly ToLeave[], strategy: string): string {
  const deed = {
    orders: 'Cancels orders',
    positions: 'Closes positions',
    both: 'Cancels orders and closes positions',
  }[what]
  return `${deed} of the strategy ${strategy} in ${counted(chosen.length, 'account')}. How many, the books do not say.`
}

export const whatWords: Record<ExitRun['what'], string> = {
  orders: 'Cancel orders',
  positions: 'Square off',
  both: 'Cancel orders and square off',
  chosen: 'Exit of chosen positions',
  stop: 'What the stop cancels',
}

const stepWords: Record<ExitOfAccount['step'], string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  checking: 'Checking the books',
  flat: 'Flat',
  left: 'Something is left',
  failed: 'Failed',
}

/** What was said to be done, and is not any more. */
const takenBackWords: Record<ExitRun['what'], string> = {
  orders: 'Orders work again',
  stop: 'Orders work again',
  positions: 'Not flat any more',
  both: 'Not flat any more',
  chosen: 'Not done any more',
}

export const isTakenBack = ({ takenBackAt }: Pick<ExitOfAccount, 'takenBackAt'>): boolean =>
  (takenBackAt ?? null) !== null

export function stepWord(what: ExitRun['what'], account: ExitOfAccount): string {
  if (isTakenBack(account)) return takenBackWords[what]
  if (account.step === 'left' && !isLeftKnown(account)) return 'Not known what is left'
  return account.step === 'flat' ? doneWords[what].alone : stepWords[account.step]
}

/** Of thirty accounts those that somebody has to look at come first, and those that are done last. */
export const lookFirst = (accounts: readonly ExitOfAccount[]): ExitOfAccount[] => {
  const placeOf = (one: ExitOfAccount): number => {
    if (isUnderWay(one)) return 2
    return one.step === 'flat' && one.todo === null ? 3 : Number(one.step === 'flat')
  }
  return accounts.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/**
 * What a run was for, of those of its accounts that did not come to it; null where it goes on, or all
 * did. How much of chosen positions was to stay no run tells: those are chosen anew. A question is of
 * one strategy: of a run over several, the first that is left.
 */
export function sameAgain({
  what,
  state,
  accounts,
}: ExitRun): { what: ExitWhat; accounts: readonly string[]; strategy?: string } | null {
  const left = accounts.filter(({ step }) => step !== 'flat')
  const [first] = left
  if (state !== 'left' || what === 'chosen' || first === undefined) return null
  const { strategy } = first
  return {
    what: what === 'stop' ? 'orders' : what,
    accounts: left.filter((one) => one.strategy === strategy).map(({ account }) => account),
    ...(strategy === null ? {} : { strategy }),
  }
}

/** Cancelled orders are no open positions, nor is a part that was left: only what was asked for is called done. */
const doneWords: Record<ExitRun['what'], { alone: string; counted: string }> = {
  orders: { alone: 'No orders left', counted: 'without orders' },
  stop: { alone: 'No orders left', counted: 'without orders' },
  positions: { alone: 'Flat', counted: 'flat' },
  both: { alone: 'Flat', counted: 'flat' },
  chosen: { alone: 'Done', counted: 'done' },
}

/** 'Exit: 2 of 3 flat', or 'Exit: 2 of 3 flat, 1 not any more'. */
export function exitSummary({ what, accounts }: ExitRun): string {
  const done = accounts.filter(({ step }) => step === 'flat').length
  const again = accounts.filter(isTakenBack).length
  const takenBack = again === 0 ? '' : `, ${again} not any more`
  return `${what === 'stop' ? 'Stop' : 'Exit'}: ${done} of ${accounts.length} ${doneWords[what].counted}${takenBack}`
}
