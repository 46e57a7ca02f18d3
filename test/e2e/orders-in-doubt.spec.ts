import type { Locator, Page } from '@playwright/test'
import type { Practice } from '../../src/practice/server.ts'
import { expect, expectBooks, selectAccount, showPanel, test } from './terminal.ts'
import {
  agree,
  confirmButton,
  fill,
  openTicket,
  send,
  taken,
  ticketIn,
  trade,
  unlock,
} from './trading.ts'

const passphrase = 'a passphrase of the test'

/** What is found was entered when it was sent: the broker's clock has to go. */
const withClock = { speed: 1 }

test('an order in doubt is found, or waits for the person', async ({
  trader: { page, practice },
}) => {
  await test.step('an order that is rejected is told, and one that never arrived waits for the person', async () => {
    await test.step('one that the broker rejects after it was accepted is told once, and kept in the log', async () => {
      const ticket = await buy(page, { quantity: '9000', price: '840' })
      await expect(ticket).toContainText('Rejected')
      // Its ticket says it: it does not stand beside it once more.
      await expect(page.getByRole('alert').filter({ hasText: 'SBIN-EQ' })).toHaveCount(0)
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Alerts/ })
        .click()
      const log = page.getByRole('list', { name: 'Alerts', exact: true })
      await expect(log).toContainText('Rejected: BUY 9,000 SBIN-EQ')
      await ticket.getByRole('button', { name: 'Close' }).last().click()
    })

    await test.step('one that never arrived waits for the person, and is sent again only after their word', async () => {
      const before = taken(practice, 'PlaceMultiOrder').length
      practice.faults.set({ name: 'close-before', operation: 'PlaceMultiOrder', times: 1 })
      const ticket = await buy(page, { quantity: '13' })
      await expect(ticket).toContainText('In doubt')
      await ticket.getByRole('button', { name: 'Look at it' }).click()

      const doubts = page.getByRole('dialog', { name: 'Orders in doubt' })
      await doubts.getByRole('button', { name: 'Look again' }).click()
      await doubts.getByRole('button', { name: 'It did not arrive…' }).click()
      await doubts.getByRole('button', { name: 'It did not arrive', exact: true }).click()
      await expect(doubts).toContainText('Did not arrive')
      expect(taken(practice, 'PlaceMultiOrder')).toHaveLength(before)

      await doubts.getByRole('button', { name: 'Send again…' }).click()
      const again = ticketIn(page).filter({ hasNotText: 'Did not arrive' })
      await agree(again)
      await confirmButton(again).click()
      await expect(again).toContainText(/Accepted|Filled/)
      expect(
        taken(practice, 'PlaceMultiOrder')
          .slice(before)
          .map(({ data }) => data),
      ).toMatchObject([{ symbol: 'SBIN-EQ', quantity: '13' }])
    })
  })

  // As a window begins: without what the steps before left open.
  await page.reload()
  await expectBooks(page)

  await test.step('an order that two orders of the book could be is for the person to point at', async () => {
    const before = taken(practice, 'PlaceMultiOrder').length
    // While the book cannot be read, somebody else places the very same order.
    practice.faults.set({ name: 'html', operation: 'OrderBook' })
    practice.faults.set({ name: 'reset-after', operation: 'PlaceMultiOrder', times: 1 })
    const ticket = await buy(page, { quantity: '17' })
    await expect(ticket).toContainText('In doubt')
    await placeElsewhere(practice)
    practice.faults.clear()

    await ticket.getByRole('button', { name: 'Look at it' }).click()
    const doubts = page.getByRole('dialog', { name: 'Orders in doubt' })
    await doubts.getByRole('button', { name: 'Look again' }).click()
    const ours = taken(practice, 'PlaceMultiOrder')[before]!.orderids[0]!
    await expect(doubts.getByRole('button', { name: /^It is this one/ })).toHaveCount(2)
    await doubts.getByRole('button', { name: `It is this one: ${ours}` }).click()
    await expect(doubts).toContainText('Settled')
    await doubts.getByRole('button', { name: 'Close' }).last().click()
    await expect(ticket).toContainText(ours)
  })
})

test('orders whose answers are lost are found in the order book, also at the next start, and never sent twice', async ({
  open,
  practise,
}) => {
  const practice = await practise(withClock)
  const first = await open()
  await trade(first.page, practice, { passphrase })
  await showTheClock(first.page)

  await test.step('an order whose answer is lost is found in the order book, and never sent twice', async () => {
    practice.faults.set({ name: 'reset-after', operation: 'PlaceMultiOrder', times: 1 })
    const ticket = await buy(first.page, { quantity: '11' })
    await expect(ticket).toContainText('Found')
    const [, order, ...others] = taken(practice, 'PlaceMultiOrder')
    expect(others).toEqual([])
    await expect(ticket).toContainText(order!.orderids[0]!)
    await ticket.getByRole('button', { name: 'Close' }).last().click()
    expect(first.complaints).toEqual([])
  })

  await test.step('an order that was on the wire when the power failed is found at the next start', async () => {
    practice.faults.set({ name: 'hang', operation: 'PlaceMultiOrder' })
    const ticket = await buy(first.page, { quantity: '19' })
    await expect(ticket).toContainText('Sent')
    await expect.poll(() => taken(practice, 'PlaceMultiOrder').length).toBe(3)
    await first.kill()

    practice.faults.clear()
    const second = await open({ dataDir: first.dataDir })
    const { page } = second
    await expect(page.getByRole('button', { name: 'In doubt 1' })).toBeVisible()
    await unlock(page, passphrase)
    await expect(page.getByRole('button', { name: 'In doubt 1' })).toHaveCount(0)
    await selectAccount(page, 'Trader')
    await showPanel(page, 'Journal')
    const journal = page.getByRole('grid', { name: 'Journal' })
    const [, , order, ...others] = taken(practice, 'PlaceMultiOrder')
    const found = journal.getByRole('row', { name: /SBIN-EQ.*\b19\b/ }).filter({ hasText: 'Found' })
    await expect(found).toContainText(order!.orderids[0]!)
    expect(others).toEqual([])
    expect(second.complaints).toEqual([])
  })
})

/** By an order that is answered: the first one of a session may leave before a book is sure. */
async function showTheClock(page: Page): Promise<void> {
  const ticket = await buy(page, { quantity: '7' })
  await expect(ticket).toContainText(/Accepted|Filled/)
  await ticket.getByRole('button', { name: 'Close' }).last().click()
}

async function buy(
  page: Page,
  { quantity, price = '840' }: { quantity: string; price?: string },
): Promise<Locator> {
  const ticket = await openTicket(page, 'regular')
  await fill(ticket, { symbol: 'SBIN-EQ', quantity, price })
  await send(ticket)
  return ticket
}

async function placeElsewhere(practice: Practice): Promise<void> {
  const keys = { api_key: 'practice-1', api_secret: 'practice-1' }
  const data = {
    broker: 'PX',
    strategy: 'Elsewhere',
    exchange: 'NSE',
    symbol: 'SBIN-EQ',
    action: 'BUY',
    product: 'MIS',
    pricetype: 'LIMIT',
    quantity: '17',
    price: '840',
  }
  const orders = [{ ...keys, data }]
  const answer = await fetch(`${practice.url}/v1/PlaceMultiOrder`, {
    method: 'POST',
    body: JSON.stringify({ ...keys, data: { orders } }),
  })
  expect(answer.status).toBe(200)
}
