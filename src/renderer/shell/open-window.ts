import type { Reply } from '../../shared/core/errors.ts'
import { makeStores } from './stores.ts'
import type { Reached } from './reach-desk.ts'
import { start } from './start.svelte.ts'
import { realTime } from '../core/clock.svelte.ts'
import { Session } from '../core/session.svelte.ts'

/** Milliseconds that the first frame waits for the books, to avoid drawing twice. */
const longestWait = 100

/** Opens a session with the desk, and draws it; or draws why there is none. */
export async function openWindow(target: HTMLElement, reached: Reply<Reached>): Promise<void> {
  const opened = reached.ok
    ? await Session.open(reached.value.bridge, realTime, makeStores, reached.value.opening)
    : reached
  if (opened.ok) await Promise.race([opened.value.stores.books.answered(), passed(longestWait)])
  start(target, opened, () => location.reload())
}

const passed = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
