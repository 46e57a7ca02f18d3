import { join } from 'node:path'
import { app, dialog } from 'electron'
import { makeFolders, makeOwnFolder } from '../../core/disk.ts'
import type { Desk } from '../../desk-for-hosts.ts'
import { claimFolder, folderTaken } from '../data-folder.ts'
import { startFailure } from '../start-failure.ts'
import { readStaticFiles } from '../static-files.ts'
import { stopInTime } from '../stop-in-time.ts'
import { guardQuit, lockWithSystem } from './quit-and-lock.ts'
import { takeOverFormerBounds } from './former-bounds.ts'
import { ElectronWindows } from './electron-windows.ts'
import { answerWindows } from './ipc.ts'
import type { HearSessionLock } from './linux-session-lock.ts'
import { setDockMenu, setMenu } from './menu.ts'
import { WindowPlaces } from './window-places.ts'
import { declareScheme, serveScheme } from './scheme.ts'
import { shutDoors } from './security.ts'

export interface ElectronHostOptions {
  /** The desk's folder; Chromium keeps its own things in one inside it. */
  dataDir: string
  /** The built window. */
  renderer: string
  preload: string
  hasDevTools: boolean
  startDesk: () => Promise<Desk>
  /** For where Electron does not hear the session's lock itself. */
  hearSessionLock: HearSessionLock | null
}

/** A desk that has not stopped by then, with no order on the wire, is left behind: the person has asked to quit. */
const longestStop = 5000

/**
 * Runs Quarterdeck in Electron. To be called before the app is ready, and not to be awaited by the
 * entry: Electron makes the app ready only once the entry has been evaluated.
 */
export async function runElectronHost(options: ElectronHostOptions): Promise<void> {
  try {
    // Chromium begins in its folder before the desk claims that of the data: in one that is another's,
    // that one could have it give way to a program that is not there, or hear how it was started.
    makeOwnFolder(options.dataDir)
    const userData = join(options.dataDir, 'electron')
    // Electron takes no folder that is not there.
    makeFolders(userData)
    app.setPath('userData', userData)
    if (!app.requestSingleInstanceLock()) return app.quit()
    // Windows shows notifications of programs that it knows by a name, which is that of the file
    // where nobody installed any.
    if (process.platform === 'win32') app.setAppUserModelId(process.execPath)
    declareScheme()
    shutDoors()
    await app.whenReady()
    await run(options)
  } catch (cause) {
    dialog.showErrorBox('Quarterdeck could not start', startFailure(cause))
    app.exit(1)
  }
}

async function run(options: ElectronHostOptions): Promise<void> {
  const { dataDir, hasDevTools } = options
  const claim = claimFolder(dataDir)
  if (!claim.ok) throw new Error(folderTaken(dataDir, claim.holder))
  serveScheme(readStaticFiles(options.renderer))
  setMenu({ hasDevTools })
  const desk = await options.startDesk()

  takeOverFormerBounds(dataDir, desk)
  const places = new WindowPlaces(desk)
  const windows = new ElectronWindows({
    ...{ desk, preload: options.preload, hasDevTools, places },
    guard: guardQuit(desk),
  })
  desk.grantBy((wish) => windows.grant(wish))
  setDockMenu({ onNewWindow: () => desk.addWindow() })
  const stopAnswering = answerWindows((sender) => windows.lineOf(sender))
  const stopFollowing = desk.listen((name) => {
    if (name === 'windows') windows.follow()
  })
  const stopLocking = lockWithSystem(desk, options.hearSessionLock)
  app.on('second-instance', () => windows.toFront())
  // On macOS too: a terminal whose window is closed should not trade on unseen.
  app.on('window-all-closed', () => app.quit())
  let isStopping = false
  // Not 'before-quit': a window may yet refuse to close, and needs its desk then.
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isStopping) return
    isStopping = true
    stopFollowing()
    stopAnswering()
    windows.leave()
    places.stop()
    stopLocking()
    process.on('SIGINT', () => app.exit(1))
    const stopped = stopInTime({
      desk,
      usually: longestStop,
      say: (line) => console.log(line),
      stop: () => desk.stop(),
    })
    void stopped.then(() => {
      claim.release()
      app.exit(0)
    })
  })
  windows.follow()
}
