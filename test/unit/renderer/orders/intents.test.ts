import { describe, expect, it } from 'vitest'
import { Intents } from '../../../../src/renderer/orders/intents.svelte.ts'
import { makeStores } from '../../../../src/renderer/shell/stores.ts'
import { Session } from '../../../../src/renderer/core/session.svelte.ts'
import type { Intent } from '../../../../src/shared/orders/intents.ts'
import { MemoryDesk } from '../memory-desk.ts'
import { intent, part, regular, uuid } from '../intents.ts'
import { FakeTime } from '../fake-time.ts'

const open = async (desk: MemoryDesk): Promise<Session> => {
  const reply = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value
}

describe('what a window knows of intents', () => {
  it('begins with those of the desk and follows its events, the latest first', async () => {
    const desk = new MemoryDesk()
    const [first, second] = [intent(), intent()]
    desk.intents = [first]
    const session = await open(desk)
    desk.emit('intents', [second, { ...first, state: 'in-doubt' }])
    expect(session.stores.intents.list.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(session.stores.intents.inDoubt.map(({ id }) => id)).toEqual([first.id])
    session.close()
  })

  it('is not set back by an answer that an event has overtaken', () => {
    const intents = new Intents({ time: new FakeTime() })
    const recorded = intent({ changedAt: 5 })
    intents.hear([{ ...recorded, state: 'sent', changedAt: 5 }])
    intents.learn([recorded])
    expect(intents.byId(recorded.id)?.state).toBe('sent')
  })

  it('counts as in doubt what may have left an order at the broker, and no cancel', () => {
    const intents = new Intents({ time: new FakeTime() })
    const exit = { state: 'in-doubt', ticket: null, exit: true } as const
    intents.hear([
      intent({ state: 'in-doubt' }),
      intent({ ...exit, operation: 'CancelAllOrder' }),
      intent({ ...exit, operation: 'SquareOffAllPosition' }),
    ])
    expect(intents.inDoubt).toHaveLength(2)
    expect(intents.inDoubt.map(({ operation }) => operation)).not.toContain('CancelAllOrder')
  })

  it('forgets which order it was once the book shows another one under the number that the service named', () => {
    const intents = new Intents({ time: new FakeTime() })
    const params = { strategy: 'Manual' }
    const named = intent({
      params,
      state: 'accepted',
      parts: [part('accepted', { orderId: '99' })],
    })
    intents.hear([named])
    expect([...intents.confirmations.keys()]).toEqual(['main/99'])
    const disowned = { ...named, state: 'in-doubt', parts: [part('in-doubt')] } as const
    intents.hear([{ ...disowned, disowned: ['099'] }])
    expect([...intents.confirmations.keys(), ...intents.strategies.keys()]).toEqual([])
    intents.hear([{ ...named, disowned: [] }])
    expect([...intents.confirmations.keys()]).toEqual(['main/99'])
  })

  it('says of what was not taken what became of it when it was sent again', () => {
    const intents = new Intents({ time: new FakeTime() })
    const at = (number: number, more: Partial<Intent>) =>
      intent({ id: uuid(number), confirmation: uuid(more.resends ? 2 : 1), ...more })
    const refused = { state: 'refused', parts: [part('refused')] } as const
    const accepted = { state: 'accepted', parts: [part('accepted', { orderId: '7' })] } as const
    const notSent = { state: 'not-sent', parts: [part('not-sent')] } as const
    const doubtful = { state: 'in-doubt', parts: [part('in-doubt')] } as const
    const partly = [part('accepted', { orderId: '8' }), part('refused')]
    intents.hear([
      at(11, refused),
      at(12, notSent),
      at(13, refused),
      at(14, accepted),
      at(15, { state: 'partly', parts: partly }),
      at(21, { ...refused, resends: uuid(11) }),
      at(31, { ...accepted, resends: uuid(21) }),
      at(22, { ...notSent, resends: uuid(12) }),
      at(25, { ...doubtful, resends: uuid(15) }),
    ])
    expect(intents.sentWith(uuid(1)).map(({ became }) => became)).toEqual([
      'refused (sent again: accepted)',
      'not sent (sent again: not sent)',
      'refused',
      'seen in no book',
      'seen in no book',
      'refused (sent again: in doubt)',
    ])
    expect(
      intents.sentWith(uuid(1)).every(({ isAbsent, order }) => isAbsent === (order === null)),
    ).toBe(true)
  })

  it('says of what was not taken what became of one like it that a ticket sent since', () => {
    const intents = new Intents({ time: new FakeTime() })
    const refused = { state: 'refused', parts: [part('refused')] } as const
    const accepted = { state: 'accepted', parts: [part('accepted', { orderId: '7' })] } as const
    const of = (account: string, more: Parameters<typeof regular>[0] = {}) => ({
      ticket: regular({ account, ...more }),
    })
    const first = { ...refused, confirmation: uuid(1) }
    const cheaper = { type: 'LIMIT', price: '1500' } as const
    intents.hear([
      intent({ ...accepted, confirmation: uuid(3), ...of('main') }),
      ...['main', 'swing', 'third', 'last'].map((one) => intent({ ...first, ...of(one) })),
      intent({ ...accepted, confirmation: uuid(2), ...of('swing', { pricing: cheaper }) }),
      intent({ ...accepted, confirmation: uuid(2), ...of('third', { quantity: '200' }) }),
      intent({ ...refused, confirmation: uuid(2), id: uuid(24), ...of('last') }),
      intent({ ...accepted, confirmation: uuid(4), resends: uuid(24), ...of('last') }),
    ])
    expect(intents.sentWith(uuid(1)).map(({ became }) => became)).toEqual([
      'refused',
      'refused (one like it since: accepted)',
      'refused',
      'refused (one like it since: accepted)',
    ])
  })

  it('lists what one confirmation made in the order of its orders', () => {
    const intents = new Intents({ time: new FakeTime() })
    const mine = [intent({ confirmation: uuid(1) }), intent({ confirmation: uuid(1) })]
    intents.learn([...mine, intent({ confirmation: uuid(2) })])
    expect(intents.ofConfirmation(uuid(1))).toEqual(mine)
  })

  it('of a day that is over are those that are unsettled, and no order under their numbers', () => {
    const time = new FakeTime()
    const intents = new Intents({ time })
    const stop = intents.listen(() => () => undefined)
    const parts = [part('accepted', { orderId: '12' })]
    const of = { params: { strategy: 'Gap' }, parts }
    const settled = intent({ ...of, state: 'accepted' })
    const doubtful = intent({ state: 'in-doubt', parts: [part('in-doubt')] })
    intents.hear([settled, doubtful])
    expect(intents.strategies.get('main/12')).toBe('Gap')
    time.pass(24 * 3_600_000)
    expect(intents.list).toEqual([doubtful])
    expect([...intents.strategies, ...intents.confirmations]).toEqual([])
    const ofToday = { state: 'accepted', parts, at: time.wall() } as const
    intents.hear([settled, intent({ ...ofToday, params: { strategy: 'Trend' } })])
    expect(intents.strategies.get('main/12')).toBe('Trend')
    stop()
    expect(time.timers).toBe(0)
  })
})

describe('the session', () => {
  it('follows the stop, the pace, the journal and runs of exits', async () => {
    const desk = new MemoryDesk()
    const session = await open(desk)
    const run = { id: 'x', what: 'both', at: 1, state: 'running', accounts: [] } as const
    desk.emit('stop', { on: true, at: 7 })
    desk.emit('pace', [{ account: 'main', used: 2, most: 10, waiting: 3 }])
    desk.emit('journal', { ...session.journal, state: 'broken', brokenAt: 9 })
    desk.emit('exit', { ...run, accounts: [] })
    desk.emit('exit', { ...run, accounts: [], state: 'done' })
    expect(session.stop).toEqual({ on: true, at: 7 })
    expect(session.pace[0]?.waiting).toBe(3)
    expect(session.journal.brokenAt).toBe(9)
    expect(session.exits.map(({ state }) => state)).toEqual(['done'])
    for (let at = 2; at <= 40; at += 1)
      desk.emit('exit', { ...run, id: `run ${at}`, at, accounts: [], state: 'left' })
    desk.emit('exit', { ...run, id: 'under way', accounts: [] })
    const latest = Array.from({ length: 20 }, (_, place) => `run ${21 + place}`)
    expect(session.exits.map(({ id }) => id)).toEqual(['x', 'under way', ...latest])
    session.close()
  })
})
