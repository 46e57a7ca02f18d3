import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addAccount, bookIsSure, emptyDesk, placingOf } from '../orders/placing-desk.ts'
import { askedOf } from '../exits/exits-desk.ts'
import { runPractice } from '../running-desk.ts'

it('two keys of one client are one login: its positions are not squared off twice in one go', async () => {
  const practice = await runPractice({ opening: 'demo', speed: 0, seed: 29 })
  const desk = await emptyDesk()
  const first = await addAccount(desk, { url: practice.url, name: 'First' })
  const second = await addAccount(desk, {
    ...{ url: practice.url, name: 'Second' },
    key: 'practice-1-second',
  })
  const other = await addAccount(desk, { url: practice.url, name: 'Other', key: 'practice-2' })
  const accounts = await desk.event('accounts', (all) => {
    const loginOf = (id: string) => all.find((account) => account.id === id)?.login
    return all.length === 3 && loginOf(first) === loginOf(second)
  })
  expect(accounts.find(({ id }) => id === other)!.login).toBe(other)
  const refused = await desk.call('exitAccounts', {
    confirmation: randomUUID(),
    what: 'positions',
    accounts: [first, second].map((account) => ({ account, strategy: null })),
    again: false,
  })
  expect(refused).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('have the same login at the broker') },
  })
  expect(askedOf(practice, 'SquareOffAllPosition')).toEqual([])
})

it('keys that are another client’s all at once are told of, and decide nothing of what was sent before', async () => {
  const practice = await runPractice()
  const desk = await emptyDesk()
  const account = await addAccount(desk, { url: practice.url })
  await bookIsSure(desk, account)
  await desk.book(account, 'profile', ({ meta }) => meta.age !== null)
  const { place, once } = placingOf({ desk, practice, account })
  practice.faults.set({ name: '5xx-before', operation: 'OrderBook' })
  const id = await place('close-after')
  await once(id, ({ state }) => state === 'in-doubt')

  practice.faults.set({ name: 'other-client', operation: 'Profile' })
  const said = desk.event('alert', ({ title }) => title.startsWith('Another client'))
  await desk.ask('refreshBooks', { account, book: 'profile' })
  expect(await said).toMatchObject({ title: 'Another client: Main', account })
  practice.faults.set({ name: 'unknown-fields', operation: 'OrderBook' })
  const looked = await once(id, ({ look }) => look !== null)
  expect(looked).toMatchObject({ state: 'in-doubt', look: { isOtherLogin: true } })
})

it('one profile that names another client, and is taken back at once, ends no exit on its way', async () => {
  const practice = await runPractice({ opening: 'demo', speed: 0, seed: 29 })
  const desk = await emptyDesk()
  const account = await addAccount(desk, { url: practice.url })
  await bookIsSure(desk, account)
  await desk.book(account, 'profile', ({ meta }) => meta.age !== null)
  practice.faults.set({ name: 'slow', operation: 'CancelAllOrder', delay: 1500 })
  await desk.ask('exitAccounts', {
    confirmation: randomUUID(),
    what: 'both',
    accounts: [{ account, strategy: null }],
    again: false,
  })
  practice.faults.set({ name: 'other-client', operation: 'Profile', times: 1 })
  await desk.ask('refreshBooks', { account, book: 'profile' })
  await desk.event('exit', ({ accounts }) => accounts[0]!.step !== 'sending')
  expect(askedOf(practice, 'SquareOffAllPosition')).toHaveLength(1)
})
