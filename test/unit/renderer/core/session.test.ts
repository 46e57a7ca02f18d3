import { expect, it } from 'vitest'
import { Session } from '../../../../src/renderer/core/session.svelte.ts'
import { makeStores } from '../../../../src/renderer/shell/stores.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import type { ExitRun } from '../../../../src/shared/exits/exits.ts'
import { FakeTime } from '../fake-time.ts'
import { intent } from '../intents.ts'
import { account, MemoryDesk } from '../memory-desk.ts'

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

it('has the exits of a view, the latest of which comes first there, as they began', async () => {
  const desk = new MemoryDesk()
  const run: Omit<ExitRun, 'id' | 'at'> = { what: 'both', state: 'left', accounts: [] }
  desk.exits = [
    { ...run, id: 'later', at: 20 },
    { ...run, id: 'earlier', at: 10 },
  ]
  const opened = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!opened.ok) throw new Error(opened.error.message)
  desk.emit('exit', { ...run, id: 'now', at: 30 })
  expect(opened.value.exits.map(({ id }) => id)).toEqual(['earlier', 'later', 'now'])
  opened.value.close()
})

const real = (id: string, more: Parameters<typeof account>[1] = {}) =>
  account(id, { broker: 'ZE', service: { kind: 'url', url: 'https://api.example.com' }, ...more })

async function shownOf(accounts: MemoryDesk['accounts'], selected: string) {
  const desk = new MemoryDesk()
  desk.accounts = accounts
  desk.window = { ...desk.window, selected }
  const opened = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!opened.ok) throw new Error(opened.error.message)
  const session = opened.value
  const [shown, added] = [session.accounts.shown, session.accounts.addedUp].map((some) =>
    some.map(({ id }) => id),
  )
  session.close()
  return { selected: session.accounts.selected, shown, added, session }
}

it('shows practice among all accounts only where there is nothing else', async () => {
  const practice = [account('one'), account('two')]
  expect(await shownOf(practice, 'all')).toMatchObject({ shown: ['one', 'two'] })
  expect(await shownOf([...practice, real('main')], 'all')).toMatchObject({ shown: ['main'] })
  // There is no such choice while practice is all there is.
  expect(await shownOf(practice, 'practice')).toMatchObject({ selected: 'all' })
})

it('shows practice by itself where it is chosen, or where no real account is switched on', async () => {
  const accounts = [account('one'), real('main')]
  const apart = { selected: 'practice', shown: ['one'], added: ['one'] }
  expect(await shownOf(accounts, 'practice')).toMatchObject(apart)
  const off = [account('one'), real('main', { enabled: false })]
  expect(await shownOf(off, 'all')).toMatchObject(apart)
})

it('adds up the real ones of a group that has both, and names what is practice', async () => {
  const desk = new MemoryDesk()
  const id = crypto.randomUUID()
  const share = { kind: 'times', times: '1' } as const
  desk.accounts = [account('one'), real('main')]
  desk.groups = [
    {
      id,
      name: 'Both',
      colour: 'teal',
      members: [
        { account: 'one', share },
        { account: 'main', share },
      ],
    },
  ]
  desk.window = { ...desk.window, selected: `group:${id}` }
  const opened = await Session.open(desk.bridge, new FakeTime(), makeStores)
  if (!opened.ok) throw new Error(opened.error.message)
  const { shown, addedUp, brokerOf } = opened.value.accounts
  expect(shown.map((one) => brokerOf(one))).toEqual(['PX practice', 'ZE'])
  expect(addedUp.map((one) => one.id)).toEqual(['main'])
  const parts = [{ account: 'one' }, { account: 'main' }]
  expect(opened.value.accounts.apart(parts)).toEqual([{ account: 'main' }])
  expect(opened.value.accounts.apart(parts.slice(0, 1))).toEqual([{ account: 'one' }])
  opened.value.close()
})

it('shows several that were chosen one by one, without those that are switched off since', async () => {
  const accounts = [account('one'), account('two'), account('off', { enabled: false })]
  const some = await shownOf(accounts, 'accounts:one two off')
  expect(some).toMatchObject({ selected: 'accounts:one two', shown: ['one', 'two'] })
  // One that is left is shown as it is by itself; where nobody is, all are.
  expect(await shownOf(accounts, 'accounts:two off')).toMatchObject({ selected: 'two' })
  expect(await shownOf(accounts, 'accounts:off gone')).toMatchObject({ selected: 'all' })
  const mixed = await shownOf([account('one'), real('main')], 'accounts:one main')
  expect(mixed).toMatchObject({ shown: ['one', 'main'], added: ['main'] })
})

it('calls no other window armed that is not, also between two beats of the screen’s clock', async () => {
  const desk = new MemoryDesk()
  const time = new FakeTime()
  const opened = await Session.open(desk.bridge, time, makeStores)
  if (!opened.ok) throw new Error(opened.error.message)
  const session = opened.value
  const other = { id: 'window-two', link: null, bounds: null, isOpen: true, isHere: true }
  const tell = (armedFor: number | null) =>
    desk.emit('windows', [{ ...other, number: 2, armedFor }])
  time.pass(300)
  tell(null)
  expect(session.others.armed).toEqual([])
  tell(60_000)
  expect(session.others.armed).toEqual([{ number: 2, left: 60_000 }])
  session.close()
})
