import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Practice } from '../../src/practice/server.ts'
import { seedAccount, showAll } from './desk.ts'
import { chooseInMenu, expect, selectAccount, test as base } from './terminal.ts'
import { fill, openTicket, send, taken } from './trading.ts'

/** A broker that is no practice to the terminal, though one stands behind it. */
const test = base.extend<{ real: (practice: Practice) => Promise<string> }>({
  real: async ({}, use) => {
    const stops: (() => void)[] = []
    await use(async (practice) => {
      const server = createServer((request, response) => {
        void (async () => {
          const chunks: Buffer[] = []
          for await (const chunk of request) chunks.push(chunk as Buffer)
          const body = Buffer.concat(chunks).toString().replaceAll('"ZE"', '"PX"')
          const answer = await fetch(`${practice.url}${request.url ?? ''}`, {
            method: 'POST',
            body,
          })
          response.writeHead(answer.status, { 'Content-Type': 'application/json' })
          response.end((await answer.text()).replaceAll('"PX"', '"ZE"'))
        })()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      stops.push(() => {
        server.closeAllConnections()
        server.close()
      })
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    })
    for (const stop of stops) stop()
  },
})

test('practice money is in no sum with real money, and no order for all goes there', async ({
  openWindow,
  practise,
  real,
}) => {
  const practice = await practise()
  const broker = await practise()
  const url = await real(broker)
  const { page } = await openWindow(async (asked) => {
    await seedAccount(asked, { name: 'Paper', url: practice.url })
    await seedAccount(asked, { name: 'Savings', url, broker: 'ZE', colour: 'teal' })
    await showAll(asked)
  })
  const shown = page.getByLabel('Account shown')
  const positions = page.getByRole('treegrid', { name: 'Positions' })
  const bar = page.getByRole('banner')

  await expect(shown).toContainText('All accounts')
  await expect(positions.getByRole('gridcell').first()).toBeVisible()
  await expect(bar.locator('.practice')).toHaveCount(0)

  // What moves in practice moves no sum of real money.
  const profit = page.locator('header').getByText('Day P&L').locator('..')
  await expect(profit).toContainText('₹')
  const before = await profit.textContent()
  practice.setPrice('NSE', 'SBIN-EQ', 1)
  await selectAccount(page, 'Paper')
  await expect(bar.locator('.practice')).toHaveText('Practice')
  await expect(profit).not.toHaveText(before!)
  await selectAccount(page, 'All accounts')
  await expect(profit).toHaveText(before!)

  const ticket = await openTicket(page, 'regular')
  await expect(ticket.getByText('Savings · ZE')).toBeVisible()
  await expect(ticket.getByText(/Paper/)).toHaveCount(0)
  await fill(ticket, { symbol: 'ITC-EQ', quantity: '10', price: '430' })
  await send(ticket)
  await expect(ticket).toContainText(/Accepted|Filled/)
  await page.keyboard.press('Escape')
  expect(taken(broker, 'PlaceMultiOrder')).toHaveLength(1)
  expect(taken(practice, 'PlaceMultiOrder')).toHaveLength(0)

  await selectAccount(page, 'Practice accounts')
  await expect(shown).toContainText('Practice accounts')
  await expect(positions).toContainText('Paper · PX practice')
  await expect(positions).not.toContainText('Savings')

  await selectAccount(page, 'All accounts')
  await chooseInMenu(page, 'Exit…')
  const exit = page.getByRole('dialog', { name: /Exit/ })
  await expect(exit.getByRole('checkbox', { name: 'Savings · ZE' })).toBeChecked()
  await expect(exit.getByRole('checkbox', { name: 'Paper · PX practice' })).not.toBeChecked()
})
