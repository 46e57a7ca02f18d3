import { readFile } from 'node:fs/promises'
import { clearToasts, expect, test } from './terminal.ts'
import { trade } from './trading.ts'

test('a book is arranged by mouse and keys, grouped, filtered and saved, and is so after a restart', async ({
  open,
  practise,
}) => {
  const terminal = await open()
  const { page } = terminal
  await trade(page, await practise())
  await clearToasts(page)
  // By underlying at first.
  await expect(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
  await page.getByRole('button', { name: /^Group positions/ }).click()
  await page.getByRole('menuitemradio', { name: 'Not at all' }).click()
  const grid = page.getByRole('grid', { name: 'Positions' })
  const header = (name: string) => grid.getByRole('columnheader', { name, exact: true })
  const titles = () =>
    grid
      .getByRole('columnheader')
      .allTextContents()
      .then((all) => all.map((text) => text.trim()).filter((text) => text !== ''))
  const width = (name: string) =>
    header(name).evaluate((cell) => cell.getBoundingClientRect().width)

  // By mouse: an edge is dragged, a header is dragged.
  const before = await width('Avg')
  const edge = (await header('Avg').boundingBox())!
  await page.mouse.move(edge.x + edge.width - 1, edge.y + 10)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width + 39, edge.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => width('Avg')).toBeGreaterThan(before + 30)
  await header('LTP').dragTo(header('Net qty'))
  await expect
    .poll(async () => (await titles()).slice(0, 4))
    .toEqual(['Symbol', 'Product', 'LTP', 'Net qty'])

  // By keys: up to the headers, one to the right, sorted, hidden by its menu.
  await grid.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(header('Product')).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Hide' }).press('Enter')
  await expect(header('Product')).toHaveCount(0)

  // What is shown is what is saved, with figures that a spreadsheet reads.
  await page.getByRole('button', { name: 'Filter positions by column' }).click()
  await page.getByRole('textbox', { name: 'Filter by Net qty' }).fill('>0')
  await expect(page.getByText(/\d+ of \d+ shown/)).toBeVisible()
  const shown = await grid
    .getByRole('row')
    .filter({ hasNot: page.locator('[role=columnheader], input') })
    .count()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export positions as CSV' }).click(),
  ])
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toMatch(/^\uFEFFSymbol,LTP,Net qty,Avg,/)
  expect(lines).toHaveLength(shown)
  for (const line of lines) expect(line).toMatch(/^[^,]+,\d+(\.\d+)?,\d+,/)

  // Groups have sums, and close.
  await page.getByRole('button', { name: /^Group positions/ }).click()
  await page.getByRole('menuitemradio', { name: 'By product' }).click()
  const tree = page.getByRole('treegrid', { name: 'Positions' })
  const group = tree.locator('[role=row][aria-expanded]').first()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await group.click()
  await expect(group).toHaveAttribute('aria-expanded', 'false')

  // A restart finds all of it.
  await expect.poll(() => page.getByRole('button', { name: '1 filter' }).count()).toBe(1)
  await terminal.stop()
  const again = await open({ dataDir: terminal.dataDir })
  const restored = again.page.getByRole('treegrid', { name: 'Positions' })
  await expect(restored).toBeVisible()
  await expect(restored.getByRole('columnheader', { name: 'Product', exact: true })).toHaveCount(0)
  await expect(again.page.getByRole('textbox', { name: 'Filter by Net qty' })).toHaveValue('>0')
  expect([...terminal.complaints, ...again.complaints]).toEqual([])
})
