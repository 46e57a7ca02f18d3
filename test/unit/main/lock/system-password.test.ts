import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkWith, checkerOf } from '../../../../src/main/lock/system-password.ts'
import { temporaryFolder } from '../accounts/places.ts'

const password = 'päss "word" $HOME'

/** A helper as PAM's is: it reads the password up to a zero byte, and answers by its exit code. */
function helper(): { program: string; heard: string } {
  const folder = temporaryFolder()
  const [program, heard] = [join(folder, 'helper'), join(folder, 'heard')]
  writeFileSync(
    program,
    `#!/bin/sh
tr -d '\\000' > '${heard}'
printf '%s' "$*" > '${heard}.args'
[ "$(cat '${heard}')" = '${password}' ] && exit 0
[ "$1" = broken ] && exit 9
exit 7
`,
  )
  chmodSync(program, 0o755)
  return { program, heard }
}

const linux = (user: string, program: string) =>
  checkWith({ ...checkerOf({ platform: 'linux', user, isUsable: () => true })!, program })

describe.skipIf(process.platform === 'win32')('the password of the system', () => {
  test('is told on the standard input, and in no argument', async () => {
    const { program, heard } = helper()
    expect(await linux('trader', program)(password)).toBe('right')
    expect(readFileSync(heard, 'utf8')).toBe(password)
    expect(readFileSync(`${heard}.args`, 'utf8')).toBe('trader nonull')
  })

  test('is wrong whatever a helper answers that is not a yes; one that cannot run knows nothing', async () => {
    const { program } = helper()
    expect(await linux('trader', program)('other')).toBe('wrong')
    // Were it not counted, a helper that fails would be a way to guess without waiting.
    expect(await linux('broken', program)('other')).toBe('wrong')
    expect(await linux('trader', '/no/such/program')('other')).toBe('unknown')
  })
})

describe('the checker', () => {
  const machine = { user: 'trader', isUsable: () => true }

  test.each(['linux', 'darwin', 'win32'] as const)('of %s hears the password whole', (platform) => {
    const { args, say } = checkerOf({ ...machine, platform })!
    expect(args.join(' ')).not.toContain(password)
    const said = say(password)
    const bare = platform === 'win32' ? Buffer.from(said, 'base64').toString() : said.slice(0, -1)
    expect(bare).toBe(password)
  })

  test('of Windows is its own program, wherever a path may lead', () => {
    const own = 'D:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
    const windows = { ...machine, platform: 'win32', systemRoot: 'D:\\Windows' } as const
    expect(checkerOf(windows)?.program).toBe(own)
    expect(checkerOf({ ...windows, isUsable: (path) => path !== own })).toBeNull()
    expect(checkerOf({ ...windows, systemRoot: undefined })?.program).toMatch(/^C:\\Windows\\/)
  })

  test('is looked for where distributions put it, and absent where none does', () => {
    const nix = '/run/wrappers/bin/unix_chkpwd'
    const isUsable = (path: string): boolean => path === nix
    expect(checkerOf({ platform: 'linux', user: 'trader', isUsable })?.program).toBe(nix)
    const none = { user: 'trader', isUsable: () => false }
    expect(checkerOf({ ...none, platform: 'linux' })).toBeNull()
    expect(checkerOf({ ...none, platform: 'aix' })).toBeNull()
  })
})
