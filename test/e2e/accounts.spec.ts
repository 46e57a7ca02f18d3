import { addAccount, chooseInMenu, expect, showPanel, test } from './terminal.ts'
import { trade } from './trading.ts'

test('an account is added, tested, edited and deleted', async ({ terminal, practise }) => {
  const { page } = terminal
  const practice = await practise()
  await test.step('what is wrong is said at its field', async () => {
    await chooseInMenu(page, 'Accounts…')
    await page.getByRole('button', { name: 'Add account' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Main')
    await page.getByLabel('Broker code').fill('Z E')
    await page.getByLabel('Address of the service').fill('http://broker.example')
    await page.getByLabel('API key').fill('k')
    await page.getByLabel('API secret').fill('s')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByLabel('Broker code')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Address of the service')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Main')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.keyboard.press('Escape')
  })

  await addAccount(page, { name: 'Real one', url: practice.url })

  const accounts = page.getByRole('dialog', { name: 'Accounts', exact: true })
  const line = accounts.getByRole('listitem').filter({ hasText: 'Real one' })
  await line.getByRole('button', { name: 'Test' }).click()
  await expect(line).toContainText(/\d ms/)

  await line.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await expect(page.getByLabel('API key')).toHaveValue('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const renamed = accounts.getByRole('listitem').filter({ hasText: 'Renamed' })
  await expect(renamed).toBeVisible()

  await renamed.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  // It has open positions: that is said before it goes.
  await page.getByRole('button', { name: /all the same$/ }).click()
  await expect(renamed).toHaveCount(0)

  await test.step('wrong keys are said to be refused', async () => {
    await page.keyboard.press('Escape')
    await addAccount(page, { name: 'Wrong', url: practice.url, key: 'no', secret: 'no' })
    const wrong = accounts.getByRole('listitem').filter({ hasText: 'Wrong' })
    await wrong.getByRole('button', { name: 'Test' }).click()
    await expect(wrong).toContainText('The service refused the keys')
  })
})

test('trouble is said in plain words while the old rows stay, and a book of thousands draws only what is seen', async ({
  terminal: { page },
  practise,
}) => {
  const practice = await practise()
  await trade(page, practice)
  await test.step('trouble is said in plain words, and the old rows stay', async () => {
    const grid = page.getByRole('treegrid', { name: 'Positions' })
    const rows = await grid.getByRole('row').count()

    practice.faults.set({ name: 'html' })
    await expect(page.getByRole('button', { name: 'What to do' }).first()).toBeVisible()
    await expect(page.getByText('Old ·').first()).toBeVisible()
    expect(await grid.getByRole('row').count()).toBe(rows)
    await page.getByRole('button', { name: 'What to do' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')

    practice.faults.clear()
    await chooseInMenu(page, 'Refresh now')
    await expect(page.getByRole('button', { name: 'What to do' })).toHaveCount(0)
  })

  await test.step('a book of thousands of rows scrolls, and draws only what is seen', async () => {
    practice.faults.set({ name: 'huge-book', operation: 'OrderBook', rows: 5000 })
    await showPanel(page, 'Orders')
    const grid = page.getByRole('grid', { name: 'Orders' })
    await expect(grid).toHaveAttribute('aria-rowcount', /^5\d{3}$/)
    expect(await grid.getByRole('row').count()).toBeLessThan(120)
    await grid.focus()
    await page.keyboard.press('End')
    await expect(grid.locator('[aria-rowindex="5001"]')).toBeVisible()
  })
})
