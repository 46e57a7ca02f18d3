import { exitWith, setUp } from './setup.mjs'
import { say } from './set-up/run.mjs'
import { getSystemPackages } from './set-up/system.mjs'
import { hostCommand } from './start/command.mjs'
import { runInForeground } from './start/foreground.mjs'
import { chooseHost, thisMachine, wantsElectron } from './start/host.mjs'
import { shutOwn, whyOpen } from './start/no-debugger.mjs'
import { readStartOptions } from './start/options.mjs'

// It waits for as long as the desk runs, and could be told to start another.
shutOwn()
await exitWith(async () => {
  const read = readStartOptions(process.argv.slice(2))
  if (!read.ok) {
    say(read.message)
    return read.code
  }
  const debuggerOpen = whyOpen()
  if (debuggerOpen !== null) {
    say(debuggerOpen)
    return 1
  }
  const { options } = read
  const { system } = options
  await setUp({
    for: 'start',
    electron: wantsElectron(options, thisMachine()),
    isElectronAskedFor: options.host === 'electron',
    system,
  })

  const machine = thisMachine()
  const choice = chooseHost(options, machine)
  if (choice.host === null) {
    say(`Electron cannot open here: ${choice.why}. npm start -- --browser works.`)
    return 1
  }
  if (choice.host === 'browser') {
    say(`Opening the browser host (${choice.why}).`)
    if (options.open && machine.hasDisplay) {
      const { all } = await getSystemPackages(['browser'], { mayInstall: system })
      await all
    }
  }
  const { command, env } = hostCommand(choice.host, options)
  return runInForeground(command, { env })
})
