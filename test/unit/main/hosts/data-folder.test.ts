import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { claimFolder, defaultDataDir, folderTaken } from '../../../../src/main/hosts/data-folder.ts'
import { newFolder } from './folders.ts'

describe('A data folder', () => {
  it('belongs to one desk at a time, and is named with its holder', () => {
    const folder = newFolder()
    const first = claimFolder(folder)
    const second = claimFolder(folder)
    expect(second).toEqual({ ok: false, holder: `process ${process.pid}` })
    expect(folderTaken(folder, `process ${process.pid}`)).toContain(folder)
    if (first.ok) first.release()
    const third = claimFolder(folder)
    expect(third.ok).toBe(true)
    if (third.ok) third.release()
  })

  it.each([0o755, 0o750, 0o700])(
    'is shut to others, also where it was there before: %o',
    (mode) => {
      const folder = newFolder()
      chmodSync(folder, mode)
      const claim = claimFolder(folder)
      if (claim.ok) claim.release()
      expect(statSync(folder).mode & 0o7777).toBe(0o700)
    },
  )

  it.each(['777', '1777', '775', '720', '702'])(
    'is refused where others can put something into it, and stays as it is: %s',
    (octal) => {
      const folder = newFolder()
      const mode = Number.parseInt(octal, 8)
      chmodSync(folder, mode)
      expect(() => claimFolder(folder)).toThrow(
        `Others than you can write to ${folder}. Start with --data and a folder that is yours alone.`,
      )
      expect(() => claimFolder(folder)).toThrow(`chmod 700 '${folder}'`)
      expect(statSync(folder).mode & 0o7777).toBe(mode)
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it('is refused where it belongs to another user', () => {
    const folder = newFolder()
    const { uid } = statSync(folder)
    vi.spyOn(process, 'getuid').mockReturnValue(uid + 1)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(() => claimFolder(folder)).toThrow(
      `${folder} belongs to another user of this machine. Start with --data and a folder that is yours alone.`,
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('has a lock and a holder’s name that are for their owner alone, also where a crash left others', () => {
    const folder = newFolder()
    const files = ['desk.lock', 'desk.pid'].map((name) => join(folder, name))
    const modes = (): number[] => files.map((file) => statSync(file).mode & 0o777)
    const umask = process.umask(0)
    onTestFinished(() => void process.umask(umask))
    for (let start = 0; start < 2; start++) {
      const claim = claimFolder(folder)
      expect(modes()).toEqual([0o600, 0o600])
      if (claim.ok) claim.release()
      for (const file of files) {
        writeFileSync(file, '')
        chmodSync(file, 0o666)
      }
    }
  })

  it('falls free with a holder that was killed', async () => {
    const folder = newFolder()
    const holder = fork(new URL('./folder-holder.ts', import.meta.url), [folder], {
      execArgv: ['--expose-gc'],
    })
    onTestFinished(() => void holder.kill('SIGKILL'))
    const [said] = await once(holder, 'message')
    expect(said).toBe(true)
    expect(claimFolder(folder)).toEqual({ ok: false, holder: `process ${holder.pid}` })
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await vi.waitFor(() => {
      const next = claimFolder(folder)
      expect(next.ok).toBe(true)
      if (next.ok) next.release()
    }, 30_000)
  })

  it('lies where each system keeps such things', () => {
    const of = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
      defaultDataDir({ platform, home: '/h', env }).replaceAll('\\', '/')
    expect(of('linux')).toBe('/h/.local/share/quarterdeck')
    expect(of('linux', { XDG_DATA_HOME: '/x' })).toBe('/x/quarterdeck')
    expect(of('darwin')).toBe('/h/Library/Application Support/Quarterdeck')
    expect(of('win32', { APPDATA: '/a' })).toBe('/a/Quarterdeck')
    expect(of('win32')).toBe('/h/AppData/Roaming/Quarterdeck')
  })

  it('never lies where the program happens to be started, whatever the environment says', () => {
    const env = { XDG_DATA_HOME: 'share' }
    expect(defaultDataDir({ platform: 'linux', home: '/h', env })).toBe(
      join('/h', '.local', 'share', 'quarterdeck'),
    )
    for (const home of ['', '.', 'here'])
      expect(defaultDataDir({ platform: 'linux', home, env })).toBe(
        join(userInfo().homedir, '.local', 'share', 'quarterdeck'),
      )
  })
})
