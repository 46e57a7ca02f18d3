import type { Session } from '../core/session.svelte.ts'

/** A browser tells nobody that a window was moved: it is looked at so often. */
const looksEvery = 2000

/** Keeps where this window stands, so that it is asked for there again. Returns what ends it. */
export function followBounds(session: Session): () => void {
  return session.clock.time.every(looksEvery, () => {
    const { window: own, isLocked } = session
    if (own === null || isLocked || document.hidden) return
    const { screenX: x, screenY: y, innerWidth: width, innerHeight: height } = window
    const bounds = { x: Math.round(x), y: Math.round(y), width, height }
    const isSame = JSON.stringify(bounds) === JSON.stringify(own.bounds)
    if (!isSame && width > 0 && height > 0) void session.arrange({ bounds })
  })
}

declare global {
  interface Window {
    /** Chromium has it, and asks its person before the first time. */
    getScreenDetails?: () => Promise<{ screens: readonly unknown[] }>
  }
  interface Screen {
    readonly isExtended?: boolean
  }
}

/** Whether there are other screens that the browser may put a window on once it is allowed to. */
export const mayAskForScreens = (session: Session): boolean =>
  session.host === 'browser' && window.getScreenDetails !== undefined && screen.isExtended === true

/** Asks the browser to let windows stand on every screen; only ever where a person asked for it. */
export async function askForScreens(session: Session): Promise<void> {
  try {
    const { screens } = (await window.getScreenDetails?.()) ?? { screens: [] }
    session.notices.say({
      level: 'info',
      message: `Windows of before come back on the screen that they were on; the browser sees ${screens.length}.`,
    })
  } catch {
    session.notices.say({
      level: 'warning',
      message:
        'The browser keeps windows on the screen that opens them. Allow this address to manage windows on all displays, in its settings or at the mark in the address bar, and try again.',
    })
  }
}
