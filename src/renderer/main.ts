import './core/jitless.ts'
import { connectBridge } from './core/connect.ts'

// The desk is sought while all that is larger than the seeking is fetched and compiled.
const connecting = connectBridge()
const { openWindow } = await import('./shell/open-window.ts')
const target = document.getElementById('app')
if (target === null) throw new Error('The page has no #app.')
await openWindow(target, await connecting)
