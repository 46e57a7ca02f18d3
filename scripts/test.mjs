import { exitWith, setUp } from './setup.mjs'
import { allParts } from './parts/parts.mjs'
import { runParts } from './parts/run-parts.mjs'

await exitWith(async () => {
  await setUp({ for: 'test' })
  return runParts(allParts())
})
