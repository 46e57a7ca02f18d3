import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'

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
