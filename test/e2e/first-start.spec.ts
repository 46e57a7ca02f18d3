import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseInMenu, expect, showPanel, test } from './terminal.ts'

test('the first start shows moving practice books, the next one what was chosen, and a damaged layout is laid out anew', async ({
  open,
}) => {
  const first = await open()
  const workspace = join(first.dataDir, 'workspace.json')
  await test.step('moving practice books with nothing typed', async () => {
    const { page, complaints } = first
    const positions = page.getByRole('treegrid', { name: 'Positions' })
    await expect(positions.getByRole('gridcell').first()).toBeVisible()
    await expect(page.getByText('Practice', { exact: true })).toBeVisible()
    const before = await positions.innerText()
    await expect.poll(() => positions.innerText()).not.toBe(before)

    // All six books are behind its tabs.
    for (const title of ['Positions', 'Holdings', 'Orders', 'Trades']) {
      await showPanel(page, title)
      const grid = page.getByRole(title === 'Positions' ? 'treegrid' : 'grid', { name: title })
      await expect(grid.getByRole('gridcell').first()).toBeVisible()
    }
    await showPanel(page, 'Funds')
    await expect(page.getByText('Opening balance')).toBeVisible()
    await showPanel(page, 'Account')
    await expect(page.getByText('Exchanges').first()).toBeVisible()
    expect(complaints).toEqual([])
  })

  await test.step('the page itself asks for the font of its first frame', async () => {
    const askedBy = await first.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/inter-'))
        .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
    )
    expect(askedBy).toEqual(['link', 'link'])
  })

  await test.step('shows one account or all of them, and pauses and resumes', async () => {
    const { page } = first
    await showPanel(page, 'Positions')
    const grid = page.getByRole('treegrid', { name: 'Positions' })
    await expect(grid).toContainText('Practice one')
    await expect(grid).toContainText('Practice two')
    await page.getByLabel('Account shown').click()
    await page.getByRole('listbox').getByRole('option', { name: 'Practice two' }).click()
    await expect(grid).not.toContainText('Practice one')
    await expect(grid.getByRole('gridcell').first()).toBeVisible()

    await chooseInMenu(page, 'Pause reading')
    await expect(page.getByText('reading paused')).toBeVisible()
    // Two intervals later the panel owns up to its age; those of before it was looked at are longer.
    await expect(page.getByText('Paused ·').first()).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('reading paused')).toBeHidden()
    await expect(page.getByText('Paused ·')).toHaveCount(0)
    expect(first.complaints).toEqual([])
  })

  await test.step('theme, density, account and layout are remembered', async () => {
    await first.page.getByRole('button', { name: 'Accounts, settings' }).click()
    await first.page.getByRole('menuitemradio', { name: 'Light' }).click()
    await first.page.getByRole('menuitemradio', { name: 'Normal' }).click()
    await first.page.keyboard.press('Escape')
    await first.page.getByLabel('Account shown').click()
    await first.page.getByRole('listbox').getByRole('option', { name: 'Practice one' }).click()
    await expect(first.page.getByLabel('Account shown')).toContainText('Practice one')
    await showPanel(first.page, 'Trades')
    await expect(first.page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(first.page.getByRole('grid', { name: 'Trades' })).toBeVisible()
    // The layout is written a moment after the last change to it.
    await expect.poll(() => readFile(workspace, 'utf8')).toMatch(/activeView\W+trades/)
    await first.stop()

    const second = await open({ dataDir: first.dataDir })
    await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(second.page.getByLabel('Account shown')).toContainText('Practice one')
    await expect(second.page.getByRole('grid', { name: 'Trades' })).toBeVisible()
    await expect(second.page.getByRole('grid', { name: 'Orders' })).toHaveCount(0)
    expect(second.complaints).toEqual([])
    await second.stop()
  })

  await test.step('the panels are laid out anew where the saved layout is damaged', async () => {
    const saved = JSON.parse(await readFile(workspace, 'utf8')) as {
      value: { windows: { layout: string }[] }
    }
    saved.value.windows[0]!.layout = '{"grid":{"root":7'
    await writeFile(workspace, JSON.stringify(saved))

    const { page } = await open({ dataDir: first.dataDir })
    await expect(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByText(/layout/i).first()).toBeVisible()
  })
})

/** The scripts that the page asks for by itself, the largest first. */
async function firstScripts(): Promise<string[]> {
  const page = await readFile('out/renderer/index.html', 'utf8')
  const fetched = [...page.matchAll(/modulepreload" crossorigin href="\.(.*?)"/g)]
  const texts = await Promise.all(
    fetched.map(([, path]) => readFile(`out/renderer${path}`, 'utf8')),
  )
  return texts.toSorted((one, other) => other.length - one.length)
}

test('the deck is drawn by code that the browser is told to compile as it comes', async () => {
  const [largest = '', second = ''] = await firstScripts()
  for (const text of [largest, second])
    expect(text.split('\n', 1)).toEqual(['//# allFunctionsCalledOnLoad'])
  // Two are compiled side by side only where neither is most of it.
  expect(largest.length).toBeLessThan(3 * second.length)
})

test('the error that Svelte makes as it begins stands in a file that is read again at no cost', async () => {
  const withError = (await firstScripts()).filter((text) => text.includes('StaleReactionError'))
  expect(withError.map(({ length }) => length < 20_000)).toEqual([true])
})
