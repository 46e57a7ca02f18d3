import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { practiceChoice } from '../../../src/shared/accounts/accounts.ts'
import { type AccountGroup, pickOf } from '../../../src/shared/accounts/groups.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import { FakeTime } from '../../unit/renderer/fake-time.ts'
import { intent, part, regular, uuid } from '../../unit/renderer/intents.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import { openWindow, settled } from '../window.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} `) })

const real = (id: string) =>
  account(id, { service: { kind: 'url', url: 'https://api.example.com' } })

describe('a window that shows accounts which were picked one by one', () => {
  async function opened(
    item: string,
    {
      accounts = [account('main'), account('swing'), account('third')],
      picked = ['swing', 'third'],
      selected = pickOf(picked),
      intents = [] as readonly Intent[],
      groups = [] as readonly AccountGroup[],
    } = {},
  ): Promise<{ desk: MemoryDesk; time: FakeTime }> {
    const desk = new MemoryDesk({ accounts, window: { selected } })
    desk.intents = [...intents]
    desk.groups = [...groups]
    if (intents.length > 0)
      for (const { id } of accounts) desk.fill(id, 'positions', [[id, position()]])
    const time = await openWindow(desk)
    await button('New order').click()
    await page.getByRole('menuitem', { name: item }).click()
    return { desk, time }
  }

  it('opens a ticket for just these', async () => {
    await opened('Regular')
    for (const name of ['Swing', 'Third']) await expect.element(box(name)).toBeChecked()
    await expect.element(box('Main')).not.toBeInTheDocument()
    await expect.element(page.getByText('2 of 2 accounts')).toBeVisible()
  })

  it('opens a ticket for all that are shown, where each of them is in sight, and no practice beside them', async () => {
    const accounts = [real('main'), real('swing'), account('trial'), account('toy')]
    await opened('Regular', { accounts, picked: [] })
    for (const name of ['Main', 'Swing']) await expect.element(box(name)).toBeChecked()
    await expect.element(page.getByText('2 of 2 accounts')).toBeVisible()
  })

  const inSwing = (state: Intent['state'], parts: Intent['parts'], as = 'swing'): Intent =>
    intent({
      ...{
        id: uuid(as === 'swing' ? 801 : 802),
        account: as,
        confirmation: uuid(900),
        state,
        parts,
      },
      ...{ ticket: regular({ account: as, symbol: 'INFY-EQ' }), at: new FakeTime().wall() },
    })
  const some = [
    inSwing('accepted', [part('accepted', { orderId: '1001' })]),
    inSwing('refused', [part('refused')], 'third'),
  ]
  const symbol = () => page.getByRole('combobox', { name: 'Symbol' })

  it('ticks only who surely did not get the order of a moment ago, once its symbol and side are known', async () => {
    await opened('Regular', { intents: some })
    await expect.element(box('Swing')).toBeChecked()
    await symbol().fill('INFY-EQ')
    await expect.element(box('Swing')).not.toBeChecked()
    await expect.element(box('Third')).toBeChecked()
    await expect.element(page.getByText('has it already, as 1001')).toBeVisible()
    await symbol().fill('TCS-EQ')
    await expect.element(box('Swing')).toBeChecked()
    await symbol().fill('INFY-EQ')
    await button('Change to sell').click()
    await expect.element(box('Swing')).toBeChecked()
    await button('Change to buy').click()
    await expect.element(box('Swing')).not.toBeChecked()
  })

  it('does so for a group that is shown', async () => {
    const members = ['swing', 'third'].map((id) => ({
      ...{ account: id, share: { kind: 'times' as const, times: '1' } },
    }))
    const groups = [{ id: uuid(7), name: 'Both', colour: 'green' as const, members }]
    await opened('Regular', { intents: some, groups, selected: uuid(7) })
    await expect.element(box('Swing')).toBeChecked()
    await symbol().fill('INFY-EQ')
    await expect.element(box('Swing')).not.toBeChecked()
    await expect.element(box('Third')).toBeChecked()
  })

  it('leaves ticked whom a person ticked, and asks in the review before the order goes there again', async () => {
    const { desk, time } = await opened('Regular', { intents: some })
    await symbol().fill('INFY-EQ')
    await box('Swing').click()
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('100')
    await page.getByRole('textbox', { name: 'Limit price' }).fill('1531.90')
    await expect.element(box('Swing')).toBeChecked()
    time.pass(80)
    await settled()
    await button(/^Review/).click()
    const asked = page.getByRole('checkbox', {
      name: /^Swing: The account has it already\. It is sent once more if you go on\./,
    })
    await expect.element(button('Buy 200 INFY-EQ')).toBeDisabled()
    await asked.click()
    await button('Buy 200 INFY-EQ').click()
    await expect.poll(() => desk.called('placeOrders')).toHaveLength(1)
  })

  it('asks before an order goes again to one account where it is in doubt', async () => {
    const inDoubt = inSwing('in-doubt', [part('in-doubt')])
    const { time } = await opened('Regular', { intents: [inDoubt] })
    await symbol().fill('INFY-EQ')
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('100')
    await page.getByRole('textbox', { name: 'Limit price' }).fill('1531.90')
    time.pass(80)
    await settled()
    await button(/^Review/).click()
    await expect
      .element(page.getByText(/^Swing: The account may have it: no clear answer came\./))
      .toBeVisible()
    await expect.element(button('Buy 200 INFY-EQ')).toBeDisabled()
  })

  it('opens a ticket for nobody, where more are shown than are seen at once', async () => {
    const accounts = ['one', 'two', 'three', 'four', 'five'].map((id) => account(id))
    await opened('Regular', { accounts, picked: [] })
    await expect.element(page.getByText('0 of 5 accounts')).toBeVisible()
  })

  it('gives the name of an account all the room that its amount does not need, and cuts no broker', async () => {
    const name = 'Sharma Family Trust (HUF), long term'
    const ids = ['one', 'two', 'three', 'four', 'five']
    const accounts = ids.map((id) => account(id, { name: `${name} ${id}` }))
    await opened('Regular', { accounts, picked: [] })
    const row = box(`${name.replaceAll(/[()]/g, String.raw`\$&`)} one`)
    await expect.element(row).toBeVisible()
    const [said, broker] = row.element().closest('label')!.querySelectorAll('.name > span')
    expect(said!.scrollWidth).toBeLessThanOrEqual(said!.clientWidth)
    await row.click()
    await expect.element(page.getByText(/1 of 5 accounts/)).toBeVisible()
    const whole = broker!.getBoundingClientRect()
    const around = broker!.closest('label')!.getBoundingClientRect()
    expect(broker!.textContent).toBe('· PX')
    expect(whole.right).toBeLessThanOrEqual(around.right)
  })

  it('opens a ticket for the practice accounts, where these are shown', async () => {
    const accounts = [real('main'), real('swing'), account('trial'), account('toy')]
    await opened('Regular', { accounts, selected: practiceChoice })
    for (const name of ['Trial', 'Toy']) await expect.element(box(name)).toBeChecked()
  })

  it('makes of a line of a basket one for each of them', async () => {
    await opened('Basket')
    await page.getByRole('textbox', { name: 'symbol, line 1' }).fill('INFY-EQ')
    const whose = (line: number) => page.getByRole('combobox', { name: `account, line ${line}` })
    await whose(1).selectOptions('Each of the 2 that are shown: a line each')
    await expect.element(whose(1)).toHaveValue('swing')
    await expect.element(whose(2)).toHaveValue('third')
    await expect
      .element(page.getByRole('textbox', { name: 'symbol, line 2' }))
      .toHaveValue('INFY-EQ')
  })

  it('makes lines of the real ones alone, and each is ticked as the first was', async () => {
    await opened('Basket', {
      accounts: [real('main'), real('swing'), account('practice')],
      picked: ['main', 'swing', 'practice'],
    })
    const whose = (line: number) => page.getByRole('combobox', { name: `account, line ${line}` })
    const chosen = (line: number) => page.getByRole('checkbox', { name: `Choose line ${line}` })
    await page.getByRole('textbox', { name: 'symbol, line 1' }).fill('INFY-EQ')
    await chosen(1).click()
    await whose(1).selectOptions('Each of the 2 that are shown without practice: a line each')
    await expect.element(whose(1)).toHaveValue('main')
    await expect.element(whose(2)).toHaveValue('swing')
    await expect.element(whose(3)).not.toBeInTheDocument()
    for (const line of [1, 2]) await expect.element(chosen(line)).not.toBeChecked()
  })
})
