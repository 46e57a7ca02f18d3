import './jitless.ts'
import { connectBridge } from './bridge.ts'
import { realTime } from './state/clock.svelte.ts'
import { Session } from './state/session.svelte.ts'

/** Rows that are there at the first frame save a second one; more than a moment they are not worth. */
const longestWait = 100

// What draws is fetched and compiled while the desk is being asked.
const drawing = import('./start.svelte.ts')

const connected = await connectBridge()
const opened = connected.ok ? await Session.open(connected.value, realTime) : connected
const { start } = await drawing
if (opened.ok) await Promise.race([opened.value.books.answered(), passed(longestWait)])

const target = document.getElementById('app')
if (target === null) throw new Error('The page has no #app.')
start(target, opened)

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
