import type { CarriedPanel } from '../core/carried-panels.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import { type PanelId, type Panels, isPanelId } from '../core/panels.ts'
import type { Session } from '../core/session.svelte.ts'
import { layoutOf } from './arrangements.ts'
import { scrollTo, scrolledTo } from './panel-scroll.ts'
import { openNewWindow } from './windows.ts'

export interface MovingParts {
  session: Session
  desktop: Desktop
  panels: Panels
}

/** Milliseconds within which a new window stands, also where its page is fetched slowly. */
const patience = 20_000
const beat = 100

/**
 * Moves a panel to another window, with what it has of this one's own. It stays here until that
 * window has said that it took it.
 */
export async function moveToWindow(
  { session, desktop, panels }: MovingParts,
  panel: PanelId,
  to: string,
): Promise<void> {
  const carried = desktop.carried.get(panel)
  const why = carried?.stays?.() ?? null
  const warn = (message: string) =>
    session.notify({ level: 'warning', message: `${panels[panel].title} stays here: ${message}` })
  if (why !== null) return warn(why)
  const body = desktop.frame?.body(panel) ?? null
  const reply = await session.bridge.movePanel({
    ...{ to, panel, carried: carried?.give() ?? null },
    scroll: body === null ? 0 : scrolledTo(body),
  })
  if (!reply.ok) return warn(reply.error.message)
  carried?.drop()
  desktop.frame?.close(panel)
}

/** The same to a window that shows nothing else yet. */
export async function moveToNewWindow(parts: MovingParts, panel: PanelId): Promise<void> {
  const { session, panels } = parts
  const size = { width: innerWidth, height: innerHeight }
  const layout = JSON.stringify(layoutOf([{ share: 1, tabs: [panel] }], size, panels))
  const id = await openNewWindow(session, layout)
  if (id !== null && (await isHere(session, id))) await moveToWindow(parts, panel, id)
}

/** Whether the window comes. */
const isHere = (session: Session, id: string): Promise<boolean> =>
  new Promise((resolve) => {
    let passed = 0
    const stop = session.clock.time.every(beat, () => {
      const isThere = session.windows.some((one) => one.id === id && one.isHere)
      passed += beat
      if (!isThere && passed < patience) return
      stop()
      resolve(isThere)
    })
  })

/** Takes panels that other windows send. Returns what ends it. */
export function receivePanels({ session, desktop }: MovingParts): () => void {
  return session.onPanel(async ({ move, panel, carried, scroll }) => {
    const own: CarriedPanel | undefined = isPanelId(panel) ? desktop.carried.get(panel) : undefined
    const why = isPanelId(panel)
      ? carried === null
        ? null
        : (own?.refuses(carried) ?? null)
      : 'the other window knows no such panel.'
    // Only once the other one has let go of it: a draft is in one window only.
    const ended = await session.bridge.endMove({ move, why })
    if (!ended.ok || why !== null || !isPanelId(panel)) return
    if (carried !== null) own?.take(carried)
    desktop.reveal(panel)
    scrollTo(() => desktop.frame?.body(panel) ?? null, scroll)
  })
}
