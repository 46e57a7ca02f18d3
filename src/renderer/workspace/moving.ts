import type { Reply } from '../../shared/core/errors.ts'
import type { CarriedPanel } from '../core/carried-panels.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import { type PanelId, type Panels, isPanelId } from '../core/panels.ts'
import type { Session } from '../core/session.svelte.ts'
import { lineDown } from '../core/line-down.ts'
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

/** Asks again where the answer was lost, as soon as the line is back. */
async function surely(
  session: Session,
  ask: (isAgain: boolean) => Promise<Reply<null>>,
): Promise<Reply<null>> {
  let reply = await ask(false)
  while (!reply.ok && lineDown.has(reply.error.code)) {
    await renewed(session)
    reply = await ask(true)
  }
  return reply
}

const renewed = (session: Session): Promise<void> =>
  new Promise((resolve) => {
    const stop = session.line.onRenewed(() => {
      stop()
      resolve()
    })
  })

/**
 * Moves a panel to another window, with what it has of this one's own. It stays here until that
 * window has said that it took it. False where it stays.
 */
export async function moveToWindow(
  { session, desktop, panels }: MovingParts,
  panel: PanelId,
  { to, beside = null, seen = panel }: { to: string; beside?: PanelId | null; seen?: PanelId },
): Promise<boolean> {
  const carried = desktop.carried.get(panel)
  const why = carried?.stays?.() ?? null
  const stay = (message: string): false => {
    session.notices.say({
      level: 'warning',
      message: `${panels[panel].title} stays here: ${message}`,
    })
    return false
  }
  if (why !== null) return stay(why)
  const body = desktop.frame?.body(panel) ?? null
  const given = carried?.give() ?? null
  const sent = { to, move: crypto.randomUUID(), panel, beside, seen, carried: given }
  const scroll = body === null ? 0 : scrolledTo(body)
  const reply = await surely(session, (isAgain) =>
    session.bridge.movePanel({ ...sent, scroll, isAgain }),
  )
  if (!reply.ok) return stay(reply.error.message)
  if ((carried?.give() ?? null) !== given)
    return stay('it was changed while it moved. The other window has what it was before that.')
  carried?.drop()
  // Kept in a while, as any change: after the other window, which keeps it at once. A kill in between
  // leaves it in both rather than in none.
  desktop.frame?.close(panel)
  return true
}

/** Panels that stand together, in their order; the one in sight is in sight there as well. */
export async function moveGroup(
  parts: MovingParts,
  group: readonly PanelId[],
  to: string,
): Promise<void> {
  const inSight = group.find((panel) => parts.desktop.visible.includes(panel))
  const gone: PanelId[] = []
  for (const panel of group) {
    const seen = gone.find((one) => one === inSight) ?? panel
    if (await moveToWindow(parts, panel, { to, beside: gone[0] ?? null, seen })) gone.push(panel)
  }
}

/** The same to a window that shows nothing else yet. `at`: where it is to stand, in the screen's pixels. */
export async function moveToNewWindow(
  parts: MovingParts,
  group: readonly PanelId[],
  at: { x: number; y: number } | null = null,
): Promise<void> {
  const { session, panels } = parts
  const size = { width: innerWidth, height: innerHeight }
  const layout = JSON.stringify(layoutOf([{ share: 1, tabs: [...group] }], size, panels))
  const id = await openNewWindow(session, { layout, at })
  if (id !== null && (await isHere(session, id))) await moveGroup(parts, group, id)
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
  const scrolls = new Map<PanelId, number>()
  return session.others.onPanel(async ({ move, panel, beside, seen, carried, scroll }) => {
    const own: CarriedPanel | undefined = isPanelId(panel) ? desktop.carried.get(panel) : undefined
    const why = isPanelId(panel)
      ? carried === null
        ? null
        : (own?.refuses(carried) ?? null)
      : 'the other window knows no such panel.'
    // Taken before that is said: a page that dies in between leaves it where it was, and not in none.
    const before = own?.give() ?? null
    if (why === null && carried !== null) own?.take(carried)
    if (why !== null || !isPanelId(panel)) return void (await session.bridge.endMove({ move, why }))
    const ended = await surely(session, () => session.bridge.endMove({ move, why }))
    if (!ended.ok) {
      // The other window waited no more, and has kept it: a draft is in one window only.
      if (carried === null) return
      own?.drop()
      if (before !== null) own?.take(before)
      return
    }
    desktop.reveal(panel)
    if (beside !== null && isPanelId(beside) && desktop.open.includes(beside) && beside !== panel)
      desktop.frame?.join(panel, beside)
    // The other window forgets it soon: a page that dies before that must have it.
    desktop.frame?.keep()
    scrolls.set(panel, scroll)
    // Whatever came to the front meanwhile has put the one that is to be seen back to its top.
    const inSight = isPanelId(seen) ? seen : panel
    if (inSight !== panel) desktop.reveal(inSight)
    scrollTo(() => desktop.frame?.body(inSight) ?? null, scrolls.get(inSight) ?? 0)
  })
}
