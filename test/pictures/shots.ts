import type { Locator, Page } from '@playwright/test'
import type { Practice, PracticeOptions } from '../../src/practice/server.ts'
import { accountColours } from '../../src/shared/accounts/accounts.ts'
import { ask, seedAccount, showAll } from '../e2e/desk.ts'
import { chooseInMenu, expect, openPanel } from '../e2e/terminal.ts'
import { fill, openTicket, send, ticketIn, trade } from '../e2e/trading.ts'

/** One picture of the documents, and how the terminal gets to where it is taken. */
interface Shot {
  file: string
  theme?: 'dark' | 'light'
  size?: { width: number; height: number }
  /** What of the window is in the picture; all of it where nothing comes back. */
  take: (
    page: Page,
    practise: (options?: PracticeOptions) => Promise<Practice>,
  ) => Promise<Locator | void>
}

/** The group of panels that something stands in, with its tabs. */
const groupOf = (page: Page, inside: Locator): Locator =>
  page.locator('.dv-groupview').filter({ has: inside })

/** Buys more of a position, by its key. */
async function ticketOfRow(page: Page, symbol: string): Promise<Locator> {
  const positions = page.getByRole('treegrid', { name: 'Positions' })
  await positions.getByRole('gridcell', { name: symbol }).first().click()
  await page.keyboard.press('b')
  await expect(ticketIn(page).getByRole('button', { name: /^Review · buy/ })).toBeEnabled()
  return ticketIn(page)
}

/** As many accounts as a family office has, each at a broker of its own. */
async function thirtyAccounts(
  page: Page,
  practise: (options?: PracticeOptions) => Promise<Practice>,
): Promise<Practice[]> {
  const started: Practice[] = []
  for (let at = 1; at <= 30; at++) {
    const practice = await practise({ seed: at })
    started.push(practice)
    const colour = accountColours[at % accountColours.length]!
    await seedAccount(page, { name: `Client ${at}`, url: practice.url, colour })
  }
  await showAll(page)
  return started
}

/** Groups of the first so many of them. */
async function groupsOf(page: Page, sizes: Readonly<Record<string, number>>): Promise<void> {
  const { accounts } = await ask(page, 'openDesk', {})
  const clients = accounts.filter(({ name }) => name.startsWith('Client'))
  const share = { kind: 'times', times: '1' } as const
  for (const [name, count] of Object.entries(sizes))
    await ask(page, 'saveGroup', {
      ...{ name, colour: accountColours[count % accountColours.length]! },
      members: clients.slice(0, count).map(({ id }) => ({ account: id, share })),
    })
}

const tall = { width: 1280, height: 1000 }

export const shots: readonly Shot[] = [
  {
    file: 'terminal.png',
    take: async (page) => {
      await ticketOfRow(page, 'RELIANCE-EQ')
      // A machine with other work reads the books late for a moment.
      await expect(page.getByText('Old', { exact: true })).toHaveCount(0)
      await expect(page.locator('.pnl canvas')).toBeVisible()
    },
  },
  {
    file: 'layout.png',
    theme: 'light',
    take: async (page) => {
      await page.getByRole('button', { name: 'Panels and layouts' }).click()
      await page.getByRole('menuitem', { name: 'Four books' }).click()
      await page
        .getByRole('gridcell', { name: /RELIANCE-EQ/ })
        .first()
        .click()
    },
  },
  {
    file: 'thirty.png',
    theme: 'light',
    size: { width: 1440, height: 900 },
    take: async (page, practise) => {
      const practices = await thirtyAccounts(page, practise)
      await expect(page.getByRole('button', { name: 'Accounts: all answer' })).toBeVisible()
      practices[6]!.faults.set({ name: 'keys-refused-401' })
      await expect(page.getByText(/^Client 7: Keys refused/)).toBeVisible()
    },
  },
  {
    file: 'group-order.png',
    size: { width: 1440, height: 900 },
    take: async (page, practise) => {
      const practices = await thirtyAccounts(page, practise)
      await expect(page.getByRole('button', { name: 'Accounts: all answer' })).toBeVisible()
      const fails = { operation: 'PlaceMultiOrder', times: 1 } as const
      practices[6]!.faults.set({ name: 'close-before', ...fails })
      practices[11]!.faults.set({ name: 'rate-limit', ...fails })
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Palette' }).getByRole('combobox')
      await palette.fill('buy 50 nse infy-eq limit 1500 mis @everyone')
      await palette.press('Enter')
      await send(ticketIn(page))
      await expect(ticketIn(page)).toContainText('In doubt')
      return ticketIn(page)
    },
  },
  {
    file: 'accounts.png',
    size: { width: 1440, height: 1000 },
    take: async (page, practise) => {
      const practices = await thirtyAccounts(page, practise)
      await expect(page.getByRole('button', { name: 'Accounts: all answer' })).toBeVisible()
      await groupsOf(page, { 'Long term': 12, Family: 5 })
      practices[6]!.faults.set({ name: 'keys-refused-401' })
      await expect(page.getByText(/^Client 7: Keys refused/)).toBeVisible()
      await page.keyboard.press('Alt+a')
      const list = page.getByRole('dialog', { name: 'Accounts to show' })
      await expect(list.getByRole('option', { name: 'Client 30' })).toContainText(/Available ₹/)
      // Its own, and those of all and of its group: a machine with other work reads others late for a moment.
      const old = page.getByText('old', { exact: true })
      await expect(list.getByRole('option').filter({ has: old })).toHaveCount(3)
      return list
    },
  },
  {
    file: 'instruments.png',
    theme: 'light',
    size: { width: 1440, height: 900 },
    take: async (page, practise) => {
      await thirtyAccounts(page, practise)
      await expect(page.getByRole('button', { name: 'Accounts: all answer' })).toBeVisible()
      await page.getByRole('button', { name: /^Group positions/ }).click()
      await page.getByRole('menuitemradio', { name: 'By instrument' }).click()
      const positions = page.getByRole('treegrid', { name: 'Positions' })
      await positions.getByRole('row', { name: /^INFY-EQ · NSE/ }).click()
      return groupOf(page, positions)
    },
  },
  {
    file: 'grid.png',
    take: async (page) => {
      const positions = page.getByRole('treegrid', { name: 'Positions' })
      await page.getByRole('button', { name: 'Filter positions by column' }).click()
      await page.getByRole('textbox', { name: 'Filter by Net qty' }).fill('<0 | >0')
      await page.getByRole('button', { name: /^Group positions/ }).click()
      await page.getByRole('menuitemradio', { name: 'By account' }).click()
      return groupOf(page, positions)
    },
  },
  {
    file: 'review.png',
    take: async (page) => {
      const ticket = await ticketOfRow(page, 'RELIANCE-EQ')
      await ticket.getByLabel('Quantity', { exact: true }).fill('50')
      await ticket.getByLabel('Limit price').fill('1660')
      await ticket.getByRole('button', { name: /^Review/ }).click()
      await expect(ticket.getByRole('heading', { name: 'Review' })).toBeVisible()
      await ticket.getByRole('button', { name: '{ } request' }).click()
      return ticket
    },
  },
  {
    file: 'doubt.png',
    take: async (page, practise) => {
      const practice = await practise({ speed: 0 })
      await trade(page, practice)
      practice.faults.set({ name: 'close-before', operation: 'PlaceMultiOrder', times: 1 })
      const ticket = await openTicket(page, 'regular')
      await fill(ticket, { symbol: 'INFY-EQ', quantity: '50', price: '1500' })
      await send(ticket)
      await ticket.getByRole('button', { name: 'Look at it' }).click()
      return page.getByRole('dialog', { name: 'Orders in doubt' })
    },
  },
  {
    file: 'palette.png',
    take: async (page) => {
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: 'Palette' })
      await palette.getByRole('combobox').fill('buy 50 infy-eq limit 1500 mis @practice-one')
      await expect(palette.getByRole('option', { name: 'Open the ticket' })).toBeVisible()
      return palette
    },
  },
  {
    file: 'exit.png',
    take: async (page, practise) => {
      await trade(page, await practise({ speed: 0 }))
      await page.getByRole('button', { name: 'Exit…', exact: true }).click()
      const exit = page.getByRole('dialog', { name: 'Exit', exact: true })
      await exit.getByRole('radio', { name: 'Square off', exact: true }).check()
      await exit.getByRole('button', { name: 'Square off' }).click()
      // Orders of the morning may still close some of it.
      await exit.getByRole('button', { name: 'Square off all the same' }).click()
      const run = page.getByRole('dialog', { name: 'Square off' })
      await expect(run.getByRole('list', { name: 'Left in Trader' })).toContainText('NIFTY')
      return run
    },
  },
  {
    file: 'alerts.png',
    size: tall,
    take: async (page) => {
      await openPanel(page, 'Alerts')
      await page.getByRole('button', { name: 'How they are told' }).click()
      return groupOf(page, page.getByLabel('Filled: on screen'))
    },
  },
  {
    file: 'pnl.png',
    take: async (page) => {
      await page.getByRole('button', { name: 'Panels and layouts' }).click()
      await page.getByRole('menuitem', { name: 'Profit and loss' }).click()
      await expect(page.locator('.pnl canvas')).toBeVisible({ timeout: 20_000 })
      // A curve has to be lived.
      await page.waitForTimeout(75_000)
      return groupOf(page, page.locator('.pnl'))
    },
  },
  {
    file: 'console.png',
    theme: 'light',
    size: tall,
    take: async (page) => {
      await openPanel(page, 'Console')
      const form = page.getByRole('region', { name: 'Operation' })
      await form.getByLabel('Operation').selectOption('PositionBook')
      await form.getByRole('button', { name: 'Run' }).click()
      await expect(page.getByText('HTTP 200')).toBeVisible()
      return groupOf(page, form)
    },
  },
  {
    file: 'settings.png',
    take: async (page) => {
      await chooseInMenu(page, 'Settings…')
      await page.getByLabel('Search settings').fill('lock')
      return groupOf(page, page.getByLabel('Search settings'))
    },
  },
  {
    file: 'screens.png',
    take: async (page) => {
      const [second, third] = [await further(page), await further(page)]
      await second.getByRole('tab', { name: 'Orders' }).dblclick()
      await third.getByRole('button', { name: 'Panels and layouts' }).click()
      await third.getByRole('menuitem', { name: 'Profit and loss' }).click()
      await expect(third.locator('.pnl canvas')).toBeVisible({ timeout: 20_000 })
      await page
        .getByRole('gridcell', { name: /RELIANCE-EQ/ })
        .first()
        .click()
      await expect(second.locator('.row.linked').first()).toBeVisible()
      return sideBySide([page, second, third])
    },
  },
]

async function further(page: Page): Promise<Page> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    chooseInMenu(page, 'New window'),
  ])
  await opened.setViewportSize({ width: 1280, height: 800 })
  await opened.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(opened.getByRole('treegrid', { name: 'Positions' })).toContainText('NIFTY')
  return opened
}

/** Windows as they stand on the screens of a desk. */
async function sideBySide(pages: readonly Page[]): Promise<Locator> {
  const images: string[] = []
  for (const page of pages)
    images.push((await page.screenshot({ caret: 'hide' })).toString('base64'))
  const desk = await pages[0]!.context().newPage()
  await desk.setViewportSize({ width: 1920, height: 424 })
  const screens = images.map((bytes) => `<img src="data:image/png;base64,${bytes}">`).join('')
  const style =
    'body{display:flex;gap:12px;margin:0;padding:12px;background:#05070a}img{width:624px;height:390px}'
  await desk.setContent(`<style>${style}</style><body>${screens}</body>`)
  return desk.locator('body')
}
