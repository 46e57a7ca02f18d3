import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { WindowBounds } from '../../../../../src/shared/workspace/window-places.ts'
import {
  type BrowserWindow,
  type DisplayStandIn,
  app,
  machine,
} from '../../../../electron/stand-in.ts'
import { CountingDesk } from '../desk.ts'
import { newFolder } from '../folders.ts'
import { start } from './program.ts'

vi.mock('electron', () => import('../../../../electron/stand-in.ts'))

const laptop = { id: 1, label: 'Built-in', workArea: { x: 0, y: 0, width: 1440, height: 860 } }
const left = { id: 2, label: 'DELL', workArea: { x: 1440, y: 0, width: 2560, height: 1400 } }
const right = { id: 3, label: 'DELL', workArea: { x: 4000, y: 0, width: 2560, height: 1400 } }
const all = [laptop, left, right]

const onLeft = { x: 1500, y: 60, width: 1600, height: 1200 }
const onRight = { x: 4400, y: 100, width: 1100, height: 700 }

/** Waits until what moved has come to rest, and what was done to it is kept. */
const rest = () => vi.advanceTimersByTimeAsync(3000)

async function startOn(displays: DisplayStandIn[], desk: CountingDesk, dataDir = newFolder()) {
  await start({ dataDir, startDesk: async () => desk, screens: displays })
  await rest()
  return machine.state.windows as readonly BrowserWindow[]
}

/** The next start of a program with the places of this one. */
function nextDesk(former: CountingDesk): CountingDesk {
  const desk = new CountingDesk()
  desk.workspace = former.workspace
  for (const [id, place] of former.kept) desk.kept.set(id, structuredClone(place))
  return desk
}

/** As a person does it. */
async function drag(window: BrowserWindow, bounds: WindowBounds): Promise<void> {
  window.setBounds(bounds)
  await rest()
}

const boundsOf = (windows: readonly BrowserWindow[]) => windows.map((one) => one.getNormalBounds())

/** Two windows, one on each of two screens beside a laptop. */
async function atTheDesk() {
  const desk = new CountingDesk()
  desk.workspace = ['window-one', 'window-two'].map((id) => ({ id, isOpen: true }))
  const windows = await startOn(all, desk)
  await drag(windows[0]!, onLeft)
  await drag(windows[1]!, onRight)
  return { desk, windows }
}

async function quit(): Promise<void> {
  app.quit()
  await rest()
  expect(machine.state.exitCode).toBe(0)
}

describe('Where windows stand', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
  })

  it('is put back at the next start, with what filled a screen', async () => {
    const { desk, windows } = await atTheDesk()
    windows[0]!.maximize()
    windows[1]!.setFullScreen(true)
    await rest()
    await quit()
    const again = await startOn(all, nextDesk(desk))
    expect(boundsOf(again)).toEqual([onLeft, onRight])
    expect(again.map(({ isLarge, isFull }) => [isLarge, isFull])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('is kept of the very first window as soon as its page has come, wherever it was put before', async () => {
    const desk = new CountingDesk()
    desk.workspace = []
    const [window] = await startOn(all, desk)
    await drag(window!, onLeft)
    const [id] = [...desk.lines.keys()]
    expect(desk.kept.size).toBe(0)
    desk.workspace = [{ id: id!, isOpen: true }]
    desk.emit('windows', [])
    await rest()
    // Before anybody quits: a power cut asks nobody.
    expect(desk.kept.get(id!)).toMatchObject({ bounds: onLeft, screen: { id: 2 } })
    const second = nextDesk(desk)
    await quit()
    const again = await startOn(all, second)
    expect([again.length, boundsOf(again)]).toEqual([1, [onLeft]])
  })

  it('folds onto what is left while a screen is gone, and is as it was once that is back', async () => {
    const { desk, windows } = await atTheDesk()
    machine.showOn([laptop])
    await rest()
    for (const { x, y, width, height } of boundsOf(windows)) {
      expect([x >= 0, y >= 0, x + width <= 1440, y + height <= 860]).toEqual([
        true,
        true,
        true,
        true,
      ])
    }
    machine.showOn(all)
    await rest()
    expect(boundsOf(windows)).toEqual([onLeft, onRight])
    expect(desk.kept.get('window-one')).toMatchObject({ bounds: onLeft, screen: { id: 2 } })
  })

  it('folds from the laptop onto the desk while its lid is shut, also over a start', async () => {
    const { desk, windows } = await atTheDesk()
    const onLaptop = { x: 100, y: 40, width: 1000, height: 640 }
    await drag(windows[0]!, onLaptop)
    machine.showOn([left, right])
    await rest()
    const [folded, other] = boundsOf(windows)
    expect([folded!.x >= 1440, folded!.width, folded!.height]).toEqual([true, 1000, 640])
    expect(other).toEqual(onRight)
    await quit()
    const again = await startOn([left, right], nextDesk(desk))
    expect(boundsOf(again)).toEqual([folded, onRight])
    machine.showOn(all)
    await rest()
    expect(boundsOf(again)).toEqual([onLaptop, onRight])
  })

  it('moves nothing whose screen is there when another one comes or goes', async () => {
    const { windows } = await atTheDesk()
    windows[0]!.setFullScreen(true)
    await rest()
    const moved = vi.fn<() => void>()
    for (const name of ['move', 'resize', 'leave-full-screen']) windows[0]!.on(name, moved)
    machine.showOn([laptop, left])
    await rest()
    machine.showOn(all)
    await rest()
    expect(moved).not.toHaveBeenCalled()
    expect(boundsOf(windows)).toEqual([onLeft, onRight])
  })

  it('is kept over a start without its screen, and comes back with that', async () => {
    const { desk } = await atTheDesk()
    await quit()
    const second = nextDesk(desk)
    const folded = await startOn([laptop], second)
    expect(boundsOf(folded).map(({ x }) => x < 1440)).toEqual([true, true])
    await quit()
    const third = nextDesk(second)
    expect(boundsOf(await startOn(all, third))).toEqual([onLeft, onRight])
  })

  it('is another while its screen is gone where its person moves it, and its own after that', async () => {
    const { desk, windows } = await atTheDesk()
    machine.showOn([laptop])
    await rest()
    const onLaptop = { x: 20, y: 20, width: 1000, height: 640 }
    await drag(windows[0]!, onLaptop)
    await quit()
    const second = nextDesk(desk)
    const away = await startOn([laptop], second)
    expect(away[0]!.getNormalBounds()).toEqual(onLaptop)
    machine.showOn(all)
    await rest()
    expect(boundsOf(away)).toEqual([onLeft, onRight])
    machine.showOn([laptop])
    await rest()
    expect(away[0]!.getNormalBounds()).toEqual(onLaptop)
  })

  it('is not taken for moved by its person where the system moved it and tells of the screen later', async () => {
    const { desk, windows } = await atTheDesk()
    machine.state.displays = [laptop, left]
    windows[1]!.setBounds({ x: 0, y: 0, width: 1100, height: 700 })
    await rest()
    machine.showOn(all)
    await rest()
    expect(desk.kept.get('window-two')).toMatchObject({ bounds: onRight, away: null })
    expect(boundsOf(windows)).toEqual([onLeft, onRight])
  })

  it('is inside of its screen at another scale, and as it was at the former', async () => {
    const { windows } = await atTheDesk()
    const scaled = { ...left, workArea: { ...left.workArea, width: 1280, height: 700 } }
    const beside = { ...right, workArea: { ...right.workArea, x: 2720 } }
    machine.showOn([laptop, scaled, beside])
    await rest()
    const [{ x, y, width, height }, other] = boundsOf(windows) as [WindowBounds, WindowBounds]
    expect([x >= 1440, y >= 0, x + width <= 2720, y + height <= 700]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(other).toEqual({ ...onRight, x: 3120 })
    machine.showOn(all)
    await rest()
    expect(boundsOf(windows)).toEqual([onLeft, onRight])
  })

  it('is found again though the system numbers its screens anew', async () => {
    const { desk } = await atTheDesk()
    await quit()
    const again = nextDesk(desk)
    const anew = all.map((one) => ({ ...one, id: one.id + 500 }))
    expect(boundsOf(await startOn(anew, again))).toEqual([onLeft, onRight])
    expect(again.kept.get('window-two')).toMatchObject({ screen: { id: 503 } })
  })

  it('waits for a window that is minimised', async () => {
    const { windows } = await atTheDesk()
    windows[0]!.isSmall = true
    machine.showOn([laptop])
    await rest()
    windows[0]!.restore()
    await rest()
    const { x, width } = windows[0]!.getNormalBounds()
    expect([x >= 0, x + width <= 1440]).toEqual([true, true])
    windows[0]!.isSmall = true
    machine.showOn(all)
    await rest()
    machine.showOn([laptop])
    await rest()
    machine.showOn(all)
    windows[0]!.restore()
    await rest()
    expect(windows[0]!.getNormalBounds()).toEqual(onLeft)
  })

  it('is taken to another screen from a full one only once that was left', async () => {
    const { windows } = await atTheDesk()
    windows[1]!.setFullScreen(true)
    await rest()
    machine.showOn([laptop])
    await rest()
    expect([windows[1]!.isFull, windows[1]!.isLarge]).toEqual([false, true])
    expect(windows[1]!.getNormalBounds().x).toBeLessThan(1440)
    machine.showOn(all)
    await rest()
    expect([windows[1]!.isFull, windows[1]!.isLarge]).toEqual([true, false])
    expect(windows[1]!.getNormalBounds()).toEqual(onRight)
    expect(windows[0]!.isFull).toBe(false)
  })

  it('is full screen by its page’s word too, and alone in that', async () => {
    const { desk, windows } = await atTheDesk()
    desk.grant({ window: 'window-two', to: 'toggle full screen' })
    await rest()
    expect(windows.map(({ isFull }) => isFull)).toEqual([false, true])
    expect(desk.kept.get('window-two')).toMatchObject({ isFullScreen: true })
    desk.grant({ window: 'window-two', to: 'toggle full screen' })
    await rest()
    expect(windows.map(({ isFull }) => isFull)).toEqual([false, false])
    expect(desk.kept.get('window-two')).toMatchObject({ isFullScreen: false })
  })

  it('is what the desk says by now where that changed it', async () => {
    const { desk, windows } = await atTheDesk()
    const place = desk.kept.get('window-one')
    desk.kept.set('window-one', desk.kept.get('window-two')!)
    desk.kept.set('window-two', place!)
    for (const window of ['window-one', 'window-two']) desk.grant({ window, to: 'take its place' })
    await rest()
    expect(boundsOf(windows)).toEqual([onRight, onLeft])
    desk.kept.set('window-one', 0)
    desk.grant({ window: 'window-one', to: 'take its place' })
    await rest()
    expect([windows[0]!.isLarge, windows[0]!.getNormalBounds().x < 1440]).toEqual([true, true])
    expect(desk.kept.get('window-one')).toMatchObject({ screen: { id: 1 }, isMaximised: true })
  })

  it('was the host’s to keep before: of one window, and of several', async () => {
    const bounds = { x: 40, y: 50, width: 1000, height: 700 }
    const other = { ...bounds, x: 2000 }
    const former = { bounds, isMaximized: true }
    for (const [version, value] of [
      [1, former],
      [2, { former: null, windows: [{ id: 'window-one', place: former }] }],
    ] as const) {
      const dataDir = newFolder()
      writeFileSync(join(dataDir, 'window.json'), JSON.stringify({ version, value }))
      const [window] = await startOn(all, new CountingDesk(), dataDir)
      expect(window!.getNormalBounds()).toEqual(bounds)
      expect(window!.isLarge).toBe(true)
      expect(existsSync(join(dataDir, 'window.json'))).toBe(false)
      await drag(window!, other)
      await quit()
    }
  })

  it('of before that cannot be read is none', async () => {
    const dataDir = newFolder()
    writeFileSync(join(dataDir, 'window.json'), '{"version":1,"value":{"bounds":')
    const [window] = await startOn(all, new CountingDesk(), dataDir)
    expect(window!.options).toMatchObject({ width: 1440, height: 900 })
  })
})
