import { counted } from '../core/figures.ts'

/** Something that is open, or may be, and that nobody here would watch any more if Quarterdeck were quit. */
export interface OpenItem {
  kind:
    | 'in-doubt'
    | 'queued'
    | 'exits'
    | 'not-known'
    | 'orders'
    | 'positions'
    | 'books'
    | 'tickets'
    | 'baskets'
    | 'forms'
  /** The account's name; null for some account, while the screen is locked, and for what is typed in windows. */
  account: string | null
  count: number
}

const words: Record<OpenItem['kind'], readonly [one: string, many: string]> = {
  'in-doubt': [
    'order in doubt is not looked for until the next start',
    'orders in doubt are not looked for until the next start',
  ],
  queued: ['order that waits to be sent is cancelled', 'orders that wait to be sent are cancelled'],
  exits: ['exit is no longer watched', 'exits are no longer watched'],
  'not-known': [
    'exit ended, and what it left open is not known',
    'exits ended, and what they left open is not known',
  ],
  orders: ['order goes on working', 'orders go on working'],
  positions: ['position stays open', 'positions stay open'],
  books: ['book does not say what else is open', 'books do not say what else is open'],
  tickets: [
    'ticket that is typed and not sent is lost',
    'tickets that are typed and not sent are lost',
  ],
  baskets: [
    'basket that is typed and not sent is lost',
    'baskets that are typed and not sent are lost',
  ],
  forms: [
    'form of the console that is typed and not sent is lost',
    'forms of the console that are typed and not sent are lost',
  ],
}

/** What becomes of it, in one line. */
export function openItemText({ kind, account, count }: OpenItem): string {
  const [one, many] = words[kind]
  const whose = account === null ? '' : `${account}: `
  return `${whose}${counted(count, one, many)}`
}

const nouns: Record<OpenItem['kind'], readonly [one: string, many: string]> = {
  'in-doubt': ['order in doubt', 'orders in doubt'],
  queued: ['order that waits to be sent', 'orders that wait to be sent'],
  exits: ['exit that is watched', 'exits that are watched'],
  'not-known': [
    'exit of which it is not known what it left open',
    'exits of which it is not known what they left open',
  ],
  orders: ['working order', 'working orders'],
  positions: ['open position', 'open positions'],
  books: ['book that does not say what is open', 'books that do not say what is open'],
  tickets: ['ticket that is not sent', 'tickets that are not sent'],
  baskets: ['basket that is not sent', 'baskets that are not sent'],
  forms: ['form of the console that is not sent', 'forms of the console that are not sent'],
}

/** What is open, as the beginning of a sentence; null where nothing is. */
export function openWords(openItems: readonly OpenItem[]): string | null {
  if (openItems.length === 0) return null
  const parts = openItems.map(({ kind, count }) => `${count} ${nouns[kind][count === 1 ? 0 : 1]}`)
  const last = parts.pop()!
  const isOne = openItems.length === 1 && openItems[0]!.count === 1
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
  return `There ${isOne ? 'is' : 'are'} ${list}`
}
