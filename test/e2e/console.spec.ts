import type { Page } from '@playwright/test'
import { chooseInMenu, expect, openPanel, test } from './terminal.ts'
import { agree, confirmButton, taken, trade, unlock } from './trading.ts'

test('baskets are kept in their panel, and every operation is run from the console', async ({
  trader: { page, practice },
}) => {
  await test.step('baskets are kept in a panel, where they are opened, renamed, copied and deleted', async () => {
    await openPanel(page, 'Baskets')
    await expect(page.getByText(/A basket is a list of orders that you keep/)).toBeVisible()
    await page.getByRole('button', { name: 'New basket' }).click()
    const basket = page.getByRole('dialog', { name: 'Basket' })
    await basket.getByLabel('Name of the basket').fill('Morning')
    await basket
      .getByRole('textbox', { name: /symbol/i })
      .or(basket.getByRole('combobox', { name: /symbol/i }))
      .first()
      .fill('INFY-EQ')
    await basket
      .getByLabel(/quantity/i)
      .first()
      .fill('5')
    await basket
      .getByLabel(/^(limit )?price/i)
      .first()
      .fill('1500')
    await basket.getByRole('button', { name: 'Save', exact: true }).click()
    const list = page.getByRole('table', { name: 'Baskets' })
    const row = (name: string) => list.getByRole('row', { name: new RegExp(`^${name}`) })
    await expect(row('Morning')).toContainText('Trader')
    // Kept as it stands it closes at once; with a change that is not kept it asks.
    await page.keyboard.press('Escape')
    await expect(basket).toHaveCount(0)
    await row('Morning').getByRole('button', { name: 'Open' }).click()
    await basket
      .getByLabel(/quantity/i)
      .first()
      .fill('6')
    await page.keyboard.press('Escape')
    await basket.getByRole('button', { name: 'Discard' }).click()
    await expect(basket).toHaveCount(0)

    await row('Morning').getByRole('button', { name: 'Duplicate' }).click()
    await row('Morning copy').getByRole('button', { name: 'Rename' }).click()
    await list.getByLabel('New name of Morning copy').fill('Evening')
    await page.keyboard.press('Enter')
    // The field has the new name before the basket does.
    await expect(list.getByLabel('New name of Morning copy')).toHaveCount(0)
    await expect(row('Evening')).toBeVisible()
    const download = page.waitForEvent('download')
    await row('Evening').getByRole('button', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toBe('Evening.csv')
    await row('Evening').getByRole('button', { name: 'Delete' }).click()
    await row('Evening')
      .getByRole('button', { name: /Delete .*for good/ })
      .click()
    await expect(row('Evening')).toHaveCount(0)
    await row('Morning').getByRole('button', { name: 'Morning', exact: true }).click()
    await expect(basket.getByLabel('Name of the basket')).toHaveValue('Morning')
    await page.keyboard.press('Escape')
    await expect(basket).toHaveCount(0)
  })

  await test.step('every operation is run from the console: reads as they came, orders and exits by the one door', async () => {
    await openPanel(page, 'Console')
    const form = page.getByRole('region', { name: 'Operation' })
    const output = page.getByRole('region', { name: 'Request and answer' })
    const operation = form.getByLabel('Operation')
    await expect(operation.getByRole('option')).toHaveCount(17)
    await form.getByLabel('Account', { exact: true }).selectOption({ label: 'Trader · PX' })

    // A read: the request to the byte before it is sent, and then the answer in all its forms.
    await operation.selectOption('AllPositions')
    await form.getByRole('button', { name: 'Run' }).click()
    await expect(form.getByText('symbol is missing')).toBeVisible()
    await operation.selectOption('OrderBook')
    const request = output.locator('pre[aria-label=Request]')
    await expect(request).toContainText(`POST ${practice.url}/v1/OrderBook`)
    await expect(request).toContainText('"api_secret": "••••"')
    await form.getByRole('button', { name: 'Run' }).click()
    await expect(output.getByText('HTTP 200')).toBeVisible()
    await expect(output.getByRole('columnheader', { name: 'orderentrytime' })).toBeAttached()
    await output.getByText('As it came').click()
    await expect(output.locator('pre[aria-label=Answer]')).toContainText('"status":"success"')

    // An order: what will be sent is not what was typed, and that is said before.
    await operation.selectOption('PlaceMultiOrder')
    for (const [field, value] of Object.entries({
      symbol: 'INFY-EQ',
      quantity: '5',
      price: '01530',
    }))
      await form.getByLabel(field, { exact: true }).fill(value)
    for (const [field, word] of Object.entries({
      exchange: 'NSE',
      action: 'BUY',
      pricetype: 'LIMIT',
      product: 'MIS',
    }))
      await form.getByLabel(field, { exact: true }).selectOption(word)
    await expect(form.getByRole('row', { name: 'price 01530 1530' })).toBeVisible()
    await expect(request).toContainText('"price": "1530"')
    const before = taken(practice, 'PlaceMultiOrder').length
    await form.getByRole('button', { name: 'Review…' }).click()
    await agree(form)
    expect(taken(practice, 'PlaceMultiOrder')).toHaveLength(before)
    await confirmButton(form).click()
    await expect(form.getByText(/^(Accepted|Filled)/).first()).toBeVisible()
    expect(taken(practice, 'PlaceMultiOrder')).toHaveLength(before + 1)
    await form.getByRole('button', { name: 'Close' }).click()

    // An exit goes through its own confirmation.
    await operation.selectOption('CancelAllOrder')
    await form.getByRole('button', { name: 'Cancel orders…' }).click()
    const exit = page.getByRole('dialog', { name: 'Exit' })
    await exit.getByRole('button', { name: 'Cancel orders' }).click()
    await expect.poll(() => taken(practice, 'CancelAllOrder').length).toBe(1)
    await expect(page.getByText(/No orders left|without orders/).first()).toBeVisible()
    await page.keyboard.press('Escape')

    // All of it is in the history, and can be found and filled in again.
    await output.getByRole('tab', { name: /History/ }).click()
    await expect(output.getByRole('listitem')).toHaveCount(3)
    await output.getByLabel('Search the history').fill('infy accepted')
    await expect(output.getByRole('listitem')).toHaveCount(1)
    await output.getByRole('button', { name: 'Run PlaceMultiOrder again' }).click()
    await expect(form.getByLabel('quantity', { exact: true })).toHaveValue('5')

    // The stop holds for the console as for everything else.
    await page.getByRole('button', { name: /^Stop/ }).click()
    await expect(form.getByText(/stop/i).first()).toBeVisible()
    await expect(form.getByRole('button', { name: 'Review…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})

test('the last known books are there without a connection, marked as old, until there is one', async ({
  open,
  practise,
}) => {
  const practice = await practise()
  const { port } = new URL(practice.url)
  const passphrase = 'correct horse battery'
  const first = await open()
  await trade(first.page, practice, { passphrase })
  const cells = (page: Page) =>
    page.getByRole('treegrid', { name: 'Positions' }).getByRole('gridcell')
  const symbol = (await cells(first.page).filter({ hasText: '-EQ' }).first().textContent())!.trim()
  await first.stop()
  await practice.stop()

  const { page } = await open({ dataDir: first.dataDir })
  await unlock(page, passphrase)
  await expect(cells(page).filter({ hasText: symbol }).first()).toBeVisible()
  await expect(page.getByText(/from (yesterday )?\d\d:\d\d/).first()).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(/Day P&L\s*–/)

  await practise({ port: Number(port) })
  await chooseInMenu(page, 'Refresh now')
  await expect(page.getByText(/from (yesterday )?\d\d:\d\d/)).toHaveCount(0)
  await expect(page.getByRole('banner')).toContainText(/Day P&L\s*[+−₹0-9]/)
})
