import { isCurrent } from '../../../shared/books/staleness.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import type { RegularTicket, Ticket } from '../../../shared/orders/tickets.ts'
import { ageOf } from '../../books/age.ts'
import { quantity } from '../../components/amounts.ts'
import type { Remark } from '../../components/remarks.ts'
import type { Session } from '../../core/session.svelte.ts'
import { type WayBack, wayBackOf } from './exit-where.ts'

/** The way back by what the books show now. */
export function wayBackNow(intents: readonly Intent[], session: Session): WayBack | null {
  const bookOf = <Book extends 'orders' | 'positions'>(account: string, name: Book) => {
    const book = session.stores.books.of(account, name)
    const answer = book?.lastAnswer ?? null
    if (book === undefined || answer === null) return null
    return isCurrent({ ...answer.meta, age: ageOf(answer, session.clock.now) }) ? book : null
  }
  return wayBackOf(intents, {
    account: (id) => session.accounts.all.find((one) => one.id === id),
    orders: (account) => bookOf(account, 'orders')?.rows.values() ?? null,
    positions: (account) => {
      const book = bookOf(account, 'positions')
      return book && { rows: [...book.rows.values()], isWhole: book.unknownRows === 0 }
    },
    all: session.stores.intents.list,
  })
}

interface Reviewed {
  /** What its review sends. */
  tickets: readonly Ticket[]
  /** Of whom the review itself says why they are left out. */
  leftOut: ReadonlySet<string>
  nameOf: (account: string) => string
  /** Accounts of one login hold one position, which one ticket leaves. */
  loginOf: (account: string) => string
}

/** Whom a review of the way back does not reach, or not with all of it, by what the books show now. */
export function notReached(
  way: WayBack,
  { tickets, leftOut, nameOf, loginOf }: Reviewed,
): Remark[] {
  const ofLogin = (account: string): readonly Ticket[] =>
    tickets.filter((one) => loginOf(one.account) === loginOf(account))
  const isIn = (account: string): boolean => ofLogin(account).length > 0
  const others = way.tickets.filter(
    (one) =>
      !leftOut.has(one.account) &&
      !ofLogin(one.account).some((ticket) => isSame({ ...ticket, account: one.account }, one)),
  )
  // What is in doubt is an order of the account itself, whoever has its position.
  const stands = ({ account, isInDoubt }: WayBack['unsure'][number]): boolean =>
    isInDoubt ? tickets.some((one) => one.account === account) : isIn(account)
  const withUnits = (some: readonly RegularTicket[]): string[] =>
    some.map((one) => `${nameOf(one.account)} (${quantity(Number(one.quantity))})`)
  const unsure = way.unsure.filter((one) => !stands(one))
  const namesOf = (some: WayBack['unsure']): string[] => some.map(({ name }) => name)
  return [
    ...said('ask', withUnits(others.filter(({ account }) => !isIn(account))), [
      'Filled since, and not in this review: ',
      '. Go back, and choose it again.',
    ]),
    ...said('ask', withUnits(others.filter(({ account }) => isIn(account))), [
      'There is another size to leave by now than stands here: ',
      '. Go back, and choose it again.',
    ]),
    ...said('ask', namesOf(unsure.filter(({ isInDoubt }) => isInDoubt)), [
      'Not in this review, since it is in doubt whether it went through: ',
      '.',
    ]),
    ...said('ask', namesOf(unsure.filter(({ isInDoubt }) => !isInDoubt)), [
      'Not in this review, since what is filled or still held of it is not known, or cannot be left by an order: ',
      '. Look into the books.',
    ]),
    ...said('ask', namesOf(way.unsure.filter(stands)), [
      'It is not known whether what stands here is all that is to be left of ',
      '.',
    ]),
    ...said('ask', way.working.map(nameOf), [
      'Still works, and may fill after this: ',
      '. Nothing here cancels it.',
    ]),
    ...said('note', way.gone, ['Not in this review, since nothing of it is held any more: ', '.']),
  ]
}

const said = (
  level: Remark['level'],
  names: readonly string[],
  [before, after]: readonly [string, string],
): Remark[] => {
  const all = [...new Set(names)].join(', ')
  return all === '' ? [] : [{ level, message: `${before}${all}${after}` }]
}

const isSame = (one: Ticket, other: RegularTicket): boolean =>
  isSamePosition(one, other) && one.action === other.action && one.quantity === other.quantity

export const isSamePosition = (one: Ticket, other: RegularTicket): one is RegularTicket =>
  one.kind === 'regular' &&
  one.account === other.account &&
  one.exchange === other.exchange &&
  one.symbol === other.symbol &&
  one.product === other.product
