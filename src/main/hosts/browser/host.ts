import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import type { Desk } from '../../desk-for-hosts.ts'
import { claimFolder, folderTaken } from '../data-folder.ts'
import { noBrowser, noWindow } from '../start-failure.ts'
import { nextTurn } from '../../core/turns.ts'
import { readStaticFiles } from '../static-files.ts'
import { addressOnEnter, isInForeground } from './address-on-enter.ts'
import { askBeforeQuitting } from './ask-before-quitting.ts'
import { openBrowser } from './open-browser.ts'
import { readHostOptions } from './options.ts'
import { startBrowserHost } from './server.ts'
import { logUnhandled } from '../unhandled.ts'
import { hearAlone } from '../signals.ts'
import { stopInTime } from '../stop-in-time.ts'

const { platform, env } = process

/** Milliseconds that the desk waits for a window to have its page; it is built without one, too. */
const longestAhead = 600

/** A Ctrl-C that is not done by then ends the process all the same, where no order is on the wire. */
const longestStop = 2000
/** A desk that is half built is stopped once it is whole, but no later: it may have begun to write. */
const longestStart = 15_000

interface Running {
  /** The folder of the built main, beside that of the window. */
  build: string
  /** Keeps for the next start what was compiled by now, where that is not kept yet. */
  keepCompiled: () => void
}

/** Runs Quarterdeck in a browser. */
export async function runBrowserHost({ build, keepCompiled }: Running): Promise<void> {
  logUnhandled()
  const options = readHostOptions(process.argv.slice(2), { platform, home: homedir(), env })
  const dataDir = resolve(options.dataDir)
  const claim = claimFolder(dataDir)
  if (!claim.ok) throw new Error(folderTaken(dataDir, claim.holder))

  const shell = readStaticFiles(join(build, '../renderer'))
  const entered = Promise.withResolvers<void>()
  const served = Promise.withResolvers<void>()
  const desk = Promise.withResolvers<Desk>()
  const host = await startBrowserHost({
    desk: desk.promise,
    shell,
    port: options.port,
    onEntered: entered.resolve,
    onServed: served.resolve,
  })
  let built: Desk | null = null
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await Promise.race([desk.promise, passed(longestStart)])
    const isDone = await stopInTime({
      desk: built,
      usually: longestStop,
      say: (line) => console.log(`${line} Ctrl-C ends at once.`),
      stop: () => Promise.all([host.stop(), desk.promise.then((there) => there.stop())]),
    })
    claim.release()
    keepCompiled()
    process.exit(isDone ? 0 : 1)
  }
  const takeOthersAway = hearAlone({
    // Who presses Ctrl-C may have forgotten what is open; what ends a session means it.
    SIGINT: askBeforeQuitting({
      openItems: () => built?.openItems() ?? [],
      isStopping: () => isStopping,
      stop: () => void stop(),
      end: () => process.exit(1),
    }),
    SIGTERM: () => void stop(),
    SIGHUP: () => void stop(),
  })

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
      newAddress: () => host.newAddress(),
      // Closing the window of a desktop program ends it.
      onClosed: () => void stop(),
    }).then(
      (isOpen) => {
        if (isOpen) return
        // The one above may have opened a window that is gone.
        console.log(`Quarterdeck: ${host.newAddress()}`)
        console.error(noBrowser)
      },
      (cause: unknown) => console.error(noWindow(cause)),
    )
  }
  // Only now: the larger half of a start is loaded while a browser begins, and asks for the page.
  const { buildDesk } = await import('./built-desk.ts')
  takeOthersAway()
  // Whoever builds a desk gives nobody a page meanwhile, and a browser compiles it longer than that.
  await Promise.race([served.promise, passed(longestAhead, undefined, { ref: false })])
  await nextTurn()
  built = await buildDesk({ build, dataDir, keepCompiled })
  desk.resolve(built)
}
