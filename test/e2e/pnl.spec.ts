import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from '@playwright/test'
import type { Practice } from '../../src/practice/server.ts'
import { clearToasts, expect, showPanel, test as base } from './terminal.ts'
import { fill, openTicket, send, trade, unlock } from './trading.ts'

/** A service that says of one symbol's P&L what is not so. */
const test = base.extend<{ lying: (practice: Practice) => Promise<string> }>({
  lying: async ({}, use) => {
    const stops: (() => void)[] = []
    await use(async (practice) => {
      const server = createServer((request, response) => {
        void (async () => {
          const chunks: Buffer[] = []
          for await (const chunk of request) chunks.push(chunk as Buffer)
          const answer = await fetch(`${practice.url}${request.url ?? ''}`, {
            method: 'POST',
            body: Buffer.concat(chunks),
          })
          const body = await answer.text()
          const isLie = request.url?.endsWith('/PositionBook') === true && answer.ok
          response.writeHead(answer.status, { 'Content-Type': 'application/json' })
          response.end(isLie ? lieOf(body) : body)
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

function lieOf(body: string): string {
  return JSON.stringify(JSON.parse(body), (_, value: unknown) => {
    const row = value as Record<string, unknown> | null
    return typeof row === 'object' && row?.['symbol'] === 'SBIN-EQ'
      ? { ...row, unrealisedprofitloss: Number(row['unrealisedprofitloss']) + 40_000 }
      : value
  })
}

const timesIn = (panel: Locator): Promise<string[]> =>
  panel.locator('tbody tr td:first-child').allTextContents()

test('the curve grows while the books are read, both figures agree, and a restart keeps it', async ({
  open,
  practise,
}) => {
  test.slow()
  const practice = await practise()
  const first = await open()
  const { page } = first
  await trade(page, practice, { passphrase: 'correct horse' })

  const panel = page.locator('.pnl')
  await panel.getByLabel('Whose P&L').selectOption('Trader')
  const chart = panel.getByRole('img', { name: /Net P&L of today/ })
  await expect(chart.locator('canvas')).toBeVisible()
  await expect(panel).toContainText(
    /Service [+−]₹.*Quarterdeck ([+−]₹|the same).*High .*Low .*Drawdown/,
  )

  // What was placed from here is known by its strategy.
  const ticket = await openTicket(page, 'regular')
  await fill(ticket, { symbol: 'ITC-EQ', quantity: '10', price: '430' })
  await send(ticket)
  await expect(ticket).toContainText(/Accepted|Filled/)
  await page.keyboard.press('Escape')
  practice.setPrice('NSE', 'ITC-EQ', 440)

  await chart.focus()
  await page.keyboard.press('End')
  await expect(panel).toContainText(/\d\d:\d\d:\d\d IST/)
  await panel.getByRole('button', { name: 'Table' }).click()
  const [newest] = await timesIn(panel)
  await expect(async () => {
    expect((await timesIn(panel))[0]).not.toBe(newest)
  }).toPass()
  const apart = await panel.locator('tbody tr:first-child td:last-child').textContent()
  expect(Math.abs(Number(apart!.replace('−', '-')))).toBeLessThanOrEqual(0.05)

  await clearToasts(page)
  const saving = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^quarterdeck-pnl-\d{4}-\d\d-\d\d\.csv$/)

  await panel.getByLabel('Whose P&L').selectOption('Each strategy')
  await expect(panel.locator('tbody')).toContainText('Quarterdeck')
  await expect(panel.locator('tbody')).toContainText('Not from here')

  await panel.getByLabel('Whose P&L').selectOption('Trader')
  await expect(panel.locator('tbody')).toContainText('Trader')
  const before = await timesIn(panel)
  await first.stop()
  expect(first.complaints).toEqual([])

  const second = await open({ dataDir: first.dataDir })
  await unlock(second.page, 'correct horse')
  // It is where it was.
  await showPanel(second.page, 'P&L')
  const again = second.page.locator('.pnl')
  await again.getByLabel('Whose P&L').selectOption('Trader')
  await again.getByRole('button', { name: 'Table' }).click()
  await expect(async () => {
    expect(await timesIn(again)).toEqual(expect.arrayContaining(before.slice(-2)))
  }).toPass()
  // The time between is a gap, not a line.
  await expect(
    again.locator('tbody tr', { hasText: /Trader\s*–\s*–\s*–\s*–\s*–/ }),
  ).not.toHaveCount(0)
})

test('a figure that the service gets wrong is marked and explained, in its row and in the bar', async ({
  terminal: { page },
  practise,
  lying,
}) => {
  const practice = await practise()
  // At which the lie is no multiple of what is so.
  practice.setPrice('NSE', 'SBIN-EQ', 900)
  await trade(page, { ...practice, url: await lying(practice) })
  const grid = page.getByRole('treegrid', { name: 'Positions' })
  const wrong = grid.getByRole('row', { name: /SBIN-EQ/ }).first()
  const own = wrong.getByRole('gridcell', { name: / ≠ / })
  await expect(own).toBeVisible()
  await expect(own).toHaveAttribute(
    'title',
    /The service says \+₹.*They are \+₹40,000\.00 apart.*Nothing in the row explains it/,
  )
  await expect(grid.getByRole('row', { name: /RELIANCE-EQ/ })).not.toContainText('≠')
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('img', { name: /One position differs/ })).toBeVisible()
})
