import type { PriceAlert } from '../../shared/alerts/alerts.ts'

/** The share of its price by which the market has to move away before an alert can fire anew. */
const band = 0.001

type Level = Pick<PriceAlert, 'price' | 'direction'>
type Watched = Pick<PriceAlert, 'isArmed' | 'side'>

/**
 * What a last price does with an alert. After it fired it is armed again only once the price moved
 * away by the band, so that one that flickers around its level fires once.
 */
export function judge(alert: Level & Watched, ltp: number): Watched & { fires: boolean } {
  const level = Number(alert.price)
  const here = ltp > level ? 'above' : ltp < level ? 'below' : null
  const isFar = Math.abs(ltp - level) >= level * band
  if (alert.direction === 'crosses') {
    if (!alert.isArmed) return { isArmed: isFar, side: isFar ? here : null, fires: false }
    const fires = alert.side !== null && here !== alert.side
    return { isArmed: !fires, side: fires ? null : here, fires }
  }
  const fires = alert.isArmed && isReached(alert, ltp)
  const isBack = isFar && !isReached(alert, ltp)
  return { isArmed: !fires && (alert.isArmed || isBack), side: null, fires }
}

/** Whether it is so already: an alert for it would fire at once. */
export function isReached({ price, direction }: Level, ltp: number): boolean {
  const level = Number(price)
  return direction === 'above' ? ltp >= level : direction === 'below' ? ltp <= level : false
}
