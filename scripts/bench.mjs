import { join } from 'node:path'
import { exitWith, setUp } from './setup.mjs'
import { purposeOfBench } from './set-up/bench.mjs'
import { root, runtimeNode } from './set-up/run.mjs'
import { askedOfTheSystem } from './set-up/system.mjs'
import { runInForeground } from './start/foreground.mjs'

await exitWith(async () => {
  const { system, args } = askedOfTheSystem(process.argv.slice(2))
  await setUp({ for: purposeOfBench(args), system })
  return runInForeground([runtimeNode(), join(root, 'test', 'bench', 'main.ts'), ...args])
})
