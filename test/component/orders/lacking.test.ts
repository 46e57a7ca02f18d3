import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../src/shared/core/errors.ts'
import type { Problem } from '../../../src/shared/orders/problems.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { intent, uuid } from '../../unit/renderer/intents.ts'
import { account, MemoryDesk, openVault } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import type { FakeTime } from '../../unit/renderer/fake-time.ts'
import { openWindow, settled } from '../window.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} `) })
const review = () => button(/^Review/)

const locked = 'The keys of this account are locked. Unlock them, or choose another account.'

/** As the desk says it: of an order for swing while its keys are locked. */
function deskWithLockedKeys() {
  const desk = new MemoryDesk({ accounts: [account('main'), account('swing'), account('third')] })
  for (const { id } of desk.accounts) desk.fill(id, 'positions', [[id, position()]])
  desk.vault = { ...openVault, state: 'locked' }
  const problemsOf = (orders: readonly Ticket[]): Problem[] =>
    orders.flatMap((ticket, order) =>
      ticket.account === 'swing' && desk.vault.state === 'locked'
        ? [{ order, field: 'account', level: 'refuse', code: 'keys', message: `Swing: ${locked}` }]
        : [],
    )
  desk.answers.previewOrders = ({ orders }) =>
    ok({ ...desk.preview(orders as Ticket[]), problems: problemsOf(orders as Ticket[]) })
  return desk
}

/** Lets the desk be asked of all, and of the rest. */
async function asked(time: FakeTime): Promise<void> {
  for (let times = 0; times < 2; times++) {
    time.pass(80)
    await settled()
  }
}

async function typed(desk: MemoryDesk): Promise<FakeTime> {
  const time = await openWindow(desk)
  await button('New order').click()
  await page.getByRole('menuitem', { name: 'Regular' }).click()
  await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
  await field('Quantity').fill('100')
  await field('Limit price').fill('1531.90')
  await asked(time)
  return time
}

function unlock(desk: MemoryDesk): void {
  desk.vault = openVault
  desk.emit('vault', openVault)
}

describe('an account that surely cannot send', () => {
  it('is left out with its reason, the rest goes, and it is back once nothing stands against it', async () => {
    const desk = deskWithLockedKeys()
    const time = await typed(desk)
    await expect.element(box('Swing')).toBePartiallyChecked()
    await expect.element(box('Third')).toBeChecked()
    await expect.element(page.getByText(locked)).toBeVisible()
    await expect.element(page.getByText('2 of 3 accounts')).toBeVisible()
    await expect.element(button('Review · buy 200')).toBeEnabled()
    unlock(desk)
    await settled()
    time.pass(1000)
    await settled()
    await expect.element(box('Swing')).toBeChecked()
    await expect.element(button('Review · buy 300')).toBeEnabled()
  })

  it('can be unticked while it is left out, and then does not come back', async () => {
    const desk = deskWithLockedKeys()
    const time = await typed(desk)
    await box('Swing').click()
    await expect.element(box('Swing')).not.toBePartiallyChecked()
    await asked(time)
    unlock(desk)
    await settled()
    time.pass(1000)
    await settled()
    await expect.element(box('Swing')).not.toBeChecked()
    await expect.element(button('Review · buy 200')).toBeEnabled()
  })

  it('is sent nothing at once by the palette that said it is left out: that stops at the review', async () => {
    const desk = deskWithLockedKeys()
    desk.settings = { ...desk.settings, knowsArming: true }
    const time = await openWindow(desk)
    await expect.element(button('New order')).toBeVisible()
    await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}{Control>}k{/Control}')
    await page
      .getByRole('combobox', { name: /^Order, command/ })
      .fill('buy 9 infy 1500 @main,swing')
    await asked(time)
    await expect.element(page.getByText(/^Left out: Swing/)).toBeVisible()
    await expect.element(page.getByRole('option', { name: /^Review…/ })).toBeVisible()
    unlock(desk)
    await settled()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Buy 18 INFY-EQ')).toBeVisible()
    expect(desk.called('placeOrders')).toEqual([])
  })

  it('is named in the review, which stands still and says when it could be sent to', async () => {
    const desk = deskWithLockedKeys()
    const time = await typed(desk)
    await review().click()
    await expect.element(page.getByText(/1 left out/)).toBeVisible()
    await expect.element(page.getByText(`Swing: ${locked}`)).toBeVisible()
    unlock(desk)
    await settled()
    time.pass(1000)
    await expect.element(page.getByText(/nothing stands against it any more/)).toBeVisible()
    await button('Buy 200 INFY-EQ').click()
    await expect
      .poll(() => desk.called('placeOrders'))
      .toMatchObject([{ orders: [{ account: 'main' }, { account: 'third' }] }])
  })
})

describe('an account whose keys a read says are refused', () => {
  const refused = 'The service refuses the keys of this account since 10:15:30.'

  function deskWithRefusedKeys() {
    const desk = new MemoryDesk({ accounts: [account('main'), account('swing'), account('third')] })
    for (const { id } of desk.accounts) desk.fill(id, 'positions', [[id, position()]])
    const trouble = { code: 'bad-keys', message: 'Refused.' } as const
    desk.fill('swing', 'positions', [['swing', position()]], { trouble })
    desk.answers.previewOrders = ({ orders }) => {
      const problems = (orders as Ticket[]).flatMap(({ account }, order): Problem[] =>
        account === 'swing'
          ? [{ order, field: 'account', level: 'ask', code: 'keys', message: `Swing: ${refused}` }]
          : [],
      )
      return ok({ ...desk.preview(orders as Ticket[]), problems })
    }
    return desk
  }

  it('is left out with its reason before the review, and is not ticked with all', async () => {
    const time = await typed(deskWithRefusedKeys())
    await expect.element(box('Swing')).toBePartiallyChecked()
    await expect.element(page.getByText(refused)).toBeVisible()
    await expect.element(button('Review · buy 200')).toBeEnabled()
    await button('Untick all').click()
    await button('Tick 2 of 3').click()
    await asked(time)
    await expect.element(box('Swing')).not.toBeChecked()
    await expect.element(button('Review · buy 200')).toBeEnabled()
  })

  it('is sent to where a person ticks it, and is asked about then', async () => {
    const desk = deskWithRefusedKeys()
    const time = await typed(desk)
    await box('Swing').click()
    await asked(time)
    await box('Swing').click()
    await asked(time)
    await expect.element(box('Swing')).toBeChecked()
    await expect.element(box('Swing')).not.toBePartiallyChecked()
    await button('Review · buy 300').click()
    await expect.element(page.getByRole('checkbox', { name: /refuses the keys/ })).toBeVisible()
    // One count says what is still to be read; the other, which orders that is about.
    await expect.element(page.getByText('1 to read', { exact: true })).toBeVisible()
    await expect.element(page.getByText(/, 1 marked ▲/)).toBeVisible()
    await expect.element(page.getByText(/something to read/)).not.toBeInTheDocument()
  })
})

describe('a member of a group that is switched off', () => {
  const isOff = /Reserve: Left out: it is switched off\./

  /** Three members are switched on, and Reserve is not. */
  function deskWithOneOff(): MemoryDesk {
    const reserve = { ...account('reserve'), enabled: false }
    const desk = new MemoryDesk({
      accounts: [account('main'), account('swing'), account('third'), reserve],
    })
    for (const { id } of desk.accounts) desk.fill(id, 'positions', [[id, position()]])
    const members = desk.accounts.map(({ id }) => ({
      account: id,
      share: { kind: 'times' as const, times: '1' },
    }))
    desk.groups = [{ id: uuid(7), name: 'All four', colour: 'green', members }]
    desk.answers.placeOrders = ({ confirmation, orders }) =>
      ok({
        isTaken: true,
        intents: (orders as Ticket[]).map((ticket) =>
          intent({ account: ticket.account, accountName: ticket.account, ticket, confirmation }),
        ),
      })
    return desk
  }

  it('is named as left out in the ticket, the review, the outcome and its text', async () => {
    const time = await typed(deskWithOneOff())
    await button('All four').click()
    await asked(time)
    const ticket = page.getByRole('dialog')
    await expect.element(page.getByText('3 of 3 accounts')).toBeVisible()
    await expect.element(ticket).toMatchTextContent(isOff)
    await review().click()
    await expect.element(page.getByText(/, 1 left out/)).toBeVisible()
    await expect.element(ticket).toMatchTextContent(/Reserve: Left out: it is switched off\./)
    await button('Buy 300 INFY-EQ').click()
    await expect.element(page.getByText(/^Left out of the order:/)).toMatchTextContent(isOff)
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await button('Copy as text').click()
    expect(copied.mock.lastCall?.[0]).toMatch(
      /^Reserve\t\tLeft out\t\tLeft out: it is switched off\./m,
    )
  })

  it('is named so where the palette says whom an order goes to', async () => {
    await openWindow(deskWithOneOff())
    await expect.element(button('New order')).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: /^Order, command/ }).fill('buy 9 infy 1500 @allfour')
    await expect.element(page.getByText('Left out: Reserve. It is switched off.')).toBeVisible()
  })
})

it('a review of several accounts says once what is so of all of them', async () => {
  const desk = new MemoryDesk({ accounts: [account('main'), account('swing'), account('third')] })
  for (const { id } of desk.accounts) desk.fill(id, 'positions', [[id, position()]])
  const says = 'The books carry no last price: how far this price is from it was not checked.'
  desk.answers.previewOrders = ({ orders }) =>
    ok({
      ...desk.preview(orders as Ticket[]),
      problems: orders.map(({ account: id }, order) => ({
        ...{ order, field: 'pricing.price', level: 'note' as const, code: 'unknown' as const },
        message: `${desk.accounts.find((one) => one.id === id)!.name}: ${says}`,
      })),
    })
  await typed(desk)
  await review().click()
  await expect.element(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  const ticket = page.getByRole('dialog')
  await expect.element(ticket).toMatchTextContent(`3 orders, of Main, Swing, Third: ${says}`)
  expect(ticket.element().textContent.split(says)).toHaveLength(2)
})
