import type { PanelId } from '../core/panels.ts'
import type { MovingParts } from './moving.ts'

/**
 * Panels that stand together go to another window; null for a new one, which stands where `at` says.
 * Its code comes after the first sight, and is there by the time that anybody moves a panel.
 */
export async function moveAway(
  parts: MovingParts,
  group: readonly PanelId[],
  to: string | null,
  at?: { x: number; y: number },
): Promise<void> {
  const { moveGroup, moveToNewWindow } = await import('./moving.ts')
  await (to === null ? moveToNewWindow(parts, group, at) : moveGroup(parts, group, to))
}
