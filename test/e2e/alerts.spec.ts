import type { Page } from '@playwright/test'
import { chooseInMenu, expect, test } from './terminal.ts'
import { fill, openTicket, placeElsewhere, send, trade } from './trading.ts'

const toast = (page: Page, title: string | RegExp) =>
  page.getByRole('group', { name: 'Alerts' }).locator('section').filter({ hasText: title })
const log = (page: Page) => page.getByRole('list', { name: 'Alerts', exact: true })
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Alerts/ })

test('fills, rejections, orders from elsewhere and prices are told, and the log outlives the window', async ({
  open,
  practise,
}) => {
  const practice = await practise()
  const first = await open()
  const { page } = first
  await trade(page, practice)

  // Below the market: its ticket, which would tell of a fill, is closed before there is one.
  await buy(page, { quantity: '7', price: '800' })
  practice.setPrice('NSE', 'SBIN-EQ', 799)
  practice.advance(5000)
  // Orders of the morning may fill in the same moment, and are told with it.
  // One look is enough for both: the card goes by itself.
  const filled = toast(page, 'BUY 7 SBIN-EQ').filter({ hasText: 'Trader' })
  await expect(filled).toContainText('Filled: ')

  await buy(page, { quantity: '9000', price: '840' }, 'Rejected')
  // Its ticket said it; the log has it all the same.
  await expect(toast(page, 'Rejected: BUY 9,000 SBIN-EQ')).toHaveCount(0)

  await placeElsewhere(practice)
  practice.advance(5000)
  // The rejected order of the same share might have been made anew under that number.
  const elsewhere = toast(page, 'Perhaps not from here: BUY 17 SBIN-EQ filled')
  await expect(elsewhere).toContainText('Trader')
  // Beside a notice there may be room for one alone.
  await elsewhere.getByRole('button', { name: 'Dismiss the alert' }).click()

  await setPriceAlert(page, { price: '950', note: 'Take some off' })
  practice.setPrice('NSE', 'SBIN-EQ', 955)
  // This card, too, goes by itself: whoever comes back to it may find none.
  await expect(toast(page, 'SBIN-EQ is at or above 950')).toContainText('Take some off')

  await bell(page).click()
  await page.getByRole('button', { name: 'How they are told' }).click()
  await page.getByLabel('Filled: on screen').uncheck()
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await buy(page, { quantity: '3', price: '999' })
  practice.advance(5000)
  await expect(log(page)).toContainText('BUY 3 SBIN-EQ')
  await expect(toast(page, 'BUY 3 SBIN-EQ')).toHaveCount(0)
  await expect(log(page)).toContainText('BUY 7 SBIN-EQ')
  await page.getByLabel('Kind').selectOption({ label: 'Price' })
  await expect(log(page).getByRole('listitem')).toHaveCount(1)
  await first.kill()

  const second = await open({ dataDir: first.dataDir })
  await expect(bell(second.page)).toHaveAccessibleName(/\d+ not read/)
  await bell(second.page).click()
  await expect(log(second.page)).toContainText('Perhaps not from here: BUY 17 SBIN-EQ filled')
  await expect(log(second.page)).toContainText('Rejected: BUY 9,000 SBIN-EQ')
  await second.page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(second.page)).toHaveAccessibleName('Alerts')
  await second.page.getByRole('button', { name: /^Price alerts/ }).click()
  await expect(second.page.getByRole('list', { name: 'Price alerts' })).toContainText(
    'Reached, and switched off',
  )
})

test('trouble with an account is told when it begins and when it is over, and so is a loss', async ({
  trader: { page, practice },
}) => {
  test.slow()

  // What was never read does not become old.
  const positions = page.getByRole('treegrid', { name: 'Positions' })
  await expect(positions.getByRole('row', { name: /SBIN-EQ/ }).first()).toBeVisible()
  await bell(page).click()
  practice.faults.set({ name: 'hang', operation: 'PositionBook' })
  // Its card goes, or never comes, once the line under the bar says that no answer came in time.
  await expect(log(page)).toContainText('Old positions: Trader')
  practice.faults.clear()
  // Of good news the latest has a card: something else may be filled in the same moment.
  await expect(log(page)).toContainText('Fresh again: Trader')

  practice.faults.set({ name: 'keys-refused-401' })
  // The line under the bar says it for as long as it is so, and what to do; a card would say it again.
  await expect(page.getByText(/^Keys refused\. /)).toBeVisible()
  await expect(log(page)).toContainText('Keys refused: Trader')
  await expect(toast(page, 'Keys refused: Trader')).toHaveCount(0)
  practice.faults.clear()
  await chooseInMenu(page, 'Refresh now')
  await expect(log(page)).toContainText('Keys accepted again: Trader')

  await chooseInMenu(page, 'Accounts…')
  const accounts = page.getByRole('dialog', { name: 'Accounts', exact: true })
  const line = accounts.getByRole('listitem').filter({ hasText: 'Trader' })
  await line.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Loss of the day').fill('10000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(line).toBeVisible()
  await page.keyboard.press('Escape')
  practice.setPrice('NSE', 'SBIN-EQ', 100)
  await expect(toast(page, 'Loss limit reached: Trader')).toContainText('only exits are sent')
})

async function buy(
  page: Page,
  order: { quantity: string; price: string },
  became: string | RegExp = /Accepted|Filled/,
): Promise<void> {
  const ticket = await openTicket(page, 'regular')
  await fill(ticket, { symbol: 'SBIN-EQ', ...order })
  await send(ticket)
  await expect(ticket).toContainText(became)
  await ticket.getByRole('button', { name: 'Close', exact: true }).first().click()
}

/** From the menu of a row. */
async function setPriceAlert(page: Page, of: { price: string; note: string }): Promise<void> {
  const row = page
    .getByRole('treegrid', { name: 'Positions' })
    .getByRole('row', { name: /SBIN-EQ/ })
  await row.first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Alert at a price/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Alert at a price' })
  await expect(dialog.getByRole('combobox', { name: 'Symbol' })).toHaveValue('SBIN-EQ')
  await dialog.getByLabel('At or above').check()
  await dialog.getByLabel('Price', { exact: true }).fill(of.price)
  await dialog.getByLabel('Note').fill(of.note)
  await dialog.getByRole('button', { name: 'Set the alert' }).click()
  await expect(dialog).toHaveCount(0)
}
