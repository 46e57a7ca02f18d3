import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
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

type Found = Pick<AxeResults, 'violations'>

/** What is put into the page. */
interface PageWithAxe {
  axe?: typeof axe
  /** The sets of colours that were told. */
  seen?: Set<string>
}

const told = {
  // What is in order is not told: finding a name for each of its elements takes longer than the rules.
  resultTypes: ['violations'],
  // A tab is called by its title, without the count that stands beside it: new in axe, and not met yet.
  rules: { 'label-content-name-mismatch': { enabled: false } },
} satisfies RunOptions

type Look = Record<'theme' | 'colours', string>

/** What of one element contrast is made of. */
type Layer = Partial<
  Record<
    | 'color'
    | 'fontSize'
    | 'fontWeight'
    | 'textShadow'
    | 'backgroundColor'
    | 'backgroundImage'
    | 'opacity',
    string
  >
>

/** The first text in a set of colours, with all that it stands on, the outermost first. */
interface ColoursSeen {
  where: string
  theme: string
  of: string
  layers: Layer[]
}

/** All but the usual one, as the window is told them by its settings. */
const otherThemes: Look[] = [
  { theme: 'light', colours: 'standard' },
  { theme: 'contrast', colours: 'standard' },
  { theme: 'dark', colours: 'colour-blind' },
]

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
  const { page } = await open({ viewport: { width: 1280, height: 760 } })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectBooks(page)
  return page
}

test('axe finds nothing serious in any panel or dialog, in any theme', async ({ open }) => {
  test.slow()
  const page = await openFew(open)
  await chooseInMenu(page, 'Pause reading')
  await test.step('in any panel', async () => {
    await page.getByRole('button', { name: 'Accounts, settings' }).click()
    // Of what lies over the panels, its own part alone: they have been looked at.
    await expectNothingSerious(page, 'menu', '[role=menu]')
    await page.keyboard.press('Escape')
    await page.getByLabel('Account shown').click()
    await expectNothingSerious(page, 'Accounts to show', '.account-list')
    await page.keyboard.press('Escape')
    await expectNothingSerious(page, 'Positions, Orders, Funds, P&L')
    for (const title of ['Holdings', 'Trades', 'Account']) await showPanel(page, title)
    await expectNothingSerious(page, 'Holdings, Trades, Account')
    for (const title of ['Journal', 'Timeline']) await showPanel(page, title)
    await expectNothingSerious(page, 'Journal, Timeline')
    for (const title of ['Console', 'Baskets', 'Settings']) {
      await openPanel(page, title)
      await expectNothingSerious(page, title, '.panel-body')
    }
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Alerts/ })
      .click()
    await page.getByRole('button', { name: 'How they are told' }).click()
    await expectNothingSerious(page, 'Alerts', '.alerts')
    await page.getByRole('button', { name: 'Log', exact: true }).click()
  })

  await test.step('in any dialog', async () => {
    await page.getByRole('button', { name: 'Alert at a price…' }).click()
    await expectNothingSerious(page, 'Alert at a price', '[role=dialog]')
    await page.keyboard.press('Escape')
    await chooseInMenu(page, 'Accounts…')
    await expectNothingSerious(page, 'Accounts', '[role=dialog]')
    await page.getByRole('button', { name: 'Add account' }).click()
    await expectNothingSerious(page, 'Add account', '[role=dialog]')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /^Order, command/ })).toBeFocused()
    await page.keyboard.type('buy 10 infy-eq limit 1500 @practiceone')
    await expect(
      page.getByRole('option', { name: /Send at once|Review|Open the ticket/ }).first(),
    ).toBeVisible()
    await expectNothingSerious(page, 'Palette', '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Panels and layouts' }).click()
    await expectNothingSerious(page, 'Panels and layouts', '[role=menu]')
    await page.getByRole('menuitem', { name: 'Save or change workspaces…' }).click()
    await page.getByLabel('Name of the new workspace').fill('Morning')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename…' }).click()
    await expectNothingSerious(page, 'Workspaces', '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Panels and layouts' }).click()
    await page.getByRole('menuitem', { name: 'Save or change layouts…' }).click()
    await expectNothingSerious(page, 'Layouts', '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Positions' }).click({ button: 'right' })
    await expectNothingSerious(page, 'Menu of a panel', '[role=menu]')
    await page.keyboard.press('Escape')
    await chooseInMenu(page, 'A look around')
    await expectNothingSerious(page, 'A look around', '[aria-label="A look around"]')
  })
})

test('axe finds nothing serious in what is said of windows, in any theme', async ({ open }) => {
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
  await expectNothingSerious(page, 'A window is gone', '.closed')
  await page.evaluate(() => {
    window.open = () => null
  })
  await closed.getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByRole('button', { name: 'Open the next window' })).toBeVisible()
  await expectNothingSerious(page, 'Windows that were not opened', '.notices')
})

test('nothing moves for whoever asked for less motion, and axe finds nothing serious in any ticket, nor in the ways out', async ({
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

  await test.step('axe finds nothing serious in any ticket, nor in the ways out, in any theme', async () => {
    const ticket = await openTicket(page, 'regular')
    for (const kind of ['Smart', 'Bracket', 'Cover', 'Option', 'Regular']) {
      await ticket.getByRole('radio', { name: kind }).check()
      await expectNothingSerious(page, kind, '[role=dialog]')
    }
    await chooseSymbol(ticket, 'SBIN-EQ')
    for (const box of await ticket.getByRole('checkbox').all()) await box.check()
    await ticket.getByLabel('Quantity', { exact: true }).fill('1')
    await ticket.getByLabel('Limit price').fill('845.01')
    await expect(ticket).toContainText('845.05')
    await expectNothingSerious(page, 'Regular with problems', '[role=dialog]')
    await ticket.getByLabel('Limit price').fill('845')
    await review(ticket)
    await expectNothingSerious(page, 'Review', '[role=dialog]')
    await confirmButton(ticket).click()
    await expect(ticket).toContainText('Accepted')
    await expectNothingSerious(page, 'Outcome', '[role=dialog]')
    await ticket.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('menuitem', { name: 'Basket' }).click()
    const basket = page.getByRole('dialog', { name: /Basket/ })
    await expectNothingSerious(page, 'Basket', '[role=dialog]')
    await basket.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Exit…', exact: true }).click()
    await expectNothingSerious(page, 'Exit', '[role=dialog]')
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expectNothingSerious(page, 'The stop', '[aria-label="The stop is on"]')
    await page.getByRole('button', { name: 'Lift the stop…' }).click()
    await expectNothingSerious(page, 'Lift the stop', '[role=dialog]')
  })
})

/**
 * By all rules in the theme that is on. Contrast, which alone asks for colours, is asked for in the
 * other themes when the test is through, of all sets of colours that it has seen.
 */
async function expectNothingSerious(page: Page, where: string, part = 'body'): Promise<void> {
  await expect(page.locator(part).first()).toBeVisible()
  expect(seriousOf(await byAllRules(page, part)), where).toEqual([])
  const found = await page.evaluate(coloursElsewhere, { otherThemes, part })
  coloursSeen.push(...found.map((seen) => ({ ...seen, where })))
}

/** Where axe is not yet, it is put into the page. */
async function byAllRules(page: Page, part: string): Promise<Found> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(
    ({ part, told }) =>
      (globalThis as PageWithAxe).axe!.run(part === 'body' ? document : part, told),
    { part, told },
  )
}

/** A page of nothing but one text in each set of colours, which takes axe less than a theme of the window. */
async function expectContrast(page: Page, seen: readonly ColoursSeen[]): Promise<void> {
  await page.evaluate(
    (all) => {
      for (const { layers, text } of all) {
        let on: HTMLElement = document.body
        for (const layer of layers) {
          const element = document.createElement('div')
          Object.assign(element.style, layer)
          on.append(element)
          on = element
        }
        on.append(text)
      }
    },
    seen.map(({ layers, where, theme, of }) => ({ layers, text: `${where}: ${theme}: ${of}` })),
  )
  const { violations } = await byAllRules(page, 'body')
  const unread = violations.flatMap(({ id, nodes }) =>
    nodes.flatMap(({ html, failureSummary }) =>
      id === 'color-contrast' ? [html, failureSummary] : [],
    ),
  )
  expect(unread).toEqual([])
}

/**
 * Runs in the page, whose theme is changed in place and put back. Of each set of colours that this
 * page has not shown before, what contrast is made of: the text, and all that it stands on.
 */
function coloursElsewhere(of: { otherThemes: Look[]; part: string }): Omit<ColoursSeen, 'where'>[] {
  const page = globalThis as PageWithAxe
  const seen = (page.seen ??= new Set())
  const { dataset } = document.documentElement
  const before = { ...dataset }

  const isText = (element: Element): boolean =>
    element.matches('input:not([type=radio], [type=checkbox]), textarea, select') ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
  const within = (element: Element): Element[] => [element, ...element.querySelectorAll('*')]
  const texts = [...document.querySelectorAll(of.part)].flatMap(within).filter(
    (element) =>
      isText(element) &&
      element.checkVisibility() &&
      // What cannot be used may be faint.
      element.closest(':disabled, [aria-disabled=true], label:has(:disabled)') === null,
  )

  const found: Omit<ColoursSeen, 'where'>[] = []
  for (const look of of.otherThemes) {
    Object.assign(dataset, look)
    const theme = Object.values(look).join(', ')
    for (const text of texts) {
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(text)
      const layers: Layer[] = [{ color, fontSize, fontWeight, textShadow }]
      let isCovered = false
      for (let on: Element | null = text; on !== null; on = on.parentElement) {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(on)
        if (!isCovered) layers.unshift({ backgroundColor, backgroundImage, opacity })
        else if (opacity !== '1') layers.unshift({ opacity })
        isCovered ||= backgroundColor.startsWith('rgb(')
      }
      const colours = JSON.stringify([theme, layers])
      if (seen.has(colours)) continue
      seen.add(colours)
      found.push({ theme, layers, of: text.textContent.trim().slice(0, 40) || text.tagName })
    }
  }
  Object.assign(dataset, before)
  return found
}

const seriousOf = ({ violations }: Found): string[] =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join()}: ${nodes[0]?.failureSummary}`)
