import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  askedOf,
  deskWith,
  ended,
  exitFrom,
  fill,
  hurried,
  squaredOffInWords,
  standingPractice,
  toCloseIn,
  truthOf,
  when,
} from './exits-desk.ts'
import {
  acceptedOf,
  addAccount,
  buyOne,
  placedIn,
  pricedOrders,
  takenOf,
} from '../orders/placing-desk.ts'
import { isSettled } from '../../../src/shared/orders/intents.ts'
import { type RunningDesk, runDesk } from '../running-desk.ts'

/** A position of more than twenty units. */
async function heldOf({ ask }: RunningDesk, account: string) {
  const { rows } = await ask('readBook', { account, book: 'positions' })
  return rows
    .map(([, row]) => row)
    .find((row) => row['product'] === 'MIS' && Number(row['netqty']) > 20)!
}

describe('cancelling all orders', () => {
  it('ends when the order book shows none that works, and leaves the positions', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    const before = truthOf(practice)
    expect(before.working).toBeGreaterThan(5)
    const run = await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
    expect(run).toMatchObject({
      state: 'done',
      accounts: [{ step: 'flat', cancelled: before.working, closed: null, failures: [] }],
    })
    expect(truthOf(practice)).toEqual({ working: 0, open: before.open })
  })
})

describe('an answer that contradicts itself', () => {
  it('names orders twice, and they count once', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    const before = truthOf(practice)
    practice.faults.set({ name: 'results-twice', operation: 'CancelAllOrder' })
    const run = await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
    expect(run.accounts).toMatchObject([{ step: 'flat', cancelled: before.working }])
  })

  it('says of positions that they were not closed, and none counts as closed', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice }, hurried(15))
    practice.faults.set({ name: 'exits-failed', operation: 'SquareOffAllPosition' })
    const begun = await exitFrom(desk, { what: 'both', accounts: ids })
    const answered = await when(desk, begun, ({ accounts }) => accounts[0]!.failures.length > 0)
    expect(answered.accounts).toMatchObject([{ closed: null }])
    expect(answered.accounts[0]!.failures[0]).toMatchObject({
      code: 'said-no',
      detail: expect.stringContaining(': failed'),
    })
    fill(practice)
    expect(await ended(desk, begun)).toMatchObject({ accounts: [{ step: 'flat' }] })
  })
})

describe('orders that are still on their way', () => {
  it('do not leave after the account was said to be out', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    const [account] = ids as [string]
    await addAccount(desk, { id: account, url: practice.url, trading: { perSecond: 2 } })
    const orders = pricedOrders(account, 12)
    for (const order of orders)
      await desk.ask('placeOrders', {
        confirmation: randomUUID(),
        orders: [order],
        accepted: acceptedOf(1),
      })
    const run = await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
    expect(run).toMatchObject({ state: 'done', accounts: [{ step: 'flat' }] })
    expect(truthOf(practice).working).toBe(0)
    const left = placedIn(practice).length
    expect(left).toBeLessThan(12)
    const ours = (await desk.ask('openDesk', {})).intents.filter(({ ticket }) => ticket !== null)
    expect(ours.filter(({ calledOff }) => calledOff === 'person')).toHaveLength(12 - left)
    expect(ours.filter(({ state }) => !isSettled(state))).toEqual([])
  })

  it('keep an account from being said to be out until their answer came', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    const [account] = ids as [string]
    practice.faults.set({ name: 'slow', operation: 'PlaceMultiOrder', delay: 1500 })
    await desk.ask('placeOrders', {
      confirmation: randomUUID(),
      orders: [buyOne(account)],
      accepted: acceptedOf(1),
    })
    const run = await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
    expect(run).toMatchObject({ state: 'done', accounts: [{ step: 'flat' }] })
    const { intents } = await desk.ask('openDesk', {})
    expect(intents.filter(({ ticket }) => ticket !== null).map(({ state }) => state)).toEqual([
      'accepted',
    ])
    expect(truthOf(practice).working).toBe(0)
  })
})

describe('an exit beside an exit', () => {
  it('asks while a square-off of the account is on the wire, and until the books show what it did', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    const [account] = ids as [string]
    await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
    const symbol = String((await heldOf(desk, account))['symbol'])
    const exit = buyOne(account, { symbol, action: 'SELL', quantity: '1', exit: true })
    const asked = async () => {
      const { problems } = await desk.ask('previewOrders', { orders: [exit] })
      return problems.filter(({ code }) => code === 'exit').map(({ message }) => message)
    }
    expect(await asked()).toEqual([])
    practice.faults.set({ name: 'slow', operation: 'SquareOffAllPosition', delay: 300 })
    const begun = await exitFrom(desk, { what: 'positions', accounts: ids })
    expect(await asked()).toEqual([expect.stringContaining('a square-off of the account')])
    await when(desk, begun, ({ accounts }) => accounts[0]!.step === 'checking')
    expect(await asked()).toHaveLength(1)
    fill(practice)
    await ended(desk, begun)
  })
})

describe('squaring off', () => {
  it('is not done when the service says closed, but when the books do', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
    const { open } = truthOf(practice)
    const toClose = toCloseIn(practice)
    const begun = await exitFrom(desk, { what: 'positions', accounts: ids })
    const looked = await when(desk, begun, ({ accounts }) => accounts[0]!.left !== null)
    expect(looked).toMatchObject({
      state: 'running',
      accounts: [{ step: 'checking', closed: open.length }],
    })
    expect(looked.accounts[0]!.left!.positions.map(({ symbol }) => symbol).toSorted()).toEqual(
      toClose.toSorted(),
    )
    fill(practice)
    expect(await ended(desk, begun)).toMatchObject({ state: 'done', accounts: [{ step: 'flat' }] })
    expect(askedOf(practice, 'SquareOffAllPosition')).toHaveLength(1)
  })

  it('together with the orders takes every account out by itself', async () => {
    const [one, two] = [await standingPractice(), await standingPractice()]
    const { desk, ids, id } = await deskWith({ Everyday: one, Family: two })
    const begun = await exitFrom(desk, { what: 'both', accounts: ids })
    await when(desk, begun, ({ accounts }) => accounts.every(({ left }) => left !== null))
    fill(one)
    const half = await when(desk, begun, ({ accounts }) =>
      accounts.some(({ step }) => step === 'flat'),
    )
    expect(half).toMatchObject({
      state: 'running',
      accounts: [
        { account: id('Everyday'), step: 'flat' },
        { account: id('Family'), step: 'checking' },
      ],
    })
    fill(two)
    expect((await ended(desk, begun)).state).toBe('done')
    for (const practice of [one, two]) {
      expect(truthOf(practice)).toEqual({ working: 0, open: [] })
      const operations = practice.ledger.entries.map(({ operation }) => operation)
      expect(operations.slice(-2)).toEqual(['CancelAllOrder', 'SquareOffAllPosition'])
    }
  })

  it('of one strategy leaves what is not its own', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    const before = truthOf(practice)
    const future = before.open.find((symbol) => symbol.endsWith('F'))!
    const begun = await exitFrom(desk, { what: 'both', accounts: ids, strategy: 'SWING' })
    await when(desk, begun, ({ accounts }) => (accounts[0]!.left?.positions.length ?? 0) > 0)
    fill(practice, (open) => !open.includes(future))
    const run = await ended(desk, begun)
    expect(run).toMatchObject({ state: 'done', accounts: [{ step: 'flat', closed: 1 }] })
    expect(run.accounts[0]!.todo).toMatch(/do not tell strategies apart/)
    expect(truthOf(practice).open.length).toBeGreaterThan(0)
    expect(truthOf(practice).working).toBeGreaterThan(0)
  })
})

describe('an exit over accounts of which some fail', () => {
  it('is flat only where the books show it, and names the others', async () => {
    const [good, lost, lied, down] = [
      await standingPractice(),
      await standingPractice(),
      await standingPractice(),
      await standingPractice(),
    ]
    const services = { Good: good, Lost: lost, Lied: await squaredOffInWords(lied.url), Down: down }
    const { desk, ids, id } = await deskWith(services, hurried(6))
    lost.faults.set({ name: 'close-after', operation: 'SquareOffAllPosition' })
    await down.stop()
    const begun = await exitFrom(desk, { what: 'both', accounts: ids })
    await when(desk, begun, ({ accounts }) =>
      accounts.every(({ step, left }) => step === 'failed' || left !== null),
    )
    fill(good)
    fill(lost)
    const { accounts, state } = await ended(desk, begun)
    const of = (name: string) => accounts.find(({ account }) => account === id(name))!
    expect(state).toBe('left')
    expect(of('Good')).toMatchObject({ step: 'flat', failures: [] })
    // Its answer was lost; the books say that it was done all the same.
    expect(of('Lost')).toMatchObject({
      step: 'flat',
      closed: null,
      failures: [{ code: 'in-doubt' }],
    })
    expect(of('Lied')).toMatchObject({ step: 'left', closed: 1, failures: [] })
    expect(of('Lied').left!.positions).toHaveLength(toCloseIn(lied).length)
    expect(of('Lied').todo).toMatch(/^Exit .+ again: \d+ units are still open\./)
    expect(of('Down')).toMatchObject({ step: 'failed', failures: [{ code: 'not-sent' }] })
    await desk.event('alert', ({ kind, account }) => kind === 'exit' && account === id('Lied'))
    await desk.event('alert', ({ kind, account }) => kind === 'exit' && account === id('Down'))
    // What was lost was sent once, and is settled by what the books show.
    expect(askedOf(lost, 'SquareOffAllPosition')).toHaveLength(1)
    const filter = { account: id('Lost') }
    const { rows } = await desk.ask('readJournal', { filter, limit: 10 })
    const states = rows.map(({ intent }) => [intent?.operation, intent?.state])
    expect(states).toContainEqual(['SquareOffAllPosition', 'settled'])
  })
})

describe('one confirmation', () => {
  it('is one run, also after a restart', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    const confirmation = randomUUID()
    const accounts = [{ account: ids[0]!, strategy: null }]
    const input = { confirmation, what: 'orders', accounts } as const
    await Promise.all([desk.ask('exitAccounts', input), desk.ask('exitAccounts', input)])
    await ended(desk, { id: confirmation })
    expect((await desk.ask('exitAccounts', input)).state).toBe('done')
    await desk.desk.stop()
    const again = await runDesk({ dataDir: desk.dataDir })
    const former = await again.ask('exitAccounts', input)
    expect(former).toMatchObject({ id: confirmation, state: 'left', what: 'orders' })
    expect(former.accounts[0]!.todo).toMatch(/nothing was sent anew/)
    await again.desk.stop()
    expect(askedOf(practice, 'CancelAllOrder')).toHaveLength(1)
  })
})

describe('a square-off that a restart cuts off', () => {
  it('is watched on by the next start until the books show it, and sent once', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    const begun = await exitFrom(desk, { what: 'both', accounts: ids })
    await when(desk, begun, ({ accounts }) => accounts[0]!.left !== null)
    await desk.desk.stop()
    const again = await runDesk({ dataDir: desk.dataDir, clock: hurried() })
    const { exits } = await again.ask('openDesk', {})
    expect(exits).toMatchObject([{ id: begun.id, what: 'both', state: 'running' }])
    // Its keys were kept for the session alone: until they are typed there is nothing to read.
    await addAccount(again, { url: practice.url, id: ids[0]! })
    await when(again, begun, ({ accounts }) => accounts[0]!.left !== null)
    fill(practice)
    expect(await ended(again, begun)).toMatchObject({ state: 'done', accounts: [{ step: 'flat' }] })
    expect(askedOf(practice, 'SquareOffAllPosition')).toHaveLength(1)
  })
})

describe('an opposite order for a part of a position', () => {
  it('is watched until the book shows what was to stay', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    const [account] = ids as [string]
    await ended(desk, await exitFrom(desk, { what: 'orders', accounts: ids }))
    const held = await heldOf(desk, account)
    const ticket = buyOne(account, {
      symbol: String(held['symbol']),
      action: 'SELL',
      quantity: '20',
      pricing: { type: 'MARKET', protection: null },
      exit: true,
    })
    const confirmation = randomUUID()
    takenOf(
      await desk.ask('placeOrders', { confirmation, orders: [ticket], accepted: acceptedOf(1) }),
    )
    const run = await ended(desk, { id: confirmation })
    expect(run).toMatchObject({ what: 'chosen', state: 'done', accounts: [{ step: 'flat' }] })
    const after = await desk.ask('readBook', { account, book: 'positions' })
    const now = after.rows.find(([, row]) => row['symbol'] === held['symbol'])![1]
    expect(now['netqty']).toBe(Number(held['netqty']) - 20)
  })
})
