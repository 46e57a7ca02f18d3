import { counted } from '../../shared/core/figures.ts'
import type { JournalStatus } from '../../shared/journal/journal.ts'
import { quantity } from '../components/amounts.ts'
import { minuteOf } from '../components/times.ts'

/** How the check of the chain stands, in a few words; `isBad` where a person has to know. */
export function journalStatusText(
  { state, checked, total, at, brokenAt, message }: JournalStatus,
  now: number,
): { text: string; isBad: boolean } {
  switch (state) {
    case 'checking':
      return {
        text:
          total === 0
            ? 'Journal: checking'
            : `Journal: checking ${Math.floor((100 * checked) / total)} %`,
        isBad: false,
      }
    case 'sound':
      return {
        text: `Journal verified${at === null ? '' : ` ${minuteOf(at, now)}`}${countSaid(total)}${message === null ? '' : ', without its witness'}`,
        isBad: false,
      }
    case 'broken':
      return {
        text: `Journal broken${brokenAt === null ? '' : ` at entry ${quantity(brokenAt)}`}`,
        isBad: true,
      }
    case 'failed':
      return { text: `Journal not checked${message === null ? '' : `: ${message}`}`, isBad: true }
  }
}

/** A journal that was empty when it was checked is no news, and soon no longer true. */
function countSaid(entries: number): string {
  if (entries === 0) return ''
  return ` · ${counted(entries, 'entry', 'entries')}`
}
