import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { userInfo } from 'node:os'

/** `unknown` where the check itself failed: nobody is let in, and nobody is said to have mistyped. */
export type PasswordCheck = 'right' | 'wrong' | 'unknown'

/** Asks the operating system whether this is its user's password. */
export type CheckSystemPassword = (password: string) => Promise<PasswordCheck>

interface Machine {
  platform: NodeJS.Platform
  user: string
  isUsable: (path: string) => boolean
}

/** A program that hears the password on its standard input: arguments can be read by everybody. */
export interface Checker {
  program: string
  args: string[]
  /** What it is to hear. */
  say: (password: string) => string
  /** Exit codes that mean 'wrong'; 0 means 'right', and any other that it could not tell. */
  wrong: readonly number[]
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
export function checkerOf({ platform, user, isUsable }: Machine): Checker | null {
  switch (platform) {
    case 'linux': {
      const program = helpers.find(isUsable)
      // Its answer to a wrong password is PAM_AUTH_ERR; what it reads ends with a zero byte.
      return program === undefined
        ? null
        : { program, args: [user, 'nonull'], say: (typed) => `${typed}\0`, wrong: [7] }
    }
    case 'darwin': {
      const program = '/usr/bin/dscl'
      // Without a terminal it reads the password from its standard input.
      return isUsable(program)
        ? { program, args: ['.', '-authonly', user], say: (typed) => `${typed}\n`, wrong: [167, 9] }
        : null
    }
    case 'win32':
      return {
        program: 'powershell.exe',
        args: ['-NoProfile', '-NonInteractive', '-Command', askWindows],
        say: (typed) => `${Buffer.from(typed, 'utf8').toString('base64')}\n`,
        wrong: [7],
      }
    default:
      return null
  }
}

const longestCheck = 20_000

/** Runs the checker once. What it prints is not read: it could repeat what it was told. */
export const checkWith =
  ({ program, args, say, wrong }: Checker): CheckSystemPassword =>
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
        resolve(code === 0 ? 'right' : code !== null && wrong.includes(code) ? 'wrong' : 'unknown')
      })
      // A helper that ends before it has read everything breaks the pipe; its exit code says why.
      child.stdin.once('error', () => {})
      child.stdin.end(say(password))
    })

/** The check of this machine; null where there is none. */
export function findSystemPassword(): CheckSystemPassword | null {
  const checker = checkerOf({ platform: process.platform, user: userInfo().username, isUsable })
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
