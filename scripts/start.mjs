import { join } from 'node:path'
import { exitWith, setUp } from './setup.mjs'
import { findElectron } from './set-up/electron.mjs'
import { childEnvironment, root, runtimeNode, say } from './set-up/run.mjs'
import { getSystemPackages } from './set-up/system.mjs'
import { runInForeground } from './start/foreground.mjs'
import { chooseHost, thisMachine, wantsElectron } from './start/host.mjs'
import { electronFlags, memoryEnvironment, nodeFlags } from './start/memory.mjs'
import { browserArgs, readStartOptions } from './start/options.mjs'

await exitWith(async () => {
  const read = readStartOptions(process.argv.slice(2))
  if (!read.ok) {
    say(read.message)
    return 2
  }
  const { options } = read
  await setUp({ for: 'start', electron: wantsElectron(options, thisMachine()) })

  const machine = thisMachine()
  const choice = chooseHost(options, machine)
  if (choice.host === null) {
    say(`Electron cannot open here: ${choice.why}. npm start -- --browser works.`)
    return 1
  }
  const electron = findElectron()
  const started = { env: { ...childEnvironment(), ...memoryEnvironment } }
  if (choice.host === 'electron' && electron !== null) {
    const data = options.data === null ? [] : [`--data=${options.data}`]
    const main = join(root, 'out', 'main', 'index.js')
    return runInForeground([electron, ...electronFlags, main, ...data], started)
  }
  say(`Opening the browser host (${'why' in choice ? choice.why : 'no Electron'}).`)
  if (options.open && machine.hasDisplay) await getSystemPackages(['browser'])
  const main = join(root, 'out', 'main', 'browser.js')
  return runInForeground([runtimeNode(), ...nodeFlags, main, ...browserArgs(options)], started)
})
