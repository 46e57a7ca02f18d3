import type { AlertKind } from '../../shared/alerts/alert-settings.ts'
import type { AlertTone } from '../../shared/alerts/alerts.ts'

interface KindWords {
  title: string
  means: string
  /** How it usually sounds. */
  tone: AlertTone
}

export const alertKindWords: Record<AlertKind, KindWords> = {
  rejected: {
    title: 'Rejected',
    means: 'The broker rejects an order that it had taken.',
    tone: 'bad',
  },
  'unknown-state': {
    title: 'State not known',
    means:
      'The broker says something of an order that is not understood here, takes back that it had ended, or does not show one that was accepted.',
    tone: 'bad',
  },
  refused: { title: 'Refused', means: 'The service refuses an order.', tone: 'bad' },
  filled: { title: 'Filled', means: 'An order is filled in whole.', tone: 'good' },
  'in-doubt': {
    title: 'In doubt',
    means: 'No clear answer came for an order, or a refusal that may not be final.',
    tone: 'urgent',
  },
  exit: {
    title: 'Exit',
    means: 'An exit or the stop left something, or it is not known what.',
    tone: 'urgent',
  },
  stale: {
    title: 'Old books',
    means: 'Orders or positions are more than twice as old as they should get.',
    tone: 'bad',
  },
  account: {
    title: 'Account trouble',
    means: 'Keys or address refused, asked too often, not reachable.',
    tone: 'bad',
  },
  loss: {
    title: 'Loss limit',
    means: 'The day’s loss is at 80 % or at its limit.',
    tone: 'urgent',
  },
  elsewhere: {
    title: 'Not from here',
    means: 'An order fills whose number is unknown here.',
    tone: 'urgent',
  },
  price: { title: 'Price', means: 'A price that you asked for is reached.', tone: 'good' },
}
