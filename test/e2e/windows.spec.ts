import type { BrowserContext, Page } from '@playwright/test'
import { expect, showPanel, test } from './terminal.ts'
import { listenTo } from './hosts.ts'

/** Presses a key that opens a window, and waits for that. */
async function opening(page: Page, act: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), act()])
  await expect(opened.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
  return opened
}

const newWindow = (page: Page): Promise<Page> => opening(page, () => page.keyboard.press('Alt+n'))

const account = (page: Page) => page.getByLabel('Account shown')

async function select(page: Page, name: string): Promise<void> {
  await account(page).click()
  await page.getByRole('listbox').getByRole('option', { name }).click()
}

/** The other windows of a browser, once there are so many. */
async function others(context: BrowserContext, page: Page, count: number): Promise<Page[]> {
  await expect.poll(() => context.pages().length).toBe(count + 1)
  return context.pages().filter((one) => one !== page)
}

test.describe('several windows of one desk', () => {
  test.beforeEach(({}, { project }) => {
    test.skip(project.name !== 'browser', 'Electron opens its windows itself.')
  })

  test('each show their own panels and accounts, and are put back at the next start', async ({
    open,
  }) => {
    const first = await open()
    const { page } = first
    await expect(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
    const second = await newWindow(page)
    const complaints = listenTo(second)
    await select(second, 'Practice two')
    await expect(account(second)).toContainText('Practice two')
    await showPanel(second, 'Trades')
    await expect(second.getByRole('grid', { name: 'Trades' })).toBeVisible()
    // What one of them arranges moves nothing in the other.
    await expect(account(page)).toContainText('All accounts')
    await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
    await expect(page).toHaveTitle('Quarterdeck 1')
    await expect(second).toHaveTitle('Quarterdeck 2')

    // One that is loaded again is the same window.
    await second.reload()
    await expect(account(second)).toContainText('Practice two')
    await expect(second).toHaveTitle('Quarterdeck 2')
    await expect(second.getByRole('grid', { name: 'Trades' })).toBeVisible()
    expect([...first.complaints, ...complaints]).toEqual([])
    await first.stop()

    const again = await open({ dataDir: first.dataDir })
    await expect(account(again.page)).toContainText('All accounts')
    const [returned] = await others(again.page.context(), again.page, 1)
    await expect(account(returned!)).toContainText('Practice two')
    await expect(returned!.getByRole('grid', { name: 'Trades' })).toBeVisible()
    await expect(again.page.getByRole('grid', { name: 'Trades' })).toHaveCount(0)

    // One that was closed while another stays is not put back.
    await returned!.close()
    await expect(again.page).toHaveTitle('Quarterdeck', { timeout: 10_000 })
    await again.stop()
    const last = await open({ dataDir: first.dataDir })
    await expect(account(last.page)).toContainText('All accounts')
    await expect(last.page.getByRole('grid', { name: 'Orders' })).toBeVisible()
    expect(last.page.context().pages()).toHaveLength(1)
  })

  test('are said where the browser blocks them', async ({ terminal: { page } }) => {
    await expect(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.keyboard.press('Alt+n')
    await expect(page.getByText('Allow pop-ups for this address')).toBeVisible()
  })

  test('that a browser copies is a window of its own', async ({ open }) => {
    const { page } = await open()
    await expect(account(page)).toContainText('All accounts')
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      // As a copied tab does, it knows the name of its original and what that kept.
      page.evaluate(() => {
        const name = window.name
        window.open('/')!.name = name
      }),
    ])
    await select(copy, 'Practice one')
    await expect(account(copy)).toContainText('Practice one')
    await expect(account(page)).toContainText('All accounts')
  })
})
