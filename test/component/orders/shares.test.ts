import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AccountGroup } from '../../../src/shared/accounts/groups.ts'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { uuid } from '../../unit/renderer/intents.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import type { FakeTime } from '../../unit/renderer/fake-time.ts'
import { openWindow, settled } from '../window.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const review = () => button(/^Review/)

const ofFunds = { percent: '25', funds: '100000' }

/** Main takes of its funds, Swing of a sum, and of Reserve nothing is known. */
function deskWithShares(): MemoryDesk {
  const desk = new MemoryDesk({
    accounts: [account('main'), account('swing'), account('reserve')],
  })
  for (const { id } of desk.accounts) desk.fill(id, 'positions', [[id, position()]])
  const members: AccountGroup['members'] = [
    { account: 'main', share: { kind: 'funds', percent: '25' } },
    { account: 'swing', share: { kind: 'sum', percent: '50' } },
    { account: 'reserve', share: { kind: 'funds', percent: '10' } },
  ]
  desk.groups = [{ id: uuid(7), name: 'By money', colour: 'green', members }]
  desk.fundsAfter = { main: 75_489.6, swing: 'margin' }
  const units: Record<string, string> = { main: '16', swing: '65' }
  desk.answers.previewShares = ({ orders }) =>
    ok(
      (orders as Ticket[]).map(({ account: id }) => ({
        account: id,
        units: units[id] ?? '0',
        isLeftOut: units[id] === undefined,
        says: units[id] === undefined ? 'Left out: its funds are not known.' : 'A part.',
        ofFunds: id === 'main' ? ofFunds : null,
      })),
    )
  return desk
}

async function typed(desk: MemoryDesk): Promise<FakeTime> {
  const time = await openWindow(desk)
  await button('New order').click()
  await page.getByRole('menuitem', { name: 'Regular' }).click()
  await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
  await field('Limit price').fill('1531.90')
  await expect.element(field('Sum')).not.toBeInTheDocument()
  await button('By money').click()
  await field('Sum').fill('2,00,000')
  return time
}

describe('a ticket for a group that takes parts of money', () => {
  it('asks what they buy, and sends that without a quantity for all', async () => {
    const desk = deskWithShares()
    const time = await typed(desk)
    await settled()
    time.pass(80)
    expect(desk.called('previewShares').at(-1)).toMatchObject({
      shares: [
        { percent: '25', sum: null },
        { percent: '50', sum: '200000' },
        { percent: '10', sum: null },
      ],
    })
    await expect
      .element(page.getByText('Left out: its funds are not known.', { exact: false }))
      .toBeVisible()
    await expect
      .element(page.getByLabelText('Quantity for Main'))
      .toHaveAttribute('placeholder', '16')
    await expect.element(field('Quantity')).toHaveAttribute('placeholder', 'by their shares')
    time.pass(80)
    await expect.element(review()).toBeEnabled()
    await expect.element(page.getByText('2 of 3 accounts')).toBeVisible()
    await review().click()
    await expect.element(page.getByText('Funds after: ₹75,489.60')).toBeVisible()
    await expect
      .element(page.getByText(/^Funds after of Swing: not known, as each broker/))
      .toBeVisible()
    await expect
      .element(page.getByText('Left out: its funds are not known.', { exact: false }))
      .toBeVisible()
    await button('Buy 81 INFY-EQ').click()
    expect(desk.called('placeOrders')).toMatchObject([
      {
        orders: [
          { account: 'main', quantity: '16', ofFunds },
          { account: 'swing', quantity: '65' },
        ],
      },
    ])
    await expect
      .element(page.getByText(/^Left out of the order:/))
      .toMatchTextContent(/Reserve: Left out: its funds are not known\./)
  })

  it('takes no quantity that would be nobody’s, and keeps what was typed for when it is somebody’s', async () => {
    const desk = deskWithShares()
    const time = await openWindow(desk)
    await button('New order').click()
    await page.getByRole('menuitem', { name: 'Regular' }).click()
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await field('Limit price').fill('1531.90')
    await field('Quantity').fill('10')
    await button('By money').click()
    await field('Sum').fill('2,00,000')
    await settled()
    time.pass(80)
    await expect.element(field('Quantity')).toBeDisabled()
    await expect.element(field('Quantity')).toHaveValue('')
    await expect.element(field('Quantity')).toHaveAttribute('placeholder', 'by their shares')
    await page.getByLabelText('Quantity for Main').fill('3')
    await page.getByLabelText('Quantity for Swing').fill('4')
    await page.getByLabelText('Quantity for Reserve').fill('5')
    await expect.element(field('Quantity')).toHaveValue('10')
    await expect.element(field('Quantity')).toBeEnabled()
  })

  it('lays no amount of one account alone beside the quantity of several', async () => {
    const desk = deskWithShares()
    const time = await openWindow(desk)
    await button('New order').click()
    await page.getByRole('menuitem', { name: 'Regular' }).click()
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await field('Limit price').fill('1500')
    await field('Quantity').fill('10')
    await page.getByRole('button', { name: 'Untick all' }).click()
    await page.getByRole('checkbox', { name: /^Main/ }).click()
    time.pass(80)
    const beside = () => document.querySelector('.amount')?.textContent
    await expect.poll(beside).toContain('₹15,000.00')
    await page.getByRole('checkbox', { name: /^Swing/ }).click()
    time.pass(80)
    await expect.element(page.getByText('₹30,000.00').first()).toBeVisible()
    expect(beside()).not.toContain('₹')
  })

  it('cannot be sent while the desk does not say what they buy, and says so', async () => {
    const desk = deskWithShares()
    desk.answers.previewShares = () => fail('internal', 'No figures today.')
    const time = await typed(desk)
    await settled()
    time.pass(80)
    await expect.element(page.getByText(/No figures today/)).toBeVisible()
    await expect.element(review()).toBeDisabled()
    expect(desk.called('previewOrders')).toEqual([])
  })
})
