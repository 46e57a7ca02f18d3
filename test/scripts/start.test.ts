import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { markBuilt } from '../../scripts/set-up/build.mjs'
import { campaignOptions } from '../../scripts/set-up/campaign-options.mjs'
import { couldNotTry, root, run } from '../../scripts/set-up/run.mjs'
import { hostCommand } from '../../scripts/start/command.mjs'
import { chooseHost, hasDisplay, wantsElectron } from '../../scripts/start/host.mjs'
import { whyOpen } from '../../scripts/start/no-debugger.mjs'
import { browserArgs, readStartOptions } from '../../scripts/start/options.mjs'

const read = (...args: string[]) => {
  const result = readStartOptions(args)
  if (!result.ok) throw new Error(result.message)
  return result.options
}
const problem = (...args: string[]) => {
  const result = readStartOptions(args)
  if (result.ok) throw new Error('accepted')
  return result.message
}

describe('the options of npm start', () => {
  it('ask for nothing by themselves', () => {
    expect(read()).toEqual({ host: null, open: true, data: null, port: null, system: true })
  })

  it('take a value after a space or an equals sign', () => {
    expect(read('--data', 'a folder', '--port=7171')).toMatchObject({
      data: 'a folder',
      port: 7171,
    })
    expect(read('--data=a=b')).toMatchObject({ data: 'a=b' })
    expect(read('--browser', '--no-system')).toMatchObject({ host: 'browser', system: false })
  })

  it('reach the browser host as it reads them', () => {
    expect(browserArgs(read('--browser', '--no-open', '--data', 'here', '--port', '0'))).toEqual([
      '--no-open',
      '--data',
      'here',
      '--port',
      '0',
    ])
    expect(browserArgs(read('--browser'))).toEqual([])
  })

  it.each([
    [['--brwoser'], 'Unknown option: --brwoser'],
    [['here'], 'Unknown option: here'],
    [['--data'], '--data needs a folder.'],
    [['--port', '65536'], '--port needs a number'],
    [['--port', '-1'], '--port needs a number'],
    [['--browser', '--electron'], 'exclude each other'],
    [['--electron', '--no-open'], 'belong to the browser host'],
  ])('name what is wrong with %j, and list what there is', (args, words) => {
    expect(problem(...args)).toContain(words)
    expect(problem(...args)).toContain('--no-open')
  })
})

it('npm start says what can be asked of it', () => {
  const said = readStartOptions(['--help'])
  expect(said).toMatchObject({ ok: false, code: 0, message: expect.stringMatching(/^Options of/) })
})

const able = { hasRuntime: true, hasDisplay: true, noSandbox: null }
const asked = { host: null, open: true, port: null }

describe('the choice of a host', () => {
  it('falls on Electron where it can run', () => {
    expect(chooseHost(asked, able)).toEqual({ host: 'electron' })
  })

  it.each([
    [{ ...able, hasRuntime: false }, 'runtime is not installed'],
    [{ ...able, hasDisplay: false }, 'no display'],
    [{ ...able, noSandbox: 'no sandbox here' }, 'no sandbox here'],
  ])('falls on the browser host with %j, and says why', (machine, why) => {
    expect(chooseHost(asked, machine)).toEqual({
      host: 'browser',
      why: expect.stringContaining(why) as unknown,
    })
  })

  it('does not replace an Electron that was asked for', () => {
    expect(
      chooseHost({ ...asked, host: 'electron' }, { ...able, hasRuntime: false }),
    ).toMatchObject({
      host: null,
    })
  })

  it.each([
    { ...asked, host: 'browser' as const },
    { ...asked, open: false },
    { ...asked, port: 7171 },
  ])('falls on the browser host when asked by %j', (options) => {
    expect(chooseHost(options, able)).toMatchObject({ host: 'browser' })
    expect(wantsElectron(options, { ...able, hasRuntime: false })).toBe(false)
  })

  it('wants Electron’s runtime only where Electron could open', () => {
    expect(wantsElectron(asked, { ...able, hasRuntime: false })).toBe(true)
    expect(wantsElectron(asked, { ...able, hasDisplay: false })).toBe(false)
    expect(wantsElectron(asked, { ...able, noSandbox: 'no sandbox here' })).toBe(false)
  })

  it('sees a display where there is one', () => {
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('darwin', {})).toBe(true)
  })
})

describe('the command of a host', () => {
  const electron = '/opt/electron/electron'

  it('opens the data folder that was named, with developer tools only while one develops', () => {
    const started = hostCommand('electron', read('--data', 'a folder'), { electron })
    expect(started.command[0]).toBe(electron)
    expect(started.command.slice(-2)).toEqual([
      join(root, 'out', 'main', 'index.js'),
      '--data=a folder',
    ])
    const { command } = hostCommand('electron', read(), { electron, isDev: true })
    expect(command.at(-1)).toBe('--dev')
    expect(command.join(' ')).not.toContain('--data')
  })

  it('is that of the browser host where it was chosen, or Electron has no runtime', () => {
    for (const [host, runtime] of [
      ['browser', electron],
      ['electron', null],
    ] as const) {
      const { command } = hostCommand(host, read('--data', 'here'), { electron: runtime })
      expect(command.slice(-3)).toEqual([join(root, 'out', 'main', 'browser.js'), '--data', 'here'])
    }
  })

  // Windows has no such signal.
  it.skipIf(process.platform === 'win32')(
    'opens no debugger at a signal, which every user of the machine could read the keys by',
    () => {
      const { command } = hostCommand('browser', read(), { electron })
      const [node = '', ...args] = command
      const flags = args.slice(0, args.indexOf(join(root, 'out', 'main', 'browser.js')))
      // A thread of its own hears the signal and says where it listens: its silence takes a while.
      const signalled = `process.kill(process.pid, 'SIGUSR1'); setTimeout(() => process.exit(3), 1000)`
      const { status, stderr } = spawnSync(node, [...flags, '-e', signalled], { encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 3, stderr: '' })
    },
  )

  it('has no switch under which V8 believes nothing that was compiled without it, as Node’s own modules are', () => {
    const { command } = hostCommand('browser', read(), { electron })
    const [node = '', ...args] = command
    const flags = args.slice(0, args.indexOf(join(root, 'out', 'main', 'browser.js')))
    const say = (more: readonly string[], what: string): string =>
      execFileSync(node, [...more, '-p', what], { encoding: 'utf8' }).trim()
    const compiled = say([], `new vm.Script('7').createCachedData().toString('base64')`)
    const isBelieved = (more: readonly string[]): boolean => {
      const cachedData = `Buffer.from('${compiled}', 'base64')`
      const what = `new vm.Script('7', { cachedData: ${cachedData} }).cachedDataRejected`
      return say(more, what) === 'false'
    }
    expect(isBelieved(flags)).toBe(true)
    expect(isBelieved(['--heap-growing-percent=25'])).toBe(false)
  })

  it('starts Electron as Electron, also from the shell of an editor that is one', () => {
    vi.stubEnv('ELECTRON_RUN_AS_NODE', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const host of ['electron', 'browser'] as const)
      expect(hostCommand(host, read(), { electron }).env).not.toHaveProperty('ELECTRON_RUN_AS_NODE')
  })
})

/** A checkout with everything but Electron's runtime, whose programs only say that they are up. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  write('package.json', '{"type":"module"}')
  write('package-lock.json', '{}')
  const lock = createHash('sha256').update('{"type":"module"}').update('{}').digest('hex')
  const platform = `${process.platform}-${process.arch}`
  const stamp = { lock, platform, canCompileKeychain: true }
  write('node_modules/.set-up.json', JSON.stringify(stamp))
  write('node_modules/electron/package.json', '{"version":"1.0.0"}')
  write(
    'node_modules/electron/install.js',
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'asked'))}, '')`,
  )
  for (const file of ['main/index', 'main/practice']) write(`out/${file}.js`, '')
  write('node_modules/electron-vite/package.json', '{"bin":"cli.cjs"}')
  write('node_modules/electron-vite/cli.cjs', '')
  mkdirSync(join(folder, 'src'))
  write('out/main/browser.js', 'console.log(process.argv.slice(2).join(" "), "up")')
  write('out/preload/index.cjs', '')
  write('out/renderer/index.html', '')
  markBuilt(folder)
  return folder
}

it('says in plain words that a script of the build is missing', async () => {
  // Beside it, it makes a folder for what is compiled.
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-no-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['browser.ts', 'hosts/compiled.ts', 'hosts/kept-scripts.ts'])
    cpSync(join(root, 'src/main', file), join(folder, file))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const host = join(folder, 'browser.ts')
  const { code, output } = await run([process.execPath, host], { seconds: 60 })
  expect(code).toBe(1)
  expect(output).toContain('npm start builds it again')
  expect(output).not.toContain('    at ')
})

describe('npm start', () => {
  it.each([['--browser'], ['--no-open']])(
    'neither gets Electron nor speaks of it with %s',
    async (option) => {
      const folder = checkout()
      const { code, output } = await run(
        [process.execPath, join(folder, 'scripts', 'start.mjs'), option, '--data', 'here'],
        // A path without the system's package manager, and a display that Electron could use.
        { seconds: 60, env: { ...process.env, PATH: join(folder, 'bin'), DISPLAY: ':0' } },
      )
      expect(output).toContain('--data here up')
      expect(output).not.toMatch(/electron/i)
      expect(existsSync(join(folder, 'asked'))).toBe(false)
      expect(code).toBe(0)
    },
  )
})

// Windows has neither such a signal nor such modes.
describe.skipIf(process.platform === 'win32')('npm start, with others on the machine,', () => {
  const started = (folder: string, ways: { umask?: string; nodeOptions?: string } = {}) =>
    run(
      [
        ...(['sh', '-c', `umask ${ways.umask ?? '022'}; exec "$@"`, 'sh'] as const),
        ...[process.execPath, join(folder, 'scripts', 'start.mjs'), '--browser', '--no-open'],
      ],
      {
        seconds: 60,
        env: { ...process.env, npm_lifecycle_event: undefined, NODE_OPTIONS: ways.nodeOptions },
      },
    )

  it('opens no debugger of its own at a signal while it waits for the desk', async () => {
    const folder = checkout()
    const signalled = `process.kill(process.ppid, 'SIGUSR1'); setTimeout(() => console.log('up'), 1000)`
    writeFileSync(join(folder, 'out/main/browser.js'), signalled)
    const { code, output } = await started(folder)
    expect(output).toContain('up')
    expect(output).not.toContain('Debugger')
    expect(code).toBe(0)
  })

  it.each(['--inspect=0', '--max-old-space-size=900 --inspect-brk', '"--inspect"'])(
    'starts nothing where NODE_OPTIONS opens a debugger to them: %s',
    (nodeOptions) => {
      expect(whyOpen({ nodeOptions, isOpen: false })).toMatch(/^NODE_OPTIONS has --inspect: /)
    },
  )

  it('starts nothing where an editor has opened one, and all the same where none is open', () => {
    expect(whyOpen({ nodeOptions: '--require editor.js', isOpen: true })).toContain('editor')
    for (const nodeOptions of ['', '--inspect-port=9000', '--require ./a--inspect.js'])
      expect(whyOpen({ nodeOptions, isOpen: false })).toBe(null)
  })

  it('says so, and ends', async () => {
    const folder = checkout()
    const { code, output } = await started(folder, { nodeOptions: '--inspect=0' })
    expect(output).toContain('every user of this machine could read the keys by it and trade')
    expect(output).not.toContain(' up')
    expect(code).toBe(1)
  })

  it('builds nothing that they can write to, whatever this user lets others do', async () => {
    const folder = checkout()
    rmSync(join(folder, 'out/.built'))
    writeFileSync(
      join(folder, 'node_modules/electron-vite/cli.cjs'),
      `require('node:fs').writeFileSync('out/main/late.js', '')`,
    )
    const { output } = await started(folder, { umask: '000' })
    expect(output).toContain('up')
    const modes = ['out/main/late.js', 'out/.built'].map(
      (file) => statSync(join(folder, file)).mode & 0o022,
    )
    expect(modes).toEqual([0, 0])
  })
})

describe('Electron’s runtime', () => {
  it('is tried for again only where Electron is asked for by name, and never replaced then', async () => {
    const folder = checkout()
    const asked = join(folder, 'asked')
    const get = async (options: string) => {
      rmSync(asked, { force: true })
      const module = JSON.stringify(join(folder, 'scripts', 'set-up', 'electron.mjs'))
      const script = `void import(${module}).then(({ getElectron }) => getElectron(${options}))`
      return (await run([process.execPath, '-e', script], { seconds: 60 })).output
    }
    expect(await get('')).toContain('opens in a browser instead')
    expect(await get('')).toBe('')
    expect(existsSync(asked)).toBe(false)

    const told = await get('{ isAskedFor: true }')
    expect(told).toContain('runtime is missing (the download failed).')
    expect(told).not.toContain('browser')
    expect(existsSync(asked)).toBe(true)
  })
})

describe('npm run pictures', () => {
  it('says in one line that there is no browser, and does not begin', async () => {
    const folder = checkout()
    mkdirSync(join(folder, 'node_modules/playwright'))
    writeFileSync(
      join(folder, 'node_modules/playwright/package.json'),
      '{"type":"module","exports":"./index.js"}',
    )
    writeFileSync(
      join(folder, 'node_modules/playwright/index.js'),
      `export const chromium = { executablePath: () => '/nowhere' }`,
    )
    const { code, output } = await run(
      [process.execPath, join(folder, 'scripts', 'pictures.mjs'), '--no-system'],
      { seconds: 60, env: { ...process.env, PATH: join(folder, 'bin') } },
    )
    expect(output.trim().split('\n').at(-1)).toBe(
      'No pictures could be taken: no Chromium, Chrome or Edge was found.',
    )
    expect(output).not.toContain(' at ')
    expect(code).toBe(couldNotTry)
  })
})

describe('npm run campaign', () => {
  it.each(['--help', '--orders=0', '--seed=x', 'here'])(
    'says what can be asked of it where it is asked for %s, before it works for minutes',
    async (arg) => {
      const script = join(root, 'scripts', 'campaign.mjs')
      const { code, output } = await run([process.execPath, script, arg], { seconds: 20 })
      expect(output).toBe('npm run campaign -- [--orders N] [--groups N] [--kills N] [--seed N]\n')
      expect(code).toBe(2)
    },
  )

  it('takes numbers, and its own where none are said', () => {
    expect(campaignOptions(['--orders', '20', '--kills=3'])).toEqual({
      orders: 20,
      groups: 2000,
      kills: 3,
      seed: 1,
    })
  })
})

describe('npm run dev', () => {
  it.each([
    [[], '.dev-data'],
    [['--data', 'named'], 'named'],
  ])(
    'with %j builds, and runs on %s, never on the real data folder unasked',
    async (args, data) => {
      const folder = checkout()
      const child = spawn(
        process.execPath,
        [join(folder, 'scripts', 'dev.mjs'), '--no-open', ...args],
        { env: { ...process.env, PATH: join(folder, 'bin') }, stdio: ['ignore', 'pipe', 'ignore'] },
      )
      onTestFinished(() => void child.kill('SIGKILL'))
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      await expect.poll(() => output).toContain('up')
      const place = data === '.dev-data' ? join(folder, data) : data
      expect(output.trim()).toBe(`--no-open --data ${place} up`)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  )
})
