import { describe, expect, it, vi } from 'vitest'
import type { HearSessionLock } from '../../../../../src/main/hosts/electron/linux-session-lock.ts'
import { app, machine, powerMonitor } from '../../../../electron/stand-in.ts'
import { onPlatform, start } from './program.ts'

vi.mock('electron', () => import('../../../../electron/stand-in.ts'))

const open = [{ kind: 'positions', account: 'Main', count: 3 } as const]
const ended = () => new Promise((resolve) => app.once('quit', resolve))

describe('quitting', () => {
  it('asks once while something is open, names it, and stays where told so', async () => {
    const { desk, window } = await start()
    desk.open = open
    window.close()
    window.close()
    app.quit()
    await expect.poll(() => machine.state.asked).toHaveLength(1)
    expect(machine.state.asked[0]).toMatchObject({
      detail: 'Main: 3 positions stay open',
      buttons: ['Stay', 'Quit anyway'],
    })
    expect(window.isDestroyed()).toBe(false)
    expect(desk.isStopped).toBe(false)
  })

  it('asks again at the next try, and quits where told so', async () => {
    const { desk, window } = await start()
    desk.open = open
    window.close()
    await expect.poll(() => machine.state.asked).toHaveLength(1)
    machine.state.choice = 1
    const gone = ended()
    app.quit()
    await gone
    expect(machine.state.asked).toHaveLength(2)
    expect(desk.isStopped).toBe(true)
  })

  it.each([
    ['the system shuts down', () => powerMonitor.emit('shutdown')],
    ['a session on Windows ends', () => machine.endSession()],
    ['a session on Linux ends', () => machine.signal('SIGTERM')],
    ['its terminal is closed', () => machine.signal('SIGHUP')],
  ])('ends in order, without a question, when %s', async (_, happens) => {
    const { desk } = await start()
    desk.open = open
    const gone = ended()
    happens()
    await gone
    expect(machine.state.asked).toEqual([])
    expect(machine.state.isKilled).toBe(false)
    expect(desk.isStopped).toBe(true)
    expect(machine.state.exitCode).toBe(0)
  })

  it('ends in order also while it asks', async () => {
    const { desk, window } = await start()
    desk.open = open
    machine.state.isUnanswered = true
    window.close()
    await expect.poll(() => machine.state.asked).toHaveLength(1)
    const gone = ended()
    machine.signal('SIGTERM')
    await gone
    expect(desk.isStopped).toBe(true)
  })

  it('is not cut short by a second signal while its desk stops', async () => {
    const { desk } = await start()
    const stopping = Promise.withResolvers<void>()
    desk.stop = () => stopping.promise
    const gone = ended()
    machine.signal('SIGTERM')
    machine.signal('SIGHUP')
    machine.signal('SIGTERM')
    expect(machine.state.exitCode).toBeNull()
    stopping.resolve()
    await gone
    expect(machine.state.exitCode).toBe(0)
  })

  it('asks who presses Ctrl-C, and ends in order where it is pressed at the question', async () => {
    const { desk, window } = await start()
    desk.open = open
    machine.signal('SIGINT')
    await expect.poll(() => machine.state.asked).toHaveLength(1)
    // Who stayed is asked anew.
    await new Promise((resolve) => setImmediate(resolve))
    machine.state.isUnanswered = true
    machine.signal('SIGINT')
    await expect.poll(() => machine.state.asked).toHaveLength(2)
    expect(window.isDestroyed()).toBe(false)
    const gone = ended()
    machine.signal('SIGINT')
    await gone
    expect(machine.state.isKilled).toBe(false)
    expect(desk.isStopped).toBe(true)
  })

  it('does not ask a Mac that ends its session, and asks again where that was called off', async () => {
    onPlatform('darwin')
    const { desk, window } = await start()
    desk.open = open
    const passed = vi.spyOn(performance, 'now')
    const before = performance.now()
    powerMonitor.emit('shutdown')
    // Another program asked, and somebody stayed.
    passed.mockReturnValue(before + 61_000)
    app.quit()
    await expect.poll(() => machine.state.asked).toHaveLength(1)
    expect(window.isDestroyed()).toBe(false)

    passed.mockRestore()
    powerMonitor.emit('shutdown')
    const gone = ended()
    app.quit()
    await gone
    expect(machine.state.asked).toHaveLength(1)
    expect(desk.isStopped).toBe(true)
  })

  it('does not ask where nothing is open', async () => {
    const { desk } = await start()
    const gone = ended()
    app.quit()
    await gone
    expect(machine.state.asked).toEqual([])
    expect(desk.isStopped).toBe(true)
  })
})

describe('the lock of the system', () => {
  it.each(['darwin', 'win32'] as const)('locks the desk on %s, and so does sleep', async (on) => {
    onPlatform(on)
    const { desk } = await start()
    machine.lockScreen()
    powerMonitor.emit('suspend')
    expect(desk.locks).toBe(2)
  })

  it('locks the desk on Linux, of which Electron tells nothing', async () => {
    onPlatform('linux')
    let lock = (): void => undefined
    const hearSessionLock = vi.fn<HearSessionLock>((onLock) => {
      lock = onLock
      return () => (lock = () => undefined)
    })
    const { desk } = await start({ hearSessionLock })
    machine.lockScreen()
    expect(desk.locks).toBe(0)
    lock()
    powerMonitor.emit('suspend')
    expect(desk.locks).toBe(2)

    const gone = ended()
    app.quit()
    await gone
    lock()
    expect(desk.locks).toBe(2)
  })
})
