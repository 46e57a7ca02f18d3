import { exitWith, setUp } from './setup.mjs'
import { quickParts } from './parts/parts.mjs'
import { runParts } from './parts/run-parts.mjs'

await exitWith(async () => {
  await setUp({ for: 'libraries' })
  return runParts(quickParts())
})
