import { expect, it, onTestFinished } from 'vitest'
import { TicketWindows } from '../../../../../src/renderer/orders/ticket/tickets.svelte.ts'
import { Session } from '../../../../../src/renderer/core/session.svelte.ts'
import { makeStores } from '../../../../../src/renderer/shell/stores.ts'
import { FakeTime } from '../../fake-time.ts'
import { regular, uuid } from '../../intents.ts'
import { MemoryDesk } from '../../memory-desk.ts'

it('with as many windows open as there may be, nothing is made ready in one that nobody sees', async () => {
  const desk = new MemoryDesk()
  const opened = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!opened.ok) throw new Error(opened.error.message)
  const session = opened.value
  onTestFinished(() => session.close())
  const tickets = new TicketWindows(session)
  const kept = { id: uuid(7), name: 'Kept', orders: [regular()] }
  for (let count = 1; count < 6; count++) await tickets.show({ symbol: `S${count}` })
  await tickets.showBasket(kept)
  expect(tickets.open).toHaveLength(6)
  await tickets.resend(regular())
  expect(desk.called('previewOrders')).toEqual([])
  // What is looked at before it is sent is not put away for another basket.
  const { draft } = tickets.open.at(-1)!
  draft.askDesk()
  await draft.startReview()
  expect(draft.stage).toBe('review')
  await tickets.showBasket({ ...kept, id: uuid(8), name: 'Other' })
  expect(draft).toMatchObject({ saved: { id: kept.id } })
  expect(tickets.open).toHaveLength(6)
})
