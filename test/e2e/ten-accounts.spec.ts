import type { Locator, Page } from '@playwright/test'
import { netQuantity } from '../../src/practice/market/positions.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { type Broker, type Name, loginOf, names, symbol, takenOf } from './ten.ts'
import { chooseInMenu, expect, selectAccount, test as base } from './terminal.ts'
import { agree, confirmButton, fill, openTicket, send, taken, tookWords } from './trading.ts'

/** Two brokers that are no practice to the terminal, each behind a gateway that can fail. */
const test = base.extend<{ brokers: readonly [Broker, Broker] }>({
  brokers: async ({ practise }, use) => {
    const start = async (): Promise<Broker> => {
      const practice = await practise({ speed: 1 })
      practice.setPrice('NSE', symbol, 800)
      practice.setPrice('NSE', 'ITC-EQ', 400)
      return { practice, gateway: await openGateway(practice) }
    }
    const both = [await start(), await start()] as const
    await use(both)
    for (const { gateway } of both) await gateway.close()
  },
})

test('ten accounts at two brokers are one book and take one order, whatever becomes of some of them', async ({
  openWindow,
  brokers,
}) => {
  const [, second] = brokers
  const { page } = await openWindow()
  await test.step('a table brings them, and each bad cell is marked', () => bring(page, brokers))
  await test.step('all are tested at once', () => testAll(page))
  await test.step('a group has a share for each', () => makeGroup(page))
  await test.step('one after the other, an order stops at the first that is not accepted', () =>
    orderInTurn(page, brokers))
  await test.step('the list of accounts says whose order is in doubt', () => seeDoubt(page))
  const ticket = await test.step('one order goes to all, and each has an outcome of its own', () =>
    orderAll(page, brokers))
  await test.step('a broker that stops hides nobody else', () =>
    stopSecond(page, { ticket, gateway: second.gateway }))
  await test.step('problems stand first, and all of it can be copied', () =>
    readOutcomes(page, ticket))
  const copied = await test.step('only what surely is not there is sent again', () =>
    sendAgain(page, { ticket, second }))
  await test.step('the books net what all of them hold', () => lookAtBooks(page, brokers))
  await test.step('a netted line is left leg by leg', () => exitLine(page, brokers))
  judge(brokers, copied)
})

async function bring(page: Page, brokers: readonly [Broker, Broker]): Promise<void> {
  await chooseInMenu(page, 'Accounts…')
  await page.getByRole('button', { name: 'From a table…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add accounts from a table' })
  const file = dialog.getByLabel('File', { exact: true })
  const table = tableOf(brokers)
  const choose = (text: string) =>
    file.setInputFiles({ name: 'ten.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(table.replace('Bina,ZE', 'Bina,Z E'))
  await expect(dialog).toContainText('9 of 10 accounts can be added.')
  await expect(dialog.getByText('must be a broker code')).toContainText('Broker ‘Z E’')
  // What is to be corrected stands first.
  const lines = dialog.getByRole('region', { name: 'Lines of the file' }).getByRole('row')
  await expect(lines.nth(1)).toContainText('Bina')
  await choose(table)
  await dialog.getByRole('button', { name: 'Add 10 accounts' }).click()
  const vault = page.getByRole('dialog', { name: 'Where keys are kept' })
  const accounts = page.getByRole('dialog', { name: 'Accounts', exact: true })
  await expect(vault.or(accounts)).toBeVisible()
  if (await vault.isVisible()) {
    await vault.getByRole('radio', { name: /^This session only/ }).check()
    await vault.getByRole('button', { name: 'Keep keys here' }).click()
  }
  await expect(accounts.getByText('Jai', { exact: true })).toBeVisible()
}

function tableOf(brokers: readonly [Broker, Broker]): string {
  const lines = names.map((name, at) => {
    const { broker, client } = loginOf(name)
    const keys = name === 'Jai' ? ['', ''] : name === 'Indu' ? ['no', 'no'] : [client, client]
    const address = brokers[at >= 4 && at < 8 ? 1 : 0].gateway.url
    return [name, broker, address, ...keys, 'ten'].join(',')
  })
  return ['Name,Broker,Address,API key,API secret,Tags', ...lines].join('\n')
}

async function testAll(page: Page): Promise<void> {
  const accounts = page.getByRole('dialog', { name: 'Accounts', exact: true })
  await accounts.getByLabel('Find an account').fill('ten')
  await accounts.getByRole('button', { name: 'Test all' }).click()
  await expect(accounts.getByRole('status').first()).toHaveText('10 of 10 tested, 2 in trouble')
  const line = (name: Name) => accounts.getByRole('listitem').filter({ hasText: name })
  await expect(line('Anil')).toContainText('Answered as Asha Practice')
  await expect(line('Indu')).toContainText('The service refused the keys')
  await expect(line('Jai')).toContainText('This account has no keys yet.')
  await accounts.getByRole('button', { name: 'In trouble', exact: true }).click()
  await expect(accounts.getByRole('listitem')).toHaveCount(2)
}

async function makeGroup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Groups…' }).click()
  await page.getByRole('button', { name: 'Add group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add group' })
  await dialog.getByLabel('Name', { exact: true }).fill('Family')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Tick at least one account.')
  for (const name of names) await dialog.getByRole('checkbox', { name }).check()
  const share = async (name: Name, how: string, amount: RegExp, value: string) => {
    await dialog.getByLabel(`How much ${name} takes`).selectOption(how)
    await dialog.getByLabel(amount).fill(value)
  }
  await share('Anil', 'times the quantity', /of Anil$/, '2')
  await share('Bina', 'units, always', /of Bina$/, '7')
  await share('Chetan', '% of its own funds', /of Chetan$/, '2')
  await share('Divya', 'units, always', /of Divya$/, '9000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Groups' })).toContainText(
    'Anil × 2, Bina 7 units, Chetan 2 % of its funds, Divya 9,000 units, Esha × 1',
  )
  await selectAccount(page, 'Family')
  await expect(page.getByLabel('Account shown')).toContainText('Family')
  // The books of its members and of nobody else.
  const positions = page.getByRole('treegrid', { name: 'Positions' })
  await expect(positions).toContainText('Anil')
  await expect(positions).not.toContainText('Practice one')
}

/** Up to the first that is not accepted, and on where the order surely is not. */
async function orderInTurn(page: Page, [first, second]: readonly [Broker, Broker]): Promise<void> {
  const placed = () =>
    [first, second].flatMap(({ practice }) => taken(practice, 'PlaceMultiOrder')).length
  first.gateway.spoil('PlaceMultiOrder', loginOf('Chetan'), 'cut-before')
  const ticket = await openTicket(page, 'regular')
  await fill(ticket, { symbol: 'ITC-EQ', quantity: '4', price: '380' })
  await ticket.getByLabel('Quantity for Divya').fill('3')
  await ticket.getByRole('checkbox', { name: /^One after the other/ }).check()
  await send(ticket)
  await expect(row(ticket, 'Divya')).toContainText(
    'The order before it was not plainly accepted: that of Chetan.',
  )
  await expect(ticket).toContainText('1 in doubt, 5 not sent')
  await expect(ticket).toContainText(tookWords(2, 8))
  expect(placed()).toBe(2)
  first.gateway.mend()

  await ticket.getByRole('button', { name: 'Send 5 again…' }).click()
  await agree(ticket)
  await confirmButton(ticket).click()
  await expect(ticket).toContainText('1 in doubt')
  await expect(ticket).toContainText(tookWords(7, 8))
  expect(placed()).toBe(7)
  await ticket.getByRole('button', { name: 'Close' }).last().click()
}

async function seeDoubt(page: Page): Promise<void> {
  await page.keyboard.press('Alt+a')
  const options = page.getByRole('listbox').getByRole('option')
  const option = (name: Name) => options.filter({ hasText: name })
  await expect(option('Chetan')).toContainText('1 in doubt')
  await expect(option('Anil')).not.toContainText('in doubt')
  await page.getByRole('combobox', { name: 'Find an account' }).fill('doubt')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Escape')
}

/** What an outcome says of an order that was taken, as soon as its book shows it filled. */
const accepted = /Accepted|Filled at/

/** Each in a way of its own; where a book lacks a row, nothing is taken for gone. */
async function orderAll(page: Page, [first, second]: readonly [Broker, Broker]): Promise<Locator> {
  const ticket = await openTicket(page, 'regular')
  await fill(ticket, { symbol, quantity: '5', price: '820' })
  await ticket.getByRole('checkbox', { name: /^One after the other/ }).uncheck()
  await expect(ticket.getByRole('button', { name: 'Family' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const share = (name: Name) => ticket.getByLabel(`Quantity for ${name}`)
  await expect(share('Anil')).toHaveAttribute('placeholder', '10')
  await expect(share('Bina')).toHaveAttribute('placeholder', '7')
  await expect(share('Chetan')).toHaveAttribute('placeholder', /^1\d$/)
  await expect(share('Divya')).toHaveAttribute('placeholder', '9,000')
  await expect(ticket).toContainText('has no keys here')
  // A read says that its keys are refused: it is left out, unless a person means it all the same.
  await expect(ticket).toContainText('The service refuses the keys of this account')
  await ticket.getByRole('checkbox', { name: 'Indu' }).uncheck()
  await ticket.getByRole('checkbox', { name: 'Indu' }).check()
  for (const [name, fate] of [
    ['Esha', 'cut-before'],
    ['Farhan', 'cut-after'],
    ['Gita', 'refuse'],
    ['Harish', 'hang'],
  ] as const)
    second.gateway.spoil('PlaceMultiOrder', loginOf(name), fate)
  for (const { practice } of [first, second]) practice.setPrice('NSE', symbol, 800)
  second.practice.faults.set({ name: 'empty-lists', operation: 'OrderBook' })
  await send(ticket)
  for (const name of ['Anil', 'Bina', 'Chetan'] as const)
    await expect(row(ticket, name)).toContainText(accepted)
  for (const name of ['Esha', 'Farhan'] as const)
    await expect(row(ticket, name)).toContainText('In doubt')
  for (const name of ['Gita', 'Indu'] as const)
    await expect(row(ticket, name)).toContainText('Refused')
  await expect(row(ticket, 'Divya')).toContainText('Rejected')
  await expect(row(ticket, 'Harish')).toContainText('Sent')
  await expect(ticket.getByRole('button', { name: 'Send 2 again…' })).toBeVisible()
  second.practice.faults.clear()
  await expect(row(ticket, 'Farhan')).toContainText('Found')
  return ticket
}

async function stopSecond(
  page: Page,
  { ticket, gateway }: { ticket: Locator; gateway: Gateway },
): Promise<void> {
  await gateway.close()
  await expect(row(ticket, 'Harish')).toContainText('In doubt')
  const health = page.getByRole('banner').getByRole('button', { name: /^Accounts: / })
  for (const name of names.slice(4))
    await expect(health).toHaveAttribute('title', new RegExp(`${name} is in trouble`))
  for (const name of names.slice(0, 4))
    await expect(health).not.toHaveAttribute('title', new RegExp(`${name} is in trouble`))
  await health.click()
  await expect(page.getByRole('dialog', { name: 'Health of the accounts' })).toContainText(
    '6 in trouble',
  )
  await page.getByRole('button', { name: 'All details' }).click()
  const panel = page.getByRole('grid', { name: 'Health of accounts' })
  await expect(panel.getByRole('row', { name: /Harish/ })).toContainText(
    'The service cannot be reached',
  )
  await expect(panel.getByRole('row', { name: /Indu/ })).toContainText('Keys refused')
  await expect(page.getByRole('banner')).toContainText('incomplete')
}

/** The worst first, one kind alone where that is asked, and all of it as text. */
async function readOutcomes(page: Page, ticket: Locator): Promise<void> {
  const items = ticket.getByRole('listitem')
  await expect(items.first()).toContainText('In doubt')
  await ticket.getByRole('button', { name: 'Refused 2' }).click()
  await expect(items).toHaveCount(2)
  await ticket.getByRole('button', { name: 'All 9' }).click()
  // The same is said of the two whose answers were lost: it stands once, with both of them.
  await expect(items).toHaveCount(8)
  await expect(items.first()).toContainText(/Each of these 2:.*Esha.*Harish/s)
  const lines = (await copyOutcomes(page, ticket)).split('\n')
  expect(lines[0]).toMatch(
    /^As of [-\d]+ [:\d]+ IST: 2 in doubt, 1 rejected, 2 refused, .*\b1 found one like it\b/,
  )
  expect(lines[0]).toMatch(tookWords(3, 9))
  expect(lines[2]).toMatch(/^Esha\tbuy 5 TATASTEEL-EQ\tIn doubt\t\tNo clear answer came/)
}

/** What goes to the clipboard, which belongs to the whole machine. */
async function copyOutcomes(page: Page, ticket: Locator): Promise<string> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      document.documentElement.dataset['copied'] = text
      return Promise.resolve()
    }
  })
  await ticket.getByRole('button', { name: 'Copy as text' }).click()
  return (await page.locator('html').getAttribute('data-copied')) ?? ''
}

async function sendAgain(
  page: Page,
  { ticket, second }: { ticket: Locator; second: Broker },
): Promise<string> {
  second.gateway.mend()
  await second.gateway.reopen()
  await page.keyboard.press('F5')
  await expect(row(ticket, 'Harish')).toContainText('Found')
  await row(ticket, 'Esha').getByRole('button', { name: 'Look at it' }).click()
  const doubts = page.getByRole('dialog', { name: 'Orders in doubt' })
  const lost = doubts.getByRole('article').filter({ hasText: 'Esha' })
  await lost.getByRole('button', { name: 'It did not arrive…' }).click()
  await lost.getByRole('button', { name: 'It did not arrive', exact: true }).click()
  await expect(lost).toContainText('Did not arrive')
  await doubts.getByRole('button', { name: 'Close' }).last().click()

  await ticket.getByRole('button', { name: 'Send 3 again…' }).click()
  await agree(ticket)
  for (const name of ['Anil', 'Divya', 'Farhan', 'Harish'] as const)
    await expect(ticket.getByText(name, { exact: true })).toHaveCount(0)
  await confirmButton(ticket).click()
  for (const name of ['Esha', 'Gita'] as const)
    await expect(row(ticket, name)).toContainText(accepted)
  await expect(row(ticket, 'Indu')).toContainText('Refused')
  await expect(ticket).toContainText('1 rejected, 1 refused')
  await expect(ticket).toContainText(tookWords(5, 9))
  await expect(ticket).toContainText('2 found')
  const copied = await copyOutcomes(page, ticket)
  await ticket.getByRole('button', { name: 'Close' }).last().click()
  return copied
}

/** What was really filled of it, by the brokers themselves. */
const heldOf = ({ practice }: Broker): number =>
  practice.engine.accounts
    .flatMap(({ positions }) => [...positions.values()])
    .filter(({ instrument }) => instrument.symbol === symbol)
    .reduce((sum, position) => sum + netQuantity(position), 0)

async function lookAtBooks(page: Page, brokers: readonly [Broker, Broker]): Promise<void> {
  // By keys: a card that tells what went wrong may lie over what a mouse would press.
  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('button', { name: /^Group orders/ }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'By group order' }).press('Enter')
  const orders = page.getByRole('treegrid', { name: 'Orders' })
  const together = orders.getByRole('row', { name: new RegExp(`^BUY ${symbol} `) })
  // What was sent again was confirmed by itself.
  await expect(together).toHaveCount(2)
  await expect(together.first()).toContainText('2 complete')
  await expect(together.last()).toContainText('1 rejected · 5 complete')

  await page.getByRole('button', { name: /^Group positions/ }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'By instrument' }).press('Enter')
  const positions = page.getByRole('treegrid', { name: 'Positions' })
  const line = positions.getByRole('row', { name: new RegExp(`^${symbol} · NSE`) })
  const held = heldOf(brokers[0]) + heldOf(brokers[1])
  await expect(line).toContainText(`+${held} ?`)
  // Of whom no keys are right may hold some as well.
  await expect(line).toContainText('2 not read')
  await line.dispatchEvent('click')
  await expect(positions.getByRole('row', { name: /Harish/ })).toBeVisible()
}

/** Each account leaves its own leg, and is watched until its books show that it is flat. */
async function exitLine(page: Page, brokers: readonly [Broker, Broker]): Promise<void> {
  await expect(page.getByRole('button', { name: 'Exit 7 legs…' })).toBeVisible()
  await page.getByRole('treegrid', { name: 'Positions' }).press('x')
  const exit = page.getByRole('dialog', { name: 'Exit chosen positions' })
  await send(exit)
  await expect(exit).toContainText(tookWords(7, 7))
  await expect
    .poll(() => {
      // What was sold at a limit finds a buyer, wherever the market went meanwhile.
      for (const { practice } of brokers) {
        practice.setPrice('NSE', symbol, 830)
        practice.advance(1000)
      }
      return page.locator('footer').innerText()
    })
    .toContain('Exit: 7 of 7 done')
  for (const broker of brokers) expect(heldOf(broker)).toBe(0)
}

/** By the brokers' own ledgers: nothing twice, and nothing missing that was said to be there. */
function judge([first, second]: readonly [Broker, Broker], copied: string): void {
  const placed = takenOf({ first, second }, 'PlaceMultiOrder')
  const whose = (of: string, action: string) =>
    placed.flatMap((one) => (one.symbol === of && one.action === action ? one.name : [])).toSorted()
  expect(whose(symbol, 'BUY')).toEqual(names.slice(0, 8))
  expect(whose(symbol, 'SELL')).toEqual(names.slice(0, 8).filter((name) => name !== 'Divya'))
  expect(whose('ITC-EQ', 'BUY')).toEqual(names.slice(0, 8).filter((name) => name !== 'Chetan'))
  expect(placed).toHaveLength(22)

  const told = copied
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([name, , outcome = '', id]) =>
      /^(Accepted|Filled|Found one like it)$/.test(outcome) ? [[name, id]] : [],
    )
  expect(told).toHaveLength(7)
  for (const [name, id] of told)
    expect(placed.find((one) => one.name === name && one.id === id)).toMatchObject({
      symbol,
      action: 'BUY',
    })
}

const row = (within: Locator, name: Name): Locator =>
  within.getByRole('listitem').filter({ hasText: name })
