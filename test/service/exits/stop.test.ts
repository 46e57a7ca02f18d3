import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type OperationName,
  operationNames,
  operations,
} from '../../../src/shared/service/operations.ts'
import type { Placement } from '../../../src/shared/orders/placing.ts'
import {
  askedOf,
  deskWith,
  ended,
  exitFrom,
  fill,
  hurried,
  standingPractice,
  truthOf,
  when,
} from './exits-desk.ts'
import { acceptedOf, addAccount, buyOne, placedIn, takenOf } from '../orders/placing-desk.ts'
import { type RunningDesk, runDesk, tempDir } from '../running-desk.ts'

const reads = operationNames.filter((name: OperationName) => operations[name].kind === 'read')

const place = ({ ask }: RunningDesk, account: string, more: object = {}) =>
  ask('placeOrders', {
    confirmation: randomUUID(),
    orders: [buyOne(account, more)],
    accepted: acceptedOf(1),
  })

const refusalsOf = (placement: Placement): string[] =>
  placement.isTaken
    ? []
    : placement.problems.filter(({ level }) => level === 'refuse').map(({ code }) => code)

const theStop = ({ event }: RunningDesk) =>
  event('exit', ({ what, state }) => what === 'stop' && state !== 'running')

describe('the stop', () => {
  it('cancels what works in every account, and says so when the books show it', async () => {
    const [one, two] = [await standingPractice(), await standingPractice()]
    const { desk, ids } = await deskWith({ Everyday: one, Family: two })
    const before = [truthOf(one), truthOf(two)]
    expect(await desk.ask('engageStop', {})).toMatchObject({ on: true })
    const run = await theStop(desk)
    expect(run.accounts).toMatchObject(
      ids.map((account, at) => ({ account, step: 'flat', cancelled: before[at]!.working })),
    )
    expect([truthOf(one), truthOf(two)]).toEqual(before.map(({ open }) => ({ working: 0, open })))
  })

  it('cancels everything where two entries are one login, though the keys of one are wrong', async () => {
    const practice = await standingPractice()
    const { desk, id } = await deskWith({ Everyday: practice })
    const added = await addAccount(desk, {
      ...{ url: practice.url, name: 'Wrong', secret: 'not the secret' },
    })
    await desk.event('accounts', (all) =>
      all.every(({ login, health }) => login === all[0]!.login || health.trouble !== null),
    )
    expect(truthOf(practice).working).toBeGreaterThan(0)
    await desk.ask('engageStop', {})
    const run = await theStop(desk)
    const stepOf = (of: string) => run.accounts.find(({ account }) => account === of)
    expect(stepOf(id('Everyday'))).toMatchObject({ step: 'flat' })
    expect(stepOf(added)!.failures).toMatchObject([{ code: 'bad-keys' }])
    expect(truthOf(practice).working).toBe(0)
  })

  it('does not wait behind polls that hang', async () => {
    const practice = await standingPractice()
    const { desk } = await deskWith({ Everyday: practice })
    for (const operation of reads) practice.faults.set({ name: 'hang', operation })
    await desk.ask('refreshBooks', {})
    await desk.ask('engageStop', {})
    // The answer to the cancels is here while every book is still waited for.
    const run = await desk.event('exit', ({ accounts }) => accounts[0]?.step === 'checking')
    expect(run).toMatchObject({ what: 'stop', accounts: [{ failures: [], left: null }] })
    expect(truthOf(practice).working).toBe(0)
  })

  it('refuses new orders in every account, and lets exits through', async () => {
    const practice = await standingPractice()
    const { desk, ids } = await deskWith({ Everyday: practice })
    await desk.ask('engageStop', {})
    await theStop(desk)
    const before = placedIn(practice).length
    expect(refusalsOf(await place(desk, ids[0]!))).toEqual(['stopped'])
    expect(placedIn(practice)).toHaveLength(before)

    const { rows } = await desk.ask('readBook', { account: ids[0]!, book: 'positions' })
    const [, held] = rows.find(([, row]) => row['product'] === 'MIS' && Number(row['netqty']) > 0)!
    const opposite = { symbol: String(held['symbol']), action: 'SELL', exit: true }
    const pricing = { type: 'MARKET', protection: null }
    takenOf(await place(desk, ids[0]!, { ...opposite, pricing }))

    const exits = { what: 'positions', accounts: ids } as const
    await expect(exitFrom(desk, exits)).rejects.toThrow(
      /earlier exit or smart order may still close positions/,
    )
    const begun = await exitFrom(desk, { ...exits, again: true })
    await when(desk, begun, ({ accounts }) => accounts[0]!.left !== null)
    fill(practice)
    expect((await ended(desk, begun)).state).toBe('done')
  })

  it('pulled again cancels again', async () => {
    const practice = await standingPractice()
    const { desk } = await deskWith({ Everyday: practice })
    await Promise.all([desk.ask('engageStop', {}), desk.ask('engageStop', {})])
    await theStop(desk)
    const run = await desk.event('exit', ({ what, state }) => what === 'stop' && state === 'done')
    expect(askedOf(practice, 'CancelAllOrder')).toHaveLength(2)
    // It is one stop, and a window that comes late is told of it what the others were.
    const { exits, stop } = await desk.ask('openDesk', {})
    expect(exits).toEqual([run])
    await desk.ask('engageStop', {})
    expect((await desk.ask('openDesk', {})).stop).toEqual(stop)
    await desk.ask('liftStop', {})
    await desk.ask('engageStop', {})
    const ids = (await desk.ask('openDesk', {})).exits.map(({ id }) => id)
    expect(ids).toEqual([run.id, expect.not.stringMatching(run.id)])
  })

  it('names an account that it could not reach, and goes on with the others', async () => {
    const [good, down] = [await standingPractice(), await standingPractice()]
    const { desk, id } = await deskWith({ Good: good, Down: down })
    await down.stop()
    await desk.ask('engageStop', {})
    const run = await theStop(desk)
    expect(run.accounts).toMatchObject([
      { account: id('Good'), step: 'flat' },
      { account: id('Down'), step: 'failed', failures: [{ code: 'not-sent' }] },
    ])
    await desk.event('alert', ({ account, title }) => account === id('Down') && /stop/.test(title))
  })

  it('stays on through a restart, until a person lifts it', async () => {
    const dataDir = await tempDir()
    const first = await runDesk({ dataDir, clock: hurried() })
    const account = (await first.ask('openDesk', {})).accounts[0]!.id
    await first.book(account, 'positions', ({ meta }) => meta.age !== null)
    await first.ask('engageStop', {})
    await theStop(first)
    await first.desk.stop()

    const second = await runDesk({ dataDir, clock: hurried() })
    expect((await second.ask('openDesk', {})).stop).toMatchObject({ on: true })
    await second.book(account, 'positions', ({ meta }) => meta.age !== null)
    expect(refusalsOf(await place(second, account))).toEqual(['stopped'])
    expect(await second.ask('liftStop', {})).toMatchObject({ on: false })
    await second.event('stop', ({ on }) => !on)
    takenOf(await place(second, account))
    await second.desk.stop()

    const third = await runDesk({ dataDir, clock: hurried() })
    expect((await third.ask('openDesk', {})).stop).toMatchObject({ on: false })
    const { rows } = await third.ask('readJournal', { filter: {}, limit: 100 })
    const events = rows.flatMap(({ event }) => (event === null ? [] : [event.kind]))
    expect(events).toEqual(['lifted', 'stopped'])
  })
})
