import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runElectronHost } from '../../../../../src/main/hosts/electron/host.ts'
import type { HearSessionLock } from '../../../../../src/main/hosts/electron/linux-session-lock.ts'
import { type BrowserWindow, type DisplayStandIn, machine } from '../../../../electron/stand-in.ts'
import { CountingDesk } from '../desk.ts'
import { newFolder } from '../folders.ts'

interface Start {
  switches?: Record<string, string>
  /** What the machine draws, and when its pages have loaded. */
  display?: Partial<Pick<typeof machine.state, 'isWayland' | 'loading'>>
  /** The screens that are there. */
  screens?: DisplayStandIn[]
  hasDevTools?: boolean
  dataDir?: string
  startDesk?: () => Promise<CountingDesk>
  hearSessionLock?: HearSessionLock
}

/** The program started on the stand-in, as far as it comes. */
export async function start(options: Start = {}) {
  machine.restart(options.switches)
  Object.assign(machine.state, options.display)
  if (options.screens !== undefined) machine.state.displays = options.screens
  const dataDir = options.dataDir ?? newFolder()
  const renderer = join(dataDir, 'renderer')
  mkdirSync(join(renderer, 'assets'), { recursive: true })
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>Quarterdeck</title>')
  writeFileSync(join(renderer, 'assets', 'index.js'), 'export {}')
  writeFileSync(join(dataDir, 'secret.html'), 'not for windows')
  const desk = new CountingDesk()
  const running = runElectronHost({
    dataDir,
    renderer,
    preload: '/out/preload/index.cjs',
    hasDevTools: options.hasDevTools ?? false,
    startDesk: options.startDesk ?? (async () => desk),
    hearSessionLock: options.hearSessionLock ?? null,
  })
  machine.becomeReady()
  await running
  return { dataDir, desk, window: machine.state.windows[0] as BrowserWindow }
}

/** Until the end of the test. */
export function onPlatform(platform: NodeJS.Platform): void {
  const real = process.platform
  const set = (value: NodeJS.Platform): unknown =>
    Object.defineProperty(process, 'platform', { value, configurable: true })
  set(platform)
  onTestFinished(() => void set(real))
}

/** Quits as a person would, and waits for the end of the program. */
export async function quit(app: NodeJS.EventEmitter & { quit(): void }): Promise<void> {
  const ended = new Promise((resolve) => app.once('quit', resolve))
  app.quit()
  await ended
}
