import { join } from 'node:path'
import { exitWith, setUp } from './setup.mjs'
import { campaignOptions } from './set-up/campaign-options.mjs'
import { childEnvironment, root, runtimeNode, say, toolCommand } from './set-up/run.mjs'
import { runInForeground } from './start/foreground.mjs'

await exitWith(async () => {
  const args = process.argv.slice(2)
  const read = campaignOptions(args)
  if (typeof read === 'string') {
    say(read)
    return 2
  }
  await setUp({ for: 'libraries' })
  // Of the samples of properties, npm test tries a quarter: see test/sample-count.ts.
  const properties = await runInForeground(
    toolCommand('vitest', ['run', '--project', 'unit', '--reporter', 'dot']),
    { env: { ...childEnvironment(), QUARTERDECK_ALL_SAMPLES: '1' } },
  )
  const orders = await runInForeground([
    runtimeNode(),
    join(root, 'test', 'campaign', 'main.ts'),
    ...args,
  ])
  return properties === 0 ? orders : properties
})
