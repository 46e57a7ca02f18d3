import { parseArgs } from 'node:util'
import { exitWith, setUp } from './setup.mjs'
import { runParts } from './parts/run-parts.mjs'
import { say } from './set-up/run.mjs'

const usage = `npm test [-- --stress]

--stress   beside two programs that take all of a core each: what depends on an idle machine turns red`

await exitWith(async () => {
  const stress = isStress()
  if (stress === null) {
    say(usage)
    return 2
  }
  await setUp({ for: 'test' })
  // Only now: what it stands on may have been installed a moment ago.
  const { allParts } = await import('./parts/parts.mjs')
  return runParts(allParts(), { neighbours: stress ? 2 : 0 })
})

/** What the command line asks for; null where it asks for what there is not. */
function isStress() {
  try {
    return parseArgs({ options: { stress: { type: 'boolean', default: false } } }).values.stress
  } catch {
    return null
  }
}
