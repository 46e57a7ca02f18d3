import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { userInfo } from 'node:os'
import { win32 } from 'node:path'

/** `unknown` where nobody could be asked: nobody is let in, and nobody is said to have mistyped. */
export type PasswordCheck = 'right' | 'wrong' | 'unknown'

/** Asks the operating system whether this is its user's password. */
export type CheckSystemPassword = (password: string) => Promise<PasswordCheck>

interface Machine {
  platform: NodeJS.Platform
  user: string
  /** Where Windows is. */
  systemRoot?: string | undefined
  isUsable: (path: string) => boolean
}

/**
 * A program that hears the password on its standard input: arguments can be read by everybody. It
 * ends with 0 for the right one; any other end is a no, so that none lets somebody guess uncounted.
 */
export interface Checker {
  program: string
  args: string[]
  /** What it is to hear. */
  say: (password: string) => string
}

/** Where the helper of PAM stands that may read the password's hash, in the distributions' own order. */
const helpers = [
  '/usr/sbin/unix_chkpwd',
  '/sbin/unix_chkpwd',
  '/usr/bin/unix_chkpwd',
  '/run/wrappers/bin/unix_chkpwd',
  '/usr/libexec/unix_chkpwd',
]

/** In Base64, since a console has its own idea of letters. */
const askWindows = `
$typed = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadLine()))
Add-Type -AssemblyName System.DirectoryServices.AccountManagement
$place = if ($env:USERDOMAIN -eq $env:COMPUTERNAME) { 'Machine' } else { 'Domain' }
$context = New-Object System.DirectoryServices.AccountManagement.PrincipalContext($place)
if ($context.ValidateCredentials($env:USERNAME, $typed)) { exit 0 } else { exit 7 }
`

/** What this machine has for it; null where it has nothing. */
export function checkerOf({ platform, user, systemRoot, isUsable }: Machine): Checker | null {
  switch (platform) {
    case 'linux': {
      const program = helpers.find(isUsable)
      // What it reads ends with a zero byte.
      return program === undefined
        ? null
        : { program, args: [user, 'nonull'], say: (typed) => `${typed}\0` }
    }
    case 'darwin': {
      const program = '/usr/bin/dscl'
      // Without a terminal it reads the password from its standard input.
      return isUsable(program)
        ? { program, args: ['.', '-authonly', user], say: (typed) => `${typed}\n` }
        : null
    }
    case 'win32': {
      // By its place: what a path finds first may be anybody's.
      const program = win32.join(
        systemRoot ?? 'C:\\Windows',
        'System32\\WindowsPowerShell\\v1.0\\powershell.exe',
      )
      return isUsable(program)
        ? {
            program,
            args: ['-NoProfile', '-NonInteractive', '-Command', askWindows],
            say: (typed) => `${Buffer.from(typed, 'utf8').toString('base64')}\n`,
          }
        : null
    }
    default:
      return null
  }
}

const longestCheck = 20_000

/** Runs the checker once. What it prints is not read: it could repeat what it was told. */
export const checkWith =
  ({ program, args, say }: Checker): CheckSystemPassword =>
  (password) =>
    new Promise((resolve) => {
      const child = spawn(program, args, {
        stdio: ['pipe', 'ignore', 'ignore'],
        // In a session of its own it has no terminal to ask on.
        detached: process.platform !== 'win32',
        windowsHide: true,
        timeout: longestCheck,
        killSignal: 'SIGKILL',
      })
      child.once('error', () => resolve('unknown'))
      child.once('exit', (code) => {
        resolve(code === null ? 'unknown' : code === 0 ? 'right' : 'wrong')
      })
      // A helper that ends before it has read everything breaks the pipe; its exit code says why.
      child.stdin.once('error', () => {})
      child.stdin.end(say(password))
    })

/** The check of this machine; null where there is none. */
export function findSystemPassword(): CheckSystemPassword | null {
  const { platform, env } = process
  const { username: user } = userInfo()
  const checker = checkerOf({ platform, user, systemRoot: env['SystemRoot'], isUsable })
  return checker === null ? null : checkWith(checker)
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
