import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { BookMeta } from '../../../src/shared/books/book-state.ts'
import type { FaultName } from '../../../src/practice/faults/faults.ts'
import { acceptedOf, addAccount, emptyDesk, takenOf } from '../orders/placing-desk.ts'
import { runDesk, tempDir } from '../running-desk.ts'
import {
  deskWith,
  ended,
  exitFrom,
  hurried,
  standingPractice,
  truthOf,
  when,
} from './exits-desk.ts'

/** A broker with a day behind it for each of these faults. No market moves: what is open stays open. */
async function brokersWith<Name extends FaultName>(names: readonly Name[]) {
  const practices = await Promise.all(names.map(standingPractice))
  const brokers = names.map((name, at) => ({ name, practice: practices[at]! }))
  const begin = (): void => {
    for (const { name, practice } of brokers)
      for (const operation of ['OrderBook', 'PositionBook'] as const)
        practice.faults.set({ name, operation })
  }
  return { brokers, begin }
}

it('an account is not said to be out by books that leave out rows, or tell them twice', async () => {
  const names = ['rows-left-out', 'contradictory-rows', 'duplicate-rows'] as const
  const { brokers, begin } = await brokersWith(names)
  const services = Object.fromEntries(brokers.map(({ name, practice }) => [name, practice]))
  const { desk, ids, id } = await deskWith(services, hurried(15))
  begin()
  const run = await ended(desk, await exitFrom(desk, { what: 'both', accounts: ids }))
  for (const { name, practice } of brokers) {
    expect(truthOf(practice).open.length, name).toBeGreaterThan(0)
    const { step } = run.accounts.find(({ account }) => account === id(name))!
    expect(step, name).not.toBe('flat')
  }
})

it('an account is not said to be out by books that never were whole', async () => {
  const names = ['paged-within', 'error-beside', 'na-for-list', 'http-202'] as const
  const { brokers, begin } = await brokersWith(names)
  begin()
  const desk = await emptyDesk({ clock: hurried(15) })
  const ids = new Map<string, string>()
  for (const { name, practice } of brokers)
    ids.set(name, await addAccount(desk, { url: practice.url, name }))
  const run = await ended(desk, await exitFrom(desk, { what: 'both', accounts: [...ids.values()] }))
  for (const { name, practice } of brokers) {
    expect(truthOf(practice).open.length, name).toBeGreaterThan(0)
    const { step } = run.accounts.find(({ account }) => account === ids.get(name))!
    expect(step, name).not.toBe('flat')
  }
})

it('an account is not said to be out by empty books of a service where nobody is logged in', async () => {
  const practice = await standingPractice()
  practice.faults.set({ name: 'logged-out' })
  const desk = await emptyDesk({ clock: hurried(15) })
  const account = await addAccount(desk, { url: practice.url })
  const refused = ({ meta }: { meta: BookMeta }) => meta.trouble?.code === 'bad-keys'
  for (const book of ['funds', 'orders', 'positions'] as const)
    await desk.book(account, book, refused)
  for (const what of ['orders', 'both'] as const) {
    const run = await ended(desk, await exitFrom(desk, { what, accounts: [account] }))
    expect(run.accounts[0]).toMatchObject({ step: 'left', todo: expect.stringContaining('keys') })
  }
  expect(truthOf(practice).open.length).toBeGreaterThan(0)
})

it('an account is not said to be out while the legs of a bracket that was filled may still come', async () => {
  const practice = await standingPractice()
  const { desk, ids } = await deskWith({ Everyday: practice })
  const [account] = ids
  await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
  expect(truthOf(practice).working).toBe(0)
  practice.faults.set({ name: 'legs-left-out', operation: 'OrderBook' })
  // The cancels do not arrive, and the entry is filled meanwhile.
  practice.faults.set({ name: 'reset-before', operation: 'CancelAllOrder' })
  const placement = await desk.ask('placeOrders', {
    confirmation: randomUUID(),
    orders: [
      {
        ...{ kind: 'bracket', account: account!, exchange: 'NSE', symbol: 'INFY-EQ' },
        ...{ action: 'BUY', quantity: '10', pricing: { type: 'LIMIT', price: '1700' } },
        ...{ target: '20', stop: '10', trail: null, disclosed: null },
      },
    ],
    accepted: acceptedOf(1),
  })
  takenOf(placement)
  await desk.book(account!, 'orders', ({ patch }) =>
    [...(patch?.put ?? []), ...(patch?.set ?? [])].some(([, row]) => row['product'] === 'BO'),
  )
  const run = await exitFrom(desk, { what: 'orders', accounts: ids })
  // More than the two that agree, and well before the legs have had their time.
  let looks = 0
  const midway = await when(desk, run, ({ state, accounts }) => {
    if (accounts[0]!.left !== null) looks += 1
    return state !== 'running' || looks === 3
  })
  expect(midway.state).toBe('running')
  practice.advance(1000)
  const legs = truthOf(practice).working
  expect(legs).toBe(2)
  practice.faults.clear()
  const { accounts } = await ended(desk, run)
  expect(accounts[0]).toMatchObject({ step: 'left' })
  expect(accounts[0]!.left!.orders).toHaveLength(legs)
})

it('orders are not said to be gone by an answer of before, after the keys of a session were typed again', async () => {
  const dataDir = await tempDir()
  const practice = await standingPractice()
  const first = await emptyDesk({ dataDir, clock: hurried() })
  const account = await addAccount(first, { url: practice.url })
  await first.book(account, 'orders', ({ meta }) => meta.age !== null)
  await first.desk.stop()

  practice.faults.set({ name: 'empty-lists', operation: 'OrderBook' })
  practice.faults.set({ name: 'reset-before', operation: 'CancelAllOrder' })
  const desk = await runDesk({ dataDir, clock: hurried(15) })
  await addAccount(desk, { url: practice.url, id: account })
  await desk.book(account, 'orders', ({ meta }) => meta.age !== null)
  const run = await ended(desk, await exitFrom(desk, { what: 'orders', accounts: [account] }))
  expect(truthOf(practice).working).toBeGreaterThan(0)
  expect(run.accounts[0]).toMatchObject({ step: 'left' })
})
