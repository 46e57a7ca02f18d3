import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page, WebSocketRoute } from '@playwright/test'
import { WebSocket, WebSocketServer } from 'ws'
import { fastestFolder } from '../fastest-folder.ts'
import { expect, test } from './terminal.ts'

/** The built browser host, as a person starts it. */
async function startHost(options: {
  dataDir: string
  port?: string
  /** Opens a window, in an environment other than ours. */
  opensIn?: Record<string, string>
}) {
  const { dataDir, port: asked = '0', opensIn } = options
  const args = ['out/main/browser.js', '--data', dataDir, '--port', asked]
  const child = spawn(process.execPath, opensIn ? args : [...args, '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: opensIn ?? process.env,
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  expect(String(line)).toMatch(/^Quarterdeck: http:\/\/[\w.]+:\d+\/#[\w-]{40}\n$/)
  const url = String(line).trim().replace('Quarterdeck: ', '')
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exit = once(child, 'exit')
    child.kill(signal)
    return ((await exit) as [number | null])[0]
  }
  const { port, hostname, origin } = new URL(url)
  let said = ''
  child.stdout.on('data', (more: Buffer) => (said += String(more)))
  const says = (words: string) => expect.poll(() => said).toContain(words)
  return { url, port, hostname, origin, stop, says }
}

const it = test.extend<{ dataDir: string; host: Awaited<ReturnType<typeof startHost>> }>({
  dataDir: async ({}, use) => {
    test.skip(test.info().project.name !== 'browser', 'Electron has no socket.')
    const dataDir = mkdtempSync(join(fastestFolder, 'quarterdeck-bridge-'))
    await use(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  },
  host: async ({ dataDir }, use) => {
    const host = await startHost({ dataDir })
    await use(host)
    await host.stop()
  },
})

/** A stranger's server on this machine, which takes every socket and answers every question with yes. */
async function startThief(port: number, hostname: string) {
  const cookies: string[] = []
  const told: string[] = []
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie ?? '')
    response.end()
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      told.push(String(data))
      socket.send(JSON.stringify({ nonce: 'x'.repeat(22), proof: 'x'.repeat(43) }))
      socket.send(JSON.stringify({ event: 'stop', data: { on: true, at: 1 } }))
    }),
  )
  server.listen(port, hostname)
  await once(server, 'listening')
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      for (const socket of sockets.clients) socket.terminate()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, cookies, told, stop }
}

/** A stranger's server that knows how the window is made: whatever is asked for is a script of its own. */
async function startForger({ port, hostname }: { port: string; hostname: string }) {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/javascript')
    response.end(`document.documentElement.dataset.forged = '${request.url}'; export default {}`)
  })
  const asked: string[] = []
  server.on('request', ({ url = '' }) => asked.push(url))
  server.listen(Number(port), hostname)
  await once(server, 'listening')
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { asked, stop }
}

const forgedIn = (page: Page): Promise<string | null> =>
  page.locator('html').getAttribute('data-forged')

/** A port that was free a moment ago. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

const isMoving = async (page: Page): Promise<void> => {
  const body = page.locator('body')
  await expect(body).toContainText('SBIN-EQ')
  const first = await body.innerText()
  await expect.poll(() => body.innerText()).not.toBe(first)
}

it('A window whose connection breaks says so, and shows after it what happened meanwhile', async ({
  page,
  host,
}) => {
  const routes: WebSocketRoute[] = []
  let isCut = false
  await page.routeWebSocket(/\/bridge$/, async (route) => {
    if (isCut) {
      await route.close({ code: 1001 })
    } else {
      route.connectToServer()
      routes.push(route)
    }
  })
  await page.goto(host.url)
  await isMoving(page)
  await page.getByRole('button', { name: 'Skip' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New window' }).click()
  const second = await opening
  await isMoving(second)
  expect(await second.evaluate(() => window.opener === null)).toBe(true)

  isCut = true
  await routes[0]!.close({ code: 1001 })
  const lost = page.getByRole('alert').filter({ hasText: 'Quarterdeck does not answer' })
  const stopped = page.getByRole('region', { name: 'The stop is on' })
  await expect(lost).toBeVisible()
  await second.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(second.getByRole('region', { name: 'The stop is on' })).toBeVisible()
  await expect(stopped).toBeHidden()
  isCut = false
  await expect(stopped).toBeVisible()
  await expect(lost).toBeHidden()
  await isMoving(page)
  // What let it in again is a cookie that no script of the page can read.
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', domain: host.hostname })
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

it('A window says so when another desk has taken the place of its own', async ({
  page,
  dataDir,
}) => {
  const port = await freePort()
  const first = await startHost({ dataDir, port })
  await page.goto(first.url)
  await isMoving(page)
  expect(await first.stop()).toBe(0)
  const next = await startHost({ dataDir, port })
  await expect(page.locator('body')).toContainText('Quarterdeck was started again')
  await next.stop()
})

it('A page of another port gets the cookie, and with it neither a word nor an order', async ({
  page,
  host,
}) => {
  await page.goto(host.url)
  await isMoving(page)
  const { port, hostname, origin } = host
  const elsewhere = await startThief(0, '127.0.0.1')
  const thief = await startThief(0, hostname)
  const visit = await page.context().newPage()
  await visit.goto(`http://127.0.0.1:${elsewhere.port}/`)
  expect(elsewhere.cookies.filter((one) => one !== '')).toEqual([])
  await visit.goto(`http://${hostname}:${thief.port}/`)
  const cookie = thief.cookies.find((one) => one.includes(`quarterdeck-${port}=`))
  expect(cookie).toBeDefined()
  expect(await visit.evaluate(() => sessionStorage.length)).toBe(0)

  const headers = { Cookie: cookie! }
  const socket = new WebSocket(`ws://${hostname}:${port}/bridge`, { origin, headers })
  const heard: unknown[] = []
  socket.on('message', (data) => heard.push(String(data)))
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, name: 'engageStop', input: {} }))
  await once(socket, 'close')
  expect(heard).toEqual([])
  await expect(page.getByRole('region', { name: 'The stop is on' })).toBeHidden()

  // The port of a desk that is gone is somebody else's: the window says it is not its desk, and nothing to it.
  await host.stop('SIGKILL')
  const heir = await startThief(Number(port), hostname)
  await expect(page.locator('body')).toContainText('is not the Quarterdeck that opened this window')
  expect(heir.told).toHaveLength(1)
  expect(Object.keys(JSON.parse(heir.told[0]!) as object)).toEqual(['window', 'nonce'])
  await Promise.all([elsewhere.stop(), thief.stop(), heir.stop()])
})

it('A part that was not fetched before the desk crashed is fetched from no stranger', async ({
  page,
  host,
}) => {
  // What comes after the first sight is one file: it is lost on its way once.
  const later = /\/assets\/later\b/
  await page.route(later, (route) => route.abort())
  await page.goto(host.url)
  await isMoving(page)
  await expect(page.getByText('A part of this window could not be fetched')).toBeVisible()
  await host.stop('SIGKILL')
  const forger = await startForger(host)
  await expect(page.getByRole('alert').filter({ hasText: 'Quarterdeck does not' })).toBeVisible()
  await page.unroute(later)
  await page.getByRole('combobox', { name: 'Account shown' }).click()
  await expect(page.getByText('The list of accounts could not be fetched.').first()).toBeVisible()
  expect(await forgedIn(page)).toBeNull()
  expect(forger.asked.filter((path) => later.test(path))).not.toEqual([])
  await forger.stop()
})

it('A window whose desk crashed before an idle moment takes none of its parts from a stranger', async ({
  page,
  host,
}) => {
  // Nothing that waits for an idle moment is fetched before the desk is gone.
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = []
    window.requestIdleCallback = (act) => waiting.push(act)
    window.addEventListener('idle', () => {
      for (const act of waiting.splice(0)) act({ didTimeout: false, timeRemaining: () => 50 })
    })
  })
  await page.goto(host.url)
  await isMoving(page)
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  await host.stop('SIGKILL')
  const forger = await startForger(host)
  await page.evaluate(() => window.dispatchEvent(new Event('idle')))
  await expect(page.getByText('A part of this window could not be fetched')).toBeVisible()
  const parts = readdirSync('out/renderer/assets').filter((name) => name.endsWith('.js'))
  const late = parts.filter((name) => !fetched.includes(`/assets/${name}`))
  expect(late.map((name) => name.split('-')[0])).toEqual(['dock.svelte', 'later'])
  await page.evaluate(
    (all) => Promise.allSettled(all.map((name) => import(`/assets/${name}`))),
    parts,
  )
  expect(await forgedIn(page)).toBeNull()
  expect(forger.asked).toEqual(expect.arrayContaining(late.map((name) => `/assets/${name}`)))
  await forger.stop()
})

it('A tab that nobody opened is told what to do, a window that is loaded again is let in, and the second Ctrl-C ends all', async ({
  page,
  host,
}) => {
  await page.goto(host.url)
  await isMoving(page)
  const address = `${host.origin}/`
  expect(page.url()).toBe(address)
  const stray = await page.context().newPage()
  for (const where of [address, host.url]) {
    await stray.goto(where)
    await expect(stray.locator('body')).toContainText('press Enter in the terminal')
    await stray.goto('about:blank')
  }
  await page.reload()
  await isMoving(page)
  // With windows open, and positions: the first one asks.
  const asked = host.says('Press Ctrl-C once more to stop anyway.')
  const ended = host.stop('SIGINT')
  await asked
  // Two within a moment are one.
  await page.waitForTimeout(500)
  expect((await fetch(host.origin)).status).toBeGreaterThan(0)
  void host.stop('SIGINT')
  expect(await ended).toBe(0)
  await expect(fetch(host.origin)).rejects.toThrow('fetch failed')
})

it('A desk that no window comes to is built all the same', async ({ dataDir, host }) => {
  await expect.poll(() => existsSync(join(dataDir, 'journal.db'))).toBe(true)
  // It may not be whole yet, and is stopped well all the same.
  expect(await host.stop()).toBe(0)
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
  expect(page.url()).toBe(`${host.origin}/`)
  await expect.poll(() => existsSync(opening)).toBe(false)
  await host.stop()
})
