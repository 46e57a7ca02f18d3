import { describe, expect, it } from 'vitest'
import { chooseHost, hasDisplay } from '../../scripts/start/host.mjs'
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
    expect(read()).toEqual({ host: null, open: true, data: null, port: null })
  })

  it('take a value after a space or an equals sign', () => {
    expect(read('--data', 'a folder', '--port=7171')).toMatchObject({
      data: 'a folder',
      port: 7171,
    })
    expect(read('--data=a=b')).toMatchObject({ data: 'a=b' })
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
  })

  it('sees a display where there is one', () => {
    expect(hasDisplay('linux', {})).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false)
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true)
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay('darwin', {})).toBe(true)
  })
})
