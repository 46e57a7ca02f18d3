import { describe, expect, it } from 'vitest'
import { Desktop } from '../../../../src/renderer/core/desktop.svelte.ts'
import { makeStores } from '../../../../src/renderer/shell/stores.ts'
import { Session } from '../../../../src/renderer/core/session.svelte.ts'
import { workOfFeatures } from '../../../../src/renderer/shell/work.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import type { Intent } from '../../../../src/shared/orders/intents.ts'
import { MemoryDesk } from '../memory-desk.ts'
import { intent, uuid } from '../intents.ts'
import { FakeTime } from '../fake-time.ts'

async function workOf(intents: Intent[]) {
  const desk = new MemoryDesk()
  desk.intents = intents
  desk.answers.cancelQueuedOrders = () => ok([])
  const session = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!session.ok) throw new Error(session.error.message)
  return { desk, jobs: workOfFeatures(session.value, new Desktop()) }
}

describe('what goes on in the background', () => {
  it('has a basket with how far it is, and calls off what was not sent', async () => {
    const basket = { confirmation: uuid(1) }
    const left = [intent(basket), intent(basket), intent(basket)]
    const sent = intent({ ...basket, state: 'accepted' })
    const { desk, jobs } = await workOf([...left, sent, intent({ confirmation: uuid(2) })])
    expect(jobs.map(({ title, done }) => [title, done])).toEqual([
      ['Sending 4 orders, 1 sent', 0.25],
      ['1 order waits to be sent', null],
    ])
    jobs[0]!.stop!.run()
    const [called] = desk.called('cancelQueuedOrders') as { intents: string[] }[]
    expect(called!.intents.toSorted()).toEqual(left.map(({ id }) => id).toSorted())
  })

  it('has the looks for orders in doubt until a person is asked, and cannot stop them', async () => {
    const doubt = (reads: number) =>
      intent({ state: 'in-doubt', look: { reads, candidates: [] }, confirmation: uuid(3) })
    const { jobs } = await workOf([doubt(3), doubt(6)])
    expect(jobs).toMatchObject([{ title: 'Looking for orders in doubt', done: 0.5 }])
    expect(jobs[0]!.stop).toBeUndefined()
    expect((await workOf([doubt(0)])).jobs).toMatchObject([{ done: null }])
    expect((await workOf([doubt(6)])).jobs).toEqual([])
  })
})
