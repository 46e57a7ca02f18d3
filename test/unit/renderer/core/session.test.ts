import { expect, it } from 'vitest'
import { Session } from '../../../../src/renderer/core/session.svelte.ts'
import { makeStores } from '../../../../src/renderer/shell/stores.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import { FakeTime } from '../fake-time.ts'
import { intent } from '../intents.ts'
import { MemoryDesk } from '../memory-desk.ts'

it('hears in every store what the desk told while its view was on the way', async () => {
  const desk = new MemoryDesk()
  const sent = intent({ state: 'sent', changedAt: 5 })
  desk.intents = [sent]
  desk.fill('main', 'orders', [['1', { order_id: '1' }]])
  desk.answers.openDesk = () => {
    const { view } = desk
    desk.emit('intents', [{ ...sent, state: 'in-doubt', changedAt: 6 }])
    desk.poll('main', 'orders', { put: [['2', { order_id: '2' }]], set: [], drop: [] })
    return ok(view)
  }
  const opened = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!opened.ok) throw new Error(opened.error.message)
  const session = opened.value
  const { books, intents } = session.stores
  await books.answered()
  expect(intents.byId(sent.id)?.state).toBe('in-doubt')
  expect([...books.of('main', 'orders')!.rows.keys()]).toEqual(['1', '2'])
  session.close()
  expect(desk.listenerCount).toBe(0)
})
