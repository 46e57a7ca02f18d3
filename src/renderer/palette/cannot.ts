import { allWords } from './order-text/order-words.ts'

/** What the service has no operation for, said where it is looked for, and what helps instead. */
export interface Cannot {
  says: string
  /** Commands, by their ids. */
  helps: readonly string[]
}

const singleOrder: Cannot = {
  says: 'The service cannot cancel or change a single order. It cancels all orders of an account, or of a strategy; what you still want is placed anew.',
  helps: ['orders.cancel', 'order.new'],
}

const quotes: Cannot = {
  says: 'The service has no quotes, no depth and no charts. Positions and Holdings show the last prices of what you have, and an alert watches one.',
  helps: ['alerts.price', 'panel.positions', 'panel.holdings'],
}

/** Null for what can be done, or may turn out to be while it is typed. */
export function cannotBeDone(text: string): Cannot | null {
  const [first = '', second = ''] = text.toLowerCase().trim().split(/\s+/)
  if (/^(quotes?|depth|charts?|watchlists?)$/.test(first)) return quotes
  if (first === 'market' && second === 'depth') return quotes
  if (/^(modify|amend)$/.test(first)) return singleOrder
  if (/^(change|edit|replace)$/.test(first)) return second === 'order' ? singleOrder : null
  if (first !== 'cancel' || second === '' || second.startsWith('@')) return null
  const mayBeAll = second !== 'order' && allWords.some((word) => word.startsWith(second))
  return mayBeAll ? null : singleOrder
}
