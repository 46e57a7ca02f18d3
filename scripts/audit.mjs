import { exitWith, setUp } from './setup.mjs'
import { readAudit } from './set-up/audit.mjs'
import { couldNotTry, npm, root, say } from './set-up/run.mjs'

/** Asks the registry what is known of the weaknesses of the libraries. */
await exitWith(async () => {
  await setUp({ for: 'libraries' })
  const { output } = await npm(['audit', '--json', '--loglevel=silent'], { cwd: root, seconds: 60 })
  const { state, lines } = readAudit(output)
  for (const line of lines) say(line)
  return { untried: couldNotTry, grave: 1, fine: 0 }[state]
})
