import { type Session, type WebContents, app, session } from 'electron'
import { windowOrigin, windowUrl } from './scheme.ts'

/** Shuts every door of Chromium that a window of ours does not need. Before the app is ready. */
export function shutDoors(): void {
  // Also for a window that somebody makes without our options. Who says --no-sandbox means it:
  // Chromium would refuse to start as root.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  // A page's own is served by us, and the desk asks no Chromium: whatever that would connect to, by a
  // name or by a number, is nowhere. A policy of pages and a filter of requests do not see all of it:
  // names that a page has looked up beforehand, and what WebRTC does by TCP.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  app.on('web-contents-created', (_, contents) => confine(contents))
  app.on('session-created', isolate)
  // The default session may have been there before anybody could listen; twice does no harm.
  void app.whenReady().then(() => isolate(session.defaultSession))
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, decide) => {
    event.preventDefault()
    decide(false)
  })
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault()
    choose()
  })
}

/** A window stays on its page, alone. */
function confine(contents: WebContents): void {
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // Neither the policy of the page nor a filter of requests sees WebRTC. Nothing of it goes by UDP so;
  // what goes by TCP, to a server that passes it on, finds none (see above).
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

interface Navigation {
  readonly url: string
  readonly isMainFrame: boolean
  preventDefault(): void
}

/** To load itself anew is all that a page may do: it is what a person is offered where it failed. */
function stay(event: Navigation): void {
  if (!event.isMainFrame || event.url !== windowUrl) event.preventDefault()
}

/** What a page of ours wrote itself, to be saved: a journal, a basket. */
const ownBlob = `blob:${windowUrl}`

/** To show an alert outside of itself, and to copy a text where a person says so. */
const needed: ReadonlySet<string> = new Set(['notifications', 'clipboard-sanitized-write'])

/**
 * A window asks for nothing else of the machine, saves nothing but what it wrote itself, and has no
 * network.
 */
function isolate(one: Session): void {
  one.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(needed.has(permission) && isMainFrame && requestingUrl.startsWith(windowUrl)),
  )
  one.setPermissionCheckHandler(
    (contents, permission, origin, { embeddingOrigin = origin, isMainFrame }) =>
      needed.has(permission) &&
      // Whether a page may notify is looked up without it: Electron knows an origin then, and no frame.
      (isMainFrame || (permission === 'notifications' && contents === null)) &&
      isWindow(origin) &&
      isWindow(embeddingOrigin),
  )
  one.setDevicePermissionHandler(() => false)
  one.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  one.setSpellCheckerEnabled(false)
  one.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(ownBlob)) event.preventDefault()
  })
  one.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: ![windowUrl, ownBlob, 'devtools://'].some((own) => url.startsWith(own)) }),
  )
}

/** Electron writes an origin with its last slash or without. */
const isWindow = (origin: string): boolean => origin === windowOrigin || origin === windowUrl
