import { timeOf } from '../../../shared/core/india.ts'
import { tabsLine } from '../../../shared/core/spreadsheets.ts'
import { visible } from '../../../shared/core/visible-text.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { clockTime } from '../../components/times.ts'
import { calledOffReason, orderIdsOf, outcomeTitle, requestSummary } from '../intent-words.ts'
import { tryWords } from './send-again.ts'
import { worstFirst } from './ticket-outcome.ts'
import { outcomeHeading, partsOf, type TitleOf } from './ticket-words.ts'

/**
 * What became of orders as text that a mail or a sheet takes: a line for each account, problems
 * first, and at the end those who were sent nothing. It says when it was so: it is read later.
 */
export function outcomeSummary(
  intents: readonly Intent[],
  {
    at,
    leftOut = [],
    titleOf = outcomeTitle,
  }: { at: number; leftOut?: readonly { name: string; says: string }[]; titleOf?: TitleOf },
): string {
  const lines = worstFirst(intents).map((intent) =>
    [
      intent.accountName,
      whatOf(intent),
      titleOf(intent),
      orderIdsOf(intent).join(', '),
      reasonOf(intent),
      clockTime(intent.at),
      tryWords(intent, intents) ?? '',
    ].map(visible),
  )
  const others = leftOut.map(({ name, says }) => [name, '', 'Left out', '', says].map(visible))
  const titles = ['Account', 'What', 'Outcome', 'Order number', 'Reason', 'Confirmed (IST)', 'Try']
  const asOf = `As of ${timeOf(at).slice(0, 19)} IST: ${outcomeHeading(intents, titleOf)}`
  return [asOf, ...[titles, ...lines, ...others].map(tabsLine)].join('\n')
}

function whatOf(intent: Intent): string {
  const { side, quantity, what } = requestSummary(intent)
  return [side?.toLowerCase(), quantity, what].filter((word) => word != null).join(' ')
}

/** In full: in words, and as it came. */
const reasonOf = (intent: Intent): string =>
  [
    calledOffReason(intent),
    ...partsOf(intent).map(({ title, message, detail }) => {
      const said = [message, detail].filter((text) => text !== null).join(' ')
      return title === null || said === '' ? said : `${title}: ${said}`
    }),
  ]
    .filter((text) => text !== null && text !== '')
    .join(' · ')
