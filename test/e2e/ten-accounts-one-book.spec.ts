import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { netQuantity } from '../../src/practice/market/positions.ts'
import { ask, seedAccount } from './desk.ts'
import { chooseInMenu, expect, selectAccount, test as base, showPanel } from './terminal.ts'
import {
  type Broker,
  loginOf,
  type Name,
  ownSymbol,
  symbol,
  takenOf,
  type Ten,
  openTen,
} from './ten.ts'
import { agree, confirmButton, review, send, ticketIn, tookWords } from './trading.ts'

const test = base.extend<{ ten: Ten }>({
  ten: ({ openWindow, practise }, use) => openTen({ openWindow, practise }, use),
})

test('ten accounts are one book under one name for a symbol, and a bad one of them slows and hides no other', async ({
  ten,
  practise,
}) => {
  const { page } = ten
  await test.step('what each broker calls a symbol is learned, edited, read from a file and written to one', () =>
    agreeOnSymbols(ten))
  await test.step('an order by the one name goes to each under its broker’s own', () =>
    orderByName(ten))
  await test.step('orders of accounts at one address leave in one request where that is chosen', () =>
    sendInOne(ten))
  await test.step('where an order went through it is left again, once somebody says so', () =>
    leaveWhereItWent(ten))
  await test.step('rows are netted by instrument, underlying and expiry, with what one is in', () =>
    netRows(ten))
  await test.step('trades, holdings and funds are of all', () => addUp(ten))
  await test.step('one that does not answer slows and hides no other', () => hangOne(ten))
  await test.step('the health of each is told in full, and no key with it', () => tellHealth(ten))
  await test.step('the curve of a group goes on where one of them is missing, and says so', async () =>
    missOne(page, { here: await practise(), gone: await practise() }))
})

/** Says something to the palette. */
async function say(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: /^Order, command/ })
  await field.fill(text)
  await expect(
    page.getByRole('dialog', { name: 'Palette' }).getByRole('option').first(),
  ).toBeVisible()
  await field.press('Enter')
}

const close = (form: Locator): Promise<void> =>
  form
    .getByRole('button', { name: /^(Close|Cancel)$/ })
    .last()
    .click()

async function agreeOnSymbols({ page }: Ten): Promise<void> {
  await chooseInMenu(page, 'Accounts…')
  await page.getByRole('button', { name: 'Symbols…' }).click()
  const symbols = page.getByRole('dialog', { name: 'Symbols of each broker', exact: true })
  const said = symbols
    .getByRole('region', { name: 'What the books say' })
    .getByRole('listitem')
    .filter({ hasText: `${ownSymbol} is ${symbol} at ZE` })
  await expect(said).toContainText(/NSE, token \d+: TATASTEEL at ZF/)
  await said.getByRole('button', { name: 'Agree' }).click()
  const line = (name: string) => symbols.getByRole('row', { name: new RegExp(`^${name} NSE ZE`) })
  await expect(line(ownSymbol)).toContainText(`${symbol}the books, agreed to`)

  // A second name for the same symbol contradicts the first: somebody says which is so.
  await symbols.getByRole('button', { name: 'Add symbol' }).click()
  const add = page.getByRole('dialog', { name: 'Add symbol' })
  const write = async (form: Locator, fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields))
      await form.getByLabel(label, { exact: true }).fill(text)
  }
  await write(add, { Name: 'STEEL', Broker: 'ZE', 'Its symbol': symbol })
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(add).toContainText('contradicts what was said before')
  const instead = add.getByRole('checkbox', { name: /Take this instead/ })
  await expect(add).toContainText(`${ownSymbol} is ${symbol} at ZE`)
  await instead.check()
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(line('STEEL')).toContainText(`${symbol}typed`)
  await expect(line(ownSymbol)).toHaveCount(0)

  await symbols.getByRole('button', { name: 'Edit STEEL at ZE' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit STEEL at ZE' })
  await write(edit, { Name: 'IRON' })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(line('IRON')).toContainText(symbol)

  await symbols.getByRole('button', { name: 'Import…' }).click()
  const file = page.getByRole('dialog', { name: 'Import symbols of each broker' })
  const table = [
    'Name,Exchange,Broker,Symbol',
    `${ownSymbol},NSE,ZE,${symbol}`,
    'PHARMA,NSE,ZE,SUNPHARMA-EQ',
    'PHARMA,LSE,ZF,SUN',
  ]
  await file.getByLabel('File', { exact: true }).setInputFiles({
    ...{ name: 'symbols.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(table.join('\n')),
  })
  await expect(file).toContainText('1 of 3 lines will be taken over.')
  await expect(file).toContainText('1 contradicts what is here')
  await expect(file).toContainText('Exchange ‘LSE’')
  await file.getByRole('checkbox', { name: /instead of: IRON is/ }).check()
  await file.getByRole('button', { name: 'Take over 2 symbols' }).click()
  await expect(line('PHARMA')).toContainText('a file')
  await expect(line(ownSymbol)).toContainText('a file')
  const saving = page.waitForEvent('download')
  await symbols.getByRole('button', { name: 'Export' }).click()
  const written = await readFile(await (await saving).path(), 'utf8')
  expect(
    written
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/),
  ).toEqual([
    'Name,Exchange,Broker,Symbol',
    'PHARMA,NSE,ZE,SUNPHARMA-EQ',
    `${ownSymbol},NSE,ZE,${symbol}`,
  ])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

async function orderByName(ten: Ten): Promise<void> {
  const { page } = ten
  await say(page, 'buy 5 nse tatasteel limit 202 mis @anil,@chetan,@gita')
  const ticket = ticketIn(page)
  await review(ticket)
  const order = (name: Name) => ticket.getByRole('listitem').filter({ hasText: name })
  await expect(order('Anil')).toContainText(`${ownSymbol} is ${symbol} at ZE`)
  await expect(order('Anil')).toContainText(`Buys 5 ${symbol} at 202.00`)
  await expect(order('Chetan')).toContainText(`Buys 5 ${ownSymbol} at 202.00`)
  await confirmButton(ticket).click()
  await expect(ticket).toContainText(tookWords(3, 3))
  expect(takenOf(ten, 'PlaceMultiOrder')).toMatchObject(
    (['Anil', 'Chetan', 'Gita'] as const).map((name) => ({
      ...{ name, symbol, action: 'BUY', quantity: '5' },
    })),
  )
  await close(ticket)

  // Whoever is not listed calls it by the name, and nobody knows whether that is so.
  await say(page, 'buy 5 nse pharma limit 380 mis @anil,@gita')
  const unlisted = ticketIn(page)
  await review(unlisted)
  await expect(unlisted).toContainText('PHARMA is SUNPHARMA-EQ at ZE.')
  await expect(unlisted).toContainText('Gita: By the books, PHARMA may be SUNPHARMA-EQ at ZF')
  await unlisted.getByRole('button', { name: 'Back' }).click()
  await close(unlisted)
}

async function sendInOne(ten: Ten): Promise<void> {
  const { page, first } = ten
  const asked = () =>
    first.gateway.asked.filter(({ operation }) => operation === 'PlaceMultiOrder').length
  const sent = () => takenOf(ten, 'PlaceMultiOrder').filter((one) => one.symbol === 'ITC-EQ')
  const before = asked()
  await say(page, 'buy 3 nse itc-eq limit 420 mis @anil,@bina,@chetan,@divya')
  const ticket = ticketIn(page)
  // What is said of the order grows above the box until it is planned.
  await expect(ticket.getByRole('button', { name: /^Review/ })).toBeEnabled()
  await ticket
    .getByRole('checkbox', { name: 'In one request for all accounts at the same address' })
    .check()
  await send(ticket)
  await expect(ticket).toContainText(tookWords(4, 4))
  expect(asked()).toBe(before + 1)
  expect(sent().map(({ name, quantity }) => `${name} ${quantity}`)).toEqual([
    ...['Anil 3', 'Bina 3', 'Chetan 3', 'Divya 3'],
  ])
  await close(ticket)
}

async function leaveWhereItWent(ten: Ten): Promise<void> {
  const { page, second } = ten
  const sold = () =>
    takenOf(ten, 'PlaceMultiOrder').flatMap(({ name, action, quantity }) =>
      action === 'SELL' ? `${name} ${quantity}` : [],
    )
  second.gateway.spoil('PlaceMultiOrder', loginOf('Esha'), 'refuse')
  await say(page, 'buy 10 nse itc-eq limit 420 mis @anil,@bina,@esha,@farhan')
  const ticket = ticketIn(page)
  await send(ticket)
  await expect(ticket).toContainText('1 refused')
  await expect(ticket).toContainText(tookWords(3, 4))
  await expect(ticket).toContainText('It went through at some accounts and not at others.')
  await expect(ticket).toContainText('Filled and not left since: 30 at 3 accounts.')
  await ticket.getByRole('button', { name: 'Exit where it went through…' }).click()
  const way = page.getByRole('dialog', { name: 'Exit where it went through' })
  await agree(way)
  // Nothing is done by itself.
  expect(sold()).toEqual([])
  await confirmButton(way).click()
  await expect(way).toContainText(tookWords(3, 3))
  expect(sold()).toEqual(['Anil 10', 'Bina 10', 'Farhan 10'])
  await close(way)
  // The way back to a ticket leaves out whoever has it.
  await ticket.getByRole('button', { name: 'Another like it' }).click()
  await expect(ticket.getByRole('checkbox', { name: 'Esha' })).toBeChecked()
  for (const name of ['Anil', 'Bina', 'Farhan'])
    await expect(ticket.getByRole('checkbox', { name })).not.toBeChecked()
  await expect(ticket.getByText('has it already')).toHaveCount(3)
  await close(ticket)
  second.gateway.mend()
}

const written = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})
const sumOf = (figures: readonly number[]): number =>
  figures.reduce((sum, figure) => sum + figure, 0)

/** What the brokers themselves know of all accounts, at prices that stand still. */
const accountsOf = ({ first, second }: Ten) =>
  [first, second].flatMap(({ practice: { engine } }) =>
    engine.accounts.map(({ positions, holdings }) => ({
      positions: [...positions.values()].map((position) => ({
        symbol: position.instrument.symbol,
        net: netQuantity(position),
        price: engine.market.price(position.instrument),
      })),
      holdings: [...holdings.values()],
    })),
  )

async function group(page: Page, book: string, by: string): Promise<Locator> {
  await page.getByRole('button', { name: new RegExp(`^Group ${book}`, 'i') }).press('Enter')
  await page.getByRole('menuitemradio', { name: by, exact: true }).press('Enter')
  return page.getByRole('treegrid', { name: book })
}

async function netRows(ten: Ten): Promise<void> {
  const { page } = ten
  const positions = await group(page, 'Positions', 'By instrument')
  // One line over both names, of which each account has its leg.
  const steel = positions.getByRole('row', { name: new RegExp(`^${ownSymbol} · NSE`) })
  await expect(steel).toContainText('+15 ?')
  await expect(steel).toContainText('2 not read')
  await steel.dispatchEvent('click')
  for (const name of ['Anil', 'Chetan', 'Gita'])
    await expect(
      positions.getByRole('row', { name: new RegExp(`^TATASTEEL.*${name}`) }),
    ).toBeVisible()

  await page.getByRole('button', { name: /^Group positions/ }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: /^With exposure/ }).press('Enter')
  await page.keyboard.press('Escape')
  const nifty = accountsOf(ten).flatMap((one) =>
    one.positions.filter((position) => position.symbol.startsWith('NIFTY')),
  )
  const net = sumOf(nifty.map((position) => position.net))
  const value = sumOf(nifty.map((position) => position.net * position.price))
  const gross = sumOf(nifty.map((position) => Math.abs(position.net) * position.price))
  for (const [by, title] of [
    ['By underlying', /^NIFTY \d/],
    ['By expiry', /^NIFTY · \d+ [A-Z][a-z]{2} 20\d\d/],
  ] as const) {
    await group(page, 'Positions', by)
    const line = positions.getByRole('row', { name: title })
    await expect(line).toContainText(`+${net.toLocaleString('en-IN')} ?`)
    await expect(line).toContainText(`${value < 0 ? '−' : '+'}${written.format(Math.abs(value))} ?`)
    await expect(line).toContainText(`${written.format(gross)} ?`)
  }
}

async function addUp(ten: Ten): Promise<void> {
  const { page } = ten
  const steel = new RegExp(`^${ownSymbol} · NSE`)
  await showPanel(page, 'Trades')
  const trades = await group(page, 'Trades', 'By instrument')
  await expect(trades.getByRole('row', { name: steel })).toContainText('3,000.00 ?')
  await showPanel(page, 'Holdings')
  const holdings = await group(page, 'Holdings', 'By instrument')
  const held = accountsOf(ten).flatMap((one) =>
    one.holdings.flatMap(({ instrument, quantity }) =>
      instrument.symbol === symbol ? quantity : [],
    ),
  )
  expect(held).toHaveLength(8)
  await expect(holdings.getByRole('row', { name: steel })).toContainText(
    `${sumOf(held).toLocaleString('en-IN')} ?`,
  )
  const funds = page.getByRole('region', { name: 'Funds and accounts' })
  await expect(funds).toContainText('Opening balance ₹80,00,000.00')
  await expect(funds.getByTitle('Indu, Jai')).toBeVisible()
}

const reads = ['OrderBook', 'TradeBook', 'PositionBook', 'Holdings', 'Funds', 'Profile'] as const

/** It is asked once and never answers; the others are read and sent to as before. */
async function hangOne(ten: Ten): Promise<void> {
  const { page, first } = ten
  const readsOf = (name: Name) => {
    const { client, broker } = loginOf(name)
    return first.gateway.asked.filter(
      ({ operation, who }) =>
        operation === 'PositionBook' && who.client === client && who.broker === broker,
    ).length
  }
  for (const operation of reads) first.gateway.spoil(operation, loginOf('Anil'), 'hang')
  first.gateway.spoil('PlaceMultiOrder', loginOf('Anil'), 'cut-after')
  const [anil, bina] = [readsOf('Anil'), readsOf('Bina')]
  await say(page, 'buy 4 nse lt-eq limit 3600 mis @anil,@bina,@gita')
  const ticket = ticketIn(page)
  await send(ticket)
  const row = (name: Name) => ticket.getByRole('listitem').filter({ hasText: name })
  await expect(row('Bina')).toContainText(/Accepted|Filled/)
  await expect(row('Gita')).toContainText(/Accepted|Filled/)
  await expect(row('Anil')).toContainText('In doubt')
  await close(ticket)
  const health = page.getByRole('banner').getByRole('button', { name: /^Accounts: / })
  await expect(health).toHaveAttribute(
    'title',
    /^Accounts: Anil is (slow|in trouble), Indu is in trouble, Jai is in trouble$/,
  )
  expect(readsOf('Bina') - bina).toBeGreaterThan(3)
  expect(readsOf('Anil') - anil).toBeLessThan(3)
}

async function tellHealth(ten: Ten): Promise<void> {
  const { page, first } = ten
  const { client } = loginOf('Bina')
  first.gateway.spoil(
    'Holdings',
    loginOf('Bina'),
    () => `{"status":"error","error_msg":"no such key: ${client}"}`,
  )
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Accounts: / })
    .click()
  await page.getByRole('button', { name: 'All details' }).click()
  const panel = page.getByRole('grid', { name: 'Health of accounts' })
  const row = (name: Name) => panel.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect(panel.getByRole('row').first()).toContainText(
    /Account.*In doubt.*Last good.*Latency.*99 in 100.*Book reads.*Orders \/ s.*Missed reads.*Reading.*Failed/,
  )
  await expect(row('Anil')).toContainText(/Orders in doubt\s*1|1\s*Orders in doubt/)
  await expect(row('Anil')).toContainText('More than twice as old as a book should get')
  await expect(row('Indu')).toContainText('Keys refused')
  await expect(row('Chetan')).toContainText(
    /Well\s*0\s*[\d.]+\ss\s*[\d.]+\sm?s\s*[\d.]+\sm?s\s*\d\sof\s5\s*0\sof\s10/,
  )
  await expect(row('Bina')).toContainText('The service refused (holdings)')
  await row('Bina').dblclick()
  const details = page.getByRole('region', { name: 'Bina in full' })
  await expect(details).toContainText('What to do:')
  await expect(details).toContainText(/Book reads: \d of 5 each second, \d+ in the last minute/)
  await expect(details).toContainText(/Orders: \d of 10 a second, \d of 120 in the last minute/)
  await expect(details.getByRole('row', { name: /^positions/ })).toContainText('full pace')
  await expect(details.getByRole('listitem').filter({ hasText: 'Holdings' })).toContainText(
    'no such key: •••',
  )
  await expect(details).not.toContainText(client)
  first.gateway.mend()
}

async function missOne(
  page: Page,
  { here, gone }: { here: Broker['practice']; gone: Broker['practice'] },
): Promise<void> {
  await seedAccount(page, { name: 'Paper', url: here.url })
  await seedAccount(page, { name: 'Chalk', url: gone.url })
  const { accounts } = await ask(page, 'openDesk', {})
  const share = { kind: 'times', times: '1' } as const
  const members = accounts.flatMap(({ id, name }) =>
    name === 'Paper' || name === 'Chalk' ? { account: id, share } : [],
  )
  await ask(page, 'saveGroup', { name: 'School', colour: 'green', members })
  await selectAccount(page, 'School')
  await showPanel(page, 'P&L')
  const panel = page.locator('.pnl')
  await expect(panel).toContainText(/Service\s*[+−]₹[\d,.]+/)
  gone.faults.set({ name: 'keys-refused-401' })
  await expect(panel).toContainText(/Last known\s*[+−]₹[\d,.]+/)
  await expect(panel).toContainText('Not known now: the positions of Chalk are not read well.')
  await expect(page.getByRole('banner')).toContainText('Day P&L old')
  await showPanel(page, 'Positions')
  await expect(page.getByRole('treegrid', { name: 'Positions' })).toContainText('Paper')
  await expect(page.getByText(/^Chalk: Keys refused/)).toBeVisible()
}
