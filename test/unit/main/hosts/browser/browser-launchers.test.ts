import { describe, expect, it } from 'vitest'
import {
  type DesktopSystem,
  browserLaunchers,
} from '../../../../../src/main/hosts/browser/browser-launchers.ts'

const where = { page: 'file:///d/open.html', profile: '/d/window', desk: '127.1.2.3:4567' }

const programs = (on: Partial<DesktopSystem>) =>
  browserLaunchers(where, {
    platform: 'linux',
    env: { PATH: '/a:/b', DISPLAY: ':0' },
    isRoot: false,
    isUsable: () => true,
    ...on,
  })

describe('The ways to open a window', () => {
  it('are the app window of a browser that is found, then the default browser', () => {
    const found = programs({ isUsable: (path) => path === '/b/google-chrome' })
    expect(found.map(({ program, isOwn }) => [program, isOwn])).toEqual([
      ['/b/google-chrome', true],
      ['xdg-open', false],
    ])
    expect(found[0]!.args).toEqual(
      expect.arrayContaining([`--app=${where.page}`, `--user-data-dir=${where.profile}`]),
    )
    expect(found[1]!.args).toEqual([where.page])
  })

  it('are none where nothing can be shown', () => {
    expect(programs({ env: { PATH: '/a' } })).toEqual([])
    expect(programs({ env: { PATH: '/a', WAYLAND_DISPLAY: 'wayland-0' } })).not.toEqual([])
  })

  it('never leave out the sandbox: root has the default browser alone', () => {
    expect(programs({ isRoot: true }).map(({ program }) => program)).toEqual(['xdg-open'])
    for (const isRoot of [true, false])
      expect(programs({ isRoot }).flatMap(({ args }) => args)).not.toContain('--no-sandbox')
  })

  it('are those of each system', () => {
    const mac = programs({ platform: 'darwin', env: {} }).map(({ program }) => program)
    expect(mac[0]).toBe('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
    expect(mac.at(-1)).toBe('open')
    const env = { ProgramFiles: 'C:\\Programs' }
    const windows = programs({ platform: 'win32', env }).map(({ program }) => program)
    expect(windows).toContain('C:\\Programs\\Microsoft\\Edge\\Application\\msedge.exe')
    expect(windows.at(-1)).toBe('rundll32')
  })
})
