import { type CostBasis, type OwnPnl, ownFigures } from '../../../shared/pnl/reckoned-pnl.ts'
import type { PositionRecord } from '../../../shared/service/records.ts'

/**
 * What a row comes to at the worst. It says some things twice: averages of what was bought and sold,
 * and of all of a side; quantities, and an amount that tells what one of them is worth. Where these
 * contradict each other, nobody knows which is so, and a limit is held against the worst.
 */
export function worstFigures(position: PositionRecord): OwnPnl {
  const first = ownFigures(position)
  const { net, from } = first
  if (net === null || from === null) return first
  // Averages are rounded, and not all of a row alike.
  const dust = first.tolerance + 0.01 * from.multiplier * (from.buys.units + from.sells.units)
  const worse = otherReadings(position, from).filter(
    (one) => one.net !== null && one.net < net - dust,
  )
  return worse.reduce((worst, one) => (one.net! < worst.net! ? one : worst), first)
}

function otherReadings(position: PositionRecord, from: CostBasis): readonly OwnPnl[] {
  const { netbuyavgprc, netsellavgprc, netavgprc, netamt } = position
  const readings: OwnPnl[] = []
  const byOneAverage = (buys: number | null, sells: number | null): void => {
    readings.push(
      ownFigures({
        ...position,
        ...{ cfbuyavgprc: null, buyavgprc: null, netbuyavgprc: buys },
        ...{ cfsellavgprc: null, sellavgprc: null, netsellavgprc: sells },
      }),
    )
  }
  byOneAverage(netbuyavgprc, netsellavgprc)
  // Of what is still held after a part was closed, brokers write other averages and are right.
  const isPartClosed = Math.min(from.buys.units, from.sells.units) > 0
  if (!isPartClosed) byOneAverage(netavgprc, netavgprc)
  if (netamt !== null) readings.push(ownFigures(position, false))
  return readings
}
