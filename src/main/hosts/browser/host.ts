import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import Conf from 'conf'
import packageJson from '../../../../package.json' with { type: 'json' }
import { createDesk } from '../../desk.ts'
import { claimFolder, folderTaken } from '../data-folder.ts'
import { startPracticeWorker } from '../practice-worker.ts'
import { noWindow } from '../start-failure.ts'
import { readStaticFiles } from '../static-files.ts'
import { addressOnEnter, isInForeground } from './address-on-enter.ts'
import { askBeforeQuitting } from './ask-before-quitting.ts'
import { openBrowser } from './open-browser.ts'
import { readHostOptions } from './options.ts'
import { startBrowserHost } from './server.ts'

const { platform, env } = process

/** A Ctrl-C that is not done by then ends the process all the same. */
const longestStop = 2000

/** Runs Quarterdeck in a browser. `build` is the folder of the built main, beside that of the window. */
export async function runBrowserHost({ build }: { build: string }): Promise<void> {
  const options = readHostOptions(process.argv.slice(2), { platform, home: homedir(), env })
  const dataDir = resolve(options.dataDir)
  const claim = claimFolder(dataDir)
  if (!claim.ok) throw new Error(folderTaken(dataDir, claim.holder))

  const shell = await readStaticFiles(join(build, '../renderer'))
  const desk = await createDesk({
    dataDir,
    version: packageJson.version,
    host: 'browser',
    openConf: (where) => new Conf<Record<string, unknown>>(where),
    startPractice: () => startPracticeWorker({ entry: join(build, 'practice.js'), dataDir }),
  })
  const entered = Promise.withResolvers<void>()
  const host = await startBrowserHost({
    desk,
    shell,
    port: options.port,
    onEntered: entered.resolve,
  })
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), longestStop).unref()
    await Promise.all([host.stop(), desk.stop()])
    claim.release()
    process.exit(0)
  }
  // Who presses Ctrl-C may have forgotten what is open; what ends a session means it.
  process.on(
    'SIGINT',
    askBeforeQuitting({
      openItems: () => desk.openItems(),
      isStopping: () => isStopping,
      stop: () => void stop(),
    }),
  )
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())

  const url = host.newAddress()
  console.log(`Quarterdeck: ${url}`)
  addressOnEnter({
    input: process.stdin,
    newAddress: () => host.newAddress(),
    isInForeground: () => isInForeground(platform),
    onContinued: (again) => {
      if (platform !== 'win32') process.on('SIGCONT', again)
    },
  })
  if (options.isOpening) {
    void openBrowser({
      url,
      dataDir,
      used: entered.promise,
      // Closing the window of a desktop program ends it.
      onClosed: () => void stop(),
    }).catch((cause: unknown) => console.error(noWindow(cause)))
  }
}
