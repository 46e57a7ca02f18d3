import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import { openWindow, settled } from '../window.ts'

const minutes = (count: number): number => count * 60_000

/** A desk with a lock and a book, and what became of its window. */
async function opened(lockAfter: number | null = 5) {
  const desk = new MemoryDesk({ settings: { lockAfter } })
  desk.lock = { isLocked: false, way: 'own', hasSystem: false, wait: 0, unseen: 0 }
  desk.fill('main', 'positions', [['a', position({ symbol: 'INFY-EQ' })]])
  const world = { reloads: 0 }
  const time = await openWindow(desk, () => (world.reloads += 1))
  await expect.element(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
  const stuck = (): void => {
    const never = new Promise<never>(() => {})
    desk.answers.lockScreen = () => never as never
    desk.answers.openDesk = () => never as never
  }
  return { desk, world, time, stuck }
}

/** Nothing is shown, nothing asked for, and nothing loaded from where another may be by now. */
const isGone = async (): Promise<void> => {
  const words = 'Locked, and Quarterdeck does not answer'
  await expect.element(page.getByRole('heading', { name: words })).toBeVisible()
  expect(document.body.innerHTML).not.toMatch(/INFY|₹|<input/)
}

afterEach(() => sessionStorage.clear())

describe('a window with a lock whose desk is away', () => {
  it('hides its books on Ctrl+L where the line is lost', async () => {
    const { desk, world } = await opened()
    desk.answers.lockScreen = () => fail('desk-away', 'The line is lost.')
    await userEvent.keyboard('{Control>}l{/Control}')
    await isGone()
    expect(world.reloads).toBe(0)
  })

  it('is loaded anew once the desk is back on its line, and locked', async () => {
    const { desk, world } = await opened()
    desk.answers.lockScreen = () => fail('desk-away', 'The line is lost.')
    await userEvent.keyboard('{Control>}l{/Control}')
    await isGone()
    desk.answers.lockScreen = () => ok({ ...desk.lock, isLocked: true })
    desk.emit('line', { state: 'lost' })
    await settled()
    expect(world.reloads).toBe(0)
    desk.emit('line', { state: 'anew' })
    await expect.poll(() => world.reloads).toBe(1)
  })

  it('hides its books on Ctrl+L where the desk is stuck, after a moment', async () => {
    const { stuck, time, world } = await opened()
    stuck()
    await userEvent.keyboard('{Control>}l{/Control}')
    time.pass(2000)
    await expect.element(page.getByText('Locking…')).toBeVisible()
    time.pass(2000)
    await isGone()
    expect(world.reloads).toBe(0)
  })

  it('hides them when nobody touched it for as long as was chosen, and not before', async () => {
    const { stuck, time, world } = await opened(5)
    stuck()
    time.pass(minutes(4))
    await userEvent.keyboard('{Shift}')
    time.pass(minutes(5) - 2000)
    await settled()
    expect(world.reloads).toBe(0)
    time.pass(3000)
    await expect.element(page.getByText('Locking…')).toBeVisible()
    time.pass(2000)
    await isGone()
    expect(world.reloads).toBe(0)
  })

  it('leaves locking to a desk that is there: somebody may be at another window', async () => {
    const { time, desk, world } = await opened(5)
    for (let passed = 0; passed < minutes(6); passed += 10_000) {
      time.pass(10_000)
      desk.emit('lock', desk.lock)
      await settled()
    }
    expect(world.reloads).toBe(0)
    expect(desk.called('lockScreen')).toEqual([])
  })

  it('never hides by itself where no time was chosen', async () => {
    const { stuck, time, world } = await opened(null)
    stuck()
    time.pass(minutes(60))
    await settled()
    expect(world.reloads).toBe(0)
  })

  it('says to the page that comes that the desk has yet to be told', async () => {
    const { desk } = await opened()
    desk.answers.lockScreen = () => fail('desk-away', 'The line is lost.')
    await userEvent.keyboard('{Control>}l{/Control}')
    await isGone()
    const { lockWhereWanted } = await import('../../../src/renderer/core/lock-wanted.ts')
    desk.answers.lockScreen = () => ok({ ...desk.lock, isLocked: true })
    await lockWhereWanted(desk.bridge)
    await lockWhereWanted(desk.bridge)
    expect(desk.called('lockScreen')).toHaveLength(3)
  })
})
