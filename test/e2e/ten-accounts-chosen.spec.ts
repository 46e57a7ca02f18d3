import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { netQuantity } from '../../src/practice/market/positions.ts'
import type { AccountGroup } from '../../src/shared/accounts/groups.ts'
import type { TicketKind } from '../../src/shared/orders/tickets.ts'
import { ask } from './desk.ts'
import { chooseInMenu, expect, selectAccount, test as base } from './terminal.ts'
import { type Name, names, ownSymbol, symbol, takenOf, openTen, type Ten } from './ten.ts'
import {
  agree,
  chooseSymbol,
  confirmButton,
  fill,
  openTicket,
  send,
  ticketIn,
  tookWords,
} from './trading.ts'

const test = base.extend<{ ten: Ten }>({
  ten: ({ openWindow, practise }, use) => openTen({ openWindow, practise }, use),
})

test('ten accounts are put in order, switched, found and picked, and one order goes to each by its share', async ({
  ten,
}) => {
  const { page } = ten
  await test.step('they stand where they are dragged, or put by keys', () => arrange(page))
  await test.step('one is off for the day: it is not read', () => switchOff(ten))
  await test.step('they are found by typing, and several are picked without a group', () =>
    pick(page))
  const shared = await ten.group('Shared', {
    Anil: { kind: 'times', times: '2' },
    Bina: { kind: 'sum', percent: '30' },
    Chetan: { kind: 'sum', percent: '20' },
    Divya: { kind: 'funds', percent: '10' },
    Esha: { kind: 'units', units: '100' },
    Farhan: { kind: 'times', times: '0.25' },
  })
  await test.step('shares are rounded down to lots, and each account says what it lacks', () =>
    lackLots(page))
  await test.step('what the order comes to is said before it is sent, and nobody gets more than the share', () =>
    shareOut(ten))
  await test.step('while the stop is on nothing can be sent to a group', () => stopAll(page))
  await test.step('one is on again by its switch', () => switchOn(page))
  await ten.group('Even', even)
  await test.step('a group is the target of each kind of ticket', () => sendKinds(ten))
  await test.step('a line of a basket shares the sum that it names', () => sendBasket(ten, shared))
  await test.step('an order of the palette goes to a group, and so does an exit', () =>
    sayOrders(ten))
  await test.step('a table has a template, and gives each account a colour that few have', () =>
    addMore(page))
  await test.step('a list of a hundred stays clear', () => keepHundred(page))
})

const accountsOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Accounts', exact: true })
const lineOf = (page: Page, name: Name): Locator =>
  accountsOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })

/** Of the ten alone, in the order of a list. */
const inOrder = async (items: Locator): Promise<string> => {
  const texts = await items.allInnerTexts()
  return texts.flatMap((text) => names.find((name) => text.startsWith(name)) ?? []).join(' ')
}

async function arrange(page: Page): Promise<void> {
  await chooseInMenu(page, 'Accounts…')
  const lines = accountsOf(page).getByRole('listitem')
  const isOrder = (order: string) => expect.poll(() => inOrder(lines)).toBe(order)
  const rest = names.slice(0, 7).join(' ')
  await isOrder(names.join(' '))
  await accountsOf(page)
    .getByRole('group', { name: 'Place of Harish' })
    .dragTo(lineOf(page, 'Anil'), { targetPosition: { x: 200, y: 4 } })
  await isOrder(`Harish ${rest} Indu Jai`)
  await accountsOf(page).getByRole('button', { name: 'Move Harish down' }).focus()
  // What is moved has the keys again only some moments after it stands in its new place.
  const hasKeys = () =>
    expect(
      accountsOf(page).getByRole('group', { name: 'Place of Harish' }).locator(':enabled:focus'),
    ).toHaveCount(1)
  await page.keyboard.press('Alt+End')
  await isOrder(`${rest} Indu Jai Harish`)
  await hasKeys()
  await page.keyboard.press('Alt+ArrowUp')
  await isOrder(`${rest} Indu Harish Jai`)
  await hasKeys()
  await page.keyboard.press('Alt+ArrowUp')
  await isOrder(names.join(' '))
  await hasKeys()
  await page.keyboard.press('Alt+Home')
  await page.keyboard.press('Escape')
  // Everywhere else as well.
  await page.keyboard.press('Alt+a')
  await expect
    .poll(() => inOrder(page.getByRole('listbox').getByRole('option')))
    .toBe(`Harish ${rest} Indu Jai`)
  await page.keyboard.press('Escape')
}

async function switchOff({ page, second }: Ten): Promise<void> {
  await chooseInMenu(page, 'Accounts…')
  await accountsOf(page).getByRole('button', { name: 'Off today: Gita' }).click()
  const open = lineOf(page, 'Gita').getByRole('alert')
  // On a slow machine some books are too old by then to say what is open: that is said beside it.
  await expect(open).toContainText('7 open positions')
  await open.getByRole('button', { name: 'Turn Gita off for today all the same' }).click()
  await expect(lineOf(page, 'Gita')).toContainText('off until tomorrow')
  await expect(page.getByRole('switch', { name: 'Gita is on' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  const askedFor = (client: string, broker: string) =>
    second.gateway.asked.filter(({ who }) => who.client === client && who.broker === broker).length
  // What was on its way when it was switched off has arrived by the time that others are read anew.
  const readAnew = async () => {
    const before = askedFor('practice-2', 'ZF')
    await page.keyboard.press('F5')
    await expect.poll(() => askedFor('practice-2', 'ZF')).toBeGreaterThan(before + 3)
  }
  await readAnew()
  const before = askedFor('practice-1', 'ZF')
  await readAnew()
  expect(askedFor('practice-1', 'ZF')).toBe(before)
}

async function switchOn(page: Page): Promise<void> {
  await chooseInMenu(page, 'Accounts…')
  await page.getByRole('switch', { name: 'Gita is on' }).click()
  await expect(page.getByRole('switch', { name: 'Gita is on' })).toBeChecked()
  await expect(lineOf(page, 'Gita')).not.toContainText('off until tomorrow')
  await page.keyboard.press('Escape')
}

async function pick(page: Page): Promise<void> {
  const shown = page.getByLabel('Account shown')
  const positions = page.getByRole('treegrid', { name: 'Positions' })
  const find = page.getByRole('combobox', { name: 'Find an account' })
  const options = page.getByRole('listbox').getByRole('option')
  const option = (name: string) => options.filter({ has: page.getByText(name, { exact: true }) })
  const typed = async (text: string, found: string) => {
    await find.fill(text)
    await expect.poll(() => inOrder(options)).toBe(found)
  }
  await page.keyboard.press('Alt+a')
  await expect(option('Anil')).toContainText(/Day P&L [+−]₹[\d,.]+ Available ₹[\d.]+ L/)
  await expect(option('Indu')).toContainText('Keys refused')
  await expect(option('Gita')).toHaveCount(0)
  await typed('trouble', 'Indu Jai')
  await typed('ze', 'Anil Bina Esha Farhan Indu Jai')
  await typed('#family', 'Anil Bina Chetan Divya')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(shown).toContainText('4 chosen accounts')
  await expect(positions).toContainText('Divya')
  await expect(positions).not.toContainText('Esha')
  await page.keyboard.press('Alt+a')
  await typed('esha', 'Esha')
  await page.keyboard.press('ControlOrMeta+Enter')
  await find.fill('')
  await option('Divya').locator('.tick').click()
  await option('Chetan').locator('.tick').click()
  await page.keyboard.press('Escape')
  await expect(shown).toContainText('3 chosen accounts')
  await expect(positions).toContainText('Esha')
  await expect(positions).not.toContainText('Divya')
  // A ticket begins with them.
  const ticket = await openTicket(page, 'regular')
  await expect(ticket.getByRole('checkbox', { checked: true })).toHaveCount(3)
  for (const name of ['Anil', 'Bina', 'Esha'])
    await expect(ticket.getByRole('checkbox', { name })).toBeChecked()
  await close(ticket)
  await selectAccount(page, 'All accounts')
}

/** A ticket's row of an account. */
const recipient = (ticket: Locator, name: Name): Locator =>
  ticket
    .getByRole('group', { name: 'To', exact: true })
    .locator('.row')
    .filter({ has: ticket.page().getByText(`${name} ·`) })
const share = (ticket: Locator, name: Name): Locator => ticket.getByLabel(`Quantity for ${name}`)
const close = (ticket: Locator): Promise<void> =>
  ticket
    .getByRole('button', { name: /^(Close|Cancel)$/ })
    .last()
    .click()

async function toGroup(page: Page, kind: TicketKind, group: string): Promise<Locator> {
  const ticket = await openTicket(page, kind)
  await ticket
    .getByRole('group', { name: 'Send to a group' })
    .getByRole('button', { name: group })
    .click()
  return ticket
}

/** An option of which a lot is 65. */
async function lackLots(page: Page): Promise<void> {
  const option = page.getByRole('gridcell', { name: /^NIFTY\d{2}[A-Z]{3}\d{2}C/ }).first()
  const traded = await option.innerText()
  const ticket = await toGroup(page, 'regular', 'Shared')
  await ticket.getByLabel('Exchange').selectOption('NFO')
  await chooseSymbol(ticket, traded)
  await ticket.getByRole('radio', { name: 'NRML' }).check()
  await ticket.getByLabel('Quantity', { exact: true }).fill('130')
  await ticket.getByLabel('Limit price').fill('350')
  await ticket.getByRole('textbox', { name: 'Sum' }).fill('1,00,000')
  await expect(share(ticket, 'Anil')).toHaveAttribute('placeholder', '260')
  // 30 % of a lakh buys 85 units of 350, and 20 % no lot.
  await expect(share(ticket, 'Bina')).toHaveAttribute('placeholder', '65')
  await expect(recipient(ticket, 'Chetan')).toContainText('and a lot of 65 costs more')
  await expect(share(ticket, 'Esha')).toHaveAttribute('placeholder', '65')
  await expect(recipient(ticket, 'Esha')).toContainText(
    'Its share of 100, rounded down to whole lots',
  )
  await expect(recipient(ticket, 'Farhan')).toContainText(
    'its share of 32.5 is less than the lot of 65',
  )
  await expect(recipient(ticket, 'Divya')).toContainText('NFO is not open to this account')
  await expect(ticket).toContainText('Gita: Left out: it is switched off.')
  await discard(ticket)
}

async function shareOut(ten: Ten): Promise<void> {
  const { page } = ten
  const ticket = await toGroup(page, 'regular', 'Shared')
  await fill(ticket, { symbol, quantity: '100', price: '202' })
  await ticket.getByRole('radio', { name: 'CNC' }).check()
  await expect(ticket.getByRole('button', { name: /^Review/ })).toBeDisabled()
  await ticket.getByRole('textbox', { name: 'Sum' }).fill('50000')
  await expect(recipient(ticket, 'Chetan')).toContainText('CNC is not open to this account')
  await expect(recipient(ticket, 'Farhan')).toContainText('25')
  const [, said = ''] = /10 % of ₹[\d,.]+ is ₹([\d,.]+)\./.exec(
    await recipient(ticket, 'Divya').innerText(),
  )!
  const part = Number(said.replaceAll(',', ''))
  await ticket.getByRole('button', { name: /^Review/ }).click()
  const review = ticket.getByRole('list').first()
  const order = (name: Name) => review.getByRole('listitem').filter({ hasText: name })
  // ₹15,000 of the sum; what is left of all it has is known where nothing is borrowed.
  await expect(order('Bina')).toContainText(`Buys 74 ${symbol} at 202.00, CNC on NSE.`)
  await expect(order('Bina')).toContainText('₹14,948.00')
  await expect(order('Bina')).toContainText(/Funds after: ₹[\d,]+\.\d\d/)
  const without = {
    Chetan: 'CNC is not open to this account',
    Farhan: /20 units|limit/,
    Gita: 'it is switched off',
    Harish: 'This account is read-only',
    Indu: 'The service refuses the keys of this account',
    Jai: 'This account has no keys here',
  }
  await expect(ticket).toContainText('6 left out')
  for (const [name, why] of Object.entries(without))
    await expect(
      ticket
        .getByRole('paragraph')
        .filter({ hasText: new RegExp(`${name}.*: `) })
        .filter({ hasText: why }),
    ).toBeVisible()
  // Divya’s broker calls it otherwise, by what the books show.
  await expect(ticket).toContainText(`By the books, ${symbol} may be ${ownSymbol} at ZF`)
  await agree(ticket)
  await confirmButton(ticket).click()
  await expect(ticket).toContainText(tookWords(4, 4))
  const got = Object.fromEntries(
    takenOf(ten, 'PlaceMultiOrder').map(({ name, quantity }) => [name, Number(quantity)]),
  )
  // Of its funds the most that its part buys, and nothing above.
  expect(got).toEqual({ Anil: 200, Bina: 74, Divya: Math.floor(part / 202), Esha: 100 })
  await close(ticket)
}

async function stopAll(page: Page): Promise<void> {
  const ticket = await toGroup(page, 'regular', 'Shared')
  await fill(ticket, { symbol: 'ITC-EQ', quantity: '4', price: '380' })
  await ticket.getByRole('textbox', { name: 'Sum' }).fill('50000')
  const review = ticket.getByRole('button', { name: /^Review/ })
  await expect(review).toBeEnabled()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(ticket).toContainText(/The stop is on/)
  await expect(review).toBeDisabled()
  await page.getByRole('button', { name: 'Lift the stop…' }).click()
  const lift = page.getByRole('dialog', { name: 'Lift the stop' })
  await lift.getByLabel(/^Type LIFT/).fill('lift')
  await lift.getByRole('button', { name: 'Lift the stop' }).click()
  await expect(review).toBeEnabled()
  await discard(ticket)
}

const even: Parameters<Ten['group']>[1] = {
  Anil: { kind: 'times', times: '2' },
}
/** What each of that group gets of an order for so many, where its account can send it. */
const evenly = (each: number) => ({ Anil: 2 * each, Bina: each, Esha: each, Gita: each })

/** Of those that everything is open to. */
const sizesOf = (ten: Ten, operation: Parameters<typeof takenOf>[1], of: string) =>
  Object.fromEntries(
    takenOf(ten, operation)
      .filter((one) => one.symbol === of && one.name in evenly(1))
      .map(({ name, quantity }) => [name, Number(quantity)]),
  )

async function sendKinds(ten: Ten): Promise<void> {
  const { page } = ten
  const kinds = {
    smart: ['PlaceSmartOrder', { 'Target position': '10' }],
    bracket: ['PlaceBOOrder', { Quantity: '10', 'Target, points': '12', 'Stop, points': '6' }],
    cover: ['PlaceCOOrder', { Quantity: '10', 'Stop price': '3480' }],
  } as const
  for (const [kind, [operation, typed]] of Object.entries(kinds)) {
    const ticket = await toGroup(page, kind as TicketKind, 'Even')
    await chooseSymbol(ticket, 'TITAN-EQ')
    for (const [label, text] of Object.entries(typed))
      await ticket.getByLabel(label, { exact: true }).fill(text)
    await ticket.getByLabel('Limit price').fill('3500')
    await send(ticket)
    await expect(ticket).toContainText(/accepted/)
    await expect.poll(() => sizesOf(ten, operation, 'TITAN-EQ')).toEqual(evenly(10))
    await close(ticket)
  }
  const ticket = await toGroup(page, 'option', 'Even')
  const held = page.getByRole('gridcell', { name: /^NIFTY\d{2}[A-Z]{3}\d{2}C/ }).first()
  await ticket.getByRole('combobox', { name: 'Underlying' }).fill('NIFTY')
  await ticket
    .getByLabel('Expiry')
    .fill(/^NIFTY(\d{2}[A-Z]{3}\d{2})/.exec(await held.innerText())![1]!)
  await ticket.getByLabel('Strike step').fill('50')
  await ticket.getByLabel('Quantity', { exact: true }).fill('65')
  await ticket.getByRole('radio', { name: 'Limit' }).check()
  await ticket.getByLabel('Limit price').fill('100')
  await send(ticket)
  await expect(ticket).toContainText(/accepted/)
  await expect.poll(() => sizesOf(ten, 'PlaceMultiFOOptionsOrder', 'NIFTY')).toEqual(evenly(65))
  await close(ticket)
}

async function sendBasket(ten: Ten, shared: AccountGroup): Promise<void> {
  const { page } = ten
  const open = async () => {
    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('menuitem', { name: 'Basket' }).click()
    return page.getByRole('dialog', { name: 'Basket' })
  }
  const basket = await open()
  await expect(basket.getByLabel('sum, line 1')).toHaveCount(0)
  await basket.getByLabel('account, line 1').selectOption({ label: shared.name })
  const fields = { symbol: 'ITC-EQ', quantity: '4', price: '380', sum: '1,00,000' }
  for (const [field, text] of Object.entries(fields))
    await basket.getByLabel(`${field}, line 1`, { exact: true }).fill(text)
  await expect(basket).toContainText(/8 accounts · [\d,]+ units · ₹[\d,.]+ · 2 left out/)
  await basket.getByLabel('Name of the basket').fill('Morning')
  await basket.getByRole('button', { name: 'Save', exact: true }).click()
  await send(basket)
  await expect(basket).toContainText('1 refused')
  await expect(basket).toContainText(tookWords(7, 8))
  const got = takenOf(ten, 'PlaceMultiOrder').filter((one) => one.symbol === 'ITC-EQ')
  const sizes = Object.fromEntries(got.map(({ name, quantity }) => [name, Number(quantity)]))
  // Of the sum 78 units of 380 are ₹29,640, and 52 are ₹19,760.
  expect(sizes).toMatchObject({ Anil: 8, Bina: 78, Chetan: 52, Esha: 100, Farhan: 1, Gita: 4 })
  expect(got).toHaveLength(7)
  await close(basket)

  const again = await open()
  await again.getByLabel('Saved baskets').selectOption({ label: 'Morning (1)' })
  await expect(again.getByLabel('sum, line 1')).toHaveValue('1,00,000')
  await close(again)
}

/** Bought and left by what is said of a group alone. */
async function sayOrders(ten: Ten): Promise<void> {
  const { page } = ten
  const say = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Palette' })
    await palette.getByRole('combobox').fill(text)
    await expect(palette.getByRole('option').first()).toBeVisible()
    await palette.getByRole('combobox').press('Enter')
  }
  await say('buy 6 nse lt-eq limit 3700 mis @even')
  const ticket = ticketIn(page)
  await send(ticket)
  await expect(ticket).toContainText(tookWords(7, 7))
  expect(sizesOf(ten, 'PlaceMultiOrder', 'LT-EQ')).toEqual(evenly(6))
  await close(ticket)
  await say('exit lt-eq @even')
  const exit = page.getByRole('dialog', { name: 'Exit chosen positions' })
  await expect(exit.getByRole('checkbox', { checked: true })).toHaveCount(7)
  await send(exit)
  await expect(exit).toContainText(tookWords(7, 7))
  await expect(page.locator('footer')).toContainText('Exit: 7 of 7 done')
  const accounts = [ten.first, ten.second].flatMap(({ practice }) => practice.engine.accounts)
  const held = accounts.flatMap(({ positions }) => [...positions.values()])
  for (const position of held)
    if (position.instrument.symbol === 'LT-EQ') expect(netQuantity(position)).toBe(0)
  await close(exit)
}

/** Closes one that was typed in and not sent. */
async function discard(ticket: Locator): Promise<void> {
  await close(ticket)
  await ticket.getByRole('button', { name: 'Discard' }).click()
}

async function addMore(page: Page): Promise<void> {
  const coloursOf = async (some: readonly string[]) => {
    const { accounts } = await ask(page, 'openDesk', {})
    return accounts.flatMap(({ name, colour }) => (some.includes(name) ? colour : []))
  }
  await chooseInMenu(page, 'Accounts…')
  const dialog = await openTable(page)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save a template' }).click()
  const [head] = (await readFile(await (await saving).path(), 'utf8')).split(/\r?\n/)
  expect(head).toContain('Name,Broker,Address,API key,API secret,Strategy,Colour,Tags')
  const more = ['Kiran', 'Lata', 'Mohan']
  await addOf(dialog, head!, more)
  await expect.poll(() => coloursOf(more)).toHaveLength(3)
  const colours = await coloursOf(more)
  expect(new Set(colours).size).toBe(3)
  const before = await coloursOf(names)
  expect(colours.filter((colour) => before.includes(colour))).toEqual([])
}

async function openTable(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'From a table…' }).click()
  return page.getByRole('dialog', { name: 'Add accounts from a table' })
}

/** Accounts that have no keys yet, by a table of as many columns as the template has. */
async function addOf(dialog: Locator, head: string, some: readonly string[]): Promise<void> {
  const rest = Array<string>(head.split(',').length - 3).fill('')
  const lines = some.map((name) => [name, 'ZE', 'https://api.example.com', ...rest].join(','))
  await dialog.getByLabel('File', { exact: true }).setInputFiles({
    ...{ name: 'more.csv', mimeType: 'text/csv' },
    buffer: Buffer.from([head, ...lines].join('\n')),
  })
  await dialog.getByRole('button', { name: `Add ${some.length} accounts` }).click()
}

async function keepHundred(page: Page): Promise<void> {
  const members = Array.from({ length: 85 }, (_, at) => `Member ${at + 1}`)
  await addOf(await openTable(page), 'Name,Broker,Address', members)
  const accounts = accountsOf(page)
  await expect(accounts).toContainText('100 accounts')
  const lines = accounts.getByRole('listitem')
  await expect(lines).toHaveCount(100)
  await accounts.getByLabel('Find an account').fill('member 57')
  await expect(lines).toHaveCount(1)
  await accounts.getByLabel('Find an account').fill('')
  await accounts.getByRole('button', { name: 'Move Member 57 down' }).focus()
  await page.keyboard.press('Alt+Home')
  await expect(lines.first()).toContainText('Member 57')
  // Each has a line of its own height, and none is wider than the list.
  const boxes = await lines.evaluateAll((items) =>
    items.map((item) => ({
      height: item.getBoundingClientRect().height,
      isWider: item.scrollWidth > item.clientWidth,
    })),
  )
  expect(boxes.filter(({ isWider }) => isWider)).toEqual([])
  expect(Math.max(...boxes.slice(14).map(({ height }) => height))).toBe(boxes[20]!.height)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+a')
  await page.getByRole('combobox', { name: 'Find an account' }).fill('member 57')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Account shown')).toContainText('Member 57')
}
