import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { app, ipcMain } from 'electron'
import Store from 'electron-store'
import packageJson from '../../package.json' with { type: 'json' }
import type { OpenConf } from './core/documents.ts'
import { boundHeap } from './core/heap-bounds.ts'
import { createDesk } from './desk.ts'
import { runElectronHost } from './hosts/electron/host.ts'
import { hearLinuxLock } from './hosts/electron/linux-session-lock.ts'
import { askedDataDir, defaultDataDir } from './hosts/data-folder.ts'
import { logUnhandled } from './hosts/unhandled.ts'
import { startPracticeWorker } from './hosts/practice-worker.ts'

const { platform, env } = process
const { commandLine } = app

const machine = { platform, home: homedir(), env }
const asked = commandLine.getSwitchValue('data')
const dataDir = resolve(asked === '' ? defaultDataDir(machine) : askedDataDir(asked, machine))

const openConf: OpenConf = ({ configName: name, ...more }) => {
  const store = new Store<Record<string, unknown>>({ ...more, name })
  // For stores in a window, which ours has not: a channel that answers to any sender.
  ipcMain.removeAllListeners('electron-store-get-data')
  return store
}

boundHeap()
logUnhandled()

// Paths are those of the build: out/main, out/preload and out/renderer side by side.
const here = import.meta.dirname
void runElectronHost({
  dataDir,
  renderer: join(here, '../renderer'),
  preload: join(here, '../preload/index.cjs'),
  hasDevTools: commandLine.hasSwitch('dev'),
  hearSessionLock:
    platform === 'linux' ? hearLinuxLock({ session: env['XDG_SESSION_ID'] ?? null }) : null,
  startDesk: () =>
    createDesk({
      dataDir,
      // Not the app's, which is Electron's own when a file is started instead of a folder.
      version: packageJson.version,
      host: 'electron',
      openConf,
      startPractice: (unneeded) =>
        startPracticeWorker({ entry: join(here, 'practice.js'), dataDir, unneeded }),
    }),
})
