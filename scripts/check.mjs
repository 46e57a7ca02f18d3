import { exitWith, setUp } from './setup.mjs'
import { runParts } from './parts/run-parts.mjs'

await exitWith(async () => {
  await setUp({ for: 'libraries' })
  // Only now: what it stands on may have been installed a moment ago.
  const { quickParts } = await import('./parts/parts.mjs')
  return runParts(quickParts())
})
