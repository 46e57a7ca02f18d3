import { netQuantity } from '../../src/practice/market/positions.ts'
import { seedAccount, showAll } from './desk.ts'
import { expect, expectBooks, test } from './terminal.ts'
import {
  fill,
  openTicket,
  review,
  send,
  taken,
  ticketIn,
  tookWords,
  trade,
  unlock,
} from './trading.ts'

const passphrase = 'a passphrase of the test'

test('orders are cancelled, what closes nothing is not believed, and out means flat', async ({
  trader: { page, practice },
}) => {
  test.slow()
  await test.step('half of several chosen positions is left in one go', async () => {
    const grid = page.getByRole('treegrid', { name: 'Positions' })
    for (const symbol of ['SBIN-EQ', 'RELIANCE-EQ'])
      await grid
        .getByRole('row', { name: new RegExp(symbol) })
        .first()
        .getByRole('gridcell')
        .first()
        .click()
    await page.getByRole('button', { name: 'Exit 2 chosen…' }).click()
    const exit = page.getByRole('dialog', { name: 'Exit chosen positions' })
    const half = exit.getByRole('button', { name: '50 %' })
    await half.click()
    await expect(half).toHaveAttribute('aria-pressed', 'true')
    await send(exit)
    await expect(exit.getByText(tookWords(2, 2))).toBeVisible()
    expect(taken(practice, 'PlaceMultiOrder').map(({ data }) => data)).toMatchObject([
      { symbol: 'SBIN-EQ', action: 'SELL', quantity: '30' },
      { symbol: 'RELIANCE-EQ', action: 'BUY', quantity: '40' },
    ])
    await exit.getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('all orders of an account are cancelled, and the book shows it', async () => {
    await page.getByRole('button', { name: 'Exit…', exact: true }).click()
    const exit = page.getByRole('dialog', { name: 'Exit', exact: true })
    await exit.getByRole('radio', { name: 'Cancel orders', exact: true }).check()
    await expect(exit).toContainText(/Cancels \d+ orders in 1 account/)
    await exit.getByRole('button', { name: 'Cancel orders' }).click()
    const run = page.getByRole('dialog', { name: 'Cancel orders' })
    await expect(run).toContainText('No orders left')
    expect(taken(practice, 'CancelAllOrder')).toHaveLength(1)
    expect(taken(practice, 'SquareOffAllPosition')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(run).toHaveCount(0)
  })

  await test.step('a service that says closed and closes nothing is not believed', async () => {
    // With the market's clock standing still, what closes the positions is never filled.
    await page.getByRole('button', { name: 'Exit…', exact: true }).click()
    const exit = page.getByRole('dialog', { name: 'Exit', exact: true })
    await exit.getByRole('radio', { name: 'Square off', exact: true }).check()
    await exit.getByRole('button', { name: 'Square off' }).click()
    const run = page.getByRole('dialog', { name: 'Square off' })
    await expect(run).toContainText('Exit: 0 of 1 flat')
    const left = run.getByRole('list', { name: 'Left in Trader' })
    await expect(left).toContainText('NIFTY')
    await run.getByRole('button', { name: 'Stop watching' }).click()
    await expect(page.getByRole('button', { name: /Exit: 0 of 1 flat/ })).toBeVisible()
    await page.getByRole('button', { name: /Exit: 0 of 1 flat/ }).click()
    await expect(left).toContainText('NIFTY')
    await page.keyboard.press('Escape')
    await expect(run).toHaveCount(0)
  })

  await test.step('out means flat: orders cancelled, positions closed, and the books say so', async () => {
    await page.getByRole('button', { name: 'Exit…', exact: true }).click()
    const exit = page.getByRole('dialog', { name: 'Exit', exact: true })
    await expect(exit).toContainText(/Cancels \d+ orders and closes \d+ positions in 1 account/)
    await exit.getByRole('button', { name: 'Cancel orders and square off' }).click()
    const run = page.getByRole('dialog', { name: 'Cancel orders and square off' })
    await expect
      .poll(() => {
        practice.advance(2000)
        return run.innerText()
      })
      .toContain('Exit: 1 of 1 flat')
    const positions = [...practice.engine.accounts[0]!.positions.values()]
    const open = positions.filter((position) => netQuantity(position) !== 0)
    expect(open).toEqual([])
  })
})

test('one position is left, and the stop holds through a restart', async ({ open, practise }) => {
  const practice = await practise()
  const first = await open()
  await trade(first.page, practice, { passphrase })

  await test.step('one position is left by the opposite order of its exact size', async () => {
    const row = first.page
      .getByRole('treegrid', { name: 'Positions' })
      .getByRole('row', { name: /SBIN-EQ.*MIS|MIS.*SBIN-EQ/ })
    await row.click({ button: 'right' })
    await first.page.getByRole('menuitem', { name: 'Exit…', exact: true }).click()
    const ticket = ticketIn(first.page)
    await send(ticket)
    await expect(ticket).toContainText(/Accepted|Filled/)
    const [order, ...others] = taken(practice, 'PlaceMultiOrder')
    expect(others).toEqual([])
    expect(order?.data).toMatchObject({ symbol: 'SBIN-EQ', action: 'SELL', pricetype: 'LIMIT' })
    practice.setPrice('NSE', 'SBIN-EQ', Number((order!.data as { price: string }).price) + 5)
    practice.advance(3000)
    await expect(
      first.page
        .getByRole('button', { name: /Exit: 1 of 1 done/ })
        .or(row.getByText('0', { exact: true }).first()),
    ).toBeVisible()
    expect(first.complaints).toEqual([])
  })

  await test.step('the stop cancels everything, holds new orders through a restart, and is lifted on purpose', async () => {
    await first.page.getByRole('button', { name: 'Stop', exact: true }).click()
    const banner = first.page.getByRole('region', { name: 'The stop is on' })
    await expect(banner).toContainText('New orders are held in all accounts')
    await expect(banner).toContainText('no orders left')
    expect(taken(practice, 'CancelAllOrder')).toHaveLength(1)
    await first.kill()

    const { page } = await open({ dataDir: first.dataDir })
    await unlock(page, passphrase)
    await expect(page.getByRole('region', { name: 'The stop is on' })).toBeVisible()
    const ticket = await openTicket(page, 'regular')
    await fill(ticket, { symbol: 'SBIN-EQ', quantity: '1', price: '840' })
    await expect(ticket).toContainText(/stop/i)
    await expect(ticket.getByRole('button', { name: /^Review/ })).toBeDisabled()

    await page.getByRole('button', { name: 'Lift the stop…' }).click()
    const lift = page.getByRole('dialog', { name: 'Lift the stop' })
    await expect(lift.getByRole('button', { name: 'Lift the stop' })).toBeDisabled()
    await lift.getByLabel(/^Type LIFT/).fill('lift')
    await lift.getByRole('button', { name: 'Lift the stop' }).click()
    await expect(page.getByRole('region', { name: 'The stop is on' })).toHaveCount(0)
    await review(ticket)
  })
})

test('everything is left as the dialog opens, though two entries are one login', async ({
  openWindow,
  practise,
}) => {
  const [practice, other] = [await practise(), await practise({ seed: 2 })]
  const { page } = await openWindow(async (seeding) => {
    // The first of the two has a wrong secret, and is never read.
    await seedAccount(seeding, { name: 'Wrong', url: practice.url, secret: 'not the secret' })
    await seedAccount(seeding, { name: 'Mother', url: practice.url })
    await seedAccount(seeding, { name: 'Father', url: other.url })
    await showAll(seeding)
  })
  await expectBooks(page)
  await page.getByRole('button', { name: 'Exit…', exact: true }).click()
  const exit = page.getByRole('dialog', { name: 'Exit', exact: true })
  await expect(exit).toContainText('The same login is exited once: Wrong by Mother.')
  await expect(exit.getByRole('checkbox', { name: /Wrong/ })).not.toBeChecked()
  await exit.getByRole('button', { name: 'Cancel orders and square off' }).click()
  const run = page.getByRole('dialog', { name: 'Cancel orders and square off' })
  await expect
    .poll(() => {
      for (const one of [practice, other]) one.advance(2000)
      return run.innerText()
    })
    .toMatch(/Exit: (\d) of \1 flat/)
  for (const one of [practice, other]) expect(taken(one, 'SquareOffAllPosition')).toHaveLength(1)
})
