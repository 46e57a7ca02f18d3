import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { exitWith, setUp } from './setup.mjs'
import { buildCommand } from './set-up/build.mjs'
import { endWithParent } from './set-up/end-with-parent.mjs'
import { childEnvironment, root, run, runtimeNode, say, toolCommand } from './set-up/run.mjs'
import { runInForeground } from './start/foreground.mjs'
import { chooseHost, thisMachine, wantsElectron } from './start/host.mjs'
import { browserArgs, readStartOptions } from './start/options.mjs'

/** How long a burst of changes, an editor's or git's, may last to count as one. */
const calm = 200

await exitWith(async () => {
  const read = readStartOptions(process.argv.slice(2))
  if (!read.ok) {
    say(read.message)
    return 2
  }
  await setUp({ for: 'dev', electron: wantsElectron(read.options, thisMachine()) })
  const choice = chooseHost(read.options, thisMachine())
  if (choice.host === 'electron')
    return runInForeground(toolCommand('electron-vite', ['dev', '-c', 'electron.config.ts']))
  say(`Browser host (${choice.why}), built anew at every change under src.`)
  return rebuildOnChange(browserArgs(read.options))
})

/** @param {string[]} args @returns {Promise<number>} */
async function rebuildOnChange(args) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let host = null
  const stopHost = () =>
    new Promise((settle) => {
      if (host === null || host.exitCode !== null || host.signalCode !== null) return settle(null)
      host.once('exit', settle)
      host.kill('SIGTERM')
    })
  const again = async () => {
    const { code, output } = await run(buildCommand(), { seconds: 300 })
    if (code !== 0) return say(output)
    await stopHost()
    host = spawn(runtimeNode(), [join(root, 'out', 'main', 'browser.js'), ...args], {
      cwd: root,
      env: childEnvironment(),
      stdio: 'inherit',
    })
    endWithParent(host, { isGroup: false })
  }
  let work = again()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const watcher = watch(join(root, 'src'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void (work = work.then(again)), calm)
  })
  await new Promise((settle) => {
    process.once('SIGINT', settle)
    process.once('SIGTERM', settle)
    process.once('SIGHUP', settle)
  })
  watcher.close()
  clearTimeout(timer)
  await work
  await stopHost()
  return 0
}
