import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { placesFor } from '../../src/main/hosts/browser/own-place.ts'
import { startBrowserHost } from '../../src/main/hosts/browser/server.ts'
import { readStaticFiles } from '../../src/main/hosts/static-files.ts'
import { CountingDesk } from '../unit/main/hosts/desk.ts'
import { expect, test } from './terminal.ts'

/** A stranger's server, whose page leaves a worker in the browser that answers there from then on. */
async function startPlanter() {
  const worker = `
    self.addEventListener('install', () => self.skipWaiting())
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    self.addEventListener('fetch', (event) =>
      event.respondWith(new Response('the stranger answers', { headers: { 'Content-Type': 'text/html' } })))`
  const page = `<!doctype html><script>
    navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)
      .then(() => { document.title = 'planted' })</script>`
  const server = createServer(({ url }, response) => {
    const isWorker = url === '/worker.js'
    response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html')
    response.end(isWorker ? worker : page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async (): Promise<void> => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { port, stop }
}

const shownAt = async (page: Page, address: string): Promise<string> => {
  // Else only the fragment would be another, and nothing be asked for.
  await page.goto('about:blank')
  await page.goto(address)
  return page.content()
}

test('A worker that a stranger left at a port answers for no desk that comes up there, at an address or by a name', async ({
  page,
}) => {
  test.skip(test.info().project.name !== 'browser', 'Electron has no port.')
  const planter = await startPlanter()
  const { port } = planter
  await page.goto(`http://127.0.0.1:${port}/`)
  await expect(page).toHaveTitle('planted')
  await planter.stop()

  const shell = readStaticFiles('out/renderer')
  const startAt = (places: ReturnType<typeof placesFor>) =>
    startBrowserHost({ desk: Promise.resolve(new CountingDesk()), shell, port, places })
  // The trial itself: where somebody may have been before, the stranger answers.
  const known = await startAt(placesFor(port))
  expect(await shownAt(page, known.newAddress())).toContain('the stranger answers')
  await known.stop()

  for (const place of placesFor(0)) {
    const host = await startAt([place])
    const address = host.newAddress()
    expect(address).toContain(`http://${place.name}:${port}/`)
    const shown = await shownAt(page, address)
    expect(shown).not.toContain('the stranger answers')
    expect(shown).toContain('<title>Quarterdeck')
    expect(await page.evaluate(() => isSecureContext && 'subtle' in crypto)).toBe(true)
    await host.stop()
  }
})
