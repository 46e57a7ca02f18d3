import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { exitWith, setUp } from './setup.mjs'
import { buildCommand } from './set-up/build.mjs'
import { endWithParent } from './set-up/end-with-parent.mjs'
import { root, run, say } from './set-up/run.mjs'
import { hostCommand } from './start/command.mjs'
import { chooseHost, thisMachine, wantsElectron } from './start/host.mjs'
import { shutOwn } from './start/no-debugger.mjs'
import { readStartOptions } from './start/options.mjs'

/** How long a burst of changes, an editor's or git's, may last to count as one. */
const calm = 200

// It waits for as long as the desk runs, and could be told to start another.
shutOwn()
await exitWith(async () => {
  const read = readStartOptions(process.argv.slice(2))
  if (!read.ok) {
    say(read.message)
    return read.code
  }
  const { system } = read.options
  await setUp({
    for: 'dev',
    electron: wantsElectron(read.options, thisMachine()),
    isElectronAskedFor: read.options.host === 'electron',
    system,
  })
  const choice = chooseHost(read.options, thisMachine())
  if (choice.host === null) {
    say(`Electron cannot open here: ${choice.why}. npm run dev -- --browser works.`)
    return 1
  }
  // What is being worked on may spoil a data folder: the real one is taken only where it is named.
  const options = { ...read.options, data: read.options.data ?? join(root, '.dev-data') }
  const why = choice.host === 'browser' ? `Browser host (${choice.why})` : 'Electron'
  say(`${why} on ${options.data}, built anew at every change under src.`)
  return rebuildOnChange(hostCommand(choice.host, options, { isDev: true }))
})

/**
 * All three parts are built and the host is started again, in Electron too: the window then comes
 * from where it always comes from, under its own policy, and no server's address is let in.
 * @param {ReturnType<typeof hostCommand>} started @returns {Promise<number>}
 */
async function rebuildOnChange({ command: [program, ...args], env }) {
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
    host = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
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
