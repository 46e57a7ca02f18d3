import { join } from 'node:path'
import { root, toolCommand } from './set-up/run.mjs'
import { exitWith, setUp } from './setup.mjs'
import { runInForeground } from './start/foreground.mjs'

await exitWith(async () => {
  await setUp({ for: 'pictures' })
  const config = join(root, 'test', 'pictures', 'playwright.config.ts')
  const args = ['test', '--config', config, ...process.argv.slice(2)]
  return runInForeground(toolCommand('playwright', args, '@playwright/test'))
})
