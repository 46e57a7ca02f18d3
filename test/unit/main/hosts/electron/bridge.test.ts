import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '../../../../../src/shared/contract.ts'
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
})
