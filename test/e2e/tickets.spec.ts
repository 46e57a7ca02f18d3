import type { Locator, Page } from '@playwright/test'
import { expect, test } from './terminal.ts'
import {
  chooseSymbol,
  confirmButton,
  fill,
  openTicket,
  review,
  send,
  taken,
  ticketIn,
} from './trading.ts'

test('orders of every kind and a basket go from their tickets to the broker, each once', async ({
  trader: { page, practice },
}) => {
  await test.step('a regular order goes from the ticket to the broker, within limits, and a market one at its protection', async () => {
    await test.step('a limit of the account refuses at its field, with the figure and the way out', async () => {
      const ticket = await openTicket(page, 'regular')
      await fill(ticket, { symbol: 'SBIN-EQ', quantity: '1000000', price: '845' })
      await expect(ticket).toContainText(/1,00,00,000|₹1 Cr|limit/)
      await expect(ticket.getByRole('button', { name: /^Review/ })).toBeDisabled()
      await ticket.getByLabel('Limit price').fill('845.01')
      await expect(ticket).toContainText('845.05')
      expect(taken(practice, 'PlaceMultiOrder')).toEqual([])
    })

    await test.step('a button that moves between a press and its release is pressed, and one that the mouse slides off is not', async () => {
      const ticket = ticketIn(page)
      const request = ticket.getByRole('button', { name: '{ } request' })
      const expectShown = (isShown: boolean) =>
        expect(request).toHaveAttribute('aria-expanded', String(isShown))
      const press = async (clickCount = 1) => {
        // It stands still by then: what the desk says above it moves it.
        await request.hover()
        await page.mouse.down({ clickCount })
      }
      // As tall as a note that the desk comes to say.
      const say = () =>
        ticket.evaluate((element) => {
          const note = document.createElement('div')
          note.style.height = '60px'
          note.dataset['said'] = ''
          element.firstElementChild!.after(note)
        })
      await press()
      await say()
      await page.mouse.up()
      await expectShown(true)
      await press()
      await page.mouse.up()
      await expectShown(false)
      await press()
      await page.mouse.move(0, 0)
      await page.mouse.up()
      await expectShown(false)
      // The second half of a double click, which may be meant for what stood there before.
      await press(2)
      await say()
      await page.mouse.up({ clickCount: 2 })
      await expectShown(false)
      await ticket.evaluate((element) => {
        for (const note of element.querySelectorAll('[data-said]')) note.remove()
      })
    })

    await test.step('an order goes from the ticket to the broker, and its id comes back', async () => {
      const ticket = ticketIn(page)
      await fill(ticket, { symbol: 'SBIN-EQ', quantity: '7', price: '845.05' })
      await ticket.getByRole('button', { name: '{ } request' }).click()
      await expect(ticket).toContainText('"quantity": "7"')
      await expect(ticket).toContainText('"api_secret": "••••"')
      await send(ticket)
      await expect(ticket).toContainText(/Accepted|Filled/)

      const [order, ...others] = taken(practice, 'PlaceMultiOrder')
      expect(others).toEqual([])
      expect(order?.data).toMatchObject({
        symbol: 'SBIN-EQ',
        action: 'BUY',
        pricetype: 'LIMIT',
        quantity: '7',
        price: '845.05',
      })
      await expect(ticket).toContainText(order!.orderids[0]!)
      await close(ticket)
    })

    await test.step('a market order is a limit at the protection that is shown', async () => {
      practice.setPrice('NSE', 'SBIN-EQ', 850)
      // The desk knows prices from its books, which it reads once a second.
      await expect(page.getByRole('treegrid', { name: 'Positions' })).toContainText('850.00')
      const ticket = await openTicket(page, 'regular')
      await chooseSymbol(ticket, 'SBIN-EQ')
      await ticket.getByLabel('Quantity', { exact: true }).fill('1')
      await ticket.getByRole('radio', { name: /^Market/ }).check()
      await send(ticket)
      await expect(ticket).toContainText(/Accepted|Filled/)
      expect(
        taken(practice, 'PlaceMultiOrder')
          .slice(1)
          .map(({ data }) => data),
      ).toMatchObject([{ pricetype: 'LIMIT', price: '854.25' }])
      await close(ticket)
    })
  })

  await test.step('each further kind of order goes from its ticket to the broker as it is documented', async () => {
    await test.step('a smart order says what it will do, and refuses the trap of nothing held and nothing wanted', async () => {
      const ticket = await openTicket(page, 'smart')
      await chooseSymbol(ticket, 'TCS-EQ')
      await ticket.getByLabel('Target position', { exact: true }).fill('0')
      await ticket.getByLabel('Limit price').fill('3120')
      await expect(ticket.getByRole('button', { name: /^Review/ })).toBeDisabled()
      await expect(ticket).toContainText(/nothing/i)

      await ticket.getByLabel('Target position', { exact: true }).fill('-5')
      await expect(ticket).toContainText(/sells 5/i)
      await send(ticket)
      await expect(ticket).toContainText(/Accepted|Filled/)
      expect(taken(practice, 'PlaceSmartOrder').map(({ data }) => data)).toMatchObject([
        { action: 'SELL', quantity: '5', position_size: '-5' },
      ])
      await close(ticket)
    })

    await test.step('a bracket order shows the prices that its points make', async () => {
      const ticket = await openTicket(page, 'bracket')
      await fill(ticket, { symbol: 'SBIN-EQ', quantity: '10', price: '840' })
      await ticket.getByLabel('Target, points').fill('12')
      await ticket.getByLabel('Stop, points').fill('6.5')
      await expect(ticket).toContainText('852')
      await expect(ticket).toContainText('833.5')
      await send(ticket)
      await expect(ticket).toContainText(/Accepted|Filled/)
      expect(taken(practice, 'PlaceBOOrder').map(({ data }) => data)).toMatchObject([
        { squareoff: '12', stoploss: '6.5', trailing_stoploss: '0' },
      ])
      await close(ticket)
    })

    await test.step('a cover order is refused with its stop on the wrong side, and placed on the right one', async () => {
      const ticket = await openTicket(page, 'cover')
      await fill(ticket, { symbol: 'SBIN-EQ', quantity: '3', price: '840' })
      await ticket.getByLabel('Stop price').fill('850')
      await expect(ticket.getByRole('button', { name: /^Review/ })).toBeDisabled()
      await ticket.getByLabel('Stop price').fill('830')
      await send(ticket)
      await expect(ticket).toContainText(/Accepted|Filled/)
      expect(taken(practice, 'PlaceCOOrder').map(({ data }) => data)).toMatchObject([
        { stop_price: '830' },
      ])
      await close(ticket)
    })

    await test.step('an option order names the expiry as it is typed, and says what it knows of the strike', async () => {
      const expiry = await expiryIn(page)
      const ticket = await openTicket(page, 'option')
      await ticket.getByRole('combobox', { name: 'Underlying' }).fill('NIFTY')
      await ticket.getByLabel('Expiry').fill(expiry)
      await ticket.getByLabel('Strike step').fill('50')
      await ticket.getByLabel('Strikes away').fill('0')
      await ticket.getByLabel('Quantity', { exact: true }).fill('65')
      await ticket.getByRole('radio', { name: 'Limit' }).check()
      await ticket.getByLabel('Limit price').fill('100')
      await expect(ticket).toContainText(/strike/i)
      await send(ticket)
      await expect(ticket).toContainText(/Accepted|Filled/)
      expect(taken(practice, 'PlaceMultiFOOptionsOrder').map(({ data }) => data)).toMatchObject([
        {
          spot_symbol: 'NIFTY',
          expiry_date: expiry,
          option_type: 'CE',
          strike_int: '50',
          offset: '0',
        },
      ])
      await close(ticket)
    })
  })

  await test.step('a confirmation sends one order, however often it is clicked or its key is heard', async () => {
    const before = taken(practice, 'PlaceMultiOrder').length
    await test.step('it is clicked again and again', async () => {
      const ticket = await reviewedTicket(page, '1')
      await confirmButton(ticket).evaluate((button: HTMLButtonElement) => {
        for (let click = 0; click < 20; click++) button.click()
      })
      await expect(ticket).toContainText(/Accepted|Filled/)
      expect(taken(practice, 'PlaceMultiOrder')).toHaveLength(before + 1)
      await close(ticket)
    })

    await test.step('a held Enter sends one order, and leaves its outcome to be read', async () => {
      const ticket = await reviewedTicket(page, '2')
      await confirmButton(ticket).focus()
      for (let repeat = 0; repeat < 10; repeat++) await page.keyboard.down('Enter')
      await expect(ticket).toContainText(/Accepted|Filled/)
      for (let repeat = 0; repeat < 10; repeat++) await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
      await expect(ticket).toContainText(/Accepted|Filled/)
      expect(taken(practice, 'PlaceMultiOrder')).toHaveLength(before + 2)
      await close(ticket)
    })
  })

  await test.step('a basket is pasted, its bad cells marked, and all of it sent in one request', async () => {
    const before = taken(practice, 'PlaceMultiOrder').length
    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('menuitem', { name: 'Basket' }).click()
    const basket = page.getByRole('dialog', { name: /Basket/ })
    await basket.getByRole('button', { name: 'Paste…' }).click()
    const table = (quantity: string): string =>
      [
        'account,exchange,symbol,side,quantity,product,type,price',
        `Trader,NSE,SBIN-EQ,BUY,${quantity},MIS,LIMIT,845`,
        'Trader,NSE,ITC-EQ,SELL,20,MIS,LIMIT,418',
      ].join('\n')
    await basket.getByRole('textbox', { name: /^A table/ }).fill(table('a few'))
    await expect(basket.getByRole('region', { name: 'Cells to correct' })).toContainText(
      /quantity.*a few.*whole number/,
    )
    await basket.getByRole('textbox', { name: /^A table/ }).fill(table('10'))
    await basket.getByRole('button', { name: /^(Take|Add)/ }).click()
    await send(basket)
    await expect(basket).toContainText(/2 accepted|Accepted|filled/)
    const orders = taken(practice, 'PlaceMultiOrder').slice(before)
    expect(orders.map(({ data }) => data)).toMatchObject([
      { symbol: 'SBIN-EQ', quantity: '10' },
      { symbol: 'ITC-EQ', quantity: '20' },
    ])
  })
})

/** The expiry of an option that the demo holds, as the practice broker writes it in its symbol. */
async function expiryIn(page: Page): Promise<string> {
  const option = page.getByRole('gridcell', { name: /^NIFTY\d{2}[A-Z]{3}\d{2}[CP]/ }).first()
  return /^NIFTY(\d{2}[A-Z]{3}\d{2})/.exec(await option.innerText())![1]!
}

const close = (ticket: Locator): Promise<void> =>
  ticket.getByRole('button', { name: 'Close' }).last().click()

async function reviewedTicket(page: Page, quantity: string): Promise<Locator> {
  const ticket = await openTicket(page, 'regular')
  await fill(ticket, { symbol: 'SBIN-EQ', quantity, price: '840' })
  await review(ticket)
  return ticket
}
