import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { Input } from '../../../src/shared/contract.ts'
import { pickOf } from '../../../src/shared/accounts/groups.ts'
import { usualLook } from '../../../src/shared/workspace/grid-looks.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
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
      selected: 'all',
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
  })

  it('are left leg by leg, each from its own account', async () => {
    const desk = deskOfThree()
    const time = await openWindow(desk)
    await line(/^INFY-EQ · NSE 2/).click()
    await button('Exit 2 legs…').click()
    time.pass(80)
    await expect.poll(() => desk.called('previewOrders')).not.toHaveLength(0)
    const { orders } = desk.called('previewOrders').at(-1) as Input<'previewOrders'>
    expect(orders).toMatchObject([
      { account: 'anita', action: 'SELL', quantity: '100', product: 'MIS', exit: true },
      { account: 'bala', action: 'SELL', quantity: '300', product: 'CNC', exit: true },
    ])
  })

  it('never have practice and real money in one line', async () => {
    const desk = new MemoryDesk({
      accounts: [account('anita', { broker: 'ZE', service }), account('try')],
      settings: {
        selected: pickOf(['anita', 'try']),
        grids: { positions: { ...usualLook, group: 'underlying' } },
      },
    })
    desk.fill('anita', 'positions', [['a', position()]])
    desk.fill('try', 'positions', [['a', position()]])
    await openWindow(desk)
    await expect.element(line(/^Shares 1/)).toBeVisible()
    await expect.element(line(/^Shares · practice 1/)).toBeVisible()
  })
})
