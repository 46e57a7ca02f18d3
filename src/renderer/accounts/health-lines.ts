import type { Account } from '../../shared/accounts/accounts.ts'
import {
  type AccountHealth,
  type BookPace,
  mostFailedRequests,
  type SlowedBy,
} from '../../shared/accounts/health.ts'
import { pollsBehind } from '../../shared/books/staleness.ts'
import type { AccountHealthWord, AccountState } from '../books/account-states.svelte.ts'
import { inBooks } from '../books/troubles.ts'
import { quantity, unknown } from '../components/amounts.ts'
import type { Column } from '../components/grid/columns.ts'
import { ageText, latencyText } from '../components/times.ts'
import { errorWords } from '../core/error-words.ts'

type Word = AccountHealthWord | 'off'

/** One account, as the panel of their health shows it. */
export interface HealthLine {
  id: string
  account: Account
  broker: string
  word: Word
  trouble: AccountState['trouble']
  /** Orders in doubt. */
  doubts: number
  /** What the desk answered last; null before that, and of an account that it did not know then. */
  health: AccountHealth | null
}

export const wordTitles: Readonly<Record<Word, string>> = {
  trouble: 'In trouble',
  waiting: 'Not answered yet',
  slow: 'Slow',
  well: 'Well',
  off: 'Switched off',
}
const wordLooks: Readonly<Record<Word, string>> = {
  trouble: 'in-trouble',
  waiting: 'pending',
  slow: 'unknown',
  well: 'complete',
  off: 'cancelled',
}
/** The worst first. */
const words = Object.keys(wordTitles)

/** What holds reading back most comes first. */
const slowedWords: Readonly<Record<SlowedBy, string>> = {
  paused: 'paused',
  failing: 'failing',
  budget: 'in turn',
  chosen: 'as chosen',
  unwatched: 'less often',
}
const paceText = (why: SlowedBy | null): string => (why === null ? 'full pace' : slowedWords[why])
const slowedOrder = Object.keys(slowedWords) as SlowedBy[]

/** Trouble and doubt first; what is alike stays in the order of the accounts. */
export const troubleFirst = (lines: readonly HealthLine[]): HealthLine[] =>
  lines.toSorted((one, other) => rankOf(one) - rankOf(other))

const rankOf = ({ word, doubts }: HealthLine): number =>
  word === 'trouble' ? -2 : doubts > 0 ? -1 : words.indexOf(word)

/** What an account is found by. */
export const fitsHealth = (line: HealthLine, typed: string): boolean => {
  const { account, broker, word, doubts } = line
  const doubt = doubts > 0 ? 'in doubt' : ''
  const said = [account.name, broker, wordTitles[word], troubleText(line), doubt].join(' ')
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((one) => said.toLowerCase().includes(one))
}

export const troubleText = ({ trouble }: HealthLine): string =>
  trouble === null ? '' : errorWords[trouble.failure.code].title + inBooks(trouble.books)

/** In plain words what is wrong; where nothing is, how it is. */
const stateText = (line: HealthLine): string => troubleText(line) || wordTitles[line.word]

/** Of whichever book it was read last; null where none was. */
const lastGood = ({ health }: HealthLine): number | null => least(agesOf(health))

/** Of the book that is furthest behind; null where none was ever read. */
const mostBehind = ({ health }: HealthLine): number | null => {
  const behind = (health?.reads?.books ?? []).flatMap(
    ({ age, every }) => pollsBehind(age, every) ?? [],
  )
  return behind.length === 0 ? null : Math.max(...behind)
}

const agesOf = (health: AccountHealth | null): number[] =>
  (health?.reads?.books ?? []).flatMap(({ age }) => age ?? [])

const least = (figures: readonly number[]): number | null =>
  figures.length === 0 ? null : Math.min(...figures)

/** What holds reading back most. */
const slowedBy = ({ health }: HealthLine): SlowedBy | null =>
  slowedOrder.find((why) => health?.reads?.books.some((book) => book.slowedBy === why)) ?? null

const spanText = (milliseconds: number): string => ageText(milliseconds).replace(/ ago$/, '')

const minuteText = ({ lastMinute, perMinute }: AccountHealth['orders']): string =>
  perMinute === null ? quantity(lastMinute) : `${quantity(lastMinute)} of ${quantity(perMinute)}`

/** Reads and orders beside what is allowed of them. */
export function usedText({ reads, orders }: AccountHealth): string {
  const waiting = (count: number) => (count === 0 ? '' : `, ${quantity(count)} waiting`)
  const ofOrders = `Orders: ${orders.lastSecond} of ${orders.perSecond} a second, ${minuteText(orders)} in the last minute${waiting(orders.waiting)}.`
  if (reads === null) return ofOrders
  const { lastSecond, perSecond, lastMinute, waiting: wait } = reads.used
  return `Book reads: ${lastSecond} of ${perSecond} each second, ${quantity(lastMinute)} in the last minute${waiting(wait)}. ${ofOrders}`
}

const behindText = ({ age, every }: BookPace): string => {
  const behind = pollsBehind(age, every)
  if (behind === null) return 'never read'
  return behind === 0 ? 'none missed' : `${quantity(behind)} missed`
}

export const bookHeads = ['Book', 'Last good answer', 'Reads', 'Read every', 'Reading']
export const bookCells = (book: BookPace): string[] => [
  book.book,
  book.age === null ? 'never' : ageText(book.age),
  behindText(book),
  spanText(book.every),
  paceText(book.slowedBy) + (book.waitsFor === null ? '' : ` · asked ${ageText(book.waitsFor)}`),
]

/** A column of figures: none of an account that is switched off, and a dash for what is not known. */
const figure = (
  id: string,
  title: string,
  width: number,
  value: (line: HealthLine) => number | null,
  more: Partial<Column<HealthLine>> & { say?: (line: HealthLine, value: number) => string } = {},
): Column<HealthLine> => {
  const { say = (_, value) => quantity(value), ...others } = more
  return {
    ...{
      id,
      title,
      width,
      align: 'end',
      value: (line) => (line.word === 'off' ? null : value(line)),
    },
    text: (line) => {
      const found = value(line)
      if (line.word === 'off') return ''
      return found === null ? unknown : say(line, found)
    },
    look: (line) => (value(line) === null ? 'faint' : ''),
    ...others,
  }
}

const time = (line: HealthLine, value: number): string => latencyText(value)

export const healthColumns: readonly Column<HealthLine>[] = [
  {
    id: 'account',
    title: 'Account',
    width: 128,
    // What is left over goes to the names first: figures are read in the width that they have.
    grow: 3,
    pinned: true,
    value: ({ account }) => account.name,
    text: ({ account, broker }) => `${account.name} · ${broker}`,
    look: ({ word }) => (word === 'off' ? 'dim' : 'strong'),
  },
  {
    id: 'trouble',
    title: 'State',
    // All columns together fit beside the funds at 1,240 pixels; from 1,280 on the longest trouble
    // of an account stands here in full.
    width: 178,
    grow: 2,
    value: stateText,
    text: stateText,
    tip: (line) =>
      line.trouble === null ? undefined : `${troubleText(line)}. ${line.trouble.failure.message}`,
    look: ({ word, trouble }) => `state ${wordLooks[word]}${trouble === null ? '' : ' down'}`,
  },
  {
    id: 'doubt',
    title: 'In doubt',
    width: 62,
    align: 'end',
    value: ({ doubts }) => doubts,
    text: ({ doubts, word }) => (word === 'off' && doubts === 0 ? '' : quantity(doubts)),
    mark: ({ doubts }) => (doubts > 0 ? 'Orders in doubt' : null),
  },
  figure('good', 'Last good', 70, lastGood, {
    say: (_, age) => spanText(age),
  }),
  figure('p50', 'Latency', 62, ({ health }) => health?.answers.p50 ?? null, {
    say: time,
    tip: () => 'Half of its latest hundred answers took no longer',
  }),
  figure('p99', '99 in 100', 74, ({ health }) => health?.answers.p99 ?? null, {
    say: time,
    tip: () => 'Of its latest hundred answers 99 took no longer',
  }),
  figure('reads', 'Book reads', 80, ({ health }) => health?.reads?.used.lastSecond ?? null, {
    say: ({ health }, used) => `${used} of ${health!.reads!.used.perSecond}`,
    tip: () => 'Book reads each second, beside the most that the account may have',
  }),
  figure('orders', 'Orders / s', 72, ({ health }) => health?.orders.lastSecond ?? null, {
    say: ({ health }, used) => `${used} of ${health!.orders.perSecond}`,
  }),
  figure('minute', 'Orders / min', 90, ({ health }) => health?.orders.lastMinute ?? null, {
    say: ({ health }) => minuteText(health!.orders),
    hidden: true,
  }),
  figure('behind', 'Missed reads', 88, mostBehind, {
    tip: () => 'Reads that its oldest book has missed',
    mark: (line) =>
      (mostBehind(line) ?? 0) > 0 ? 'More than twice as old as a book should get' : null,
  }),
  {
    id: 'pace',
    title: 'Reading',
    width: 82,
    value: (line) => slowedBy(line),
    text: (line) => {
      if (line.word === 'off') return ''
      return line.health === null ? unknown : paceText(slowedBy(line))
    },
    look: () => 'dim',
  },
  figure('failed', 'Failed', 54, ({ health }) => health?.failed ?? null, {
    say: (_, count) => (count < mostFailedRequests ? quantity(count) : `${count}+`),
  }),
]
