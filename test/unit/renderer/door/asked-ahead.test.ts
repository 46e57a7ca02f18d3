import { describe, expect, it } from 'vitest'
import { askAhead } from '../../../../src/renderer/door/asked-ahead.ts'
import { Session } from '../../../../src/renderer/core/session.svelte.ts'
import { makeStores } from '../../../../src/renderer/shell/stores.ts'
import { bookNames } from '../../../../src/shared/books/books.ts'
import { callNames } from '../../../../src/shared/channels.ts'
import type { Bridge } from '../../../../src/shared/contract.ts'
import { FakeTime } from '../fake-time.ts'
import { account, MemoryDesk } from '../memory-desk.ts'

const opening = { window: null, page: 'page-of-this-test' }

/** As a host gives it: an object that has its calls. */
const bridgeOf = ({ bridge }: MemoryDesk): Bridge =>
  ({
    ...Object.fromEntries(callNames.map((name) => [name, bridge[name]])),
    on: bridge.on,
  }) as unknown as Bridge

/** A desk that was asked ahead, and has answered. */
async function asked() {
  const desk = new MemoryDesk({ accounts: [account('main'), account('off', { enabled: false })] })
  desk.fill('main', 'orders', [['1', { order_id: '1' }]])
  const bridge = askAhead(bridgeOf(desk), opening)
  await new Promise((resolve) => setTimeout(resolve))
  const open = async () => {
    const opened = await Session.open(bridge, new FakeTime(), makeStores, opening)
    if (!opened.ok) throw new Error(opened.error.message)
    await opened.value.stores.books.answered()
    return opened.value
  }
  const ordersOf = (session: Session) => [...session.stores.books.of('main', 'orders')!.rows.keys()]
  return { desk, bridge, open, ordersOf }
}

describe('What the first sight shows', () => {
  it('is asked for once, before anything draws it: the view, and each book that is read', async () => {
    const { desk, open, ordersOf } = await asked()
    expect(desk.called('openDesk')).toEqual([opening])
    expect(desk.called('readBook')).toEqual(bookNames.map((book) => ({ account: 'main', book })))
    const session = await open()
    expect(ordersOf(session)).toEqual(['1'])
    expect(desk.called('openDesk')).toHaveLength(1)
    expect(desk.called('readBook')).toHaveLength(bookNames.length)
    session.close()
    expect(desk.listenerCount).toBe(0)
  })

  it('has what the desk told since it answered', async () => {
    const { desk, open, ordersOf } = await asked()
    desk.poll('main', 'orders', { put: [['2', { order_id: '2' }]], set: [], drop: [] })
    desk.emit('polling', { paused: true })
    const session = await open()
    expect(ordersOf(session)).toEqual(['1', '2'])
    expect(session.isPaused).toBe(true)
    expect(desk.called('readBook')).toHaveLength(bookNames.length)
    session.close()
  })

  it.each(['lock', 'line'] as const)(
    'is forgotten, and asked again, at a word of the %s',
    async (of) => {
      const { desk, bridge, open, ordersOf } = await asked()
      desk.fill('main', 'orders', [['3', { order_id: '3' }]])
      if (of === 'lock') desk.emit('lock', desk.lock)
      else desk.emit('line', { state: 'anew' })
      expect(desk.listenerCount).toBe(0)
      const session = await open()
      expect(desk.called('openDesk')).toHaveLength(2)
      expect(ordersOf(session)).toEqual(['3'])
      session.close()
      await bridge.readBook({ account: 'main', book: 'orders' })
      expect(desk.called('readBook')).toHaveLength(2 * bookNames.length + 1)
    },
  )

  it('is nothing of a desk that is locked', async () => {
    const desk = new MemoryDesk()
    desk.lock = { ...desk.lock, isLocked: true }
    desk.accounts = []
    askAhead(bridgeOf(desk), opening)
    await new Promise((resolve) => setTimeout(resolve))
    expect(desk.called('readBook')).toEqual([])
  })

  it('is asked anew by whoever asks a second time', async () => {
    const { desk, bridge, open } = await asked()
    const session = await open()
    await bridge.openDesk(opening)
    await bridge.readBook({ account: 'main', book: 'orders' })
    expect(desk.called('openDesk')).toHaveLength(2)
    expect(desk.called('readBook')).toHaveLength(bookNames.length + 1)
    session.close()
  })
})
