import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAttempts } from '../../scripts/set-up/attempts.mjs'
import { isBuilt, markBuilt } from '../../scripts/set-up/build.mjs'
import { reasonIn } from '../../scripts/set-up/electron.mjs'
import { isNewEnough, oldestNode } from '../../scripts/set-up/node-version.mjs'
import { areFresh, stampOf } from '../../scripts/set-up/packages.mjs'
import { canServe, root, run } from '../../scripts/set-up/run.mjs'
import { askedOfTheSystem, planFor, remediesFor } from '../../scripts/set-up/system.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'quarterdeck-set-up-'))))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

describe('the libraries', () => {
  const now = { lock: 'one', platform: 'linux-x64', canCompileKeychain: true }
  const fresh = { written: now, now, missing: [], hasKeychain: true }

  it('are installed once', () => {
    expect(areFresh({ ...fresh, written: null })).toBe(false)
    expect(areFresh(fresh)).toBe(true)
  })

  it.each([
    ['the lock has changed', { now: { ...now, lock: 'two' } }],
    ['the folder came from another machine', { now: { ...now, platform: 'darwin-arm64' } }],
    ['one is missing', { missing: ['zod'] }],
    [
      'what compiles the keychain’s library has arrived since',
      { written: { ...now, canCompileKeychain: false }, hasKeychain: false },
    ],
  ])('are installed again when %s', (_, facts) => {
    expect(areFresh({ ...fresh, ...facts })).toBe(false)
  })

  it('are not installed again for a keychain library that cannot be had', () => {
    expect(areFresh({ ...fresh, hasKeychain: false })).toBe(true)
    const without = { ...now, canCompileKeychain: false }
    expect(areFresh({ ...fresh, written: without, now: without, hasKeychain: false })).toBe(true)
  })

  it.runIf(process.platform === 'linux')('await a compiler too, where only it is missing', () => {
    for (const name of ['pkg-config', 'python3', 'make'])
      writeFileSync(join(folder, name), '', { mode: 0o700 })
    vi.stubEnv('PATH', folder)
    expect(stampOf(root).canCompileKeychain).toBe(false)
  })

  it.each([
    ['v20.20.2', false],
    ['v22.18.9', false],
    ['v22.19.0', true],
    ['v22.20.0', true],
    ['v24.0.0', true],
    ['v9.99.99', false],
  ])('find Node %s new enough: %s', (version, is) => {
    expect(isNewEnough(version)).toBe(is)
  })

  it('never run on a Node that is removed with them', () => {
    const execPath = join(root, 'node_modules', 'node', 'bin', 'node')
    expect(canServe({ version: 'v24.21.0', execPath })).toBe(false)
    expect(canServe({ version: 'v24.21.0', execPath: '/usr/bin/node' })).toBe(true)
    expect(canServe({ version: 'v20.20.2', execPath: '/usr/bin/node' })).toBe(false)
    const brought = join(root, '.cache', 'runtime', '24.21.0', 'node')
    expect(canServe({ version: 'v24.21.0', execPath: brought })).toBe(true)
  })

  it('are never named with an address in the lock', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string; version?: string; link?: boolean }>
    }
    const entries = Object.entries(lock.packages)
    expect(entries.length).toBeGreaterThan(100)
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
    expect(entries.filter(([, { version }]) => version === undefined)).toEqual([])
  })

  it('need no newer Node than the set-up takes them to', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { engines?: { node?: string }; dev?: boolean; optional?: boolean }>
    }
    const needed = Object.entries(lock.packages)
      .filter(([name, { dev, optional }]) => name !== '' && dev !== true && optional !== true)
      .map(([, { engines }]) => /^>=\s*(\d+(\.\d+)*)$/.exec(engines?.node ?? '')?.[1] ?? '0')
    expect(needed.filter((version) => !isNewEnough(oldestNode, version))).toEqual([])
  })
})

describe('the system’s packages', () => {
  const packages = ['libsecret-1-dev', 'chromium']

  it('are installed by root with apt', () => {
    expect(planFor({ packages, hasApt: true, isRoot: true })).toEqual({ kind: 'install', packages })
  })

  it('are one command to tell to anyone else', () => {
    expect(planFor({ packages, hasApt: true, isRoot: false })).toEqual({
      kind: 'tell',
      command: 'apt-get install -y libsecret-1-dev chromium',
    })
    expect(planFor({ packages, hasApt: false, isRoot: true })).toEqual({
      kind: 'tell',
      command: null,
    })
  })

  describe.runIf(process.platform === 'linux')('are told how to be had', () => {
    it('whenever it is asked, with what needs no root', () => {
      writeFileSync(join(folder, 'apt-get'), '', { mode: 0o700 })
      vi.stubEnv('PATH', folder)
      for (let time = 0; time < 2; time++)
        expect(remediesFor(['driven browser', 'private keychain'])).toEqual([
          'To have more of it tried, run as root: apt-get install -y chromium gnome-keyring dbus',
          'A browser can be had without root too: npx playwright install chromium',
        ])
    })

    it('by name, where the system has another way', () => {
      vi.stubEnv('PATH', folder)
      expect(remediesFor(['private keychain'])).toEqual([
        'To have more of it tried, install what this machine lacks: gnome-keyring, dbus',
      ])
    })

    it('never where all is there', () => {
      writeFileSync(join(folder, 'chromium'), '', { mode: 0o700 })
      vi.stubEnv('PATH', folder)
      expect(remediesFor(['driven browser'])).toEqual([])
    })
  })

  it('are left alone when nothing is missing', () => {
    expect(planFor({ packages: [], hasApt: true, isRoot: true })).toEqual({ kind: 'nothing' })
  })

  it('are left alone where the command line says so, which nothing else then has to understand', () => {
    expect(askedOfTheSystem(['P4', '--no-system'])).toEqual({ system: false, args: ['P4'] })
    expect(askedOfTheSystem(['P4'])).toEqual({ system: true, args: ['P4'] })
  })
})

describe('what failed', () => {
  it('is not tried again before a day has passed', () => {
    const attempts = openAttempts(join(folder, 'deep', 'attempts.json'))
    const hour = 60 * 60 * 1000
    expect(attempts.failedToday('electron 1', 0)).toBe(false)
    attempts.failed('electron 1', 0)
    attempts.failed('another', 5)
    expect(attempts.failedToday('electron 1', 23 * hour)).toBe(true)
    expect(attempts.failedToday('electron 1', 25 * hour)).toBe(false)
    expect(attempts.failedToday('electron 2', hour)).toBe(false)
  })

  it('is tried again when its record is damaged', () => {
    write('attempts.json', '{ half')
    const attempts = openAttempts(join(folder, 'attempts.json'))
    expect(attempts.failedToday('electron 1')).toBe(false)
  })

  it('is told in a few words', () => {
    expect(reasonIn('TypeError: fetch failed\n at x {\n code: "ENOTFOUND" }')).toContain(
      'ENOTFOUND',
    )
    expect(reasonIn('TypeError: fetch failed')).toContain('cannot be reached')
    expect(reasonIn('Error: no space left\n at somewhere')).toBe('Error: no space left')
    expect(reasonIn('')).toBe('the download failed')
  })
})

describe('the build', () => {
  const outputs = [
    ...['main/index.js', 'main/browser.js', 'main/browser-host.cjs', 'main/practice.js'],
    'preload/index.cjs',
  ]
  beforeEach(() => {
    write('src/main/desk.ts', 'one')
    write('electron.config.ts', 'config')
    for (const file of [...outputs, 'renderer/index.html']) write(`out/${file}`, '')
  })

  it('is done once for the same sources', () => {
    expect(isBuilt(folder)).toBe(false)
    markBuilt(folder)
    expect(isBuilt(folder)).toBe(true)
  })

  it('is done again for a changed, a new, a renamed and a lost file', () => {
    markBuilt(folder)
    write('src/main/desk.ts', 'two')
    expect(isBuilt(folder)).toBe(false)

    write('src/main/desk.ts', 'one')
    write('src/main/new.ts', '')
    expect(isBuilt(folder)).toBe(false)

    rmSync(join(folder, 'src/main/new.ts'))
    expect(isBuilt(folder)).toBe(true)
    rmSync(join(folder, 'out/preload/index.cjs'))
    expect(isBuilt(folder)).toBe(false)
  })

  it('does not notice the compiler’s own notes', () => {
    markBuilt(folder)
    write('src/tsconfig.tsbuildinfo', 'changed')
    expect(isBuilt(folder)).toBe(true)
  })
})

describe('a command', () => {
  const node = (script: string): [string, ...string[]] => [process.execPath, '-e', script]

  it('ends with its code and all its output', async () => {
    const ended = await run(node('console.log("out"); console.error("err"); process.exit(3)'), {
      seconds: 20,
    })
    expect(ended.code).toBe(3)
    expect(ended.output).toContain('out')
    expect(ended.output).toContain('err')
  })

  it('gets no terminal to ask at', async () => {
    const ended = await run(node('process.stdin.on("end", () => process.exit(0)).resume()'), {
      seconds: 20,
    })
    expect(ended.code).toBe(0)
  })

  it('is ended with all that it started when its time is over', async () => {
    const script = `
      const { spawn } = require('node:child_process')
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      setInterval(() => {}, 1000)`
    const ended = await run(node(script), { seconds: 0.5 })
    expect(ended).toMatchObject({ code: 124, isTooLate: true })
  })

  it('that does not exist is a result, not a crash', async () => {
    const ended = await run(['no-such-program-here'], { seconds: 5 })
    expect(ended.code).toBe(127)
  })
})
