import type * as fs from 'node:fs'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '../../../../../src/main/hosts/browser/open-browser.ts'
import { newFolder } from '../folders.ts'

/** What somebody else does in the folder as soon as something is removed there. */
let racing: ((removed: fs.PathLike) => void) | undefined
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  const rmSync: typeof fs.rmSync = (path, options) => {
    real.rmSync(path, options)
    racing?.(path)
  }
  return { ...real, rmSync }
})

beforeEach(() => {
  // Who runs the tests may be root, for whom no app window opens.
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  racing = undefined
})

const never = new Promise<void>(() => {})
const newAddress = (): string => 'http://x/#another'

/** A folder in which a script passes for Chromium, and notes what it was given. */
function browserThat(does: string) {
  const dataDir = newFolder()
  const program = join(dataDir, 'chromium')
  const seen = join(dataDir, 'seen')
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${seen}'\n${does}\n`)
  chmodSync(program, 0o755)
  vi.stubEnv('PATH', dataDir)
  vi.stubEnv('DISPLAY', ':0')
  return { dataDir, seen, page: join(dataDir, 'open.html') }
}

describe.skipIf(process.platform !== 'linux')('Opening a window', () => {
  it('tells the browser a page that only we can read, and never the token', async () => {
    const { dataDir, seen, page } = browserThat('')
    const used = Promise.withResolvers<void>()
    const url = 'http://127.0.0.1:1/#token-of-this-test'
    await openBrowser({ url, dataDir, used: used.promise, newAddress, onClosed: () => {} })
    expect(readFileSync(seen, 'utf8')).toContain(`--app=file://${page}`)
    expect(readFileSync(seen, 'utf8')).not.toContain('token-of-this-test')
    expect(readFileSync(page, 'utf8')).toContain(`content="0;url=${url}"`)
    expect(statSync(page).mode & 0o777).toBe(0o600)
    used.resolve()
    await expect.poll(() => existsSync(page)).toBe(false)
  })

  it('writes the address into no file that somebody else put there', async () => {
    const { dataDir, seen, page } = browserThat('')
    racing = (removed) => {
      writeFileSync(removed, '', { mode: 0o666 })
    }
    const opening = openBrowser({
      url: 'http://x/#t',
      dataDir,
      used: never,
      newAddress,
      onClosed: () => {},
    })
    await expect(opening).rejects.toThrow('EEXIST')
    expect(readFileSync(page, 'utf8')).toBe('')
    expect(existsSync(seen)).toBe(false)
  })

  it('has a new profile at each start, and nothing of the former ones', async () => {
    const { dataDir, seen } = browserThat('')
    // As an older desk had it, with what a stranger left there.
    mkdirSync(join(dataDir, 'window', 'Service Worker'), { recursive: true })
    const profiles = []
    for (let start = 0; start < 2; start += 1) {
      await openBrowser({
        url: 'http://x/#t',
        dataDir,
        used: never,
        newAddress,
        onClosed: () => {},
      })
      const [, profile] = /--user-data-dir=(.*)/.exec(readFileSync(seen, 'utf8'))!
      expect(statSync(profile!).mode & 0o777).toBe(0o700)
      await expect
        .poll(() => readdirSync(dataDir).filter((name) => name.startsWith('window')))
        .toEqual([basename(profile!)])
      profiles.push(profile)
    }
    expect(profiles[0]).not.toBe(profiles[1])
  })

  it('takes a browser that ends at once for one that handed the page over', async () => {
    const { dataDir } = browserThat('exit 0')
    const onClosed = vi.fn<() => void>()
    await openBrowser({
      url: 'http://x/#t',
      dataDir,
      used: Promise.resolve(),
      newAddress,
      onClosed,
    })
    expect(onClosed).not.toHaveBeenCalled()
  })

  it('goes on to the default browser when one cannot run', async () => {
    const { dataDir } = browserThat('exit 1')
    const opened = join(dataDir, 'opened')
    const standard = join(dataDir, 'xdg-open')
    writeFileSync(standard, `#!/bin/sh\nprintf '%s' "$1" > '${opened}'\n`)
    chmodSync(standard, 0o755)
    await openBrowser({
      url: 'http://x/#t',
      dataDir,
      used: Promise.resolve(),
      newAddress,
      onClosed: () => {},
    })
    expect(readFileSync(opened, 'utf8')).toBe(`file://${join(dataDir, 'open.html')}`)
  })

  it('gives the default browser an address of its own where a window was open and its browser broke', async () => {
    const used = Promise.withResolvers<void>()
    const { dataDir, page } = browserThat(`while [ -e "\${0%/*}/open.html" ]; do :; done; exit 1`)
    const opened = join(dataDir, 'opened')
    const standard = join(dataDir, 'xdg-open')
    writeFileSync(
      standard,
      `#!/bin/sh\nread -r page < "\${0%/*}/open.html"; printf '%s' "$page" > '${opened}'\n`,
    )
    chmodSync(standard, 0o755)
    const opening = openBrowser({
      ...{ url: 'http://x/#first', dataDir, newAddress, onClosed: () => {} },
      used: used.promise,
    })
    await expect.poll(() => existsSync(page)).toBe(true)
    used.resolve()
    expect(await opening).toBe(true)
    expect(readFileSync(opened, 'utf8')).toContain('url=http://x/#another')
  })

  it('survives a machine without any browser', async () => {
    const dataDir = newFolder()
    vi.stubEnv('PATH', dataDir)
    vi.stubEnv('DISPLAY', ':0')
    const onClosed = vi.fn<() => void>()
    const used = Promise.resolve()
    expect(await openBrowser({ url: 'http://x/#t', dataDir, used, newAddress, onClosed })).toBe(
      false,
    )
    expect(onClosed).not.toHaveBeenCalled()
  })
})
