import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Input } from '../../../src/shared/contract.ts'
import { pickOf } from '../../../src/shared/accounts/groups.ts'
import { usualLook } from '../../../src/shared/workspace/grid-looks.ts'
import { ok } from '../../../src/shared/core/errors.ts'
import type { Row } from '../../../src/shared/core/patch.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { intent, part, regular } from '../../unit/renderer/intents.ts'
import { order, position } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const service = { kind: 'url', url: 'https://api.example.com' } as const
const line = (name: RegExp) => page.getByRole('row', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Three accounts at two brokers: two hold the same share, and the third has not answered yet. */
function deskOfThree(): MemoryDesk {
  const desk = new MemoryDesk({
    accounts: [
      account('anita', { broker: 'ZE', service }),
      account('bala', { broker: 'UP', service }),
      account('chitra', { broker: 'UP', service }),
    ],
    settings: {
      grids: { positions: { ...usualLook, group: 'instrument', visible: { value: true } } },
    },
  })
  const held = { realisedprofitloss: 0 }
  desk.fill('anita', 'positions', [
    ['a', position({ ...held, netqty: 100, bqty: 100, netavgprc: 10, ltp: 12 })],
    ['b', position({ ...held, symbol: 'SBIN-EQ', netqty: 5, ltp: 800 })],
  ])
  desk.fill('bala', 'positions', [
    ['a', position({ ...held, product: 'CNC', netqty: 300, bqty: 300, netavgprc: 14, ltp: 12 })],
  ])
  desk.fill('chitra', 'positions', [], { seq: -1, age: null })
  return desk
}

describe('positions by instrument', () => {
  it('are one line over accounts and products, folded, with what is held in all', async () => {
    const desk = deskOfThree()
    desk.fill('chitra', 'positions', [])
    await openWindow(desk)
    await expect.element(line(/^INFY-EQ · NSE 2/)).toMatchTextContent(/\+400\s*13\.00/)
    await expect.element(line(/^INFY-EQ · NSE 2/)).toMatchTextContent('+4,800.00')
    expect(line(/Anita · ZE/).elements()).toHaveLength(1)
    await line(/^INFY-EQ · NSE 2/).click()
    await expect.element(line(/Bala · UP/)).toBeVisible()
  })

  it('say in their sums which account may belong to them and was not read', async () => {
    await openWindow(deskOfThree())
    await expect.element(line(/^INFY-EQ · NSE 2/)).toMatchTextContent('1 not read')
    await expect.element(line(/^INFY-EQ · NSE 2/)).toMatchTextContent('+400 ?')
    await expect
      .element(page.getByTitle(/Not read, and may belong to this: Chitra/).first())
      .toBeVisible()
    expect(document.querySelector('.foot')?.textContent).toMatch(/P&L\s*\S+\s*incomplete/)
  })

  it('say in the bar of which day they are where nothing that is held trades today', async () => {
    const desk = deskOfThree()
    desk.fill('chitra', 'positions', [])
    // The day of these tests is a Saturday.
    for (const hours of Object.values(desk.hours)) delete hours.openDays
    await openWindow(desk)
    const why =
      /^Taken for those of Fri,? 20 Nov 2026: until 08:45 IST of the next day on which what is held trades, books may still be of that day$/
    const mark = page.getByRole('banner').getByTitle(why)
    await expect.element(mark).toMatchTextContent(/Fri/)
  })

  it.each([
    ['is held', {}],
    ['was read yet', { age: null }],
    ['was read in this session', { seq: -1, age: null, kept: Date.UTC(2026, 10, 20, 9, 59) }],
  ])('have no other day where nothing %s', async (_, meta) => {
    const desk = new MemoryDesk({ accounts: [account('anita', { broker: 'ZE', service })] })
    const rows: [string, Row][] = 'kept' in meta ? [['a', position()]] : []
    desk.fill('anita', 'positions', rows, meta)
    for (const hours of Object.values(desk.hours)) delete hours.openDays
    await openWindow(desk)
    const bar = page.getByRole('banner')
    await expect.element(bar).toMatchTextContent(/Day P&L/)
    await expect.element(bar).not.toMatchTextContent(/Fri/)
    desk.fill('anita', 'positions', [['a', position()]])
    desk.poll('anita', 'positions', { put: [['a', position()]] })
    await expect.element(bar).toMatchTextContent(/Day P&L .*Fri/)
  })

  it('say in their sums, as the bar does, whose book leaves out some of them', async () => {
    const desk = deskOfThree()
    desk.fill('chitra', 'positions', [], { leavesOut: 'rows' })
    await openWindow(desk)
    await expect.element(line(/^INFY-EQ · NSE 2/)).toMatchTextContent('1 incomplete')
    await expect.element(page.getByRole('banner')).toMatchTextContent(/Day P&L incomplete/)
    desk.fill('chitra', 'positions', [], { seq: 2 })
    desk.poll('chitra', 'positions')
    await expect.element(page.getByRole('banner')).toMatchTextContent(/Day P&L ≠/)
  })

  it('are not said to be none where the book may leave them out', async () => {
    const desk = new MemoryDesk({ accounts: [account('anita', { broker: 'ZE', service })] })
    desk.fill('anita', 'positions', [], { leavesOut: 'rows' })
    await openWindow(desk)
    await expect.element(page.getByText(/shows none, and may leave out some/)).toBeVisible()
    await expect.element(page.getByRole('banner')).toMatchTextContent(/Day P&L –/)
    expect(document.querySelector('.foot')?.textContent).toMatch(/P&L\s*\S+\s*incomplete/)
  })

  it('are not said to be none where none of them can be read', async () => {
    const desk = new MemoryDesk({ accounts: [account('anita', { broker: 'ZE', service })] })
    desk.fill('anita', 'positions', [], { unreadable: ['{"symbol":"INFY-EQ"}'] })
    await openWindow(desk)
    await expect.element(page.getByText(/shows none, and may leave out some/)).toBeVisible()
  })

  it('are left leg by leg, each from its own account', async () => {
    const desk = deskOfThree()
    const time = await openWindow(desk)
    await line(/^INFY-EQ · NSE 2/).click()
    await button('Exit 2 legs…').click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    time.pass(80)
    await expect.poll(() => desk.called('previewOrders')).not.toHaveLength(0)
    const { orders } = desk.called('previewOrders').at(-1) as Input<'previewOrders'>
    expect(orders).toMatchObject([
      { account: 'anita', action: 'SELL', quantity: '100', product: 'MIS', exit: true },
      { account: 'bala', action: 'SELL', quantity: '300', product: 'CNC', exit: true },
    ])
  })

  it('say before they are left whom their line leaves out, and why', async () => {
    const desk = deskOfThree()
    desk.fill('chitra', 'positions', [['a', position({ symbol: 'INFY', netqty: 50, bqty: 50 })]])
    await openWindow(desk)
    await line(/^INFY-EQ · NSE 2/).click()
    await userEvent.keyboard('x')
    const dialog = page.getByRole('dialog')
    await expect
      .element(dialog)
      .toMatchTextContent(/Whether Chitra has a position in INFY-EQ is not known: it holds INFY,/)
    await userEvent.keyboard('{Escape}')
    desk.fill('chitra', 'positions', [], { seq: 2 })
    desk.poll('chitra', 'positions')
    await line(/^INFY-EQ · NSE 2/).click()
    await button('Exit 2 legs…').click()
    await expect
      .element(dialog)
      .toMatchTextContent(/No position in INFY-EQ on NSE in the books of Chitra/)
  })

  it('are left by X on their line, a part of each by its number', async () => {
    const desk = deskOfThree()
    const time = await openWindow(desk)
    await line(/^INFY-EQ · NSE 2/).click()
    await userEvent.keyboard('3')
    await expect.element(button('75 %')).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{Escape}')
    await line(/^INFY-EQ · NSE 2/).click()
    await userEvent.keyboard('x')
    await expect.element(button('100 %')).toHaveAttribute('aria-pressed', 'true')
    time.pass(80)
    await expect.poll(() => desk.called('previewOrders')).not.toHaveLength(0)
    const { orders } = desk.called('previewOrders').at(-1) as Input<'previewOrders'>
    expect(orders).toMatchObject([
      { account: 'anita', action: 'SELL', quantity: '100', exit: true },
      { account: 'bala', action: 'SELL', quantity: '300', exit: true },
    ])
  })

  it('never have practice and real money in one line', async () => {
    const desk = new MemoryDesk({
      accounts: [account('anita', { broker: 'ZE', service }), account('try')],
      settings: { grids: { positions: { ...usualLook, group: 'underlying' } } },
      window: { selected: pickOf(['anita', 'try']) },
    })
    desk.fill('anita', 'positions', [['a', position()]])
    desk.fill('try', 'positions', [['a', position()]])
    await openWindow(desk)
    await expect.element(line(/^Shares 1/)).toBeVisible()
    await expect.element(line(/^Shares · practice 1/)).toBeVisible()
  })
})

describe('the buttons above the orders', () => {
  const strip = (): HTMLElement => document.querySelector('[aria-label="Show orders"]')!

  it('are none of them cut beside a grouping, filters and four tabs', async () => {
    const desk = new MemoryDesk({
      accounts: [account('anita', { broker: 'ZE', service })],
      settings: {
        grids: {
          orders: {
            ...usualLook,
            group: 'together',
            filters: { symbol: 'y', status: 'e' },
          },
        },
      },
    })
    desk.answers.readHealth = () => ok([])
    const states = ['open', 'complete', 'rejected', 'cancelled', 'what']
    desk.fill(
      'anita',
      'orders',
      Array.from({ length: 1500 }, (_, at) => [
        `${at}`,
        order({ order_id: `${at}`, status: states[at % states.length]! }),
      ]),
    )
    await openWindow(desk)
    await page.viewport(1440, 900)
    await page.getByRole('button', { name: 'Panels and layouts' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Accounts’ health' }).click()
    await page.getByRole('tab', { name: /^Orders/ }).click()
    await expect.poll(() => strip().clientWidth).toBeGreaterThan(0)
    await expect.poll(() => strip().scrollWidth - strip().clientWidth).toBeLessThanOrEqual(0)
  })
})

describe('orders by group order', () => {
  it('say of practice nothing that became of real orders', async () => {
    const desk = new MemoryDesk({
      accounts: [
        ...['anita', 'bala'].map((id) => account(id, { broker: 'ZE', service })),
        account('try1'),
        account('try2'),
      ],
      window: { selected: pickOf(['anita', 'bala', 'try1', 'try2']) },
      settings: { grids: { orders: { ...usualLook, group: 'together' } } },
    })
    const leg = (id: string, state: 'accepted' | 'in-doubt', orderId: string | null) =>
      intent({
        ticket: regular({ account: id }),
        accountName: id,
        state,
        parts: [part(state, { orderId })],
      })
    desk.intents = [
      leg('anita', 'accepted', '11'),
      leg('bala', 'in-doubt', null),
      leg('try1', 'accepted', '33'),
      leg('try2', 'accepted', '44'),
    ]
    for (const [id, order_id] of [
      ['anita', '11'],
      ['try1', '33'],
      ['try2', '44'],
    ] as const)
      desk.fill(id, 'orders', [[order_id, order({ order_id, quantity: 100, fillshares: 100 })]])
    await openWindow(desk)
    const practice = line(/^BUY INFY-EQ · practice 2/)
    await expect.element(practice).toMatchTextContent('200 / 200')
    expect(practice.element().textContent).not.toMatch(/doubt|\?/)
  })

  it('are one line for what was sent together, and one for each that was not', async () => {
    const desk = new MemoryDesk({
      accounts: ['anita', 'bala', 'chitra'].map((id) => account(id, { broker: 'ZE', service })),
      settings: { grids: { orders: { ...usualLook, group: 'together' } } },
    })
    const leg = (id: string, state: 'accepted' | 'in-doubt', orderId: string | null) =>
      intent({
        ticket: regular({ account: id }),
        accountName: id,
        state,
        parts: [part(state, { orderId })],
      })
    desk.intents = [
      leg('anita', 'accepted', '11'),
      leg('bala', 'accepted', '22'),
      leg('chitra', 'in-doubt', null),
    ]
    desk.fill('anita', 'orders', [
      ['11', order({ order_id: '11', quantity: 100, fillshares: 100 })],
    ])
    desk.fill('bala', 'orders', [
      ['22', order({ order_id: '22', quantity: 100, fillshares: 0, status: 'open' })],
      ['23', order({ order_id: '23', symbol: 'SBIN-EQ' })],
    ])
    await openWindow(desk)
    await expect.element(line(/^BUY INFY-EQ 2/)).toMatchTextContent('1 in doubt')
    await expect.element(line(/^BUY INFY-EQ 2/)).toMatchTextContent('100 / 200 ?')
    await expect.element(line(/^BUY INFY-EQ 2/)).toMatchTextContent('1 open · 1 complete')
    expect(line(/SBIN-EQ.*Bala · ZE/).elements()).toHaveLength(1)
    // What a filter takes out of sight is in its book all the same.
    await page.getByRole('button', { name: /^Complete/ }).click()
    await expect.element(line(/INFY-EQ.*Anita · ZE/)).toBeVisible()
    expect(page.getByText('seen in no book').elements()).toHaveLength(0)
  })
})
