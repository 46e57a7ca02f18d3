import { randomUUID } from 'node:crypto'
import type { BrowserWindow, WebContents } from 'electron'
import type { Desk } from '../../desk-for-hosts.ts'
import type { WindowWish } from '../../../shared/workspace/window-places.ts'
import { WindowLine } from './ipc.ts'
import type { QuitGuard } from './quit-and-lock.ts'
import type { WindowPlaces } from './window-places.ts'
import { openElectronWindow } from './window.ts'

interface WindowsOptions {
  desk: Pick<Desk, 'join' | 'keptWindows' | 'seeClosed' | 'theme'>
  preload: string
  hasDevTools: boolean
  places: WindowPlaces
  guard: QuitGuard
}

/** The windows that are open, one for each kept window of the workspace that is to be there. */
export class ElectronWindows {
  readonly #options: WindowsOptions
  readonly #open = new Map<string, { window: BrowserWindow; line: WindowLine }>()
  /** Places that the desk has had: one that it has no more is to be closed, and not one that it has yet to hear of. */
  readonly #known = new Set<string>()

  /** By when each was in front; the last one is, or was. */
  #inFront: BrowserWindow[] = []

  constructor(options: WindowsOptions) {
    this.#options = options
  }

  lineOf(sender: WebContents): WindowLine | undefined {
    for (const { window, line } of this.#open.values())
      if (!window.isDestroyed() && window.webContents === sender) return line
    return undefined
  }

  /** Opens what is to be there and is not, and closes what was taken out. There is always one. */
  follow(): void {
    if (this.#options.guard.isQuitting()) return
    const kept = this.#options.desk.keptWindows()
    const wanted = new Set(kept.filter(({ isOpen }) => isOpen).map(({ id }) => id))
    for (const id of wanted) if (!this.#open.has(id)) this.#add(id)
    for (const [id, { window }] of this.#open)
      if (this.#known.has(id) && !wanted.has(id) && this.#open.size > 1) window.close()
    for (const { id } of kept) this.#known.add(id)
    if (this.#open.size === 0) this.#add(randomUUID())
  }

  /** All of them, that which was in front last above the others. */
  toFront(): void {
    const windows = [...this.#open.values()].map(({ window }) => window)
    for (const window of windows.toSorted((one, other) => this.#rank(one) - this.#rank(other))) {
      if (window.isMinimized()) window.restore()
      window.focus()
    }
  }

  grant({ window: id, to }: WindowWish): void {
    const window = this.#open.get(id)?.window
    if (to === 'take its place') this.#options.places.put(id)
    else if (to === 'close') window?.close()
    else window?.setFullScreen(!window.isFullScreen())
  }

  #rank(window: BrowserWindow): number {
    return this.#inFront.indexOf(window)
  }

  leave(): void {
    for (const { line } of this.#open.values()) line.leave()
  }

  #add(id: string): void {
    const { desk, preload, hasDevTools, places, guard } = this.#options
    const standing = places.of(id)
    const window = openElectronWindow({ preload, hasDevTools, standing, theme: desk.theme() })
    places.follow(id, window)
    const line = new WindowLine(desk, window, id)
    this.#open.set(id, { window, line })
    guard.watch(window, () => this.#open.size === 1)
    this.#inFront = [window, ...this.#inFront]
    window.on('focus', () => {
      this.#inFront = [...this.#inFront.filter((one) => one !== window), window]
    })
    window.on('closed', () => {
      this.#open.delete(id)
      this.#inFront = this.#inFront.filter((one) => one !== window)
      line.leave()
      // Those that go with the program are what a person had before them, and come back.
      if (this.#open.size > 0 && !guard.isQuitting()) desk.seeClosed(id)
    })
  }
}
