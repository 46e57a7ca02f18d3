import type { Bridge } from '../../shared/contract.ts'
import { type Reply, ok } from '../../shared/core/errors.ts'
import { exchangeTokenForCookie } from './browser-session.ts'
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
  const entered = await exchangeTokenForCookie()
  return entered.ok ? ok(new SocketBridge().bridge) : entered
}
