import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Hears that the session was locked. Returns what stops the hearing. */
export type HearSessionLock = (onLock: () => void) => () => void

interface Place {
  /** GLib's own program, which whoever has a desktop on Linux has. */
  gdbus?: string
  /** The id of this session; null where nobody said it, and any session's lock counts. */
  session: string | null
}

/** A bus or a program that is gone may come back: it is tried again after so long. */
const pause = 60_000

/**
 * Electron tells of the session's lock on macOS and Windows only. On Linux logind tells of it, and
 * of what a desktop told logind; some desktops tell it by the screensaver's interface alone.
 */
export const hearLinuxLock =
  ({ gdbus = 'gdbus', session }: Place): HearSessionLock =>
  (onLock) => {
    const hear = (line: string): void => {
      if (saysLocked(line, session)) onLock()
    }
    const stops = [
      follow([gdbus, 'monitor', '--system', '--dest', 'org.freedesktop.login1'], hear),
      follow([gdbus, 'monitor', '--session', '--dest', 'org.freedesktop.ScreenSaver'], hear),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

/** A line of `gdbus monitor`: the object, a colon, the signal and what it carries. */
export function saysLocked(line: string, session: string | null): boolean {
  const { path, signal, carried } = signalLine.exec(line)?.groups ?? {}
  if (path === undefined) return false
  if (signal === 'org.freedesktop.ScreenSaver.ActiveChanged') return carried === '(true,)'
  if (session !== null && path !== `/org/freedesktop/login1/session/${busName(session)}`)
    return false
  if (signal === 'org.freedesktop.login1.Session.Lock') return true
  return (
    signal === 'org.freedesktop.DBus.Properties.PropertiesChanged' &&
    carried !== undefined &&
    carried.includes("'LockedHint': <true>")
  )
}

const signalLine = /^(?<path>\/[^ :]*): (?<signal>[\w.]+) (?<carried>\(.*\))$/

/** As logind writes an id into an object's path: what D-Bus does not allow there, in hex. */
const busName = (id: string): string =>
  id.replace(
    /^[0-9]|[^A-Za-z0-9]/g,
    (sign) => `_${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )

/** The lines of a program, for as long as they are wanted. */
function follow([program, ...args]: [string, ...string[]], onLine: (line: string) => void) {
  let child: ReturnType<typeof spawn> | null = null
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const begin = (): void => {
    const started = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    child = started
    createInterface({ input: started.stdout }).on('line', onLine)
    // Where the program is missing the session's lock is not heard, as the guide says.
    started.once('error', () => undefined)
    started.once('close', () => {
      if (!isOver) timer = setTimeout(begin, pause)
    })
  }
  begin()
  return () => {
    isOver = true
    clearTimeout(timer)
    child?.kill()
  }
}
