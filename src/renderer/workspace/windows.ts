import type { WindowBounds } from '../../shared/workspace/window-places.ts'
import type { Session } from '../core/session.svelte.ts'
import { sendAs, windowName } from './own-id.ts'

const blocked =
  'The browser opened no window. Allow pop-ups for this address, in its settings or at the mark in the address bar, and try again.'

/**
 * Opens a window of our own origin, which is empty yet: with an address at once it would be loaded
 * before it can be told which it is. Null where the browser refuses.
 */
const openEmpty = (id: string, bounds: Partial<WindowBounds> | null): Window | null =>
  window.open('', windowName(id), featuresOf(bounds))

/** False where the browser refuses. A browser gives the window what is kept for this tab, the secret among it. */
function openAt(id: string, bounds: WindowBounds | null): boolean {
  const opened = openEmpty(id, bounds)
  if (opened !== null) sendAs(opened, id)
  return opened !== null
}

/** What a browser is asked for. One that may not put it on that screen puts it on this one. */
const featuresOf = (bounds: Partial<WindowBounds> | null): string =>
  [
    'popup',
    ...Object.entries(featureNames).flatMap(([of, name]) => {
      const pixels = bounds?.[of as keyof WindowBounds]
      return pixels === undefined ? [] : `${name}=${Math.round(pixels)}`
    }),
  ].join()

const featureNames = { x: 'left', y: 'top', width: 'width', height: 'height' } as const

/** One more window, which shows the same accounts. Answers its id; null where there is none. */
export async function openNewWindow(
  session: Session,
  {
    layout = null,
    at = null,
  }: { layout?: string | null; at?: { x: number; y: number } | null } = {},
): Promise<string | null> {
  const id = crypto.randomUUID()
  const { host } = session
  const { selected } = session.accounts
  const link = session.window?.link ?? null
  const add = () => session.bridge.addWindow({ id, layout, selected, link, bounds: null })
  const refuse = (why: string) =>
    session.notices.say({ level: 'warning', message: `No window was opened: ${why}` })
  // Electron opens what the workspace says is open.
  if (host === 'electron') {
    const added = await add()
    if (!added.ok) refuse(added.error.message)
    return added.ok ? id : null
  }
  // At once, while the browser still knows that somebody asked for it. Empty until it knows which it is.
  const opened = openEmpty(id, at)
  if (opened === null) {
    session.notices.say({ level: 'warning', message: blocked })
    return null
  }
  const reply = await add()
  if (!reply.ok) {
    opened.close()
    refuse(reply.error.message)
    return null
  }
  sendAs(opened, id)
  return id
}

/** Opens these kept windows; says which the browser refused. */
export function reopen(session: Session, ids: readonly string[]): void {
  if (ids.length === 0) return
  // Electron opens what the workspace says is open.
  void session.bridge.reopenWindows({})
  openKept(session, ids)
}

/**
 * Opens windows that the desk keeps, where no host does. A browser that blocks pop-ups lets one
 * through for each click: those that it refused are offered again.
 */
export function openKept(session: Session, ids: readonly string[]): void {
  if (session.host === 'electron') return
  const boundsOf = (id: string) => session.windows.find((one) => one.id === id)?.bounds ?? null
  const refused = ids.filter((id) => !openAt(id, boundsOf(id)))
  if (refused.length === 0) return
  const missing = () => missingFrom(session).filter((id) => refused.includes(id))
  const what = refused.length === 1 ? 'A window was' : `${refused.length} windows were`
  session.notices.say({
    level: 'warning',
    message: `${what} not opened, since the browser blocks pop-ups. It lets one through for each click here; allow them for this address, and all open by themselves.`,
    isSo: () => missing().length > 0,
    act: { label: 'Open the next window', run: () => openKept(session, missing()) },
  })
}

/** Those that are not there, be it that they were closed or that a browser did not open them. */
export const missingFrom = (session: Session): readonly string[] =>
  session.windows.filter(({ isHere }) => !isHere).map(({ id }) => id)

/** Milliseconds within which a browser closes a window that may close itself. */
const closing = 500

/**
 * Closes this window; where it was asked to go, only while it is to go yet. A browser lets a page close
 * its window only where a page has opened it.
 */
export async function closeOwn(session: Session, { isAsked = false } = {}): Promise<void> {
  const reply = await session.bridge.closeWindow({ isAsked })
  if (reply.ok) return
  window.close()
  setTimeout(
    () =>
      session.notices.say({
        level: 'info',
        message: 'The browser leaves it to you to close this window: press its own button.',
      }),
    closing,
  )
}

export function titleOf(session: Pick<Session, 'windows' | 'window'>): string {
  const areSeveral = session.windows.filter(({ isOpen }) => isOpen).length > 1
  const own = session.windows.find(({ id }) => id === session.window?.id)
  return areSeveral && own !== undefined && own.isOpen ? `Quarterdeck ${own.number}` : 'Quarterdeck'
}

/** The window that lies under this point of the screen; undefined where none does, or nobody knows. */
export const windowAt = (
  session: Session,
  { x, y }: { x: number; y: number },
): Session['windows'][number] | undefined =>
  otherWindows(session).find(
    ({ bounds }) =>
      bounds !== null &&
      x >= bounds.x &&
      x < bounds.x + bounds.width &&
      y >= bounds.y &&
      y < bounds.y + bounds.height,
  )

/** Whether no window that is there was opened before this one. */
export function isFirstWindow(session: Session): boolean {
  const own = session.windows.find(({ id }) => id === session.window?.id)
  return otherWindows(session).every(({ number }) => own === undefined || own.number < number)
}

/** Those that are there beside this one. */
export const otherWindows = ({ windows, window }: Session): Session['windows'] =>
  windows.filter(({ id, isOpen, isHere }) => isOpen && isHere && id !== window?.id)
