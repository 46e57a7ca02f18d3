import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, type WebSocketRoute, expect, test } from '@playwright/test'

/** The built browser host, as a person starts it. */
async function startHost({ dataDir, port = '0' }: { dataDir: string; port?: string }) {
  const child = spawn(
    process.execPath,
    ['out/main/browser.js', '--no-open', '--data', dataDir, '--port', port],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
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
  await expect(page.locator('body')).toContainText('Start Quarterdeck again', { timeout: 10_000 })
  await next.stop()
})

it('Ctrl-C ends everything within two seconds, with windows open', async ({ page, host }) => {
  await page.goto(host.url)
  await isMoving(page)
  const startedAt = performance.now()
  expect(await host.stop('SIGINT')).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(2000)
  await expect(fetch(`http://127.0.0.1:${host.port}/`)).rejects.toThrow('fetch failed')
})
