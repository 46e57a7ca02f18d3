import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, showPanel, test } from './terminal.ts'

/** Only what the theme changes needs all themes; the rest of axe's rules, once. */
const themes = [
  { theme: 'Dark', rules: 'all' },
  { theme: 'Light', rules: 'contrast' },
  { theme: 'High contrast', rules: 'contrast' },
] as const

for (const { theme, rules } of themes)
  test(`axe finds nothing serious in any panel or dialog: ${theme}`, async ({ open }, info) => {
    test.slow()
    // Few rows, and still ones: axe looks at every cell, and each looks the same.
    const { page } = await open({ viewport: { width: 1100, height: 640 } })
    await expect(page.getByRole('gridcell').first()).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    // axe's usual last step is a page of its own, which Electron cannot open.
    const isElectron = info.project.name === 'electron'
    /** Of what lies over the panels, its own part alone: they have been looked at. */
    const check = async (where: string, part?: string) => {
      expect(await seriousIn(page, { rules, part, isElectron }), where).toEqual([])
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitemradio', { name: theme }).click()
    await check('menu', '[role=menu]')
    await page.keyboard.press('Escape')
    await check('Positions, Orders, Funds')
    for (const title of ['Holdings', 'Trades', 'Account']) await showPanel(page, title)
    await check('Holdings, Trades, Account')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'Accounts…', exact: true }).click()
    await check('Accounts', '[role=dialog]')
    await page.getByRole('button', { name: 'Add account' }).click()
    await check('Add account', '[role=dialog]')
  })

async function seriousIn(
  page: Page,
  options: { rules: 'all' | 'contrast'; part: string | undefined; isElectron: boolean },
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(options.isElectron)
  if (options.part !== undefined) axe.include(options.part)
  if (options.rules === 'contrast') axe.withRules(['color-contrast'])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join()}: ${nodes[0]?.failureSummary}`)
}
