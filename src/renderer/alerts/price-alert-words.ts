import { isPriceAlertOver, type PriceAlert } from '../../shared/alerts/alerts.ts'

export const priceVerbs = {
  above: 'at or above',
  below: 'at or below',
  crosses: 'crosses',
} as const

/** Such as INFY-EQ crosses 1540. */
export const priceAlertText = ({ symbol, direction, price }: PriceAlert): string =>
  `${symbol} ${priceVerbs[direction]} ${price}`

export interface PriceAlertStatus {
  text: string
  isWaiting: boolean
  isBad: boolean
}

/** How it stands: whether it can fire at all, and if not, why. */
export function priceAlertStatus(
  alert: PriceAlert,
  { ltp, now }: { ltp: number | null; now: number },
): PriceAlertStatus {
  const { enabled, repeats, expires, firedAt, isArmed } = alert
  if (!enabled)
    return {
      text: firedAt === null ? 'Switched off' : 'Reached, and switched off',
      isWaiting: false,
      isBad: false,
    }
  if (isPriceAlertOver(alert, now))
    return { text: 'Over: it was for the day on which it was set', isWaiting: false, isBad: false }
  if (ltp === null)
    return { text: 'Not watched: no book shows its price', isWaiting: true, isBad: true }
  const often = repeats === 'once' ? 'once' : 'every time'
  const until = expires === 'day' ? ' · today only' : ''
  const armed = isArmed ? '' : ' · armed again once the price moved away'
  return { text: `Watched, ${often}${until}${armed}`, isWaiting: true, isBad: false }
}
