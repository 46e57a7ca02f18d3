import type { WindowStanding, Workspace } from '../../shared/workspace/windows.ts'

/** What any window is told of all. `armedUntil` has those that somebody has before them, on the desk's clock. */
export function windowStandings(
  { windows }: Workspace,
  { armedUntil, now }: { armedUntil: ReadonlyMap<string, number | null>; now: number },
): WindowStanding[] {
  let count = 0
  return windows.map(({ id, isOpen, link, bounds, belongs }) => {
    const left = Math.ceil((armedUntil.get(id) ?? now) - now)
    return {
      ...{ id, link, isOpen },
      bounds: armedUntil.has(id) ? bounds : (belongs ?? bounds),
      number: isOpen ? (count += 1) : 0,
      armedFor: left > 0 ? left : null,
      isHere: armedUntil.has(id),
    }
  })
}
