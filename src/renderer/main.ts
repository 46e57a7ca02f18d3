import './core/jitless.ts'
import { reachDesk } from './shell/reach-desk.ts'

// The desk is sought, and asked, while all that is larger than the seeking is fetched and compiled.
const reaching = reachDesk()
const { openWindow } = await import('./shell/open-window.ts')
const target = document.getElementById('app')
if (target === null) throw new Error('The page has no #app.')
await openWindow(target, await reaching)
