import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { addAccount, expect, test } from './terminal.ts'
import { chooseSymbol, openTicket, send, ticketIn, trade, unlock } from './trading.ts'

test('an exported account comes back after it was deleted, and works with its keys', async ({
  open,
  practise,
}) => {
  const practice = await practise()
  const { page, dataDir } = await open()
  await addAccount(page, { name: 'Everyday', url: practice.url, passphrase: 'open my keys' })
  const accounts = page.getByRole('dialog', { name: 'Accounts', exact: true })
  await accounts.getByRole('button', { name: 'Export…' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export accounts' })
  await exporting.getByRole('checkbox', { name: /Put the keys in too/ }).check()
  await exporting.getByLabel('Passphrase of the file').fill('correct horse')
  await exporting.getByLabel('Once more').fill('correct horse')
  await exporting.getByLabel('Passphrase of your keys').fill('open my keys')
  await exporting.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Keys exported: Everyday')).toBeVisible()
  const [name = ''] = await readdir(join(dataDir, 'exports'))
  const file = join(dataDir, 'exports', name)
  expect((await readFile(file)).includes('Everyday')).toBe(false)

  const line = accounts.getByRole('listitem').filter({ hasText: 'Everyday' })
  await line.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  // It has open positions: that is said before it goes.
  await page.getByRole('button', { name: /all the same$/ }).click()
  await expect(line).toHaveCount(0)

  await accounts.getByRole('button', { name: 'Import…' }).click()
  const importing = page.getByRole('dialog', { name: 'Import accounts' })
  await importing.getByLabel('File', { exact: true }).setInputFiles(file)
  await importing.getByLabel('Passphrase of the file').fill('wrong horse')
  await importing.getByRole('button', { name: 'Open' }).click()
  await expect(importing).toContainText('does not open the file')
  await importing.getByLabel('Passphrase of the file').fill('correct horse')
  await importing.getByRole('button', { name: 'Open' }).click()
  await expect(importing.getByLabel('What becomes of Everyday')).toHaveValue('both')
  await expect(importing.getByLabel('What becomes of Practice one')).toHaveValue('skip')
  await importing.getByRole('button', { name: 'Import' }).click()
  await line.getByRole('button', { name: 'Test' }).click()
  await expect(line).toContainText(/\d ms/)
  await expect(accounts.getByRole('listitem').filter({ hasText: 'Practice one' })).toHaveCount(1)
})

test('presets fill tickets, recent symbols come first, and a ticket opens where the last one stood', async ({
  open,
  practise,
}) => {
  const practice = await practise()
  const first = await open()
  const { page } = first
  await trade(page, practice, { passphrase: 'correct horse' })
  const ticket = await openTicket(page, 'regular')
  await chooseSymbol(ticket, 'SBIN-EQ')
  await ticket.getByRole('radio', { name: 'CNC' }).check()
  await ticket.getByLabel('Quantity', { exact: true }).fill('3')
  await ticket.getByLabel('Limit price').fill('845.05')
  const presets = page.getByRole('dialog', { name: 'Presets of tickets' })
  // Remarks on the price come above the button, and may move it from under a press.
  await expect(async () => {
    await ticket.getByRole('button', { name: 'Save as preset…' }).click({ timeout: 5000 })
    await expect(presets).toBeVisible({ timeout: 5000 })
  }).toPass()
  await presets.getByLabel('Name', { exact: true }).fill('Bank shares')
  await presets.getByLabel('Symbols').fill('SBI*')
  await presets.getByRole('button', { name: 'Save preset' }).click()
  await expect(presets).toContainText('CNC, LIMIT, 3 units')
  await presets.getByRole('button', { name: 'Close' }).click()
  await send(ticket)
  await expect(ticket).toContainText(/Accepted|Filled/)

  const head = ticket.locator('.head').first()
  const box = (await head.boundingBox())!
  await page.mouse.move(box.x + 150, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 250, box.y + 60, { steps: 4 })
  await page.mouse.up()
  const left = (await ticket.boundingBox())!
  await ticket.getByRole('button', { name: 'Close' }).last().click()
  await first.stop()

  const again = await open({ dataDir: first.dataDir })
  await unlock(again.page, 'correct horse')
  const next = await openTicket(again.page, 'regular')
  const there = (await next.boundingBox())!
  expect([Math.round(there.x), Math.round(there.y)]).toEqual([
    Math.round(left.x),
    Math.round(left.y),
  ])
  const symbol = next.getByRole('combobox', { name: 'Symbol' })
  await symbol.press('ArrowDown')
  await expect(
    next.getByRole('listbox', { name: 'Symbol' }).getByRole('option').first(),
  ).toContainText('SBIN-EQ')
  await symbol.press('Enter')
  await expect(symbol).toHaveValue('SBIN-EQ')
  await expect(next).toContainText('From preset Bank shares')
  await expect(next.getByLabel('Quantity', { exact: true })).toHaveValue('3')
  await expect(next.getByRole('radio', { name: 'CNC' })).toBeChecked()
  await next.getByRole('button', { name: 'Take back' }).click()
  await expect(next.getByLabel('Quantity', { exact: true })).toHaveValue('')
  await expect(next.getByRole('radio', { name: 'MIS' })).toBeChecked()
  // What a person typed is theirs.
  await next.getByLabel('Quantity', { exact: true }).fill('9')
  await expect(ticketIn(again.page)).not.toContainText('From preset')
  expect(again.complaints).toEqual([])
})
