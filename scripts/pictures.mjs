import { join } from 'node:path'
import { build } from './set-up/build.mjs'
import { oneAtATime } from './set-up/one-at-a-time.mjs'
import { couldNotTry, root, say, toolCommand } from './set-up/run.mjs'
import { askedOfTheSystem } from './set-up/system.mjs'
import { exitWith, setUp } from './setup.mjs'
import { runInForeground } from './start/foreground.mjs'

await exitWith(async () => {
  const { system, args } = askedOfTheSystem(process.argv.slice(2))
  await setUp({ for: 'pictures', system })
  // Only now: what it stands on may have been installed a moment ago.
  const { noBrowser } = await import('./parts/no-browser.mjs')
  const missing = noBrowser()
  if (missing !== null) {
    say(`No pictures could be taken: ${missing}.`)
    return couldNotTry
  }
  await oneAtATime(build)
  const config = join(root, 'test', 'pictures', 'playwright.config.ts')
  return runInForeground(
    toolCommand('playwright', ['test', '--config', config, ...args], '@playwright/test'),
  )
})
