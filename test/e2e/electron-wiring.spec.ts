import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Page, expect, test } from '@playwright/test'
import type * as StandIn from '../electron/stand-in.ts'
import { fastestFolder } from '../fastest-folder.ts'

/*
 * The three built bundles together, where Electron cannot run: main in this process on the typed
 * stand-in, preload and renderer in a real Chromium, which enforces the policy that main sends.
 */

const standInUrl = new URL('../electron/stand-in.ts', import.meta.url).href
/** Chromium knows no scheme of ours; this origin takes its place. */
const origin = 'https://app.quarterdeck.test'

// One program for all tests of this file.
test.describe.configure({ mode: 'default' })

let electron: typeof StandIn
let dataDir: string | undefined

test.beforeAll(async () => {
  test.skip(test.info().project.name !== 'browser', 'Real Electron needs no stand-in.')
  const folder = mkdtempSync(join(fastestFolder, 'quarterdeck-wiring-'))
  dataDir = folder
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: standInUrl, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  })
  electron = (await import(standInUrl)) as typeof StandIn
  electron.machine.restart({ data: folder })
  await import(pathToFileURL('out/main/index.js').href)
  // Electron becomes ready only now: an entry that awaits it would hang above.
  electron.machine.becomeReady()
  await expect
    .poll(() => electron.machine.state.boxes.concat(windowTitles()))
    .toEqual(['Quarterdeck'])
})

test.afterAll(async () => {
  if (dataDir === undefined) return
  const ended = new Promise((resolve) => electron.app.once('quit', resolve))
  // The practice books have positions: it asks, and is answered 'Quit anyway'.
  electron.machine.state.choice = 1
  electron.app.quit()
  await ended
  expect(electron.machine.state.exitCode).toBe(0)
  rmSync(dataDir, { recursive: true, force: true })
})

const windowTitles = (): string[] =>
  electron.machine.state.windows.map(({ options }) => String(options.title))

/** Opens the window's page as main describes it: its scheme, its preload, its bridge. */
async function openPage(page: Page) {
  const window = electron.machine.state.windows[0]!
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.route('**/*', async (route) => {
    const url = route.request().url()
    if (!url.startsWith(`${origin}/`)) {
      complaints.push(`asked for ${url}`)
      return route.abort()
    }
    const response = await electron.machine.fetch(url.replace(origin, 'quarterdeck://app'))
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  })

  const { webContents } = window
  await page.exposeFunction('toMain', (channel: string, args: unknown[]) =>
    electron.machine.invoke(channel, args, {
      sender: webContents,
      senderFrame: webContents.mainFrame,
    }),
  )
  const preload = readFileSync(window.options.webPreferences!.preload!, 'utf8')
  await page.addInitScript(`(() => {
    const listeners = new Map()
    const of = (channel) => listeners.get(channel) ?? listeners.set(channel, new Set()).get(channel)
    window.fromMain = (channel, args) => { for (const hear of of(channel)) hear({}, ...args) }
    const electron = {
      contextBridge: { exposeInMainWorld: (key, value) => { window[key] = Object.freeze(value) } },
      ipcRenderer: {
        invoke: (channel, ...args) => window.toMain(channel, args),
        on: (channel, hear) => of(channel).add(hear),
        off: (channel, hear) => of(channel).delete(hear),
      },
    }
    const require = (name) => {
      if (name !== 'electron') throw new Error('A sandboxed preload cannot require ' + name)
      return electron
    }
    const module = { exports: {} }
    void ((require, module, exports) => {
      ${preload}
    })(require, module, module.exports)
  })()`)

  const send = webContents.send.bind(webContents)
  webContents.send = (channel, ...args) => {
    send(channel, ...args)
    void page
      .evaluate(
        ([to, what]) =>
          (window as unknown as { fromMain(channel: string, args: unknown[]): void }).fromMain(
            to,
            what,
          ),
        [channel, args] as const,
      )
      // The page may be closing; what it missed nobody waits for.
      .catch(() => {})
  }
  await page.goto(`${origin}/`)
  return complaints
}

test('The built Electron program shows moving practice books, and breaks no rule of its own policy', async ({
  page,
}) => {
  const complaints = await openPage(page)
  const body = page.locator('body')
  await expect(body).toContainText('Positions')
  await expect(body).toContainText('SBIN-EQ')
  const first = await body.innerText()
  await expect.poll(() => body.innerText()).not.toBe(first)
  expect(complaints).toEqual([])

  // The policy holds in this page: text that becomes a script does not run.
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.hasRun = true'
    document.body.append(script)
  })
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false)
  await expect.poll(() => complaints.join()).toContain('Content Security Policy')
})

test('The built Electron program keeps each document under its own name, in the folder it was given', async () => {
  const { state, invoke } = electron.machine
  const { webContents } = state.windows[0]!
  const from = { sender: webContents, senderFrame: webContents.mainFrame }
  const saved = await invoke('call:saveSettings', [{ theme: 'light' }], from)
  expect(saved).toMatchObject({ ok: true })
  const kept = readdirSync(dataDir!)
  expect(kept).toEqual(expect.arrayContaining(['desk.lock', 'desk.pid', 'settings.json']))
  expect(kept).not.toContain('config.json')
  expect(state.paths.get('userData')).toBe(join(dataDir!, 'electron'))
  // The store's own channel, which would answer to anybody.
  expect(electron.ipcMain.eventNames()).toEqual([])
})
