import type { Bridge } from '../../shared/contract.ts'
import { type Reply, ok } from '../../shared/core/errors.ts'
import { askAhead } from '../door/asked-ahead.ts'
import { connectBridge } from '../door/connect.ts'
import type { SessionOpening } from '../core/session.svelte.ts'
import { lockWhereWanted } from '../core/lock-wanted.ts'
import { ownWindowId } from '../workspace/own-id.ts'

export interface Reached {
  bridge: Bridge
  opening: SessionOpening
}

/** Finds the desk, and asks it for what the first sight shows. */
export async function reachDesk(): Promise<Reply<Reached>> {
  const connected = await connectBridge()
  if (!connected.ok) return connected
  await lockWhereWanted(connected.value)
  const opening = { window: ownWindowId(), page: crypto.randomUUID() }
  return ok({ bridge: askAhead(connected.value, opening), opening })
}
