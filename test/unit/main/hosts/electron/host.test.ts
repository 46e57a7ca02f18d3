import { chmodSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { claimFolder } from '../../../../../src/main/hosts/data-folder.ts'
import { app, machine } from '../../../../electron/stand-in.ts'
import { CountingDesk } from '../desk.ts'
import { newFolder } from '../folders.ts'
import { onPlatform, quit, start } from './program.ts'

vi.mock('electron', () => import('../../../../electron/stand-in.ts'))

const nothing = {
  renderer: '',
  preload: '',
  hasDevTools: false,
  hearSessionLock: null,
}

describe('The Electron host', () => {
  it('shows its window once there is something to see', async () => {
    const { window, dataDir } = await start()
    await expect.poll(() => window.isShown).toBe(true)
    expect(await window.response!.text()).toContain('<title>Quarterdeck</title>')
    expect(window.options).toMatchObject({ show: false, minWidth: 960, minHeight: 600 })
    expect(machine.state.paths.get('userData')).toBe(join(dataDir, 'electron'))
  })

  it('shows its window once, however many things say that there is something to see', async () => {
    const { window } = await start()
    await expect.poll(() => window.isShown).toBe(true)
    window.emit('ready-to-show')
    window.webContents.emit('did-finish-load')
    expect(window.shows).toBe(1)
  })

  it('shows its window where the display draws none that is hidden, as on Wayland', async () => {
    const { window } = await start({ display: { isWayland: true } })
    await expect.poll(() => window.isShown).toBe(true)
    expect(window.shows).toBe(1)
  })

  it('shows its window after two seconds, whatever its page waits for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const display = { isWayland: true, loading: new Promise<void>(() => {}) }
    const { window } = await start({ display })
    await vi.advanceTimersByTimeAsync(1999)
    expect(window.isShown).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(window.isShown).toBe(true)
  })

  it('has a name that Windows shows notifications of', async () => {
    await start()
    expect(machine.state.modelId).toBeNull()
    onPlatform('win32')
    await start()
    expect(machine.state.modelId).toBe(process.execPath)
  })

  it.each(['dark', 'light', 'contrast'] as const)(
    'draws on the ground of the page before its first frame: %s',
    async (theme) => {
      const tokens = readFileSync('src/renderer/shell/styles/tokens.css', 'utf8')
      const ground = new RegExp(`data-theme='${theme}'\\] {[^}]*--bg: (#\\w+);`).exec(tokens)?.[1]
      expect(ground).toBeDefined()
      const desk = Object.assign(new CountingDesk(), { theme: () => theme })
      const { window } = await start({ startDesk: async () => desk })
      expect(window.options).toMatchObject({ backgroundColor: ground })
    },
  )

  it('leaves at once when another instance holds the folder, which comes to the front', async () => {
    const { window } = await start()
    window.isSmall = true
    app.emit('second-instance', {}, [], '/')
    expect(window.isSmall).toBe(false)
    expect(window.focused).toBe(1)

    machine.restart()
    machine.state.isFirstInstance = false
    const { runElectronHost } = await import('../../../../../src/main/hosts/electron/host.ts')
    const startDesk = vi.fn<() => Promise<CountingDesk>>()
    const dataDir = newFolder()
    await runElectronHost({ ...nothing, dataDir, startDesk })
    expect(machine.state.exitCode).toBe(0)
    expect(startDesk).not.toHaveBeenCalled()
  })

  it('says what is wrong when the desk cannot start, and ends', async () => {
    const startDesk = () => Promise.reject(new Error('The disk is full.'))
    await start({ startDesk })
    expect(machine.state.boxes).toEqual(['Quarterdeck could not start: The disk is full.'])
    expect(machine.state.exitCode).toBe(1)
  })

  it('says so when its folder cannot be made', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const { runElectronHost } = await import('../../../../../src/main/hosts/electron/host.ts')
    machine.restart()
    const startDesk = async () => new CountingDesk()
    await runElectronHost({ ...nothing, dataDir: file, startDesk })
    expect(machine.state.boxes[0]).toMatch(
      /^Quarterdeck could not start: .* is a file where a folder has to be \(E(NOTDIR|EXIST)\)\. Mend that/,
    )
    expect(machine.state.exitCode).toBe(1)
  })

  it.skipIf(process.platform === 'win32')(
    'puts nothing into a folder that others can write to, not even what is Chromium’s',
    async () => {
      const dataDir = newFolder()
      chmodSync(dataDir, 0o777)
      const { runElectronHost } = await import('../../../../../src/main/hosts/electron/host.ts')
      machine.restart()
      // Who can write there can have another instance be found, which is none.
      machine.state.isFirstInstance = false
      await runElectronHost({ ...nothing, dataDir, startDesk: async () => new CountingDesk() })
      expect(machine.state.boxes[0]).toContain(`Others than you can write to ${dataDir}`)
      expect(machine.state.exitCode).toBe(1)
      expect(readdirSync(dataDir)).toEqual([])
    },
  )

  it('shares no folder with a desk of the browser host', async () => {
    const dataDir = newFolder()
    const claim = claimFolder(dataDir)
    expect(claim.ok).toBe(true)
    await start({ dataDir })
    expect(machine.state.boxes[0]).toContain(`process ${process.pid}`)
    expect(machine.state.exitCode).toBe(1)
  })

  it('stops the desk before it ends, and gives the folder back', async () => {
    const { desk, dataDir } = await start()
    await quit(app)
    expect(desk.isStopped).toBe(true)
    expect(desk.listeners.size).toBe(0)
    expect(machine.state.handlers.size).toBe(0)
    expect(machine.state.exitCode).toBe(0)
    expect(existsSync(join(dataDir, 'desk.pid'))).toBe(false)
    const again = claimFolder(dataDir)
    expect(again.ok).toBe(true)
  })

  it('ends when its window is closed', async () => {
    const { desk, window } = await start()
    const ended = new Promise((resolve) => app.once('quit', resolve))
    window.destroy()
    await ended
    expect(desk.isStopped).toBe(true)
  })

  it('waits a limited time for a desk that does not stop', async () => {
    const { desk } = await start()
    desk.stop = () => new Promise(() => {})
    vi.useFakeTimers()
    app.quit()
    await vi.advanceTimersByTimeAsync(4999)
    expect(machine.state.exitCode).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(machine.state.exitCode).toBe(0)
  })

  it('gives orders on the wire the time for their answers, says so, and ends at once at a Ctrl-C', async () => {
    const said = vi.spyOn(console, 'log').mockReturnValue()
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
      said.mockRestore()
    })
    for (const [passes, code] of [
      [20_000, 0],
      [6000, 1],
    ] as const) {
      const { desk } = await start()
      Object.assign(desk, { onWireFor: 15_000, stop: () => new Promise(() => {}) })
      app.quit()
      await vi.advanceTimersByTimeAsync(passes - 1)
      expect(machine.state.exitCode).toBeNull()
      if (code === 1) machine.signal('SIGINT')
      else await vi.advanceTimersByTimeAsync(1)
      expect(machine.state.exitCode).toBe(code)
    }
    expect(said.mock.calls[0]).toEqual([
      'Waiting for the answers of orders that are on the wire, 15 seconds at most.',
    ])
  })

  it('ends though the desk fails to stop', async () => {
    const { desk } = await start()
    desk.stop = () => Promise.reject(new Error('no'))
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    await quit(app)
    expect(String(said.mock.calls[0])).toContain('no')
    said.mockRestore()
    expect(machine.state.exitCode).toBe(0)
  })

  it('brings back a page that died, but not for ever', async () => {
    const { window } = await start()
    await expect.poll(() => window.loads).toBe(1)
    for (let death = 1; death <= 3; death += 1) {
      window.webContents.die('crashed')
      expect(window.loads).toBe(1 + death)
    }
    const ended = new Promise((resolve) => app.once('quit', resolve))
    window.webContents.die('oom')
    await ended
    expect(machine.state.boxes[0]).toContain('keeps failing')
  })

  it('asks about a window that does not respond, and loads it again if told to', async () => {
    const { window } = await start()
    await expect.poll(() => window.loads).toBe(1)
    window.emit('unresponsive')
    await expect.poll(() => machine.state.boxes).toHaveLength(1)
    expect(window.loads).toBe(1)
    machine.state.choice = 1
    window.emit('unresponsive')
    await expect.poll(() => window.loads).toBe(2)
  })

  it('asks once about a window that does not respond, and no longer than it does not', async () => {
    const { window } = await start()
    await expect.poll(() => window.loads).toBe(1)
    machine.state.isUnanswered = true
    machine.state.choice = 1
    for (let time = 0; time < 3; time += 1) window.emit('unresponsive')
    expect(machine.state.boxes).toHaveLength(1)
    window.emit('responsive')
    await expect.poll(() => machine.state.asked[0]!.signal?.aborted).toBe(true)
    await setImmediate()
    window.emit('unresponsive')
    expect(machine.state.boxes).toHaveLength(2)
    expect(window.loads).toBe(1)
  })
})
