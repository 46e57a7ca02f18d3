import { type BrowserWindow, app, dialog, powerMonitor } from 'electron'
import { openItemText } from '../../../shared/quitting/open-items.ts'
import type { Desk } from '../../desk-for-hosts.ts'
import { hearAlone } from '../signals.ts'
import type { HearSessionLock } from './linux-session-lock.ts'

/** What a person reads at a glance; the rest is counted. */
const mostNamed = 8

/** How long a system is believed that said it ends its session: a logout may be called off yet. */
const believed = 60_000

export interface QuitGuard {
  /** Asks before this window closes, where the desk ends with it. */
  watch(window: BrowserWindow, isLast: () => boolean): void
  /** All windows are about to close, since somebody quits; until it is called off. */
  isQuitting(): boolean
}

/**
 * Asks before the last window closes, or all of them, and with it the desk, while something is open;
 * never twice. A system that ends its session is not asked back: it gives programs a moment, and no
 * person an answer.
 */
export function guardQuit(desk: Pick<Desk, 'openItems'>): QuitGuard {
  let isQuitting = false
  let isAsking = false
  let mayClose = false
  let believedUntil = 0
  /** At once: a system ends whoever has not begun to by itself, in the midst of what it does. */
  const leave = (): void => {
    mayClose = true
    app.quit()
  }
  const onShutdown = (): void => {
    // macOS asks each program to quit after it has said so, and asks nobody once that was called off.
    if (process.platform === 'darwin') believedUntil = performance.now() + believed
    else leave()
  }
  app.on('before-quit', () => (isQuitting = true))
  powerMonitor.on('shutdown', onShutdown)
  app.on('will-quit', () => powerMonitor.off('shutdown', onShutdown))
  // A logout on Linux, or a terminal that was closed. Not taken back, so that a second one does not
  // end a desk that is being stopped, as it would where Electron listened.
  hearAlone({
    SIGTERM: leave,
    SIGHUP: leave,
    // Ctrl-C is a person, who is asked; pressed at the question it is the answer.
    SIGINT: () => (isAsking ? leave() : app.quit()),
  })
  const askFirst = (window: BrowserWindow, event: { preventDefault(): void }): void => {
    if (mayClose || performance.now() < believedUntil) return
    const lines = desk.openItems().map(openItemText)
    if (lines.length === 0) return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    const more = lines.length - mostNamed
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'Quit while something is open?',
        detail: [...lines.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(
          '\n',
        ),
        buttons: ['Stay', 'Quit anyway'],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      .then(({ response }) => {
        isAsking = false
        if (response !== 1) return void (isQuitting = false)
        if (window.isDestroyed()) return
        mayClose = true
        app.quit()
      })
  }
  return {
    isQuitting: () => isQuitting,
    watch: (window, isLast) => {
      window.on('session-end', leave)
      // One of several goes by itself: nothing is left to itself by that.
      window.on('close', (event) => {
        if (isQuitting || isLast()) askFirst(window, event)
      })
    },
  }
}

/** Who locks the system, or closes its lid, has left the screen. Returns what stops it. */
export function lockWithSystem(
  desk: Pick<Desk, 'lock'>,
  hearSessionLock: HearSessionLock | null,
): () => void {
  const lock = (): void => desk.lock()
  powerMonitor.on('lock-screen', lock)
  powerMonitor.on('suspend', lock)
  const stopHearing = hearSessionLock?.(lock)
  return () => {
    powerMonitor.off('lock-screen', lock)
    powerMonitor.off('suspend', lock)
    stopHearing?.()
  }
}
