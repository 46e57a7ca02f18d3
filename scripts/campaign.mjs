import { join } from 'node:path'
import { exitWith, setUp } from './setup.mjs'
import { childEnvironment, root, runtimeNode, toolCommand } from './set-up/run.mjs'
import { runInForeground } from './start/foreground.mjs'

await exitWith(async () => {
  await setUp({ for: 'libraries' })
  // Of the samples of properties, npm test tries a quarter: see test/sample-count.ts.
  const properties = await runInForeground(
    toolCommand('vitest', ['run', '--project', 'unit', '--reporter', 'dot']),
    { env: { ...childEnvironment(), QUARTERDECK_ALL_SAMPLES: '1' } },
  )
  const orders = await runInForeground([
    runtimeNode(),
    join(root, 'test', 'campaign', 'main.ts'),
    ...process.argv.slice(2),
  ])
  return properties === 0 ? orders : properties
})
