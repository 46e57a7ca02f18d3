import { describe, expect, it, vi } from 'vitest'
import { callChannel } from '../../../../../src/shared/channels.ts'
import { type BrowserWindow, app, machine } from '../../../../electron/stand-in.ts'
import { CountingDesk } from '../desk.ts'
import { newFolder } from '../folders.ts'
import { onPlatform, quit, start } from './program.ts'

vi.mock('electron', () => import('../../../../electron/stand-in.ts'))

const open = [{ kind: 'positions', account: 'Main', count: 3 } as const]

/** The program on a workspace of these windows, which are there. */
async function startWith(ids: readonly string[], dataDir = newFolder()) {
  const desk = new CountingDesk()
  desk.workspace = ids.map((id) => ({ id, isOpen: true }))
  await start({ dataDir, startDesk: async () => desk })
  return { desk, dataDir, windows: machine.state.windows as readonly BrowserWindow[] }
}

const three = ['window-one', 'window-two', 'window-three']

const call = (window: BrowserWindow) =>
  machine.invoke(callChannel('pausePolling'), [{}], {
    sender: window.webContents,
    senderFrame: window.webContents.mainFrame,
  })

describe('The windows of a workspace in Electron', () => {
  it('are all there at the start, each with the same hardening and a line of its own', async () => {
    const { desk, windows } = await startWith(three)
    expect(windows).toHaveLength(3)
    expect([...desk.lines.keys()]).toEqual(three)
    const [first, ...others] = windows.map(({ options }) => options.webPreferences)
    expect(first).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false })
    for (const other of others) expect(other).toEqual(first)
    for (const { webContents } of windows)
      expect(webContents.openHandler?.({} as never)).toEqual({ action: 'deny' })
    await expect.poll(() => windows.every(({ loads }) => loads === 1)).toBe(true)
    for (const window of windows) expect(await call(window)).toMatchObject({ ok: true })
    const stranger = { origin: windows[0]!.webContents.mainFrame.origin, parent: null }
    expect(
      await machine.invoke(callChannel('pausePolling'), [{}], {
        sender: {} as never,
        senderFrame: stranger,
      }),
    ).toMatchObject({ error: { code: 'forbidden' } })
  })

  it('hear each what is told to it alone', async () => {
    const { desk, windows } = await startWith(['window-one', 'window-two'])
    const heard = windows.map(({ webContents }) => {
      const listener = vi.fn<() => void>()
      webContents.heard.on('event:line', listener)
      return listener
    })
    desk.lines.get('window-two')!('line', { state: 'anew' })
    expect(heard.map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  })

  it('are opened and closed as the workspace says', async () => {
    const { desk, windows } = await startWith(['window-one'])
    desk.workspace = [...desk.workspace, { id: 'window-two', isOpen: true }]
    desk.emit('windows', [])
    expect(windows).toHaveLength(2)
    desk.emit('windows', [])
    expect(windows).toHaveLength(2)
    desk.workspace = desk.workspace.slice(1)
    desk.emit('windows', [])
    expect(windows).toHaveLength(1)
    // The last one stays, whatever the workspace says.
    desk.workspace = []
    desk.emit('windows', [])
    expect(windows).toHaveLength(1)
    expect(desk.isStopped).toBe(false)
  })

  it('do not come back where one of several was closed, and do where all went', async () => {
    const { desk, windows } = await startWith(three)
    windows[1]!.close()
    expect(desk.workspace.map(({ isOpen }) => isOpen)).toEqual([true, false, true])
    expect(windows).toHaveLength(2)
    await quit(app)
    expect(desk.workspace.map(({ isOpen }) => isOpen)).toEqual([true, false, true])
    expect(desk.isStopped).toBe(true)
  })

  it('ask what is open when the last one goes, or all, and not before', async () => {
    const { desk, windows } = await startWith(three)
    desk.open = open
    windows[0]!.close()
    expect([windows.length, machine.state.asked.length]).toEqual([2, 0])
    app.quit()
    await expect.poll(() => machine.state.asked).toHaveLength(1)
    expect(windows).toHaveLength(2)
    // Who stayed has them all, and closes one as before.
    await new Promise((resolve) => setImmediate(resolve))
    windows[0]!.close()
    expect([windows.length, machine.state.asked.length]).toEqual([1, 1])
    windows[0]!.close()
    await expect.poll(() => machine.state.asked).toHaveLength(2)
    await new Promise((resolve) => setImmediate(resolve))
    machine.state.choice = 1
    const ended = new Promise((resolve) => app.once('quit', resolve))
    app.quit()
    await ended
    expect(machine.state.asked).toHaveLength(3)
    expect(desk.isStopped).toBe(true)
  })

  it('come to the front together where the program is started once more', async () => {
    const { windows } = await startWith(three)
    windows[2]!.isSmall = true
    app.emit('second-instance', {}, [], '/')
    expect(windows.map(({ focused }) => focused)).toEqual([1, 1, 1])
    expect(windows[2]!.isSmall).toBe(false)
    // That which was in front last comes last, and so to the top.
    const order: number[] = []
    for (const [at, window] of windows.entries()) window.on('focus', () => order.push(at))
    windows[0]!.focus()
    windows[1]!.focus()
    app.emit('second-instance', {}, [], '/')
    expect(order.slice(2)).toEqual([2, 0, 1])
  })

  it('can be had one more of at the mark in the dock of macOS', async () => {
    onPlatform('darwin')
    const { desk } = await startWith(['window-one'])
    const [item] = machine.state.dock ?? []
    expect(item?.label).toBe('New window')
    item?.click?.({} as never, undefined, {} as never)
    expect(desk.added).toBe(1)
  })

  it('die alone, and come back alone', async () => {
    const { windows } = await startWith(['window-one', 'window-two'])
    await expect.poll(() => windows.every(({ loads }) => loads === 1)).toBe(true)
    windows[1]!.webContents.die('crashed')
    expect(windows.map(({ loads }) => loads)).toEqual([1, 2])
    for (let death = 0; death < 3; death += 1) windows[1]!.webContents.die('oom')
    expect(windows).toHaveLength(1)
    expect(machine.state.exitCode).toBeNull()
  })
})
