import type { PanelId } from '../core/panels.ts'
import type { MovingParts } from './moving.ts'
import { moveAway } from './moving-away.ts'
import { windowAt } from './windows.ts'

/** Where a drag ended, in the pixels of the screen. */
type End = Pick<DragEvent, 'screenX' | 'screenY'>

/**
 * Where a drag that nothing in this window took ended outside it; null where it ended within, or
 * where the system does not say.
 */
export function endOutside(
  { screenX: x, screenY: y, dropEffect }: End & { dropEffect: string | undefined },
  own: { x: number; y: number; width: number; height: number },
): { x: number; y: number } | null {
  // Some systems say nothing, and say it as the corner of the screen.
  if (dropEffect !== 'none' || (x === 0 && y === 0)) return null
  const isWithin = x >= own.x && x < own.x + own.width && y >= own.y && y < own.y + own.height
  return isWithin ? null : { x, y }
}

/** Panels that were dragged out go to the window under them, or else to a new one that stands there. */
export const moveOut = (
  parts: MovingParts,
  group: readonly PanelId[],
  at: { x: number; y: number },
): Promise<void> => moveAway(parts, group, windowAt(parts.session, at)?.id ?? null, at)
