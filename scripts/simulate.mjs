import { join } from 'node:path'
import { exitWith, setUp } from './setup.mjs'
import { root, runtimeNode } from './set-up/run.mjs'
import { runInForeground } from './start/foreground.mjs'

await exitWith(async () => {
  await setUp({ for: 'libraries' })
  return runInForeground([
    runtimeNode(),
    join(root, 'test', 'simulation', 'main.ts'),
    ...process.argv.slice(2),
  ])
})
