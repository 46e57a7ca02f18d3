import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Page, type WebSocketRoute, expect, test } from '@playwright/test'

/** The built browser host, as a person starts it. */
async function startHost(options: {
  dataDir: string
  port?: string
  /** Opens a window, in an environment other than ours. */
  opensIn?: Record<string, string>
}) {
  const { dataDir, port = '0', opensIn } = options
  const args = ['out/main/browser.js', '--data', dataDir, '--port', port]
  const child = spawn(process.execPath, opensIn ? args : [...args, '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: opensIn ?? process.env,
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  expect(String(line)).toMatch(/^Quarterdeck: http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}\n$/)
  const url = String(line).trim().replace('Quarterdeck: ', '')
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null) return child.exitCode
    const exit = once(child, 'exit')
    child.kill(signal)
    return ((await exit) as [number | null])[0]
  }
  return { url, port: new URL(url).port, stop }
}

const it = test.extend<{ dataDir: string; host: Awaited<ReturnType<typeof startHost>> }>({
  dataDir: async ({}, use) => {
    test.skip(test.info().project.name !== 'browser', 'Electron has no socket.')
    const dataDir = mkdtempSync(join(tmpdir(), 'quarterdeck-bridge-'))
    await use(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  },
  host: async ({ dataDir }, use) => {
    const host = await startHost({ dataDir })
    await use(host)
    await host.stop()
  },
})

const isMoving = async (page: Page): Promise<void> => {
  const body = page.locator('body')
  await expect(body).toContainText('SBIN-EQ')
  const first = await body.innerText()
  await expect.poll(() => body.innerText()).not.toBe(first)
}

it('A window whose connection breaks connects again by itself', async ({ page, host }) => {
  const routes: WebSocketRoute[] = []
  await page.routeWebSocket(/\/bridge$/, (route) => {
    route.connectToServer()
    routes.push(route)
  })
  await page.goto(host.url)
  await isMoving(page)
  await routes[0]!.close({ code: 1001 })
  await expect.poll(() => routes.length).toBe(2)
  await isMoving(page)
  // What let it in again is a cookie that no script of the page can read.
  expect(await page.context().cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }])
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

it('A window says so when another desk has taken the place of its own', async ({
  page,
  host,
  dataDir,
}) => {
  await page.goto(host.url)
  await isMoving(page)
  const { port } = host
  expect(await host.stop()).toBe(0)
  const next = await startHost({ dataDir, port })
  await expect(page.locator('body')).toContainText('Start Quarterdeck again')
  await next.stop()
})

it('Ctrl-C ends everything, with windows open', async ({ page, host }) => {
  await page.goto(host.url)
  await isMoving(page)
  expect(await host.stop('SIGINT')).toBe(0)
  await expect(fetch(`http://127.0.0.1:${host.port}/`)).rejects.toThrow('fetch failed')
})

it('The page that a browser is given to open leads to the window, and is gone then', async ({
  page,
  dataDir,
}) => {
  // A screen, as far as can be seen, and no browser on the path: the page stays to be opened here.
  const host = await startHost({ dataDir, opensIn: { DISPLAY: ':0', PATH: dataDir } })
  const opening = join(dataDir, 'open.html')
  await expect.poll(() => existsSync(opening)).toBe(true)
  await page.goto(pathToFileURL(opening).href)
  await isMoving(page)
  expect(page.url()).toBe(`http://127.0.0.1:${host.port}/`)
  await expect.poll(() => existsSync(opening)).toBe(false)
  await host.stop()
})
