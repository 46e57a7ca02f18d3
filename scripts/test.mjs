import { parseArgs } from 'node:util'
import { exitWith, remediesForTests, setUp } from './setup.mjs'
import { runParts } from './parts/run-parts.mjs'
import { say } from './set-up/run.mjs'

const usage = `npm test [-- --stress] [--no-system]

--stress      beside two programs that take all of a core each: what depends on an idle machine turns red
--no-system   installs nothing from the system's packages, also as root

It ends with 0 where nothing that was tried failed. What this machine cannot try is named at the end.`

await exitWith(async () => {
  const options = readOptions()
  if (options === null) {
    say(usage)
    return 2
  }
  await setUp({ for: 'test', system: !options['no-system'] })
  // Only now: what it stands on may have been installed a moment ago.
  const { allParts } = await import('./parts/parts.mjs')
  const { noBrowser } = await import('./parts/no-browser.mjs')
  return runParts(allParts(), {
    neighbours: options.stress ? 2 : 0,
    remedies: () => remediesForTests({ hasBrowser: noBrowser() === null }),
  })
})

/** What the command line asks for; null where it asks for what there is not. */
function readOptions() {
  /** @type {{ type: 'boolean', default: false }} */
  const flag = { type: 'boolean', default: false }
  try {
    return parseArgs({ options: { stress: flag, 'no-system': flag } }).values
  } catch {
    return null
  }
}
