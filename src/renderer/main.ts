import './jitless.ts'
import { connectBridge } from './bridge.ts'
import { start } from './start.svelte.ts'
import { realTime } from './state/clock.svelte.ts'

const target = document.getElementById('app')
if (target === null) throw new Error('The page has no #app.')
await start(target, await connectBridge(), realTime)
