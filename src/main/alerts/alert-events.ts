import type { AlertTone } from '../../shared/alerts/alerts.ts'
import type { AlertKind } from '../../shared/alerts/alert-settings.ts'

/** One thing that happened, before it is decided whether and how anybody is told. */
export interface AlertEvent {
  kind: AlertKind
  tone: AlertTone
  /** What is told once: the same cause is never told again. */
  cause: string
  /** Null where it is about all of them, or none. */
  account: string | null
  title: string
  message: string
  /** What is said of it where several are told as one. */
  line: string
  /** What stands before its line, once for all lines that have it in common. */
  heading?: string
  intent?: string | null
  orderId?: string | null
  symbol?: string | null
  /** What of its kind it is, where several of that are told as one by themselves. */
  about?: AlertMatter
}

/** News of one kind that no words for all of the kind are true of. */
type AlertMatter =
  | 'revived'
  | 'changed after its end'
  | 'rejected in part'
  | 'not shown'
  | 'taken back'
  | 'over'
  | 'cancelled in part'
  | 'traded'
  | 'not ours'
  | 'perhaps ours'
  | 'perhaps not from here'
  | 'stood still'
  | 'no login'
  | 'refused login'

/** How several of a kind are told as one; null for what is always told by itself. */
interface ManyWords {
  title: (count: number, isGood: boolean) => string
  means: string
  /** Of one account, or of whichever. */
  group: 'account' | 'all'
}

export const manyWords: Record<AlertKind, ManyWords | null> = {
  rejected: {
    title: (count) => `Rejected: ${count} orders`,
    means:
      'The broker took these orders and then rejected them. By their rows, what was not filled of them is not in the market.',
    group: 'account',
  },
  'unknown-state': {
    title: (count, isGood) =>
      isGood ? `In the order book after all: ${count} orders` : `State not known: ${count} orders`,
    means:
      'The broker says of these orders what is not understood here. They count as working. See in the broker’s own terminal what became of them.',
    group: 'account',
  },
  refused: {
    title: (count) => `Refused: ${count} orders`,
    means: 'The service refused them. Read the reasons before sending them again.',
    group: 'account',
  },
  filled: { title: (count) => `Filled: ${count} orders`, means: '', group: 'account' },
  'in-doubt': {
    title: (count) => `In doubt: ${count} orders`,
    means:
      'No clear answer came for these orders, or a refusal that is not known to be final, so they may or may not be at the broker. The order book is being read to find out. Do not send them again before that.',
    group: 'account',
  },
  exit: {
    title: (count) => `${count} exits left something, or it is not known`,
    means: 'Look in the books what is left.',
    group: 'account',
  },
  stale: {
    title: (count, isGood) =>
      isGood ? `Fresh again: ${count} accounts` : `Old books: ${count} accounts`,
    means: '',
    group: 'all',
  },
  account: {
    title: (count, isGood) =>
      isGood ? `Well again: ${count} accounts` : `Trouble with ${count} accounts`,
    means: '',
    group: 'all',
  },
  // Two on one day, and each another thing to do.
  loss: null,
  elsewhere: {
    title: (count) => `Not from here: ${count} orders filled`,
    means:
      'They were not placed from here. See whether they are yours; if not, change the keys of the account.',
    group: 'account',
  },
  price: { title: (count) => `Prices reached: ${count}`, means: '', group: 'all' },
}

/** How several of one matter are told as one; as those of its kind are, unless they have one cause over all accounts. */
export const wordsOfMatter: Record<
  AlertMatter,
  Omit<ManyWords, 'group'> & Partial<Pick<ManyWords, 'group'>>
> = {
  'no login': {
    title: (count) => `In doubt until the next login: ${count} orders`,
    means:
      'The service refused these orders in words for keys or a login that do not hold any more. Most likely none is at the broker, but only the order books can show that, and they can be read once the accounts are logged in. Log in at the broker anew, or give the accounts their new keys: then each order is looked up by itself. Do not send any of them again before that.',
    group: 'all',
  },
  'refused login': {
    title: (count) => `Refused: ${count} orders`,
    means:
      'The service refused these orders in words for keys or a login that do not hold any more. None of them is at the broker. Log in at the broker anew, or give the accounts their new keys, and send again what is still wanted.',
    group: 'all',
  },
  revived: {
    title: (count) => `Working after all: ${count} orders`,
    means:
      'The broker had called these orders ended, and its order book shows them at work now, so that they may fill. What was said by their end does not hold any more, such as that an exit was flat. Cancel them, or exit again, if you do not want them.',
  },
  'changed after its end': {
    title: (count) => `Changed after their end: ${count} orders`,
    means:
      'The broker had called these orders ended, and tells otherwise now how much of them was filled. Look at the positions.',
  },
  'rejected in part': {
    title: (count) => `Not all rejected: ${count} orders`,
    means:
      'The broker calls these orders rejected, and its order book has others that belong to them, or seem to, and that work or were filled. Look at the positions and the order book before sending them again.',
  },
  'not shown': {
    title: (count) => `Accepted, and not in the order book: ${count} orders`,
    means:
      'The service accepted these orders, and its order book does not show them. They count as working. See in the broker’s own terminal what became of them before sending them again.',
  },
  'stood still': {
    title: (count) => `Not sent: ${count} orders`,
    means:
      'Their queue stood still for more than a minute, as it does while the machine sleeps. None of them is at the broker. Send them again if they are still wanted.',
  },
  'cancelled in part': {
    title: (count) => `Filled in part and cancelled: ${count} orders`,
    means:
      'The broker calls these orders cancelled, and nothing here cancelled them. What was filled of them is held.',
  },
  traded: {
    title: (count) => `Traded, and not filled in the order book: ${count} orders`,
    means:
      'The trade book tells of more filled of these orders than the order book does. Look at the positions before you send anything for them again.',
  },
  'not ours': {
    title: (count) => `Filled, not placed from here: ${count} orders`,
    means: '',
  },
  'perhaps ours': {
    title: (count) => `Filled, perhaps yours: ${count} orders`,
    means:
      'Orders of yours are in doubt that these may be, or they were placed elsewhere. Say on the cards of those in doubt which they are.',
  },
  'perhaps not from here': {
    title: (count) => `Filled, perhaps not from here: ${count} orders`,
    means:
      'No orders that were sent from here have these numbers. They may come of orders of yours all the same, made anew, in parts or twice, or be from elsewhere. See in the broker’s own terminal what they came of, and look at the positions before you send anything more for them.',
  },
  'taken back': {
    title: (count) => `Not done any more: ${count} exits`,
    means: 'The books show otherwise now than when these exits were called flat or done.',
  },
  over: {
    title: (count) => `Over after all: ${count} exits`,
    means: 'The books show now that what these exits left is over.',
  },
}
