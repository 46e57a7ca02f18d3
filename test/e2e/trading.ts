import type { Locator, Page } from '@playwright/test'
import type { Practice } from '../../src/practice/server.ts'
import type { LedgerEntry } from '../../src/practice/market/ledger.ts'
import type { TicketKind } from '../../src/shared/orders/tickets.ts'
import { seedAccount } from './desk.ts'
import { expect, expectBooks } from './terminal.ts'

/** An account at the test's own practice broker, chosen, with its books read. */
export async function trade(
  page: Page,
  practice: Pick<Practice, 'url'>,
  { name = 'Trader', passphrase }: { name?: string; passphrase?: string } = {},
): Promise<void> {
  await seedAccount(page, { name, url: practice.url, passphrase })
  await expectBooks(page)
}

const titles: Record<TicketKind, string> = {
  regular: 'Regular',
  smart: 'Smart',
  bracket: 'Bracket',
  cover: 'Cover',
  option: 'Option',
}

/** Opens an empty ticket of a kind from the bar. */
export async function openTicket(page: Page, kind: TicketKind): Promise<Locator> {
  await page.getByRole('button', { name: 'New order' }).click()
  await page.getByRole('menuitem', { name: titles[kind] }).click()
  const ticket = ticketIn(page)
  await expect(ticket).toBeVisible()
  return ticket
}

/** The ticket that is open. */
export const ticketIn = (page: Page): Locator => page.getByRole('dialog', { name: / ticket\b/ })

/** Says what is traded; a symbol is always free text. */
export async function chooseSymbol(ticket: Locator, symbol: string): Promise<void> {
  const field = ticket.getByRole('combobox', { name: 'Symbol' })
  await field.fill(symbol)
  await field.press('Tab')
}

/** Says all that a limit order needs. */
export async function fill(
  ticket: Locator,
  order: { symbol: string; quantity: string; price: string },
): Promise<void> {
  await chooseSymbol(ticket, order.symbol)
  await ticket.getByLabel('Quantity', { exact: true }).fill(order.quantity)
  await ticket.getByLabel('Limit price').fill(order.price)
}

/** Reviews a ticket, agrees to whatever is asked, confirms it, and waits for the outcome. */
export async function send(ticket: Locator): Promise<void> {
  await review(ticket)
  const heading = ticket.getByRole('heading', { name: 'Review' })
  // What comes to be asked between a look and the press is asked once more, and nothing was sent.
  await expect(async () => {
    if (!(await heading.isVisible())) return
    await agree(ticket)
    await confirmButton(ticket).click({ timeout: 5000 })
    await expect(heading).toBeHidden({ timeout: 10_000 })
  }).toPass()
}

export async function review(ticket: Locator): Promise<void> {
  await ticket.getByRole('button', { name: /^Review/ }).click()
  await agree(ticket)
}

/** Agrees to whatever a review asks, also to what it comes to ask while it is looked at. */
export async function agree(ticket: Locator): Promise<void> {
  await expect(ticket.getByRole('heading', { name: 'Review' })).toBeVisible()
  await expect(async () => {
    for (const ask of await ticket.getByRole('checkbox').all()) await ask.check({ timeout: 5000 })
    await expect(confirmButton(ticket)).toBeEnabled({ timeout: 250 })
  }).toPass()
}

/** Opens the file with the keys at a later start. */
export async function unlock(page: Page, passphrase: string): Promise<void> {
  const vault = page.getByRole('dialog', { name: /keys/i })
  await vault.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase)
  await vault.getByRole('button', { name: /^Unlock/ }).click()
}

/** What a heading says of orders that were taken, of all: some of them may be filled by now. */
export function tookWords(taken: number, all: number): RegExp {
  const said = Array.from({ length: taken + 1 }, (_, filled) => {
    const parts = [`${filled} of ${all} filled`, `${taken - filled} of ${all} accepted`]
    const some = parts.filter((part) => !part.startsWith('0 '))
    return [some.join('.*'), some.toReversed().join('.*')]
  })
  return new RegExp(said.flat().join('|'))
}

export const confirmButton = (ticket: Locator): Locator => ticket.locator('button[type=submit]')

/** What the broker really took of one operation, since the account was added. */
export const taken = (practice: Practice, operation: LedgerEntry['operation']): LedgerEntry[] =>
  practice.ledger.entries.filter((entry) => entry.operation === operation)

/** Another client of the broker trades the same account. */
export async function placeElsewhere(
  practice: Pick<Practice, 'url'>,
  quantity = 17,
): Promise<void> {
  const keys = { api_key: 'practice-1', api_secret: 'practice-1' }
  const data = {
    ...{ broker: 'PX', strategy: 'Elsewhere', exchange: 'NSE', symbol: 'SBIN-EQ', action: 'BUY' },
    ...{ product: 'MIS', pricetype: 'LIMIT', quantity: String(quantity), price: '900' },
  }
  const answer = await fetch(`${practice.url}/v1/PlaceMultiOrder`, {
    method: 'POST',
    body: JSON.stringify({ ...keys, data: { orders: [{ ...keys, data }] } }),
  })
  expect(answer.status).toBe(200)
}
