import { EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import type * as Electron from 'electron'
import { SessionStandIn, originOf, preventable } from './session.ts'

/**
 * The few modules of Electron that Quarterdeck uses, in memory, with Electron's own rules where
 * breaking them would fail in Electron: what must come before the app is ready and what after, one
 * handler a channel, structured clones across the bridge, objects that are destroyed, who is heard
 * when a signal comes or a session ends, and what a window on Wayland never says.
 */

/** A screen, as far as the host looks at it. */
export type DisplayStandIn = Pick<Electron.Display, 'id' | 'label' | 'workArea'>

type Doings = Electron.IpcMainInvokeEvent

const state = {
  isReady: false,
  isQuitting: false,
  /** Somebody asked to quit, be it that a window or a handler held it up. */
  hasBegunToQuit: false,
  /** The system ended the program, which did nothing about it by itself. */
  isKilled: false,
  exitCode: null as number | null,
  isFirstInstance: true,
  switches: new Map<string, string>(),
  paths: new Map<string, string>(),
  schemes: [] as Electron.CustomScheme[],
  served: new Map<string, (request: Request) => Response | Promise<Response>>(),
  handlers: new Map<string, (event: Doings, ...args: unknown[]) => unknown>(),
  windows: [] as BrowserWindow[],
  boxes: [] as string[],
  asked: [] as Electron.MessageBoxOptions[],
  displays: [] as DisplayStandIn[],
  choice: 0,
  /** Nobody is there who would answer a question. */
  isUnanswered: false,
  menu: null as Electron.MenuItemConstructorOptions[] | null,
  worlds: new Map<string, unknown>(),
  isSandboxed: false,
  /** A display that draws no frame of a window that is hidden, and so never has it ready. */
  isWayland: false,
  /** What a page waits for while it loads. */
  loading: Promise.resolve(),
  modelId: null as string | null,
  dock: null as Electron.MenuItemConstructorOptions[] | null,
  /** Signals that Electron took for itself once; it takes none twice. */
  heard: new Set<NodeJS.Signals>(),
  /** Who listened for signals before the program did, the tests' own among them. */
  strangers: new Map<NodeJS.Signals, Set<() => void>>(),
  readiness: Promise.withResolvers<void>(),
}

const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
const listenersOf = (signal: NodeJS.Signals) => process.listeners(signal) as (() => void)[]

const onlyBefore = (what: string): void => {
  if (state.isReady) throw new Error(`${what} can only be called before app is ready`)
}
const onlyAfter = (what: string): void => {
  if (!state.isReady) throw new Error(`${what} can only be used after app is ready`)
}

class AppStandIn extends EventEmitter {
  readonly commandLine = {
    hasSwitch: (name) => state.switches.has(name),
    getSwitchValue: (name) => state.switches.get(name) ?? '',
    // Later it is taken as well, and what has begun by then does not hear of it.
    appendSwitch: (name, value = '') => {
      onlyBefore(`a switch (${name})`)
      state.switches.set(name, value)
    },
  } satisfies Pick<Electron.CommandLine, 'hasSwitch' | 'getSwitchValue' | 'appendSwitch'>

  /** On macOS alone. */
  get dock(): { setMenu(menu: unknown): void } | undefined {
    if (process.platform !== 'darwin') return undefined
    return { setMenu: (menu) => void (state.dock = menu as typeof state.dock) }
  }

  enableSandbox(): void {
    onlyBefore('app.enableSandbox()')
    state.isSandboxed = true
  }
  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path}`)
    state.paths.set(name, path)
  }
  getPath(name: string): string {
    return state.paths.get(name) ?? '/nowhere'
  }
  getVersion(): string {
    return '0.0.0-stand-in'
  }
  setAppUserModelId(id: string): void {
    state.modelId = id
  }
  requestSingleInstanceLock(): boolean {
    return state.isFirstInstance
  }
  whenReady(): Promise<void> {
    return state.readiness.promise
  }
  quit(): void {
    state.hasBegunToQuit = true
    if (state.isQuitting) return
    state.isQuitting = true
    this.emit('before-quit', preventable())
    for (const window of state.windows.slice()) window.close()
    // A window that refuses to close calls the quitting off.
    if (state.windows.length > 0) {
      state.isQuitting = false
      return
    }
    const event = preventable()
    this.emit('will-quit', event)
    if (event.defaultPrevented) state.isQuitting = false
    else this.exit(0)
  }
  exit(code = 0): void {
    state.isQuitting = true
    for (const window of state.windows.slice()) window.destroy()
    state.exitCode = code
    this.emit('quit', preventable(), code)
  }
}

export const app = new AppStandIn()
app satisfies Pick<
  Electron.App,
  | 'enableSandbox'
  | 'setPath'
  | 'getPath'
  | 'getVersion'
  | 'setAppUserModelId'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'quit'
  | 'exit'
>

export const protocol = {
  registerSchemesAsPrivileged: (schemes) => {
    onlyBefore('protocol.registerSchemesAsPrivileged()')
    if (state.schemes.length > 0) throw new Error('schemes can be registered once only')
    state.schemes = schemes
  },
  handle: (scheme, handler) => {
    onlyAfter('protocol')
    if (state.served.has(scheme)) throw new Error(`${scheme} is handled already`)
    state.served.set(scheme, handler)
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>

let defaultSession = new SessionStandIn()
export const session = {
  get defaultSession(): SessionStandIn {
    onlyAfter('session')
    return defaultSession
  },
}

class IpcMainStandIn extends EventEmitter {
  handle(channel: string, listener: (event: Doings, ...args: unknown[]) => unknown): void {
    if (state.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    state.handlers.set(channel, listener)
  }
  removeHandler(channel: string): void {
    state.handlers.delete(channel)
  }
}
export const ipcMain = new IpcMainStandIn()
ipcMain satisfies Pick<Electron.IpcMain, 'handle' | 'removeHandler'>

export interface Frame {
  origin: string
  parent: Frame | null
}

export class WebContents extends EventEmitter {
  /** What arrived in the page's preload. */
  readonly heard = new EventEmitter()
  mainFrame: Frame = { origin: '', parent: null }
  hasCrashed = false
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null
  /** Chromium's own: each network of the machine is tried. */
  webRtcPolicy: Parameters<Electron.WebContents['setWebRTCIPHandlingPolicy']>[0] = 'default'

  setWindowOpenHandler(handler: NonNullable<WebContents['openHandler']>): void {
    this.openHandler = handler
  }
  setWebRTCIPHandlingPolicy(policy: WebContents['webRtcPolicy']): void {
    this.webRtcPolicy = policy
  }
  send(channel: string, ...args: unknown[]): void {
    this.heard.emit(channel, {}, ...structuredClone(args))
  }
  isCrashed(): boolean {
    return this.hasCrashed
  }
  forcefullyCrashRenderer(): void {
    this.die('crashed')
  }
  /**
   * A navigation that the page itself begins, its own reload among them; whether it took place. What
   * the program begins, with `loadURL` or `reload`, asks nobody.
   */
  navigate(url: string, { isMainFrame = true } = {}): boolean {
    const names = ['will-frame-navigate', ...(isMainFrame ? ['will-navigate'] : [])]
    for (const name of names) {
      const event = Object.assign(preventable(), { url, isMainFrame, isSameDocument: false })
      this.emit(name, event)
      if (event.defaultPrevented) return false
    }
    return true
  }
  /** Ends the page as a failure of its process would. */
  die(reason: Electron.RenderProcessGoneDetails['reason']): void {
    this.hasCrashed = true
    this.emit('render-process-gone', preventable(), { reason, exitCode: 1 })
  }
}
WebContents.prototype satisfies Pick<
  Electron.WebContents,
  | 'setWindowOpenHandler'
  | 'setWebRTCIPHandlingPolicy'
  | 'send'
  | 'isCrashed'
  | 'forcefullyCrashRenderer'
>

export class BrowserWindow extends EventEmitter {
  readonly options: Electron.BrowserWindowConstructorOptions
  readonly #webContents = new WebContents()
  isShown = false
  shows = 0
  isSmall = false
  isLarge = false
  isFull = false
  least: readonly [number, number] = [0, 0]
  focused = 0
  loads = 0
  response: Response | null = null
  #isDestroyed = false
  #isDrawn = false

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    onlyAfter('BrowserWindow')
    this.options = options
    state.windows.push(this)
    app.emit('web-contents-created', preventable(), this.#webContents)
  }
  get webContents(): WebContents {
    this.#mustLive()
    return this.#webContents
  }
  async loadURL(url: string): Promise<void> {
    this.#mustLive()
    this.#webContents.mainFrame = { origin: originOf(url), parent: null }
    this.response = await machine.fetch(url)
    this.loads += 1
    this.#isDrawn = true
    this.#beReady()
    await state.loading
    if (!this.#isDestroyed) this.#webContents.emit('did-finish-load')
  }
  #beReady(): void {
    if (this.#isDestroyed || !this.#isDrawn || (state.isWayland && !this.isShown)) return
    this.emit('ready-to-show')
  }
  reload(): void {
    this.#mustLive()
    this.#webContents.hasCrashed = false
    this.loads += 1
  }
  show(): void {
    this.#mustLive()
    this.shows += 1
    this.isShown = true
    this.emit('show')
    if (state.isWayland) this.#beReady()
  }
  maximize(): void {
    this.#mustLive()
    this.isLarge = true
    this.emit('maximize')
  }
  isMaximized(): boolean {
    this.#mustLive()
    return this.isLarge
  }
  unmaximize(): void {
    this.#mustLive()
    this.isLarge = false
  }
  isFullScreen(): boolean {
    this.#mustLive()
    return this.isFull
  }
  /** It leaves a full screen only after a while, as on macOS, and can be put nowhere until then. */
  setFullScreen(isFull: boolean): void {
    this.#mustLive()
    if (isFull === this.isFull) return
    const change = (): void => {
      if (this.#isDestroyed) return
      this.isFull = isFull
      this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen')
    }
    if (isFull) change()
    else setTimeout(change, 50)
  }
  setMinimumSize(width: number, height: number): void {
    this.#mustLive()
    this.least = [width, height]
  }
  getNormalBounds(): Electron.Rectangle {
    this.#mustLive()
    const { x = 0, y = 0, width = 0, height = 0 } = this.options
    return { x, y, width, height }
  }
  /** Of one that fills a screen those of that screen. */
  getBounds(): Electron.Rectangle {
    const bounds = this.getNormalBounds()
    const areas = state.displays.map(({ workArea }) => workArea)
    const own = areas.find((area) => shares(area, bounds)) ?? areas[0]
    return (this.isFull || this.isLarge) && own !== undefined ? own : bounds
  }
  /** What the system and the program do as well as a person tells of itself as a move. */
  setBounds(bounds: Electron.Rectangle): void {
    this.#mustLive()
    if (this.isFull) return
    Object.assign(this.options, bounds)
    this.emit('move')
    this.emit('resize')
  }
  close(): void {
    if (this.#isDestroyed) return
    const event = preventable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  focus(): void {
    this.#mustLive()
    this.focused += 1
    this.emit('focus')
  }
  restore(): void {
    this.#mustLive()
    this.isSmall = false
    this.emit('restore')
  }
  isMinimized(): boolean {
    this.#mustLive()
    return this.isSmall
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    state.windows.splice(state.windows.indexOf(this), 1)
    this.emit('closed')
    if (state.windows.length === 0 && !state.isQuitting) app.emit('window-all-closed')
  }
  #mustLive(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
  }
}
BrowserWindow.prototype satisfies Pick<
  Electron.BrowserWindow,
  | 'maximize'
  | 'unmaximize'
  | 'isMaximized'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'setMinimumSize'
  | 'getNormalBounds'
  | 'getBounds'
  | 'setBounds'
  | 'close'
  | 'loadURL'
  | 'reload'
  | 'show'
  | 'focus'
  | 'restore'
  | 'isMinimized'
  | 'isDestroyed'
  | 'destroy'
>

export const nativeTheme = {
  shouldUseDarkColors: true,
} satisfies Pick<Electron.NativeTheme, 'shouldUseDarkColors'>

export const powerMonitor = new EventEmitter()

class ScreenStandIn extends EventEmitter {
  getAllDisplays(): DisplayStandIn[] {
    onlyAfter('screen')
    return structuredClone(state.displays)
  }
}
export const screen = new ScreenStandIn()

export const dialog = {
  showErrorBox: (title, content) => void state.boxes.push(`${title}: ${content}`),
  showMessageBox: async (_window: unknown, options: Electron.MessageBoxOptions) => {
    onlyAfter('dialog')
    state.boxes.push(options.message)
    state.asked.push(options)
    if (state.isUnanswered) {
      const { signal, cancelId } = options
      if (signal === undefined) await new Promise(() => {})
      else await once(signal, 'abort')
      return { response: cancelId, checkboxChecked: false }
    }
    return { response: state.choice, checkboxChecked: false }
  },
} satisfies Pick<Electron.Dialog, 'showErrorBox'> & Record<'showMessageBox', unknown>

export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (menu: Electron.MenuItemConstructorOptions[] | null) => {
    state.menu = menu
  },
}

/** The preload's half: one page, that of the first window. */
export const ipcRenderer = {
  invoke: (channel: string, ...args: unknown[]): Promise<unknown> => {
    const { webContents } = state.windows[0]!
    return machine.invoke(channel, args, {
      sender: webContents,
      senderFrame: webContents.mainFrame,
    })
  },
  on: (channel: string, listener: (...args: unknown[]) => void) =>
    void state.windows[0]!.webContents.heard.on(channel, listener),
  off: (channel: string, listener: (...args: unknown[]) => void) =>
    void state.windows[0]!.webContents.heard.off(channel, listener),
}
export const contextBridge = {
  exposeInMainWorld: (key, value) => void state.worlds.set(key, acrossWorlds(value)),
} satisfies Pick<Electron.ContextBridge, 'exposeInMainWorld'>

/** Functions cross between the two worlds as proxies, everything else as a copy. */
function acrossWorlds(value: unknown): unknown {
  if (typeof value === 'function') {
    return (...args: unknown[]) => acrossWorlds(value(...args.map(acrossWorlds)))
  }
  if (value instanceof Promise) return value.then(acrossWorlds)
  if (Object(value) !== value) return value
  const members = Object.entries(value as object)
  return members.some(([, member]) => typeof member === 'function')
    ? Object.fromEntries(members.map(([name, member]) => [name, acrossWorlds(member)]))
    : structuredClone(value)
}

const shares = (one: Electron.Rectangle, other: Electron.Rectangle): boolean =>
  Math.max(one.x, other.x) < Math.min(one.x + one.width, other.x + other.width) &&
  Math.max(one.y, other.y) < Math.min(one.y + one.height, other.y + other.height)

/** What a test does and sees from outside. */
export const machine = {
  state,
  get session(): SessionStandIn {
    return defaultSession
  },
  /** A fresh start of the program. */
  restart(switches: Record<string, string> = {}): void {
    Object.assign(state, {
      isReady: false,
      isQuitting: false,
      hasBegunToQuit: false,
      isKilled: false,
      exitCode: null,
      isFirstInstance: true,
      switches: new Map(Object.entries(switches)),
      schemes: [],
      windows: [],
      boxes: [],
      asked: [],
      displays: [{ id: 1, label: 'Built-in', workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
      choice: 0,
      isUnanswered: false,
      menu: null,
      isSandboxed: false,
      isWayland: false,
      loading: Promise.resolve(),
      modelId: null,
      dock: null,
      readiness: Promise.withResolvers<void>(),
    })
    for (const held of [state.paths, state.served, state.handlers, state.worlds, state.heard])
      held.clear()
    app.removeAllListeners()
    ipcMain.removeAllListeners()
    powerMonitor.removeAllListeners()
    screen.removeAllListeners()
    for (const signal of signals) {
      const before = state.strangers.get(signal) ?? new Set(listenersOf(signal))
      for (const listener of listenersOf(signal))
        if (!before.has(listener)) process.off(signal, listener)
      state.strangers.set(signal, before)
    }
    defaultSession = new SessionStandIn()
  },
  /**
   * As Electron does once the program's entry has been evaluated, and not before. It takes the
   * signals for itself then: who listened for them earlier is not heard.
   */
  becomeReady(): void {
    for (const signal of signals) state.strangers.set(signal, new Set(listenersOf(signal)))
    state.isReady = true
    state.readiness.resolve()
    app.emit('ready')
  },
  /**
   * Screens come, go or change. The system takes windows off one that is gone, and says so of each
   * before it says which screen that was.
   */
  showOn(displays: DisplayStandIn[]): void {
    const before = state.displays
    state.displays = displays
    const [main] = displays
    for (const window of state.windows) {
      const bounds = window.getNormalBounds()
      const isSeen = displays.some(({ workArea }) => shares(workArea, bounds))
      if (isSeen || main === undefined) continue
      Object.assign(window.options, { x: main.workArea.x, y: main.workArea.y })
      window.emit('move')
    }
    const had = (all: DisplayStandIn[], id: number) => all.find((one) => one.id === id)
    for (const display of before)
      if (had(displays, display.id) === undefined) screen.emit('display-removed', {}, display)
    for (const display of displays) {
      const former = had(before, display.id)
      if (former === undefined) screen.emit('display-added', {}, display)
      else if (JSON.stringify(former) !== JSON.stringify(display))
        screen.emit('display-metrics-changed', {}, display, ['workArea'])
    }
  },
  /** Somebody locks the session, of which Electron tells on two systems of three. */
  lockScreen(): void {
    if (process.platform !== 'linux') powerMonitor.emit('lock-screen')
  },
  /**
   * What the system sends: Electron quits as if it was asked to, unless the program listens, and a
   * second one of the same kind ends it there and then.
   */
  signal(signal: NodeJS.Signals): void {
    const isStranger = (listener: () => void): boolean =>
      state.strangers.get(signal)?.has(listener) === true
    // Beside one that listened before, Node does not ask the system for it again.
    const all = listenersOf(signal)
    const own = all.some(isStranger) ? [] : all
    if (own.length === 0) {
      state.isKilled ||= state.heard.has(signal)
      state.heard.add(signal)
      app.quit()
    }
    for (const listener of own) listener()
  },
  /** The end of a session on Windows: who has not begun to quit once it was heard has no time left. */
  endSession(): void {
    for (const window of state.windows.slice()) window.emit('session-end', { reasons: ['logoff'] })
    state.isKilled = !state.hasBegunToQuit
  },
  async fetch(url: string, init?: RequestInit): Promise<Response> {
    const handler = state.served.get(new URL(url).protocol.slice(0, -1))
    if (handler === undefined) throw new Error(`net::ERR_UNKNOWN_URL_SCHEME ${url}`)
    return handler(new Request(url, init))
  },
  /** What `ipcRenderer.invoke` does, from any sender. */
  async invoke(
    channel: string,
    args: unknown[],
    from: { sender: unknown; senderFrame: Frame | null },
  ): Promise<unknown> {
    const sent = structuredClone(args)
    const handler = state.handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    const event = { ...from, type: 'frame', ...preventable() }
    return structuredClone(await handler(event as unknown as Doings, ...sent))
  },
}

export default {
  app,
  BrowserWindow,
  contextBridge,
  dialog,
  ipcMain,
  ipcRenderer,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
}
