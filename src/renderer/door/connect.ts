import type { Bridge } from '../../shared/contract.ts'
import { type Reply, ok } from '../../shared/core/errors.ts'
import { enterDesk } from './browser-session.ts'
import { SocketBridge } from './socket-bridge.ts'

declare global {
  interface Window {
    /** Put there by the preload, in Electron. */
    quarterdeck?: Bridge
  }
}

/** The way to the desk: the preload's in Electron, a socket in a browser. Called once, at the start. */
export async function connectBridge(): Promise<Reply<Bridge>> {
  if (window.quarterdeck !== undefined) return ok(window.quarterdeck)
  // It was let in by the one that opened it; neither has to do with the other from here on.
  window.opener = null
  const entered = await enterDesk()
  return entered.ok ? SocketBridge.open(entered.value) : entered
}
