import type { MarketPhase, MarketState } from '../../shared/market/market-hours.ts'
import { inIndia } from '../../shared/core/india.ts'

export const phaseWord: Record<MarketPhase, string> = {
  open: 'open',
  'pre-open': 'pre-open',
  'after-market': 'after-market',
  holiday: 'holiday',
  weekend: 'weekend',
  closed: 'closed',
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const two = (number: number): string => String(number).padStart(2, '0')
const hour = 3_600_000

/** Until it closes, or when it opens: counted down within the day, named beyond it. */
export function untilText(
  { phase, until }: MarketState,
  wall: number,
  as: 'clock' | 'words',
): string {
  if (until === null) return 'opening not known'
  const left = Math.max(0, until - wall)
  const [hours, minutes] = [Math.floor(left / hour), Math.floor((left % hour) / 60_000)]
  const there = inIndia(until)
  const time = `${two(there.getUTCHours())}:${two(there.getUTCMinutes())}`
  // What is said aloud changes by the minute, and not with every second.
  if (as === 'words')
    return phase === 'open' ? `closes at ${time}` : `opens ${days[there.getUTCDay()]} ${time}`
  const clock = `${hours}:${two(minutes)}:${two(Math.floor((left % 60_000) / 1000))}`
  if (phase === 'open') return `${clock} left`
  return left < 12 * hour ? `opens in ${clock}` : `opens ${days[there.getUTCDay()]} ${time}`
}

/** The same as a figure and what it is. */
export function nextChange(state: MarketState, wall: number): { label: string; value: string } {
  if (state.until === null) return { label: 'Opens', value: 'not known' }
  const text = untilText(state, wall, 'clock')
  if (state.phase === 'open') return { label: 'Closes in', value: text.replace(' left', '') }
  const [, label = '', value = ''] = /^(opens(?: in)?) (.*)$/.exec(text) ?? []
  return { label: label.replace('o', 'O'), value }
}
