import type { Panels } from '../core/panels.ts'
import type { Session } from '../core/session.svelte.ts'
import { layoutOf } from './arrangements.ts'
import { type ScreenCount, isBuiltIn, windowsOf } from './built-in-layouts.ts'
import { Workspaces } from './workspaces.ts'

/** Shows a built-in layout in a window on each of so many screens. All show what this one does. */
export async function showOnScreens(
  session: Session,
  panels: Panels,
  { name, count }: { name: string; count: Exclude<ScreenCount, 'one'> },
): Promise<void> {
  if (!isBuiltIn(name)) return
  const size = { width: innerWidth, height: innerHeight }
  const { selected } = session
  const link = session.window?.link ?? null
  await new Workspaces(session).arrange(
    windowsOf(name, count).map((arrangement, place) => ({
      layout: JSON.stringify(layoutOf(arrangement, size, panels)),
      ...{ selected, link, place },
    })),
  )
}
