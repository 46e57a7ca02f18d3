import { spawn } from 'node:child_process'
import { accessSync, constants, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserLauncher, browserLaunchers } from './browser-launchers.ts'

interface Opening {
  url: string
  dataDir: string
  /** Settles once a browser has used the address. */
  used: Promise<void>
  /** Called when an app window that was opened here has been closed. */
  onClosed: () => void
}

/** A browser that ends within this time handed the page to one that was running already. */
const handOver = 3000

/**
 * Opens the address in an app window, or else in the default browser. Where neither is to be had,
 * the printed address is what remains.
 *
 * The token never stands on a command line, which every user of the machine can read: the browser
 * is given the address of a file that only we can read, and that sends it on. The file goes once
 * the token is used; until then it is worth no more than the desk's own files beside it.
 */
export async function openBrowser({ url, dataDir, used, onClosed }: Opening): Promise<void> {
  const page = join(dataDir, 'open.html')
  const forget = (): void => rmSync(page, { force: true })
  forget()
  writeFileSync(page, redirectTo(url), { mode: 0o600 })
  process.once('exit', forget)
  void used.then(forget)

  const { platform, env } = process
  const isRoot = process.getuid?.() === 0
  const ways = browserLaunchers(
    { page: pathToFileURL(page).href, profile: join(dataDir, 'window') },
    { platform, env, isRoot, isUsable },
  )
  for (const way of ways) {
    const startedAt = performance.now()
    if (!(await run(way))) continue
    if (way.isOwn && performance.now() - startedAt > handOver) onClosed()
    return
  }
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
