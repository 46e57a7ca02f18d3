import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'

/** Who asks for a permission: a page of this address, in the window itself or in a frame of it. */
interface Asker {
  contents: unknown
  url: string
  isMainFrame: boolean
}

/** What a session was told, as Electron would hold it. */
export class SessionStandIn extends EventEmitter {
  request: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = null
  check: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = null
  device: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null
  display: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0] = null
  hasSpellChecker = true
  filter: ((details: { url: string }) => { cancel?: boolean }) | null = null

  readonly webRequest = {
    onBeforeRequest: (
      listener: (
        details: Electron.OnBeforeRequestListenerDetails,
        callback: (response: Electron.CallbackResponse) => void,
      ) => void,
    ) => {
      this.filter = ({ url }) => {
        let answer: Electron.CallbackResponse = {}
        listener({ url } as Electron.OnBeforeRequestListenerDetails, (given) => {
          answer = given
        })
        return answer
      }
    },
  }
  setPermissionRequestHandler(handler: SessionStandIn['request']): void {
    this.request = handler
  }
  setPermissionCheckHandler(handler: SessionStandIn['check']): void {
    this.check = handler
  }
  setDevicePermissionHandler(handler: SessionStandIn['device']): void {
    this.device = handler
  }
  setDisplayMediaRequestHandler(handler: SessionStandIn['display']): void {
    this.display = handler
  }
  setSpellCheckerEnabled(isOn: boolean): void {
    this.hasSpellChecker = isOn
  }

  /** What a page is answered that asks for a permission: anything, where nobody decides. */
  ask(permission: string, { contents, url, isMainFrame }: Asker): boolean {
    let isGranted = this.request === null
    const details = { requestingUrl: url, isMainFrame }
    this.request?.(
      contents as never,
      permission as never,
      (given) => (isGranted = given),
      details as never,
    )
    return isGranted
  }

  /**
   * What a page reads that looks whether it has a permission. Whether it may notify is asked for an
   * origin alone: no contents, and so no main frame.
   */
  look(permission: string, { contents, url, isMainFrame }: Asker): boolean {
    const origin = `${originOf(url)}/`
    if (this.check === null) return permission !== 'deprecated-sync-clipboard-read'
    if (permission === 'notifications')
      return this.check(null, permission, origin, { embeddingOrigin: origin, isMainFrame: false })
    const details = { requestingUrl: url, embeddingOrigin: origin, isMainFrame }
    return this.check(contents as never, permission as never, origin, details)
  }
}

/** Node gives addresses of an unknown scheme no origin; Electron's standard schemes have one. */
export function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

SessionStandIn.prototype satisfies Pick<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setSpellCheckerEnabled'
>

/** An event as Electron gives it: something that can be called off. */
interface Preventable {
  preventDefault(): void
  readonly defaultPrevented: boolean
}

export function preventable(): Preventable {
  let isPrevented = false
  return {
    preventDefault: () => {
      isPrevented = true
    },
    get defaultPrevented() {
      return isPrevented
    },
  }
}
