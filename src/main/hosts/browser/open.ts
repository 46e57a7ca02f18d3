import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Opening {
  url: string
  dataDir: string
  /** Settles once a browser has used the address. */
  used: Promise<void>
}

interface Command {
  program: string
  args: string[]
}

/**
 * Opens the address as an app window of a Chromium, Chrome or Edge, or else in the default
 * browser. Where neither is to be had, the printed address is what remains.
 *
 * The token never stands on a command line, which every user of the machine can read: the browser
 * is given a page that only we can read, and that sends it on. The page goes once the token is
 * used; until then it is worth no more than the desk's own files beside it.
 */
export async function openWindow({ url, dataDir, used }: Opening): Promise<void> {
  const page = join(dataDir, 'open.html')
  writeFileSync(page, redirectTo(url), { mode: 0o600 })
  const forget = (): void => rmSync(page, { force: true })
  void used.then(forget)
  process.once('exit', forget)

  const target = pathToFileURL(page).href
  for (const command of commands({ target, dataDir })) {
    if (await hasStarted(command)) return
  }
}

const redirectTo = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Quarterdeck</title><meta http-equiv="refresh" content="0;url=${url}">\n`

function* commands({ target, dataDir }: { target: string; dataDir: string }): Generator<Command> {
  for (const program of browsers()) yield { program, args: appWindow({ target, dataDir }) }
  switch (process.platform) {
    case 'darwin':
      return yield { program: 'open', args: [target] }
    case 'win32':
      return yield { program: 'rundll32', args: ['url.dll,FileProtocolHandler', target] }
    default:
      return yield { program: 'xdg-open', args: [target] }
  }
}

/** A profile of its own: no extensions, no other tabs, nothing of the person's browsing beside it. */
function appWindow({ target, dataDir }: { target: string; dataDir: string }): string[] {
  const isRoot = process.getuid?.() === 0
  return [
    `--app=${target}`,
    `--user-data-dir=${join(dataDir, 'window')}`,
    '--window-size=1440,900',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-sync',
    // Chromium refuses to start as root with its sandbox.
    ...(isRoot ? ['--no-sandbox'] : []),
  ]
}

function browsers(): string[] {
  const { env, platform } = process
  switch (platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge']
        .map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
        .filter(isProgram)
    case 'win32':
      return [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
        .filter((folder) => folder !== undefined)
        .flatMap((folder) => [
          join(folder, 'Google/Chrome/Application/chrome.exe'),
          join(folder, 'Microsoft/Edge/Application/msedge.exe'),
          join(folder, 'Chromium/Application/chrome.exe'),
        ])
        .filter(isProgram)
    default:
      return [
        'chromium',
        'chromium-browser',
        'google-chrome',
        'google-chrome-stable',
        'microsoft-edge',
      ]
        .flatMap((name) => (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
        .filter((path) => isProgram(path) && !isSnap(path))
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A snap can neither read our page nor keep its profile in a hidden folder. */
const isSnap = (path: string): boolean =>
  path.startsWith('/snap/') || realpathSync(path).endsWith('/snap')

/** A browser that cannot run here ends at once, with an error. */
const earlyEnd = 1500

const hasStarted = ({ program, args }: Command): Promise<boolean> =>
  new Promise((resolve) => {
    const child: ChildProcess = spawn(program, args, { stdio: 'ignore', detached: true })
    const timer = setTimeout(() => resolve(true), earlyEnd)
    child.once('error', () => {
      clearTimeout(timer)
      resolve(false)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
    child.unref()
  })
