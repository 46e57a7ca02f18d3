import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callChannel, callNames } from '../../../../../src/shared/channels.ts'
import { preventable } from '../../../../electron/session.ts'
import { type BrowserWindow, app, machine } from '../../../../electron/stand-in.ts'
import type { CountingDesk } from '../desk.ts'
import { start } from './program.ts'

vi.mock('electron', () => import('../../../../electron/stand-in.ts'))

const packageJson = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>
}

let window: BrowserWindow
let desk: CountingDesk
beforeEach(async () => {
  ;({ window, desk } = await start())
})

const preferences = () => window.options.webPreferences!
const page = () => machine.fetch('quarterdeck://app/')
const policy = async () => (await page()).headers.get('content-security-policy')!

/** Fires an event of the window's contents, and tells whether it was called off. */
function isPrevented(name: string, ...rest: unknown[]): boolean {
  const event = preventable()
  window.webContents.emit(name, event, ...rest)
  return event.defaultPrevented
}

describe("Electron's security checklist", () => {
  it('1 · loads nothing from a network, secure or not', () => {
    for (const url of ['http://a.test/', 'https://a.test/', 'ws://a.test/', 'ftp://a.test/']) {
      expect(machine.session.filter!({ url }), url).toEqual({ cancel: true })
    }
    expect(machine.session.filter!({ url: 'quarterdeck://app/index.html' }).cancel).toBe(false)
    expect(machine.session.filter!({ url: 'quarterdeck://application/' }).cancel).toBe(true)
    expect(machine.session.filter!({ url: 'file:///etc/passwd' }).cancel).toBe(true)
  })

  it('2 · gives pages no Node, also not in workers and frames', () => {
    expect(preferences()).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    })
  })

  it('3 · isolates the context of the preload', () => {
    expect(preferences().contextIsolation).toBe(true)
  })

  it('4 · sandboxes the main window, and any other', () => {
    expect(preferences().sandbox).toBe(true)
    expect(machine.state.isSandboxed).toBe(true)
  })

  it('5 · denies every permission but to notify and to copy, and every device', () => {
    const { device, display } = machine.session
    /** As it is asked for and as it is looked up: the page has to hear the same. */
    const isGranted = (permission: string, page: string, isMainFrame = true) => {
      const asker = { contents: window.webContents, url: page, isMainFrame }
      const asked = machine.session.ask(permission, asker)
      // To look whether it may notify Electron tells no frame; a page of ours has none anyway.
      if (isMainFrame || permission !== 'notifications')
        expect(machine.session.look(permission, asker), `${permission} of ${page}`).toBe(asked)
      return asked
    }
    const page = 'quarterdeck://app/'
    const refused = ['media', 'geolocation', 'openExternal', 'usb', 'fullscreen', 'unknown']
    const clipboard = ['clipboard-read', 'deprecated-sync-clipboard-read']
    for (const permission of [...refused, ...clipboard])
      expect(isGranted(permission, page), permission).toBe(false)
    for (const permission of ['notifications', 'clipboard-sanitized-write']) {
      expect(isGranted(permission, page), permission).toBe(true)
      expect(isGranted(permission, page, false), permission).toBe(false)
      expect(isGranted(permission, 'https://elsewhere.example/'), permission).toBe(false)
      expect(isGranted(permission, 'quarterdeck://apple/'), permission).toBe(false)
    }
    expect(device!({ deviceType: 'hid', origin: 'quarterdeck://app', device: {} as never })).toBe(
      false,
    )
    const streams = vi.fn<(streams: unknown) => void>()
    display!({} as never, streams)
    expect(streams.mock.calls).toEqual([[null]])
  })

  it('5 · denies a page of ours that stands in one of somebody else', () => {
    const { check } = machine.session
    const within = (embeddingOrigin: string): boolean =>
      check!(null, 'notifications', 'quarterdeck://app/', { embeddingOrigin, isMainFrame: false })
    expect(within('quarterdeck://app/')).toBe(true)
    expect(within('https://elsewhere.example/')).toBe(false)
  })

  it('6 · leaves web security on', () => {
    expect(preferences().webSecurity).toBe(true)
  })

  it('7 · sends a policy that allows own scripts and styles, and no connection', async () => {
    const directives = (await policy()).split('; ')
    expect(directives).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    )
    expect(await policy()).not.toMatch(/unsafe|\*|http|data:|blob:/)
  })

  it('8 · allows no insecure content', () => {
    expect(preferences().allowRunningInsecureContent).toBe(false)
  })

  it('9 · enables no experiments', () => {
    expect(preferences().experimentalFeatures).toBe(false)
  })

  it('10 · enables no features of Blink', () => {
    expect(preferences()).not.toHaveProperty('enableBlinkFeatures')
  })

  it('11 · has no webview that could allow popups', () => {
    expect(preferences().webviewTag).toBe(false)
  })

  it('12 · refuses a webview before it is attached', () => {
    expect(isPrevented('will-attach-webview', {}, { src: 'https://a.test/' })).toBe(true)
  })

  it('13 · stays on its page: no navigation, no redirect, in no frame', () => {
    const elsewhere = [
      'https://a.test/',
      'quarterdeck://app/index.html',
      'quarterdeck://app/?again',
      'quarterdeck://apple/',
      'file:///etc/passwd',
      'about:blank',
    ]
    for (const url of elsewhere) expect(window.webContents.navigate(url), url).toBe(false)
    expect(window.webContents.navigate('quarterdeck://app/', { isMainFrame: false })).toBe(false)
    expect(isPrevented('will-redirect')).toBe(true)
  })

  it('13 · loads itself anew where its page asks for it: after a failure that is the way on', () => {
    expect(window.webContents.navigate('quarterdeck://app/')).toBe(true)
  })

  it('14 · opens no further windows', () => {
    const details = { url: 'https://a.test/' } as Electron.HandlerDetails
    expect(window.webContents.openHandler!(details)).toEqual({ action: 'deny' })
  })

  it('15 · hands nothing to the system to open', () => {
    const sources = ['src/main', 'src/preload'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
    )
    expect(sources.length).toBeGreaterThan(20)
    expect(
      sources.filter((text) => /openExternal|openPath|\bshell\b.*'electron'/.test(text)),
    ).toEqual([])
  })

  it('16 · uses a current Electron', () => {
    const installed = JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8')) as {
      version: string
    }
    expect(Number(installed.version.split('.')[0])).toBeGreaterThanOrEqual(45)
    expect(packageJson.devDependencies['electron']).toMatch(/^\^/)
  })

  it('17 · answers its own top frame only; blank senders and strangers are refused', async () => {
    const sender = window.webContents
    const own = sender.mainFrame
    const strangers = {
      'no frame': { sender, senderFrame: null },
      'a frame inside the page': { sender, senderFrame: { origin: own.origin, parent: own } },
      'a blank page': { sender, senderFrame: { origin: 'null', parent: null } },
      'an empty origin': { sender, senderFrame: { origin: '', parent: null } },
      'another origin': { sender, senderFrame: { origin: 'https://app', parent: null } },
      'a longer origin': { sender, senderFrame: { origin: `${own.origin}.test`, parent: null } },
      'a file': { sender, senderFrame: { origin: 'file://', parent: null } },
      'other contents': { sender: {}, senderFrame: own },
    }
    for (const name of callNames) {
      for (const [who, from] of Object.entries(strangers)) {
        const reply = await machine.invoke(callChannel(name), [{}], from)
        expect(reply, `${name} from ${who}`).toMatchObject({ error: { code: 'forbidden' } })
      }
    }
    expect(desk.accepted).toEqual([])
    await machine.invoke(callChannel('openDesk'), [{}], { sender, senderFrame: own })
    expect(desk.accepted).toHaveLength(1)
  })

  it('18 · serves its page from a scheme of its own, and only what was built', async () => {
    expect(window.webContents.mainFrame.origin).toBe('quarterdeck://app')
    expect(machine.state.schemes).toEqual([
      {
        scheme: 'quarterdeck',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ])
    expect((await page()).status).toBe(200)
    expect(
      (await machine.fetch('quarterdeck://app/assets/index.js')).headers.get('content-type'),
    ).toBe('text/javascript; charset=utf-8')
    const wrong = [
      'quarterdeck://app/../secret.html',
      'quarterdeck://app/%2e%2e/secret.html',
      'quarterdeck://app/..%2fsecret.html',
      'quarterdeck://app/assets',
      'quarterdeck://app//index.html',
      'quarterdeck://app/index.html?x',
      'quarterdeck://app/__proto__',
      'quarterdeck://other/index.html',
      'quarterdeck://app.test/index.html',
    ]
    for (const url of wrong) expect((await machine.fetch(url)).status, url).toBe(404)
    const posted = await machine.fetch('quarterdeck://app/', { method: 'POST' })
    expect(posted.status).toBe(404)
  })

  it('19 · has no package without explicit fuses', () => {
    const packagers = Object.keys(packageJson.devDependencies).filter((name) =>
      /^(electron-builder|@electron-forge\/.*|@electron\/packager)$/.test(name),
    )
    const fuses = Object.keys(packageJson.devDependencies).includes('@electron/fuses')
    expect(packagers.length === 0 || fuses).toBe(true)
  })

  it('20 · shows pages the bridge, and nothing of Electron', async () => {
    vi.resetModules()
    await import('../../../../../src/preload/index.ts')
    expect([...machine.state.worlds.keys()]).toEqual(['quarterdeck'])
    const bridge = machine.state.worlds.get('quarterdeck') as object
    expect(Object.keys(bridge).sort()).toEqual([...callNames, 'on'].sort())
    expect(Object.values(bridge).every((member) => typeof member === 'function')).toBe(true)
  })
})

describe('Beyond the checklist, Electron', () => {
  it('accepts no certificate that Chromium refuses, and offers none of its own', () => {
    const refused = preventable()
    const decide = vi.fn<(isTrusted: boolean) => void>()
    app.emit('certificate-error', refused, {}, 'https://a.test/', 'ERR', {}, decide)
    expect(refused.defaultPrevented).toBe(true)
    expect(decide.mock.calls).toEqual([[false]])
    const asked = preventable()
    const choose = vi.fn<() => void>()
    app.emit('select-client-certificate', asked, {}, 'https://a.test/', [{}], choose)
    expect(asked.defaultPrevented).toBe(true)
    expect(choose.mock.calls).toEqual([[]])
  })

  it('saves nothing but what the window wrote itself, and checks no spelling', () => {
    const isSaved = (url: string): boolean => {
      const event = preventable()
      machine.session.emit('will-download', event, { getURL: () => url }, window.webContents)
      return !event.defaultPrevented
    }
    expect(isSaved('blob:quarterdeck://app/1d4b')).toBe(true)
    for (const url of ['quarterdeck://app/x.js', 'https://elsewhere.example/', 'data:text/csv,a'])
      expect(isSaved(url), url).toBe(false)
    expect(machine.session.hasSpellChecker).toBe(false)
    expect(preferences().spellcheck).toBe(false)
  })

  it('serves its page without cameras, microphones, screens, places and devices', async () => {
    const features = (await page()).headers.get('permissions-policy')!.split(', ')
    const devices = ['usb', 'serial', 'hid', 'bluetooth', 'midi']
    const others = ['camera', 'microphone', 'display-capture', 'geolocation', 'payment']
    expect(features.toSorted()).toEqual(
      [...devices, ...others].map((one) => `${one}=()`).toSorted(),
    )
  })

  it('lets no WebRTC out, of which the policy of a page says nothing', () => {
    expect(window.webContents.webRtcPolicy).toBe('disable_non_proxied_udp')
  })

  it('has Chromium find no machine, by no name and no number: WebRTC goes by TCP as well', () => {
    expect(app.commandLine.getSwitchValue('host-resolver-rules')).toBe('MAP * ~NOTFOUND')
  })

  it('has developer tools only when asked for', async () => {
    expect(preferences().devTools).toBe(false)
    expect(JSON.stringify(machine.state.menu)).not.toContain('toggleDevTools')
    const asked = await start({ hasDevTools: true })
    expect(asked.window.options.webPreferences!.devTools).toBe(true)
  })

  it('shuts the same doors for sessions made later', async () => {
    const { SessionStandIn } = await import('../../../../electron/session.ts')
    const later = new SessionStandIn()
    app.emit('session-created', later)
    expect(later.check!(null, 'media', '', {} as never)).toBe(false)
  })

  it("obeys Chromium's own --no-sandbox for the program, and still asks for a sandboxed window", async () => {
    const { window: other } = await start({ switches: { 'no-sandbox': '' } })
    expect(machine.state.isSandboxed).toBe(false)
    expect(other.options.webPreferences!.sandbox).toBe(true)
  })
})
