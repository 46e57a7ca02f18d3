import type { Bridge } from '../../shared/contract.ts'
import type { Reply } from '../../shared/core/errors.ts'
import { makeStores } from './stores.ts'
import { lockWhereWanted } from './locked-away.svelte.ts'
import { start } from './start.svelte.ts'
import { realTime } from '../core/clock.svelte.ts'
import { Session } from '../core/session.svelte.ts'
import { ownWindowId } from '../workspace/own-id.ts'

/** Milliseconds that the first frame waits for the books, to avoid drawing twice. */
const longestWait = 100

/** Opens a session with the desk, and draws it; or draws why there is none. */
export async function openWindow(target: HTMLElement, connected: Reply<Bridge>): Promise<void> {
  if (connected.ok) await lockWhereWanted(connected.value)
  const opened = connected.ok
    ? await Session.open(connected.value, realTime, makeStores, ownWindowId())
    : connected
  if (opened.ok) await Promise.race([opened.value.stores.books.answered(), passed(longestWait)])
  start(target, opened, () => location.reload())
}

const passed = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
