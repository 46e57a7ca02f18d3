import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, showPanel, test } from './terminal.ts'
import { chooseSymbol, confirmButton, openTicket, review } from './trading.ts'

/** Only what the theme changes needs all themes; the rest of axe's rules, once. */
const themes = [
  { theme: 'Dark', rules: 'all' },
  { theme: 'Light', rules: 'contrast' },
  { theme: 'High contrast', rules: 'contrast' },
  { theme: 'Colour-blind', rules: 'contrast' },
] as const

for (const { theme, rules } of themes)
  test(`axe finds nothing serious in any panel or dialog: ${theme}`, async ({ open }, info) => {
    test.slow()
    // Few rows, and still ones: axe looks at every cell, and each looks the same.
    const { page } = await open({ viewport: { width: 1280, height: 720 } })
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    // axe's usual last step is a page of its own, which Electron cannot open.
    const isElectron = info.project.name === 'electron'
    /** Of what lies over the panels, its own part alone: they have been looked at. */
    const check = async (where: string, part?: string) => {
      expect(await seriousIn(page, { rules, part, isElectron }), where).toEqual([])
    }
    await choose(page, theme)
    await check('menu', '[role=menu]')
    await page.keyboard.press('Escape')
    await check('Positions, Orders, Funds, P&L')
    for (const title of ['Holdings', 'Trades', 'Account']) await showPanel(page, title)
    await check('Holdings, Trades, Account')
    for (const title of ['Journal', 'Timeline']) await showPanel(page, title)
    await check('Journal, Timeline')
    for (const title of ['Console', 'Baskets', 'Settings']) {
      await openPanel(page, title)
      await check(title, '.panel-body')
    }
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Alerts/ })
      .click()
    await page.getByRole('button', { name: 'How they are told' }).click()
    await check('Alerts', '.alerts')
    await page.getByRole('button', { name: 'Alert at a price…' }).click()
    await check('Alert at a price', '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'Accounts…', exact: true }).click()
    await check('Accounts', '[role=dialog]')
    await page.getByRole('button', { name: 'Add account' }).click()
    await check('Add account', '[role=dialog]')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('buy 10 infy-eq limit 1500 @practiceone')
    await check('Palette', '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'A look around' }).click()
    await check('A look around', '[aria-label="A look around"]')
  })

for (const { theme, rules } of themes)
  test(`axe finds nothing serious in any ticket, nor in the ways out: ${theme}`, async ({
    open,
  }, info) => {
    test.slow()
    const { page } = await open({ viewport: { width: 1280, height: 760 } })
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    const isElectron = info.project.name === 'electron'
    const check = async (where: string, part: string) => {
      expect(await seriousIn(page, { rules, part, isElectron }), where).toEqual([])
    }
    await choose(page, theme)
    await page.keyboard.press('Escape')

    const ticket = await openTicket(page, 'regular')
    for (const kind of ['Smart', 'Bracket', 'Cover', 'Option', 'Regular']) {
      await ticket.getByRole('radio', { name: kind }).check()
      await check(kind, '[role=dialog]')
    }
    await chooseSymbol(ticket, 'SBIN-EQ')
    for (const box of await ticket.getByRole('checkbox').all()) await box.check()
    await ticket.getByLabel('Quantity', { exact: true }).fill('1')
    await ticket.getByLabel('Limit price').fill('845.01')
    await expect(ticket).toContainText('845.05')
    await check('Regular with problems', '[role=dialog]')
    await ticket.getByLabel('Limit price').fill('845')
    await review(ticket)
    await check('Review', '[role=dialog]')
    await confirmButton(ticket).click()
    await expect(ticket).toContainText('Accepted')
    await check('Outcome', '[role=dialog]')
    await ticket.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('menuitem', { name: 'Basket' }).click()
    const basket = page.getByRole('dialog', { name: /Basket/ })
    await check('Basket', '[role=dialog]')
    await basket.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Exit…', exact: true }).click()
    await check('Exit', '[role=dialog]')
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await check('The stop', '[aria-label="The stop is on"]')
    await page.getByRole('button', { name: 'Lift the stop…' }).click()
    await check('Lift the stop', '[role=dialog]')
  })

test('nothing moves for whoever asked the system for less motion', async ({ open }) => {
  const { page } = await open()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const positions = page.getByRole('grid', { name: 'Positions' })
  await expect(positions.getByRole('gridcell').first()).toBeVisible()
  const moving = () => page.evaluate(() => document.getAnimations().length)
  const before = await positions.innerText()
  await expect.poll(() => positions.innerText()).not.toBe(before)
  expect(await moving(), 'a cell that changed').toBe(0)
  await openTicket(page, 'regular')
  expect(await moving(), 'a ticket').toBe(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Palette' })).toBeVisible()
  expect(await moving(), 'the palette').toBe(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('canvas').first()).toBeVisible()
  expect(await moving(), 'the curve').toBe(0)
})

/** Leaves the menu open. */
async function choose(page: Page, theme: (typeof themes)[number]['theme']): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await (
    theme === 'Colour-blind'
      ? page.getByRole('menuitemcheckbox', { name: 'Colour-blind colours' })
      : page.getByRole('menuitemradio', { name: theme })
  ).click()
}

async function openPanel(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Panels and layouts' }).click()
  await page.getByRole('menuitemcheckbox', { name: title, exact: true }).click()
  await expect(page.getByRole('tab', { name: title })).toHaveAttribute('aria-selected', 'true')
}

async function seriousIn(
  page: Page,
  options: { rules: 'all' | 'contrast'; part: string | undefined; isElectron: boolean },
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(options.isElectron)
  if (options.part !== undefined) {
    await expect(page.locator(options.part).first()).toBeVisible()
    axe.include(options.part)
  }
  if (options.rules === 'contrast') axe.withRules(['color-contrast'])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join()}: ${nodes[0]?.failureSummary}`)
}
