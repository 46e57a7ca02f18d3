import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { type CallName, callNames } from '../../../src/shared/channels.ts'
import type { Events, Input } from '../../../src/shared/contract.ts'
import type { Reply } from '../../../src/shared/core/errors.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import { openItemText } from '../../../src/shared/quitting/open-items.ts'
import type { Placement } from '../../../src/shared/orders/placing.ts'
import type { Desk } from '../../../src/main/desk-for-hosts.ts'
import {
  acceptedOf,
  addAccount,
  bookIsSure,
  buyOne,
  emptyDesk,
  placedIn,
  takenOf,
} from '../orders/placing-desk.ts'
import { runPractice } from '../running-desk.ts'
import { makeKeysCheap } from '../../cheap-keys.ts'

makeKeysCheap()

/** A window of the desk, by its line alone, and all that it was told. */
class Window {
  readonly told: { name: string; event: unknown }[] = []
  readonly #line: ReturnType<Desk['join']>

  private constructor(desk: Desk) {
    this.#line = desk.join((name, event) => this.told.push({ name, event: structuredClone(event) }))
  }

  static async at(desk: Desk): Promise<Window> {
    const window = new Window(desk)
    expect(await window.call('openDesk', { window: null, page: randomUUID() })).toMatchObject({
      ok: true,
    })
    return window
  }

  async call<Name extends CallName>(name: Name, input: Input<Name>): Promise<Reply<unknown>> {
    return this.#line.answer(name, input)
  }

  events<Name extends keyof Events>(name: Name): Events[Name][] {
    return this.told.flatMap((one) => (one.name === name ? [one.event as Events[Name]] : []))
  }

  /** An order as this window knows it by all that it was told. */
  intent(id: string): Intent | undefined {
    return this.events('intents')
      .flat()
      .findLast((one) => one.id === id)
  }
}

async function threeWindows() {
  const practice = await runPractice({ opening: 'demo' })
  const desk = await emptyDesk()
  const account = await addAccount(desk, { url: practice.url })
  await bookIsSure(desk, account)
  const windows = await Promise.all([1, 2, 3].map(() => Window.at(desk.desk)))
  return { practice, desk, account, windows }
}

it('what one window confirms all of them show, and whoever confirms it again sends nothing', async () => {
  const { practice, desk, account, windows } = await threeWindows()
  const before = placedIn(practice).length
  const order = { orders: [buyOne(account)], accepted: acceptedOf(1) }
  const confirmation = randomUUID()
  // At the same moment, as a draft that was moved and one that stayed would be.
  const replies = await Promise.all(
    windows.map((window) => window.call('placeOrders', { confirmation, ...order })),
  )
  const ids = new Set(
    replies.map((reply) => {
      if (!reply.ok) throw new Error(reply.error.message)
      return takenOf(reply.value as Placement)[0]!.id
    }),
  )
  expect(ids.size).toBe(1)
  const [id] = [...ids]
  for (const window of windows) await expect.poll(() => window.intent(id!)?.state).toBe('accepted')
  // Late, and from a window that was opened only now, which shows it as well.
  const late = await Window.at(desk.desk)
  const view = await desk.ask('openDesk', {})
  expect(view.intents.map((one) => [one.id, one.state])).toContainEqual([id, 'accepted'])
  for (const window of [late, windows[0]!])
    expect(await window.call('placeOrders', { confirmation, ...order })).toMatchObject({ ok: true })
  expect(placedIn(practice)).toHaveLength(before + 1)
})

it('the stop and the end of an exit are told in all of them, whoever asked', async () => {
  const { desk, account, windows } = await threeWindows()
  const [, second, third] = windows
  await second!.call('engageStop', {})
  for (const window of windows) expect(window.events('stop').at(-1)).toMatchObject({ on: true })
  await third!.call('liftStop', {})
  for (const window of windows) expect(window.events('stop').at(-1)).toMatchObject({ on: false })
  const confirmation = randomUUID()
  const exit = {
    ...{ confirmation, what: 'orders' as const },
    accounts: [{ account, strategy: null }],
  }
  const replies = await Promise.all(windows.map((window) => window.call('exitAccounts', exit)))
  const runs = new Set(replies.map((reply) => reply.ok && (reply.value as { id: string }).id))
  expect(runs.size).toBe(1)
  await desk.event('exit', ({ state }) => state !== 'running')
  for (const window of windows)
    expect(window.events('exit').at(-1)).toEqual(windows[0]!.events('exit').at(-1))
})

it('a locked desk answers none of them, and tells none of them a row', async () => {
  const { desk, account, windows } = await threeWindows()
  const [first, second] = windows
  // Whatever a window says that it shows.
  await second!.call('hearRows', { books: { orders: [account], positions: [account] } })
  await desk.ask('setUpLock', { way: 'own', password: 'open sesame' })
  await first!.call('lockScreen', {})
  for (const window of windows) window.told.splice(0)
  const open = ['openDesk', 'lockScreen', 'unlockScreen', 'engageStop']
  for (const window of windows)
    for (const name of callNames.filter((each) => !open.includes(each)))
      expect(await window.call(name, {} as never), name).toMatchObject({
        error: { code: 'screen-locked' },
      })
  // Two readings of every book that changes.
  await expect.poll(() => desk.desk.openItems().length, { interval: 50 }).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 2500))
  for (const window of windows) {
    const names = new Set(window.told.map(({ name }) => name))
    for (const name of ['book', 'intents', 'accounts', 'alert', 'pnl', 'windows'])
      expect(names, name).not.toContain(name)
    expect(JSON.stringify(window.told)).not.toContain('INFY')
  }
  await second!.call('unlockScreen', { password: 'open sesame' })
  for (const window of windows)
    expect(window.events('lock').at(-1)).toMatchObject({ isLocked: false })
  await expect.poll(() => windows.every((window) => window.events('book').length > 0)).toBe(true)
})

it('a window that shows no rows of a book is told how it stands, and no row', async () => {
  const { account, windows } = await threeWindows()
  const [shows, blind] = windows
  await blind!.call('hearRows', { books: { funds: [account] } })
  blind!.told.splice(0)
  await expect
    .poll(() => shows!.events('book').filter(({ book }) => book === 'positions').length)
    .toBeGreaterThan(2)
  await expect
    .poll(() => blind!.events('book').filter(({ book }) => book === 'positions').length)
    .toBeGreaterThan(1)
  for (const told of blind!.events('book'))
    if (told.book !== 'funds') expect(told.patch).toBeUndefined()
  expect(blind!.events('book').find(({ book }) => book === 'positions')?.unseen).toEqual({
    isOpen: true,
  })
})

it('what is typed in any window is open: who quits is told of it', async () => {
  const { desk } = await emptyDesk()
  const windows = await Promise.all([1, 2].map(() => Window.at(desk)))
  for (const window of windows) await window.call('tellTyped', { tickets: 1, baskets: 0, forms: 0 })
  await windows[1]!.call('tellTyped', { tickets: 2, baskets: 0, forms: 1 })
  expect(desk.openItems().map(openItemText)).toEqual([
    '3 tickets that are typed and not sent are lost',
    '1 form of the console that is typed and not sent is lost',
  ])
})
