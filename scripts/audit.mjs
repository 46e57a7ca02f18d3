import { exitWith } from './setup.mjs'
import { readAudit } from './set-up/audit.mjs'
import { couldNotTry, npm, root, say } from './set-up/run.mjs'

/** Asks the registry what is known of the weaknesses of the libraries. */
await exitWith(async () => {
  // By the lock file: beside other parts of a check it must not install anything.
  const asked = ['audit', '--package-lock-only', '--json', '--loglevel=silent']
  const { output } = await npm(asked, { cwd: root, seconds: 60 })
  const { state, lines } = readAudit(output)
  for (const line of lines) say(line)
  return { untried: couldNotTry, grave: 1, fine: 0 }[state]
})
