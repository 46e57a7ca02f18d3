import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownFile } from '../../core/disk.ts'
import { type BrowserLauncher, browserLaunchers } from './browser-launchers.ts'

interface Opening {
  url: string
  dataDir: string
  /** Settles once a browser has used the address. */
  used: Promise<void>
  /** Another one, since each opens one window. */
  newAddress: () => string
  /** Called when an app window that was opened here has been closed. */
  onClosed: () => void
}

/** A browser that ends within this time handed the page to one that was running already. */
const handOver = 3000

/**
 * Opens the address in an app window, or else in the default browser. Answers whether one of them
 * took it; where none did, the printed address is what remains.
 *
 * The token never stands on a command line, which every user of the machine can read: the browser
 * is given the address of a file that only we can read, and that sends it on. The file goes once
 * the token is used; until then it is worth no more than the desk's own files beside it.
 */
export async function openBrowser(opening: Opening): Promise<boolean> {
  const { url, dataDir, used, newAddress, onClosed } = opening
  const page = join(dataDir, 'open.html')
  const forget = (): void => rmSync(page, { force: true })
  // A file that somebody else puts there meanwhile would be theirs to read.
  const write = (address: string): void =>
    writeFileSync(page, redirectTo(address), { mode: ownFile, flag: 'wx' })
  forget()
  write(url)
  process.once('exit', forget)
  void used.then(forget)

  const { platform, env } = process
  const isRoot = process.getuid?.() === 0
  const ways = browserLaunchers(
    { page: pathToFileURL(page).href, profile: newProfile(dataDir), desk: new URL(url).host },
    { platform, env, isRoot, isUsable },
  )
  for (const way of ways) {
    // A window was open, and its browser broke: the next one needs an address of its own.
    if (!existsSync(page)) write(newAddress())
    const startedAt = performance.now()
    if (!(await run(way))) continue
    if (way.isOwn && performance.now() - startedAt > handOver) onClosed()
    return true
  }
  return false
}

/**
 * A folder for the browser of an app window, and new at each start: whoever answered in a window of
 * a desk that had crashed could have left something in the former one, and all that is a window's
 * own ends with it anyway. The former ones go; one that still belongs to a browser goes next time.
 */
function newProfile(dataDir: string): string {
  for (const name of readdirSync(dataDir)) {
    if (!/^window(-|$)/.test(name)) continue
    void rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined)
  }
  return mkdtempSync(join(dataDir, 'window-'))
}

const redirectTo = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Quarterdeck</title><meta http-equiv="refresh" content="0;url=${url}">\n`

/** Whether the program ended well; an app window does when it is closed. */
const run = ({ program, args, isOwn }: BrowserLauncher): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true })
    const end = (): void => void child.kill()
    if (isOwn) process.once('exit', end)
    child.once('error', () => resolve(false))
    child.once('exit', (code) => {
      process.off('exit', end)
      resolve(code === 0)
    })
    // The window must not keep a desk alive that has been told to stop.
    child.unref()
  })

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    // A snap can neither read our page nor keep its profile in a hidden folder.
    return !path.startsWith('/snap/') && !realpathSync(path).endsWith('/snap')
  } catch {
    return false
  }
}
