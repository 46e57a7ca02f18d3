import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { netQuantity } from '../../src/practice/market/positions.ts'
import type { ExchangeRules } from '../../src/shared/market/exchange-rules.ts'
import { Hands } from './hands.ts'
import { expect, test } from './terminal.ts'
import { taken, ticketIn } from './trading.ts'
import { fastestFolder } from '../fastest-folder.ts'

test('a trading day goes by keys alone, from the first start until all is flat', async ({
  open,
  practise,
}) => {
  test.slow()
  const practice = await practise()
  const dataDir = await mkdtemp(join(fastestFolder, 'quarterdeck-e2e-'))
  await closeTheMarkets(dataDir)
  const { page, complaints } = await open({ dataDir, isNew: true })
  const hands = await Hands.on(page)
  const ticket = ticketIn(page)
  /** Grouped by underlying, or not at all. */
  const positions = page
    .getByRole('treegrid', { name: 'Positions' })
    .or(page.getByRole('grid', { name: 'Positions' }))
  const placed = () => taken(practice, 'PlaceMultiOrder').map(({ data }) => data)

  /** Looks an order over, agrees to what is asked, sends it, and hears what becomes of it. */
  const send = async (of: Locator): Promise<void> => {
    await hands.press('ControlOrMeta+Enter')
    await expect(of.getByRole('heading', { name: 'Review' })).toBeVisible()
    await hands.hear(/^Review\. (Buys|Sells) \d+ SBIN-EQ/)
    for (const ask of await of.getByRole('checkbox').all()) {
      await hands.reach(ask)
      await hands.press('Space')
    }
    // A review takes no key before it was in sight for a moment.
    await expect(async () => {
      await hands.press('ControlOrMeta+Enter')
      await expect(of.getByRole('heading', { name: 'Review' })).toBeHidden({ timeout: 200 })
    }).toPass()
    await hands.hear('Trader: Accepted')
    await expect(of.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  }

  await test.step('a look around', async () => {
    const card = page.getByRole('region', { name: 'A look around' })
    await expect(card.getByRole('button', { name: 'Next' })).toBeFocused()
    await hands.press('Enter')
    await hands.hear('2 of 7')
    await hands.press('Escape')
    await expect(card).toHaveCount(0)
  })

  await test.step('an account of one’s own', async () => {
    await hands.say('add an account')
    const fields = { Name: 'Trader', 'Broker code': 'PX', 'Address of the service': practice.url }
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    for (const [label, text] of Object.entries({
      ...fields,
      'API key': 'practice-1',
      'API secret': 'practice-1',
    })) {
      await hands.reach(page.getByLabel(label, { exact: true }))
      await hands.type(text)
    }
    await hands.press('Enter')
    await hands.reach(page.getByRole('radio', { name: /^A file/ }))
    await hands.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^This session only/ })).toBeChecked()
    await hands.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Accounts', exact: true })).toBeVisible()
    await hands.press('Escape')
    await hands.say('show trader')
    await hands.press('ControlOrMeta+1')
    await expect(positions).toBeFocused()
    await expect(positions.getByText('SBIN-EQ').first()).toBeVisible()
  })

  await test.step('an order as it is said', async () => {
    await hands.say('buy 4 sbin-eq limit 900')
    await expect(ticket).toHaveAccessibleName('Regular ticket, SBIN-EQ')
    await expect(ticket.locator(':focus')).toHaveCount(1)
    await send(ticket)
    expect(placed()).toMatchObject([{ action: 'BUY', quantity: '4', price: '900' }])
    practice.advance(3000)
    await hands.hear(/: Filled at/)
    await hands.press('Escape')
    await expect(positions).toBeFocused()
  })

  await test.step('a new ticket, and away with it', async () => {
    await hands.press('n')
    await expect(ticket.getByRole('combobox', { name: 'Symbol' })).toBeFocused()
    await hands.type('ITC-EQ')
    await hands.press('F6')
    await expect(ticket.locator(':focus')).toHaveCount(0)
    await hands.press('Alt+t')
    await expect(ticket.locator(':focus')).toHaveCount(1)
    await hands.press('Escape')
    await hands.hear('What was typed was not sent. Escape again')
    await hands.press('Escape')
    await expect(ticket).toHaveCount(0)
    await expect(positions).toBeFocused()
  })

  await test.step('more of a row, by steps', async () => {
    await onRow({ hands, grid: positions, text: 'SBIN-EQ' })
    await hands.press('b')
    const quantity = ticket.getByLabel('Quantity', { exact: true })
    await expect(quantity).toBeFocused()
    await hands.press('ArrowUp', 'Shift+ArrowUp')
    await expect(quantity).toHaveValue('12')
    await hands.press('Tab')
    const price = ticket.getByLabel('Limit price')
    await expect(price).toBeFocused()
    const before = Number(await price.inputValue())
    await hands.press('ArrowDown', 'Shift+ArrowDown')
    expect(Number(await price.inputValue())).toBeCloseTo(before - 0.55)
    await send(ticket)
    expect(placed().at(-1)).toMatchObject({ action: 'BUY', quantity: '12', symbol: 'SBIN-EQ' })
    practice.setPrice('NSE', 'SBIN-EQ', before - 5)
    practice.advance(3000)
    await hands.hear(/: Filled at/)
    await hands.press('Escape')
    await expect(positions).toBeFocused()
  })

  await test.step('a book, grouped and filtered', async () => {
    await hands.say('group positions by underlying')
    const grouped = page.getByRole('treegrid', { name: 'Positions' })
    await expect(grouped).toBeFocused()
    await hands.press('Home', 'ArrowLeft')
    await expect(grouped.getByRole('row', { expanded: false })).toHaveCount(1)
    await hands.say('do not group positions')
    await hands.press('/')
    await expect(page.getByLabel('Filter positions', { exact: true })).toBeFocused()
    await hands.type('sbin')
    await hands.press('Enter')
    await expect(positions).toBeFocused()
    await expect(positions.getByText('NIFTY')).toHaveCount(0)
    await hands.press('/', 'Escape', 'Escape')
    await expect(positions).toBeFocused()
    await expect(positions.getByText('NIFTY').first()).toBeVisible()
  })

  await test.step('an alert at a price', async () => {
    await onRow({ hands, grid: positions, text: 'SBIN-EQ' })
    await hands.press('a')
    await expect(page.getByLabel('Price', { exact: true })).toBeFocused()
    await hands.write('860')
    await hands.press('Enter')
    await expect(positions).toBeFocused()
    practice.setPrice('NSE', 'SBIN-EQ', 870)
    await hands.hear('SBIN-EQ crossed 860.00')
  })

  await test.step('half of a position', async () => {
    await onRow({ hands, grid: positions, text: 'SBIN-EQ' })
    await hands.press('2')
    const quantity = ticket.getByLabel('Quantity', { exact: true })
    await expect(quantity).toBeFocused()
    const half = await quantity.inputValue()
    await send(ticket)
    expect(placed().at(-1)).toMatchObject({ action: 'SELL', quantity: half, symbol: 'SBIN-EQ' })
    practice.advance(3000)
    await hands.hear(/: Filled at/)
    await hands.press('Escape')
    await expect(positions).toBeFocused()
  })

  await test.step('a basket', async () => {
    await hands.say('new basket')
    const basket = page.getByRole('dialog', { name: 'Basket' })
    await expect(basket.getByLabel('symbol, line 1')).toBeFocused()
    await hands.type('SBIN-EQ')
    await hands.reach(basket.getByLabel('quantity, line 1'))
    await hands.type('10')
    await hands.reach(basket.getByLabel('price, line 1'))
    await hands.type('900')
    await send(basket)
    expect(placed().at(-1)).toMatchObject({ action: 'BUY', quantity: '10', price: '900' })
    await hands.press('Escape')
    await expect(positions).toBeFocused()
  })

  await test.step('a read in the console', async () => {
    await hands.say('show console')
    const form = page.getByRole('region', { name: 'Operation' })
    await hands.reach(form.getByLabel('Operation'))
    await hands.type('OrderBook')
    await hands.reach(form.getByLabel('Account', { exact: true }))
    await hands.type('Trader')
    const run = form.getByRole('button', { name: 'Run' })
    await hands.reach(run)
    await hands.press('Enter')
    await hands.hear(/HTTP 200 .* Trader/)
    await expect(run).toBeFocused()
  })

  await test.step('the journal', async () => {
    await hands.say('show journal')
    const journal = page.getByRole('grid', { name: 'Journal' })
    await hands.reach(journal)
    await hands.press('Home', 'Enter')
    const entry = page.getByRole('dialog')
    await expect(entry).toContainText('SBIN-EQ')
    await hands.press('Escape')
    await expect(journal).toBeFocused()
  })

  await test.step('a setting', async () => {
    await hands.press('ControlOrMeta+,')
    await expect(page.getByLabel('Search settings')).toBeFocused()
    await hands.type('theme')
    await hands.hear(/^\d settings?$/)
    await hands.reach(page.getByRole('radio', { name: 'As the system' }))
    await hands.reach(page.getByRole('radio', { name: 'Light', exact: true }), 'ArrowDown')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  await test.step('one key sends, once, and what asks is looked over', async () => {
    await hands.press('ControlOrMeta+Shift+A')
    await expect(page.getByRole('dialog', { name: /^Arm/ })).toBeVisible()
    await hands.press('Enter')
    await hands.hear(/^Armed: /)
    await hands.press('ControlOrMeta+1')
    await onRow({ hands, grid: positions, text: 'SBIN-EQ' })
    const sent = placed().length
    await hands.hold('2')
    await expect(ticket.getByRole('heading', { name: 'Review' })).toBeVisible()
    await hands.press('Escape', 'Escape')
    await expect(positions).toBeFocused()
    await hands.press('ControlOrMeta+k')
    await expect(page.getByRole('combobox', { name: /^Order, command/ })).toBeFocused()
    await hands.type('smart infy-eq to 200 limit 1500 amo')
    await expect(page.getByRole('option', { name: /^Send at once/ })).toBeVisible()
    await hands.hold('Enter')
    await hands.hear('Trader: Accepted')
    expect(taken(practice, 'PlaceSmartOrder')).toHaveLength(1)
    expect(placed()).toHaveLength(sent)
    await hands.press('Escape')
    await expect(ticket).toHaveCount(0)
  })

  await test.step('locked, and opened again', async () => {
    await hands.press('ControlOrMeta+l')
    const dialog = page.getByRole('dialog', { name: 'What opens the locked screen' })
    await hands.reach(dialog.getByRole('radio', { checked: true }))
    const own = dialog.getByRole('radio', { name: /^A passphrase of its own/ })
    await hands.reach(own, 'ArrowDown')
    for (const label of ['New passphrase', 'Once more']) {
      await hands.reach(dialog.getByLabel(label))
      await hands.type('open sesame')
    }
    await hands.press('Enter')
    await expect(dialog).toHaveCount(0)
    await hands.press('ControlOrMeta+l')
    const field = page.getByLabel('Passphrase of the lock')
    await expect(field).toBeFocused()
    await hands.type('close sesame')
    await hands.press('Enter')
    await hands.hear('That is not the right one.')
    await expect(field).toBeFocused()
    await expect(page.getByRole('button', { name: 'Unlock' })).toBeEnabled()
    await hands.type('open sesame')
    await hands.press('Enter')
    await expect(positions).toBeVisible()
  })

  await test.step('stopped, and lifted', async () => {
    await hands.press('ControlOrMeta+Shift+X')
    await hands.hear(/^Stopped since/)
    await hands.hear(/Trader no orders left/)
    await hands.say('lift the stop')
    await expect(page.getByLabel(/^Type LIFT/)).toBeFocused()
    await hands.type('lift')
    await hands.press('Enter')
    await hands.hear('The stop is lifted.')
  })

  await test.step('out, until all is flat', async () => {
    await hands.say('exit all')
    const exit = page.getByRole('dialog', { name: 'Exit', exact: true })
    await hands.reach(exit.getByRole('button', { name: 'Cancel orders and square off' }))
    await hands.press('Enter')
    const run = page.getByRole('dialog', { name: 'Cancel orders and square off' })
    await expect
      .poll(async () => {
        practice.advance(2000)
        return await run.innerText()
      })
      .toContain('Exit: 1 of 1 flat')
    await hands.hear('Exit: 1 of 1 flat.')
    const held = [...practice.engine.accounts[0]!.positions.values()]
    expect(held.filter((position) => netQuantity(position) !== 0)).toEqual([])
    await hands.press('Escape')
    await expect(run).toHaveCount(0)
  })

  await test.step('asked before it is left: the practice accounts hold positions still', async () => {
    const asked = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await expect(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

/** Goes to the first row that says this. */
async function onRow({
  hands,
  grid,
  text,
}: {
  hands: Hands
  grid: Locator
  text: string
}): Promise<void> {
  await expect(grid).toBeFocused()
  await hands.press('Home')
  for (let step = 0; step < 40; step++) {
    const id = await grid.getAttribute('aria-activedescendant')
    const row = (page: Page) => page.locator(`[id="${id}"]`)
    if (id !== null && (await row(grid.page()).innerText()).includes(text)) return
    await hands.press('ArrowDown')
  }
  throw new Error(`No row says ${text}.`)
}

/** On whatever day this runs: no session is on, and after-market orders are always taken. */
async function closeTheMarkets(dataDir: string): Promise<void> {
  const market = JSON.parse(await readFile('resources/market.json', 'utf8')) as ExchangeRules
  const later = (minutes: number): string =>
    new Date(Date.now() + (12 * 60 + 330 + minutes) * 60_000).toISOString().slice(11, 16)
  const hours = {
    session: { from: '00:00', to: '00:00' },
    seasons: [],
    // All day but a minute, half a day from now.
    afterMarket: { from: later(1), to: later(0) },
    holidays: [],
  }
  const exchanges = Object.keys(market.exchanges).map((exchange) => [exchange, hours])
  const closed = { ...market, exchanges: Object.fromEntries(exchanges) }
  await writeFile(join(dataDir, 'market.json'), JSON.stringify(closed))
}
