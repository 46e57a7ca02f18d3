import type { BrowserContext, Page } from '@playwright/test'
import { chooseInMenu, expect, openPanel, showPanel, test } from './terminal.ts'
import { draw, listenTo } from './hosts.ts'
import { placeElsewhere } from './trading.ts'

/** Presses a key that opens a window, and waits for that. */
async function opening(page: Page, act: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), act()])
  await expect(opened.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
  return opened
}

const newWindow = (page: Page): Promise<Page> =>
  opening(page, () => chooseInMenu(page, 'New window'))

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

    // One that is closed while another stays is asked about: it stays in the workspace, or is taken out.
    await returned!.close()
    const asksIn = (page: Page) => page.getByRole('status', { name: 'A window is gone' })
    const asks = asksIn(again.page)
    await expect(asks).toBeVisible()
    await expect(again.page).toHaveTitle('Quarterdeck')
    const [reopened] = await Promise.all([
      again.page.context().waitForEvent('page'),
      asks.getByRole('button', { name: 'Open again' }).click(),
    ])
    await expect(account(reopened)).toContainText('Practice two')
    await expect(asks).toHaveCount(0)
    await reopened.close()
    await expect(asks).toBeVisible()
    await again.stop()
    const kept = await open({ dataDir: first.dataDir })
    const [back] = await others(kept.page.context(), kept.page, 1)
    await expect(account(back!)).toContainText('Practice two')
    await back!.close()
    await asksIn(kept.page).getByRole('button', { name: 'Take out' }).click()
    await expect(asksIn(kept.page)).toHaveCount(0)
    await kept.stop()
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
    // Its key is heard from the first idle moment on.
    await expect(async () => {
      await page.keyboard.press('Alt+n')
      await expect(page.getByText('Allow pop-ups for this address')).toBeVisible({ timeout: 500 })
    }).toPass()
  })

  test('come one by each click where the browser blocks pop-ups', async ({ open }) => {
    const { page, complaints } = await open()
    await expect(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
    const accounts = ['Practice one', 'Practice two', 'Practice two']
    for (const name of accounts) {
      const further = await newWindow(page)
      await select(further, name)
      await expect(account(further)).toContainText(name)
      await further.close()
    }
    const closed = page.getByText('3 windows are gone: they were closed, or their pages died.')
    await expect(closed).toBeVisible()
    // As a browser does it: what a person did is good for one.
    await page.evaluate(() => {
      const real = window.open.bind(window)
      let isAsked = false
      for (const name of ['keydown', 'pointerdown'])
        addEventListener(name, () => (isAsked = true), { capture: true })
      window.open = (...of) => {
        const mayOpen = isAsked
        isAsked = false
        return mayOpen ? real(...of) : null
      }
    })
    const next = page.getByRole('button', { name: 'Open the next window' })
    const opened = [
      await opening(page, () => page.getByRole('button', { name: 'Open again' }).click()),
    ]
    await expect(page.getByText('2 windows were not opened')).toBeVisible()
    opened.push(await opening(page, () => next.click()))
    await expect(page.getByText('A window was not opened')).toBeVisible()
    await expect(next).toHaveCount(1)
    opened.push(await opening(page, () => next.click()))
    await expect(next).toHaveCount(0)
    for (const [at, one] of opened.entries())
      await expect(account(one)).toContainText(accounts[at]!)
    expect(complaints).toEqual([])
  })

  test('that a browser copies is a window of its own', async ({ open }) => {
    const { page } = await open()
    await expect(account(page)).toContainText('All accounts')
    const [copy] = await Promise.all([
      page.context().waitForEvent('page'),
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

  test('are one desk: what one marks, arms, stops and is told, all of them know', async ({
    trader: { page, complaints, practice },
  }) => {
    const second = await newWindow(page)
    const third = await newWindow(second)
    for (const one of [second, third]) listenTo(one).push = (...said) => complaints.push(...said)
    const all = [page, second, third]
    for (const [at, one] of all.entries()) await expect(one).toHaveTitle(`Quarterdeck ${at + 1}`)

    await test.step('the row that is chosen in one is marked in those of its colour', async () => {
      const row = (one: Page) =>
        one.getByRole('grid', { name: 'Orders' }).locator('.row', { hasText: 'SBIN-EQ' }).first()
      await third.getByRole('button', { name: 'Panels and layouts' }).click()
      await third.getByRole('menuitemradio', { name: 'Green' }).click()
      // Once it is read anew the desk is sure to have it.
      await third.reload()
      await third.getByRole('button', { name: 'Panels and layouts' }).click()
      await expect(third.getByRole('menuitemradio', { name: 'Green' })).toBeChecked()
      await third.keyboard.press('Escape')
      // Its own choice stays: the focus may have chosen something as well.
      const own = third.getByRole('grid', { name: 'Orders' }).locator('.row', { hasText: /-EQ/ })
      await own.filter({ hasNotText: 'SBIN-EQ' }).first().click()
      // What is drawn, since what lies over it could hide it.
      const edgeOf = async (one: Page): Promise<string> => {
        const { x, y, height } = (await row(one).boundingBox())!
        const clip = { x, y: y + 2, width: 3, height: height - 4 }
        return (await one.screenshot({ clip })).toString('base64')
      }
      await draw(second)
      const plain = await edgeOf(second)
      await row(page).click()
      await expect(row(second)).toHaveClass(/linked/)
      await expect.poll(() => edgeOf(second)).not.toBe(plain)
      await expect(row(third)).not.toHaveClass(/linked/)
    })

    await test.step('one that is armed is named in all, and any of them disarms it', async () => {
      await page.keyboard.press('Control+Shift+A')
      await page.getByRole('dialog').getByRole('button', { name: /^Arm/ }).click()
      const own = page.getByRole('button', { name: /^Armed: keys send at once/ })
      await expect(own).toBeVisible()
      for (const one of [second, third]) {
        await expect(one.getByRole('button', { name: 'Window 1 is armed' })).toBeVisible()
        await expect(one.getByRole('button', { name: /^Armed/ })).toHaveCount(0)
      }
      await third.getByRole('button', { name: 'Window 1 is armed' }).click()
      for (const one of all)
        await expect(one.getByRole('button', { name: /armed/i })).toHaveCount(0)
    })

    await test.step('an alert is shown in the window in front alone, and counted in all', async () => {
      for (const one of [page, third])
        await one.evaluate(() => {
          document.hasFocus = () => false
          dispatchEvent(new Event('blur'))
        })
      await placeElsewhere(practice)
      practice.advance(5000)
      const toast = (one: Page) =>
        one.getByRole('group', { name: 'Alerts' }).locator('section', { hasText: 'Not from here' })
      await expect(toast(second)).toBeVisible()
      for (const one of all)
        await expect(
          one.getByRole('banner').getByRole('button', { name: /^Alerts/ }),
        ).toHaveAccessibleName(/not read/)
      expect([await toast(page).count(), await toast(third).count()]).toEqual([0, 0])
    })

    await test.step('the stop is on in all of them', async () => {
      await third.getByRole('button', { name: 'Stop', exact: true }).click()
      for (const one of all)
        await expect(one.getByRole('button', { name: /lift/i }).first()).toBeVisible()
    })
    expect(complaints).toEqual([])
    for (const one of [second, third]) await one.close()
  })

  test('take panels from each other, with what is typed into them', async ({
    trader: { page, complaints },
  }) => {
    const orders = (one: Page) => one.getByRole('grid', { name: 'Orders' })
    const field = (one: Page) => one.getByRole('searchbox', { name: 'Filter orders' })
    await showPanel(page, 'Orders')
    await field(page).fill('icici')
    await page.getByRole('tab', { name: 'Orders' }).click({ button: 'right' })
    const [second] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('menuitem', { name: 'A new window', exact: true }).click(),
    ])
    listenTo(second).push = (...said) => complaints.push(...said)
    await expect(orders(second)).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Orders' })).toHaveCount(0)
    await expect(second.getByRole('tab')).toHaveCount(1)
    await expect(field(second)).toHaveValue('icici')
    await expect(orders(second)).not.toContainText('SBIN-EQ')

    await test.step('a form of the console is in one of them only', async () => {
      const form = (one: Page) => one.getByRole('region', { name: 'Operation' })
      const operation = (one: Page) => form(one).getByLabel('Operation')
      await openPanel(second, 'Console')
      await operation(second).selectOption('OrderHistory')
      const order = form(second).getByLabel('order_id', { exact: true })
      await order.fill('240001')
      await order.blur()
      await second.getByRole('tab', { name: 'Console' }).click({ button: 'right' })
      await second.getByRole('menuitem', { name: 'Window 1', exact: true }).click()
      const there = form(page).getByLabel('order_id', { exact: true })
      await expect(there).toHaveValue('240001')
      await expect(second.getByRole('tab', { name: 'Console' })).toHaveCount(0)
      await openPanel(second, 'Console')
      await operation(second).selectOption('OrderHistory')
      await expect(order).toHaveValue('')
    })

    await test.step('and back again, by the palette', async () => {
      await showPanel(second, 'Orders')
      await field(second).fill('sbin')
      await second.keyboard.press('Control+k')
      await second
        .getByRole('combobox', { name: 'Order, command' })
        .fill('Move this panel to window 1')
      await expect(
        second.getByRole('option', { name: /^Move this panel to window 1/ }).first(),
      ).toBeVisible()
      await second.keyboard.press('Enter')
      await expect(field(page)).toHaveValue('sbin')
      await expect(second.getByRole('tab', { name: 'Orders' })).toHaveCount(0)
    })
    expect(complaints).toEqual([])
    await second.close()
  })
})
