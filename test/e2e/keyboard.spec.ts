import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { expect, selectAccount, test } from './terminal.ts'
import { ticketIn } from './trading.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Order, command or symbol' })
const orders = (page: Page) => page.getByRole('grid', { name: 'Orders' })

/** One account of the built-in practice broker, whose market never closes, with its books read. */
async function practise(page: Page): Promise<void> {
  const positions = page.getByRole('treegrid', { name: 'Positions' })
  await expect(positions.getByRole('gridcell').first()).toBeVisible()
  await selectAccount(page, 'Practice one')
  await positions.focus()
}

async function say(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).fill(text)
}

test('orders go by the palette, and by shortcuts that can be changed', async ({ open }) => {
  const first = await open()
  await practise(first.page)
  const { page } = first
  await test.step('the palette opens the ticket that was said, and sends it at once, and once, only while armed', async () => {
    await say(page, 'buy 13 infy mkt cnc')
    await expect(page.getByRole('dialog', { name: 'Palette' })).toContainText('INFY-EQ')
    await page.keyboard.press('Enter')
    const ticket = ticketIn(page)
    await expect(ticket.getByLabel('Quantity', { exact: true })).toHaveValue('13')
    await page.keyboard.press('Escape')
    await expect(ticket).toBeHidden()

    await page.keyboard.press('Control+Shift+A')
    await page.getByRole('button', { name: /^Arm for/ }).click()
    await expect(page.getByRole('button', { name: /^Armed/ })).toBeVisible()
    // At a price of its own: one that follows the market asks again where that has moved meanwhile.
    await say(page, 'buy 17 infy limit 1560 cnc')
    await expect(page.getByRole('option', { name: /Send at once/ })).toBeVisible()
    // A key that is held down repeats itself.
    for (let press = 0; press < 5; press++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(ticket).toContainText(/Accepted|Filled/)
    await page.getByPlaceholder('Filter').last().waitFor()
    const sent = orders(page).getByRole('row').filter({ hasText: '/ 17' })
    await expect(sent).toHaveCount(1)
    await expect(orders(page).getByRole('row').filter({ hasText: '/ 13' })).toHaveCount(0)

    await page.keyboard.press('Control+Shift+X')
    await expect(page.getByRole('button', { name: /^Armed/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(ticket).toHaveCount(0)
    await page.getByRole('treegrid', { name: 'Positions' }).focus()
    expect(first.complaints).toEqual([])
  })

  await test.step('shortcuts can be changed, not to keys that are taken, and stay through a restart and a file', async () => {
    await page.keyboard.press('Shift+?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByRole('button', { name: 'New order: N. Change' }).click()
    await page.keyboard.press('p')
    await expect(dialog).toContainText('‘Pause or resume reading’ has these keys.')
    await page.keyboard.press('o')
    await expect(dialog.getByRole('button', { name: 'New order: O. Change' })).toBeVisible()
    // Nothing behind the dialog heard any of it.
    await expect(ticketIn(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Resume', exact: true })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export…' }).click()
    // It goes with the window that saved it.
    const buffer = await readFile(await (await download).path())
    expect(JSON.parse(buffer.toString())).toMatchObject({ keys: { 'order.new': 'O' } })
    await first.stop()

    const second = await open({ dataDir: first.dataDir })
    await practise(second.page)
    await second.page.keyboard.press('n')
    await second.page.keyboard.press('o')
    await expect(ticketIn(second.page)).toHaveCount(1)
    await second.page.keyboard.press('Escape')
    await second.page.getByRole('treegrid', { name: 'Positions' }).focus()
    await second.page.keyboard.press('Shift+?')
    const again = second.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await again.getByRole('button', { name: 'Reset all' }).click()
    await again.getByRole('button', { name: 'Really reset all' }).click()
    await expect(again.getByRole('button', { name: 'New order: N. Change' })).toBeVisible()
    await again.getByLabel('File of shortcuts').setInputFiles({
      name: 'shortcuts.json',
      mimeType: 'application/json',
      buffer,
    })
    await expect(again.getByRole('button', { name: 'New order: O. Change' })).toBeVisible()
  })
})
