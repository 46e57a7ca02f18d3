import './core/jitless.ts'
import { reachDesk } from './shell/reach-desk.ts'

/** Milliseconds that what draws waits to be run for the desk to be asked: what it answers comes meanwhile. */
const longestWait = 100

// The desk is sought while all that is larger than the seeking is fetched and compiled.
const reaching = reachDesk()
await Promise.race([reaching, new Promise((passed) => setTimeout(passed, longestWait))])
const { openWindow } = await import('./shell/open-window.ts')
const target = document.getElementById('app')
if (target === null) throw new Error('The page has no #app.')
await openWindow(target, await reaching)
