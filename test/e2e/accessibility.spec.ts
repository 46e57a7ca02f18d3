import type { Page } from '@playwright/test'
import axe, { type AxeResults } from 'axe-core'
import {
  axeRules,
  type ColoursSeen,
  coloursElsewhere,
  drawColours,
  otherThemes,
  unreadIn,
  violationsOf,
} from '../axe-rules.ts'
import {
  type Open,
  chooseInMenu,
  expect,
  expectBooks,
  openPanel,
  showPanel,
  test,
} from './terminal.ts'
import { chooseSymbol, confirmButton, openTicket, review } from './trading.ts'

/** What is put into the page. */
interface PageWithAxe {
  axe?: typeof axe
}

let coloursSeen: ColoursSeen[] = []

test.beforeEach(() => {
  coloursSeen = []
})

test.afterEach(async ({ launchedBrowser }) => {
  if (coloursSeen.length === 0) return
  const page = await (await launchedBrowser()).newPage()
  await expectContrast(page, coloursSeen)
  await page.close()
})

/** Few rows: axe looks at every cell, and each looks the same. */
async function openFew(open: Open): Promise<Page> {
  const { page } = await open({ viewport: { width: 1280, height: 760 }, isDrawn: true })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectBooks(page)
  return page
}

test('axe finds nothing in any panel or dialog, in any theme', async ({ open }) => {
  test.slow()
  const page = await openFew(open)
  await chooseInMenu(page, 'Pause reading')
  await test.step('in any panel', async () => {
    await page.getByRole('button', { name: 'Accounts, settings' }).click()
    // Of what lies over the panels, its own part alone: they have been looked at.
    await expectClean(page, 'menu', '[role=menu]')
    await page.keyboard.press('Escape')
    await page.getByLabel('Account shown').click()
    await expectClean(page, 'Accounts to show', '.account-list')
    await page.keyboard.press('Escape')
    await expectClean(page, 'Positions, Orders, Funds, P&L')
    for (const title of ['Holdings', 'Trades', 'Account']) await showPanel(page, title)
    await expectClean(page, 'Holdings, Trades, Account')
    for (const title of ['Journal', 'Timeline']) await showPanel(page, title)
    await expectClean(page, 'Journal, Timeline')
    for (const title of ['Console', 'Baskets', 'Settings']) {
      await openPanel(page, title)
      await expectClean(page, title, '.panel-body')
    }
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Alerts/ })
      .click()
    await page.getByRole('button', { name: 'How they are told' }).click()
    await expectClean(page, 'Alerts', '.alerts')
    await page.getByRole('button', { name: 'Log', exact: true }).click()
  })

  await test.step('in any dialog', async () => {
    await page.getByRole('button', { name: 'Alert at a price…' }).click()
    await expectClean(page, 'Alert at a price', '[role=dialog]')
    await page.keyboard.press('Escape')
    await chooseInMenu(page, 'Accounts…')
    await expectClean(page, 'Accounts', '[role=dialog]')
    await page.getByRole('button', { name: 'Add account' }).click()
    await expectClean(page, 'Add account', '[role=dialog]')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /^Order, command/ })).toBeFocused()
    await page.keyboard.type('buy 10 infy-eq limit 1500 @practiceone')
    await expect(
      page.getByRole('option', { name: /Send at once|Review|Open the ticket/ }).first(),
    ).toBeVisible()
    await expectClean(page, 'Palette', '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Panels and layouts' }).click()
    await expectClean(page, 'Panels and layouts', '[role=menu]')
    await page.getByRole('menuitem', { name: 'Save or change workspaces…' }).click()
    await page.getByLabel('Name of the new workspace').fill('Morning')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename…' }).click()
    await expectClean(page, 'Workspaces', '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Panels and layouts' }).click()
    await page.getByRole('menuitem', { name: 'Save or change layouts…' }).click()
    await expectClean(page, 'Layouts', '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Positions' }).click({ button: 'right' })
    await expectClean(page, 'Menu of a panel', '[role=menu]')
    await page.keyboard.press('Escape')
    await chooseInMenu(page, 'A look around')
    await expectClean(page, 'A look around', '[aria-label="A look around"]')
  })
})

test('axe finds nothing in what is said of windows, in any theme', async ({ open }) => {
  test.slow()
  test.skip(test.info().project.name !== 'browser', 'Electron opens its windows itself.')
  const page = await openFew(open)
  const [second] = await Promise.all([
    page.context().waitForEvent('page'),
    chooseInMenu(page, 'New window'),
  ])
  await expectBooks(second)
  await second.close()
  const closed = page.getByRole('status', { name: 'A window is gone' })
  await expect(closed).toBeVisible()
  await expectClean(page, 'A window is gone', '.closed')
  await page.evaluate(() => {
    window.open = () => null
  })
  await closed.getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByRole('button', { name: 'Open the next window' })).toBeVisible()
  await expectClean(page, 'Windows that were not opened', '.notices')
})

test('nothing moves for whoever asked for less motion, and axe finds nothing in any ticket, nor in the ways out', async ({
  open,
}) => {
  test.slow()
  const page = await openFew(open)
  await test.step('nothing moves for whoever asked the system for less motion', async () => {
    const positions = page.getByRole('treegrid', { name: 'Positions' })
    await expect(positions.getByRole('gridcell').first()).toBeVisible()
    const moving = () => page.evaluate(() => document.getAnimations().length)
    const before = await positions.innerText()
    await expect.poll(() => positions.innerText()).not.toBe(before)
    expect(await moving(), 'a cell that changed').toBe(0)
    const ticket = await openTicket(page, 'regular')
    expect(await moving(), 'a ticket').toBe(0)
    // Until then keys go to the menu that it was chosen in.
    await expect(ticket.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Palette' })).toBeVisible()
    expect(await moving(), 'the palette').toBe(0)
    await page.keyboard.press('Escape')
    await expect(page.locator('canvas').first()).toBeVisible()
    expect(await moving(), 'the curve').toBe(0)
    await page.keyboard.press('Escape')
    await expect(ticket).toHaveCount(0)
  })

  await test.step('axe finds nothing in any ticket, nor in the ways out, in any theme', async () => {
    const ticket = await openTicket(page, 'regular')
    for (const kind of ['Smart', 'Bracket', 'Cover', 'Option', 'Regular']) {
      await ticket.getByRole('radio', { name: kind }).check()
      await expectClean(page, kind, '[role=dialog]')
    }
    await chooseSymbol(ticket, 'SBIN-EQ')
    for (const box of await ticket.getByRole('checkbox').all()) await box.check()
    await ticket.getByLabel('Quantity', { exact: true }).fill('1')
    await ticket.getByLabel('Limit price').fill('845.01')
    await expect(ticket).toContainText('845.05')
    await expectClean(page, 'Regular with problems', '[role=dialog]')
    await ticket.getByLabel('Limit price').fill('845')
    await review(ticket)
    await expectClean(page, 'Review', '[role=dialog]')
    // What says that there is more below has to be left of the style once it is built.
    const orders = ticket.getByRole('list', { name: 'Orders' })
    await expect(orders).toHaveCSS('background-attachment', 'local, scroll')
    await confirmButton(ticket).click()
    await expect(ticket).toContainText(/Accepted|Filled/)
    await expectClean(page, 'Outcome', '[role=dialog]')
    await ticket.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('menuitem', { name: 'Basket' }).click()
    const basket = page.getByRole('dialog', { name: /Basket/ })
    await expectClean(page, 'Basket', '[role=dialog]')
    await basket.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Exit…', exact: true }).click()
    await expectClean(page, 'Exit', '[role=dialog]')
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expectClean(page, 'The stop', '[aria-label="The stop is on"]')
    await page.getByRole('button', { name: 'Lift the stop…' }).click()
    await expectClean(page, 'Lift the stop', '[role=dialog]')
  })
})

/**
 * By all rules in the theme that is on. Contrast, which alone asks for colours, is asked for in the
 * other themes when the test is through, of all sets of colours that it has seen.
 */
async function expectClean(page: Page, where: string, part = 'body'): Promise<void> {
  await expect(page.locator(part).first()).toBeVisible()
  expect(violationsOf(await byAllRules(page, part)), where).toEqual([])
  coloursSeen.push(...(await page.evaluate(coloursElsewhere, { otherThemes, part, where })))
}

/** Where axe is not yet, it is put into the page. */
async function byAllRules(page: Page, part: string): Promise<Pick<AxeResults, 'violations'>> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    ({ part, axeRules }) =>
      (globalThis as PageWithAxe).axe!.run(part === 'body' ? document : part, axeRules),
    { part, axeRules },
  )
}

async function expectContrast(page: Page, seen: readonly ColoursSeen[]): Promise<void> {
  await page.evaluate(drawColours, seen)
  expect(unreadIn(await byAllRules(page, 'body'))).toEqual([])
}
