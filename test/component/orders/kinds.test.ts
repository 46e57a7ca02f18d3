import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pickOf } from '../../../src/shared/accounts/groups.ts'
import { ok } from '../../../src/shared/core/errors.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { account, MemoryDesk, planned } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import type { FakeTime } from '../../unit/renderer/fake-time.ts'
import { glance, openWindow } from '../window.ts'

const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const kind = (name: string) => page.getByRole('radio', { name, exact: true })

async function opened(desk: MemoryDesk, name: string): Promise<FakeTime> {
  const time = await openWindow(desk)
  await button('New order').click()
  await page.getByRole('menuitem', { name }).click()
  return time
}

async function sent(desk: MemoryDesk, time: FakeTime): Promise<unknown[]> {
  time.pass(80)
  await expect.element(button(/^Review ·/)).toBeEnabled()
  await button(/^Review ·/).click()
  await glance(time)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => desk.called('placeOrders')).toHaveLength(1)
  const [call] = desk.called('placeOrders') as { orders: unknown[] }[]
  return call!.orders
}

const listed = { account: 'main', exchange: 'NSE', symbol: 'INFY-EQ' }

it.each(['Regular', 'Smart', 'Bracket', 'Cover', 'Option'])(
  '%s: choices beside each other are of one width, and no word is cut',
  async (name) => {
    await opened(new MemoryDesk(), name)
    await expect.element(page.getByRole('radio', { name: 'Limit', exact: true })).toBeVisible()
    for (const group of document.querySelectorAll('[role=dialog] fieldset')) {
      const labels = [...group.querySelectorAll('label')]
      const widths = labels.map((label) => label.getBoundingClientRect().width)
      expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1)
      for (const label of labels) expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth)
    }
  },
)

describe('each kind of ticket goes from its fields to exactly its order', () => {
  it('smart: to a target, after the market, disclosed', async () => {
    const desk = new MemoryDesk()
    const time = await opened(desk, 'Smart')
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await field('Target position').fill('-50')
    await kind('SL').click({ force: true })
    await field('Trigger price').fill('1530')
    await field('Limit price').fill('1529.5')
    await button(/^Split into slices, disclosed/i).click()
    await field('Disclosed units').fill('10')
    await page.getByRole('checkbox', { name: /^After-market/ }).click()
    expect(await sent(desk, time)).toEqual([
      {
        kind: 'smart',
        ...listed,
        target: '-50',
        product: 'MIS',
        pricing: { type: 'SL', price: '1529.5', trigger: '1530' },
        disclosed: '10',
        amo: true,
        slice: null,
      },
    ])
  })

  it('bracket: points, and the prices that they make', async () => {
    const desk = new MemoryDesk()
    const time = await opened(desk, 'Bracket')
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await field('Quantity').fill('10')
    await field('Limit price').fill('1500')
    await field('Target, points').fill('12')
    await field('Stop, points').fill('6.5')
    time.pass(80)
    await expect.element(page.getByText('= 1,512.00', { exact: true })).toBeVisible()
    await expect.element(page.getByText('= 1,493.50', { exact: true })).toBeVisible()
    expect(await sent(desk, time)).toEqual([
      {
        kind: 'bracket',
        ...listed,
        action: 'BUY',
        quantity: '10',
        pricing: { type: 'LIMIT', price: '1500' },
        target: '12',
        stop: '6.5',
        trail: null,
        disclosed: null,
      },
    ])
  })

  it('cover: sold, with a stop price', async () => {
    const desk = new MemoryDesk()
    const time = await opened(desk, 'Cover')
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await button(/^Change to /).click()
    await field('Quantity').fill('10')
    await field('Limit price').fill('1500')
    await field('Stop price').fill('1520')
    expect(await sent(desk, time)).toEqual([
      {
        kind: 'cover',
        ...listed,
        action: 'SELL',
        quantity: '10',
        pricing: { type: 'LIMIT', price: '1500' },
        stopPrice: '1520',
      },
    ])
  })

  it('option: strikes from the money, at a protected market, in slices', async () => {
    const desk = new MemoryDesk()
    desk.answers.previewOrders = ({ orders }) =>
      ok({
        ...desk.preview(orders as Ticket[]),
        orders: (orders as Ticket[]).map((ticket) =>
          planned(ticket, { slices: [1800, 1800, 400], freeze: 1800 }),
        ),
      })
    const time = await opened(desk, 'Option')
    await page.getByRole('combobox', { name: 'Underlying' }).fill('NIFTY')
    await field('Expiry').fill('24NOV26')
    await kind('PE').click({ force: true })
    await field('Strike step').fill('50')
    await field('Strikes away').fill('2')
    await field('Quantity').fill('4000')
    await kind('Market').click({ force: true })
    await field('Protection').fill('1')
    time.pass(80)
    await button(/^Split into slices/).click()
    await button('Largest the exchange takes: 1,800').click()
    await expect.element(field('Split into slices of')).toHaveValue('1,800')
    await expect.element(page.getByText('3 slices: 2 × 1,800 + 400', { exact: true })).toBeVisible()
    expect(await sent(desk, time)).toEqual([
      {
        kind: 'option',
        account: 'main',
        underlying: 'NIFTY',
        expiry: '24NOV26',
        optionType: 'PE',
        strikeStep: '50',
        offset: '2',
        action: 'BUY',
        quantity: '4000',
        product: 'MIS',
        pricing: { type: 'MARKET', protection: '1' },
        slice: '1800',
      },
    ])
  })

  it('regular: a plain market only on request, and with its consequence in words', async () => {
    const desk = new MemoryDesk()
    const time = await opened(desk, 'Regular')
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await field('Quantity').fill('10')
    await kind('Market 0.5 %').click({ force: true })
    await expect.element(field('Protection')).toHaveValue('0.5')
    await page.getByRole('checkbox', { name: 'Plain market' }).click()
    await expect.element(page.getByText(/fills at whatever price there is/)).toBeVisible()
    expect(await sent(desk, time)).toMatchObject([
      { pricing: { type: 'MARKET', protection: null } },
    ])
  })

  it('and keeps what is typed in the fields that another kind has too', async () => {
    const desk = new MemoryDesk()
    await opened(desk, 'Regular')
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await field('Quantity').fill('10')
    await kind('Bracket').click({ force: true })
    await kind('Cover').click({ force: true })
    await expect.element(field('Quantity')).toHaveValue('10')
    await expect.element(page.getByRole('combobox', { name: 'Symbol' })).toHaveValue('INFY-EQ')
  })
})

describe('several accounts', () => {
  it('at the market have one limit on the screen, or say that each has its own, and which', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('swing')] })
    const limits: Record<string, string> = { main: '1577.80', swing: '1577.80' }
    desk.answers.previewOrders = ({ orders }) => {
      const tickets = orders as Ticket[]
      const priced = tickets.map((ticket) => planned(ticket, { price: limits[ticket.account]! }))
      return ok({ problems: [], orders: priced, requests: [], fundsAfter: {} })
    }
    const time = await opened(desk, 'Regular')
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await field('Quantity').fill('10')
    await kind('Market 0.5 %').click({ force: true })
    time.pass(80)
    await expect.element(page.getByText('limit 1,577.80', { exact: true })).toBeVisible()
    limits['swing'] = '1578.30'
    await field('Quantity').fill('20')
    time.pass(80)
    await expect.element(page.getByText('each its own limit')).toBeVisible()
    await expect.element(page.getByText('limit 1,577.80', { exact: true })).not.toBeInTheDocument()
    await expect
      .element(page.getByTitle(/^Its limit is 1,578\.30, by the last price/))
      .toBeVisible()
  })

  it('get an order each, of their own quantity where they have one', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('swing')] })
    const time = await opened(desk, 'Regular')
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await field('Quantity').fill('50')
    await field('Limit price').fill('1500')
    await field('Quantity for Swing').fill('25')
    time.pass(80)
    await expect.element(button('Review · buy 75')).toBeEnabled()
    expect(await sent(desk, time)).toMatchObject([
      { account: 'main', quantity: '50' },
      { account: 'swing', quantity: '25' },
    ])
  })
})

describe('an order for many accounts', () => {
  const real = { service: { kind: 'url', url: 'https://api.example.com' } } as const
  const ticked = () =>
    [...document.querySelectorAll<HTMLInputElement>('.to input[type=checkbox]')].map(
      ({ checked }) => checked,
    )

  it('is for all or for nobody by one press, and never for practice beside real money', async () => {
    const accounts = [account('trial'), account('main', real), account('swing', real)]
    const desk = new MemoryDesk({
      accounts,
      window: { selected: pickOf(['trial', 'main', 'swing']) },
    })
    const time = await opened(desk, 'Regular')
    await expect.poll(ticked).toEqual([false, true, true])
    await expect.element(button('Tick 2 of 3')).toHaveAttribute('aria-disabled', 'true')
    await button('Untick all').click()
    expect(ticked()).toEqual([false, false, false])
    await button('Tick 2 of 3').click()
    expect(ticked()).toEqual([false, true, true])
    await button('Untick all').click()
    await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await field('Quantity').fill('50')
    await field('Limit price').fill('1500')
    time.pass(80)
    await expect.element(button(/^Review/)).toBeDisabled()
    await button('Tick 2 of 3').click()
    expect(await sent(desk, time)).toMatchObject([{ account: 'main' }, { account: 'swing' }])
  })
})

it.each(['Tick all', 'Untick all'])(
  'keys are still for the ticket after a press of %s, which can’t be pressed twice',
  async (name) => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('swing')] })
    await opened(desk, 'Regular')
    const ticket = page.getByRole('dialog', { name: 'Regular ticket' })
    await page.getByRole('checkbox', { name: /^Main/ }).click()
    const press = page.getByRole('button', { name, exact: true })
    await press.click()
    await expect.element(press).toHaveAttribute('aria-disabled', 'true')
    await expect.element(press).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(ticket.getByRole('button', { name: 'Discard' })).toBeVisible()
  },
)

describe('an order from a row, where many accounts are shown', () => {
  it('opens with the account of the row in sight, and named beside the count', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `client-${at}`)
    const desk = new MemoryDesk({ accounts: ids.map((id) => account(id, { name: id })) })
    desk.fill('client-10', 'positions', [['a', position({ symbol: 'INFY-EQ' })]])
    await openWindow(desk)
    await page.getByRole('gridcell', { name: 'INFY-EQ', exact: true }).click()
    await userEvent.keyboard('b')
    const ticked = page.getByRole('checkbox', { name: /^client-10/ })
    await expect.element(ticked).toBeChecked()
    const list = ticked.element().closest('.list')!.getBoundingClientRect()
    const { top, bottom } = ticked.element().getBoundingClientRect()
    expect(top).toBeGreaterThan(list.top)
    expect(bottom).toBeLessThan(list.bottom)
    await expect.element(page.getByText('client-10 · 1 of 12 accounts')).toBeVisible()
  })
})

describe('lots', () => {
  it.each([
    ['of a share', 1],
    ['of a derivative', 65],
  ])('are not in the way of the Tab key from the quantity to the price: %s', async (_, lot) => {
    const desk = new MemoryDesk()
    const row = position({ symbol: 'NIFTY26NOVFUT', exchange: 'NFO', lot_size: lot })
    desk.fill('main', 'positions', [['a', row]])
    await opened(desk, 'Regular')
    await page.getByRole('combobox', { name: 'Symbol' }).fill('nifty')
    await page.getByRole('option', { name: /NIFTY26NOVFUT/ }).click()
    await expect.element(button('units, lot 65')).toHaveLength(lot === 1 ? 0 : 1)
    ;(page.getByLabelText('Exchange').element() as HTMLElement).focus()
    await userEvent.keyboard('{Tab}130{Tab}')
    await expect.element(field('Quantity')).toHaveValue('130')
    await expect.element(field('Limit price')).toHaveFocus()
    const label = page.getByText('Quantity', { exact: true }).element().getBoundingClientRect()
    for (const toggle of button('units, lot 65').elements()) {
      const { top, left } = toggle.getBoundingClientRect()
      expect(Math.abs(top - label.top)).toBeLessThan(3)
      expect(left).toBeGreaterThan(label.right)
    }
  })

  it('are counted in units when they are sent', async () => {
    const desk = new MemoryDesk()
    const nifty = position({ symbol: 'NIFTY26NOVFUT', exchange: 'NFO', lot_size: 65 })
    desk.fill('main', 'positions', [['a', nifty]])
    const time = await opened(desk, 'Regular')
    await page.getByRole('combobox', { name: 'Symbol' }).fill('nifty')
    await page.getByRole('option', { name: /NIFTY26NOVFUT/ }).click()
    await button('units, lot 65').click()
    await field('Quantity, lots').fill('2')
    await userEvent.keyboard('{ArrowUp}')
    expect(await sent(desk, time)).toMatchObject([{ symbol: 'NIFTY26NOVFUT', quantity: '195' }])
  })
})
