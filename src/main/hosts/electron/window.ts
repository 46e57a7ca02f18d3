import { BrowserWindow, dialog, nativeTheme } from 'electron'
import type { Settings } from '../../../shared/settings/settings.ts'
import { type StandingWindow, leastSize } from './screens.ts'
import { windowUrl } from './scheme.ts'

export interface WindowOptions {
  preload: string
  hasDevTools: boolean
  /** Null where nobody ever put it anywhere. */
  standing: StandingWindow | null
  theme: Settings['theme']
}

/** A page that dies this often within a minute would do so again. */
const mostReloads = 3
const minute = 60_000

/** A window that has not shown anything by then is shown empty. */
const longestHidden = 2000

const usualSize = { width: 1440, height: 900 }

/** Those of the page's themes, so that nothing flashes before its first frame. */
const backgrounds = { dark: '#0a0d13', light: '#e9ecf1', contrast: '#000000' }

export function openElectronWindow({
  preload,
  hasDevTools,
  standing,
  theme,
}: WindowOptions): BrowserWindow {
  const asSystem = nativeTheme.shouldUseDarkColors ? 'dark' : 'light'
  const least = standing?.least ?? leastSize
  const window = new BrowserWindow({
    ...(standing?.bounds ?? usualSize),
    minWidth: least.width,
    minHeight: least.height,
    backgroundColor: backgrounds[theme === 'system' ? asSystem : theme],
    show: false,
    autoHideMenuBar: true,
    title: 'Quarterdeck',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      plugins: false,
      spellcheck: false,
      devTools: hasDevTools,
    },
  })
  // Said once more: where screens differ in scale the first time is measured by the wrong one.
  if (standing !== null) window.setBounds(standing.bounds)
  showInTime(window, standing)
  keepAlive(window)
  void window.loadURL(windowUrl)
  return window
}

/**
 * Shows the window once it was drawn. Where a display draws nothing that is hidden (Wayland) that is
 * never said: a desk must not poll unseen, so a page that is loaded, or late, is shown as it is.
 */
function showInTime(window: BrowserWindow, standing: StandingWindow | null): void {
  let isShown = false
  const show = (): void => {
    clearTimeout(timer)
    if (isShown || window.isDestroyed()) return
    isShown = true
    if (standing?.isMaximised === true) window.maximize()
    window.show()
    if (standing?.isFullScreen === true) window.setFullScreen(true)
  }
  const timer = setTimeout(show, longestHidden)
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.once('closed', () => clearTimeout(timer))
}

/** Brings back a page that died; the desk beneath has not noticed. */
function keepAlive(window: BrowserWindow): void {
  const deaths: number[] = []
  window.webContents.on('render-process-gone', (_, { reason }) => {
    if (reason === 'clean-exit') return
    const now = performance.now()
    deaths.push(now)
    if (deaths.filter((at) => now - at < minute).length <= mostReloads) return window.reload()
    dialog.showErrorBox(
      'The window keeps failing',
      `Quarterdeck closes its window, which ended ${mostReloads + 1} times within a minute (${reason}). Your orders are not touched by this. Start Quarterdeck again.`,
    )
    window.destroy()
  })
  let asking: AbortController | null = null
  window.on('unresponsive', () => {
    if (asking !== null) return
    asking = new AbortController()
    void askToReload(window, asking.signal).finally(() => (asking = null))
  })
  window.on('responsive', () => asking?.abort())
}

async function askToReload(window: BrowserWindow, signal: AbortSignal): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    signal,
    type: 'warning',
    message: 'The window does not respond.',
    detail: 'Quarterdeck goes on behind it. Loading the window again loses nothing but open forms.',
    buttons: ['Wait', 'Load again'],
    defaultId: 0,
    cancelId: 0,
  })
  if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
}
