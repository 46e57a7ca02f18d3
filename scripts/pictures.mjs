import { join } from 'node:path'
import { root, toolCommand } from './set-up/run.mjs'
import { askedOfTheSystem } from './set-up/system.mjs'
import { exitWith, setUp } from './setup.mjs'
import { runInForeground } from './start/foreground.mjs'

await exitWith(async () => {
  const { system, args } = askedOfTheSystem(process.argv.slice(2))
  await setUp({ for: 'pictures', system })
  const config = join(root, 'test', 'pictures', 'playwright.config.ts')
  return runInForeground(
    toolCommand('playwright', ['test', '--config', config, ...args], '@playwright/test'),
  )
})
