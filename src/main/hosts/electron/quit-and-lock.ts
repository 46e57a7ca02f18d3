import { type BrowserWindow, dialog, powerMonitor } from 'electron'
import { openItemText } from '../../../shared/quitting/open-items.ts'
import type { Desk } from '../../desk.ts'

/** What a person reads at a glance; the rest is counted. */
const mostNamed = 8

/** Asks before a window closes, and with it the desk, while something is open; never twice. */
export function guardQuit(window: BrowserWindow, desk: Pick<Desk, 'openItems'>): void {
  let isAsking = false
  let mayClose = false
  const letGo = (): void => {
    mayClose = true
  }
  // A system that ends its session gives programs a moment, and no person an answer.
  window.on('session-end', letGo)
  powerMonitor.on('shutdown', letGo)
  window.on('closed', () => powerMonitor.off('shutdown', letGo))
  window.on('close', (event) => {
    if (mayClose) return
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
        if (response !== 1 || window.isDestroyed()) return
        letGo()
        window.close()
      })
  })
}

/** Who locks the system, or closes its lid, has left the screen. Returns what stops it. */
export function lockWithSystem(desk: Pick<Desk, 'lock'>): () => void {
  const lock = (): void => desk.lock()
  powerMonitor.on('lock-screen', lock)
  powerMonitor.on('suspend', lock)
  return () => {
    powerMonitor.off('lock-screen', lock)
    powerMonitor.off('suspend', lock)
  }
}
