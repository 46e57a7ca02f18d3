import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type Page, chromium } from '@playwright/test'
import { browserLaunchers } from '../../src/main/hosts/browser/browser-launchers.ts'
import { startBrowserHost } from '../../src/main/hosts/browser/server.ts'
import { readStaticFiles } from '../../src/main/hosts/static-files.ts'
import { browserOptions } from '../browser.ts'
import { CountingDesk } from '../unit/main/hosts/desk.ts'
import { expect, test } from './terminal.ts'

/** Somebody of this machine who waits for what a window sends, and answers nothing. */
async function startReceiver() {
  const heard = new Set<string>()
  const listening = async (name: string) => {
    const server = createServer((connection) => {
      heard.add(name)
      connection.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, port: (server.address() as AddressInfo).port }
  }
  const page = await listening('a page')
  const relay = await listening('WebRTC by TCP')
  const datagrams = createSocket('udp4').on('message', () => heard.add('WebRTC by UDP'))
  datagrams.bind(0, '127.0.0.1')
  await once(datagrams, 'listening')
  const ports = { page: page.port, relay: relay.port, datagrams: datagrams.address().port }
  const stop = (): void => {
    page.server.close()
    relay.server.close()
    datagrams.close()
  }
  return { heard, ports, stop }
}

type Ports = Awaited<ReturnType<typeof startReceiver>>['ports']

/** Has code in the window begin what the policy of its page does not speak of. */
const beginWebRtc = (page: Page, { relay, datagrams }: Ports) =>
  page.evaluateHandle(
    async (urls) => {
      const told = { username: 'what-it-knows', credential: 'x' }
      const connection = new RTCPeerConnection({ iceServers: [{ urls, ...told }] })
      const isOver = new Promise<void>((resolve) => {
        connection.addEventListener('icegatheringstatechange', () => {
          if (connection.iceGatheringState === 'complete') resolve()
        })
      })
      connection.createDataChannel('')
      await connection.setLocalDescription(await connection.createOffer())
      return { isOver }
    },
    [`turn:127.0.0.1:${relay}?transport=tcp`, `stun:127.0.0.1:${datagrams}`],
  )

test('An app window reaches its desk, and nothing else by whatever way', async () => {
  const shell = readStaticFiles('out/renderer')
  const desk = new CountingDesk()
  const host = await startBrowserHost({ desk: Promise.resolve(desk), shell, port: 0 })
  const { heard, ports, stop } = await startReceiver()
  const { host: own } = new URL(host.newAddress())
  const [window] = browserLaunchers(
    { page: 'file:///open.html', profile: '/profile', desk: own },
    { platform: 'darwin', env: {}, isRoot: false, isUsable: () => true },
  )
  const ofNetwork = window!.args.filter((arg) => /^--(proxy|force-webrtc)/.test(arg))
  const openWith = async (args: readonly string[]) => {
    const browser = await chromium.launch(browserOptions(args))
    const page = await browser.newPage()
    await page.goto(host.newAddress())
    // It is let in, and has its line to the desk.
    await expect.poll(() => desk.listeners.size).toBeGreaterThan(0)
    return { browser, page }
  }
  const goElsewhere = (page: Page) =>
    page.goto(`http://127.0.0.1:${ports.page}/?what-it-knows`).catch(() => undefined)

  const held = await openWith(ofNetwork)
  await (await beginWebRtc(held.page, ports)).evaluate(({ isOver }) => isOver)
  await goElsewhere(held.page)
  expect([...heard]).toEqual([])
  await held.browser.close()

  // The trial itself: another browser is held back by nothing.
  const free = await openWith([])
  await beginWebRtc(free.page, ports)
  await expect.poll(() => [...heard].toSorted()).toEqual(['WebRTC by TCP', 'WebRTC by UDP'])
  await goElsewhere(free.page)
  expect(heard).toContain('a page')
  await free.browser.close()
  stop()
  await host.stop()
})
