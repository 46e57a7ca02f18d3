import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Browser, type BrowserContext, type Page, _electron } from '@playwright/test'
import { electronOptions } from './real-electron.ts'

/** A window as a person sees it. */
export interface Shown {
  page: Page
  /** What went wrong inside the window: exceptions, errors on its console, breaches of its policy. */
  complaints: string[]
}

/** A terminal as a person has it: a host of its own, on a folder of its own, and its window. */
export interface Terminal extends Shown {
  dataDir: string
  /** Where the window is served; null in Electron. */
  address: string | null
  /** Says this to the host's process. */
  signal(sent: NodeJS.Signals): void
  stop(): Promise<void>
  /** Ends the host as a power cut would. */
  kill(): Promise<void>
}

interface Opening {
  dataDir: string
  /** Null for windows that have a size and a place of their own. */
  viewport: { width: number; height: number } | null
  /** Whether somebody asks how it looks: all colours are read through all that is on them. */
  isDrawn?: boolean
}

/** The browser host and a window that it has let in. */
export async function openBrowser(
  browser: Browser,
  { dataDir, viewport, isDrawn = false }: Opening,
): Promise<Terminal & { context: BrowserContext; address: string }> {
  const host = spawn(process.execPath, ['out/main/browser.js', '--no-open', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await printedAddress(host)
  // Cells that light up cost a browser without a graphics card half a core, and no test asks for them.
  const context = await browser.newContext({
    viewport,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  })
  if (!isDrawn) await context.addInitScript(drawNothing)
  const page = await context.newPage()
  const complaints = listenTo(page)
  await page.goto(address)
  // It is let in once it keeps its secret: whoever goes on before has no right here.
  await page.waitForFunction(() => sessionStorage.getItem('quarterdeck') !== null)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await context.close()
    if (host.exitCode !== null || host.signalCode !== null) return
    const ended = once(host, 'exit')
    host.kill(signal)
    await ended
  }
  return {
    page,
    complaints,
    context,
    dataDir,
    address,
    signal: (sent) => void host.kill(sent),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/**
 * Runs in the page. Nobody looks at it: what cannot be seen is neither painted nor put together, and
 * is in its place, takes clicks and counts as visible all the same. What lies on top is in no other.
 */
function drawNothing(): void {
  const unseen = new CSSStyleSheet()
  unseen.replaceSync(':root, :modal, :popover-open { opacity: 0 !important }')
  document.adoptedStyleSheets.push(unseen)
}

/** Has a page painted from now on. */
export const draw = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets = []
  })

/** An empty tab that a window opened, which knows its secret: no other could be let in. */
export async function openFrom(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('about:blank'))
  return opened
}

/** Electron, whose window is as large as it opens. */
export async function openElectron(dataDir: string): Promise<Terminal> {
  const app = await _electron.launch({
    ...electronOptions(),
    args: ['out/main/index.js', `--data=${dataDir}`],
  })
  const page = await app.firstWindow()
  return {
    page,
    complaints: listenTo(page),
    dataDir,
    address: null,
    signal: (sent) => void app.process().kill(sent),
    stop: () => app.close(),
    kill: async () => {
      const ended = app.waitForEvent('close')
      app.process().kill('SIGKILL')
      await ended
    },
  }
}

export function listenTo(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

function printedAddress(host: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    host.once('exit', (code) => reject(new Error(`The host ended with code ${code}.`)))
    host.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const line = /^Quarterdeck: (http:\/\/[\w.]+:\d+\/#[\w-]+)$/m.exec(printed)
      if (line?.[1] !== undefined) resolve(line[1])
    })
  })
}
