import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '../../../../../src/shared/contract.ts'
import type { Row } from '../../../../../src/shared/core/patch.ts'
import type { Notice } from '../../../../../src/shared/core/notice.ts'
import { type BrowserWindow, machine } from '../../../../electron/stand-in.ts'
import type { CountingDesk } from '../desk.ts'
import { start } from './program.ts'

vi.mock('electron', () => import('../../../../electron/stand-in.ts'))

let bridge: Bridge
let desk: CountingDesk
let window: BrowserWindow
beforeEach(async () => {
  ;({ desk, window } = await start())
  vi.resetModules()
  await import('../../../../../src/preload/index.ts')
  bridge = machine.state.worlds.get('quarterdeck') as Bridge
})

describe('A window in Electron', () => {
  it('calls the desk through preload and host, and hears its answer', async () => {
    const reply = await bridge.readBook({ account: 'practice-1', book: 'orders' })
    expect(reply).toEqual({ ok: true, value: null })
    expect(desk.accepted).toEqual([
      { name: 'readBook', input: { account: 'practice-1', book: 'orders' } },
    ])
  })

  it("is told what was wrong with a call, by the desk's own check", async () => {
    const reply = await bridge.readBook({ account: 'practice-1', book: 'nothing' as never })
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid', field: 'book' } })
  })

  it('has an answer also where the host has none any more', async () => {
    const { handlers } = machine.state
    handlers.clear()
    const reply = await bridge.readBook({ account: 'practice-1', book: 'orders' })
    expect(reply).toMatchObject({ ok: false, error: { code: 'no-answer' } })
  })

  it('hears events until it stops listening, and never sees the event object', () => {
    const heard: unknown[][] = []
    const off = bridge.on('notice', (...args: Notice[]) => heard.push(args))
    const notice: Notice = { level: 'info', message: 'hello' }
    desk.emit('notice', notice)
    off()
    desk.emit('notice', notice)
    expect(heard).toEqual([[notice]])
    expect(heard[0]![0]).not.toBe(notice)
  })

  it('is sent nothing once it has crashed or is gone', () => {
    const { heard } = window.webContents
    const listener = vi.fn<() => void>()
    heard.on('event:polling', listener)
    window.webContents.hasCrashed = true
    desk.emit('polling', { paused: true })
    window.webContents.hasCrashed = false
    desk.emit('polling', { paused: true })
    expect(listener).toHaveBeenCalledTimes(1)
    window.destroy()
    desk.emit('polling', { paused: true })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('is told no more than it takes, and then to take the view anew', async () => {
    const heard: unknown[] = []
    const { heard: page } = window.webContents
    const taking = page.listeners('event:book')
    page.removeAllListeners('event:book')
    const sent: number[] = []
    page.on('event:book', (_, _event, serial: number) => sent.push(serial))
    bridge.on('line', (line) => heard.push(line))
    const put = Array.from({ length: 9999 }, (_, key): [string, Row] => [String(key), {}])
    const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }
    const tell = (): void =>
      desk.emit('book', { account: 'a', book: 'orders', meta, patch: { put } })
    for (let poll = 0; poll < 20; poll += 1) tell()
    expect(sent).toHaveLength(6)
    expect(heard).toEqual([])
    // It goes on: all that was sent is taken, and what was not is asked for.
    for (const serial of sent) for (const take of taking) take({}, {}, serial)
    await vi.waitFor(() => expect(heard).toEqual([{ state: 'anew' }]), 30_000)
    tell()
    expect(sent).toHaveLength(7)
  })

  it('waits for nothing that was sent to a page before it', async () => {
    window.webContents.heard.removeAllListeners()
    for (let count = 0; count < 60_000; count += 1) desk.emit('polling', { paused: true })
    const heard: unknown[] = []
    window.webContents.heard.on('event:line', (_, line) => heard.push(line))
    vi.resetModules()
    await import('../../../../../src/preload/index.ts')
    await vi.waitFor(() => expect(heard).toEqual([{ state: 'anew' }]), 30_000)
  })

  it('takes the word of no stranger for what it took', async () => {
    const { webContents } = window
    webContents.heard.removeAllListeners()
    for (let count = 0; count < 60_000; count += 1) desk.emit('polling', { paused: true })
    const heard = vi.fn<() => void>()
    webContents.heard.on('event:line', heard)
    await machine.invoke('taken', [null], { sender: webContents, senderFrame: null })
    expect(heard).not.toHaveBeenCalled()
  })
})
