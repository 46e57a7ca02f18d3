import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok, type Reply } from '../../../src/shared/core/errors.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { intent, part, uuid } from '../../unit/renderer/intents.ts'
import { order } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const params = { symbol: 'INFY-EQ', action: 'BUY', pricetype: 'LIMIT', price: '1531.90' }

const doubtful = (more: Partial<Intent> = {}): Intent =>
  intent({
    id: uuid(1),
    state: 'in-doubt',
    params,
    parts: [part('in-doubt', { message: 'No answer came within 10 s.' })],
    sent: { at: Date.UTC(2026, 10, 21, 7, 44, 52), rivals: [], bookAge: 300 },
    look: { reads: 6, candidates: ['11', '12'] },
    ...more,
  })

function desk(one: Intent): MemoryDesk {
  const made = new MemoryDesk()
  made.intents = [one]
  made.fill('main', 'orders', [
    ['10', order({ order_id: '10', symbol: 'SBIN-EQ' })],
    ['11', order({ order_id: '11', quantity: 100, status: 'open', fillshares: 0, price: 1531.9 })],
    ['12', order({ order_id: '12', quantity: 100, status: 'complete', price: 1531.9 })],
  ])
  made.answers.settleOrder = ({ how }) => {
    const state = how.kind === 'absent' ? ('absent' as const) : ('settled' as const)
    const ids = how.kind === 'absent' ? [null] : how.orderIds
    const settled = {
      ...one,
      changedAt: one.changedAt + 1,
      state,
      look: null,
      parts: ids.map((orderId) => part(state, { orderId })),
    }
    made.emit('intents', [settled])
    return ok(settled)
  }
  return made
}

async function open(made: MemoryDesk): Promise<void> {
  await openWindow(made)
  await page.getByRole('contentinfo').getByRole('button', { name: 'In doubt 1' }).click()
}

describe('an order in doubt', () => {
  it('says once that no clear answer came', async () => {
    const message = 'No clear answer came: this may or may not have happened.'
    await open(desk(doubtful({ parts: [part('in-doubt', { message })] })))
    await expect.element(dialog().getByText(message)).toBeVisible()
    expect(
      dialog()
        .getByText(/No clear answer came/)
        .elements(),
    ).toHaveLength(1)
  })

  it('is shown with what was sent, what is known, and the orders that could be it', async () => {
    await open(desk(doubtful()))
    for (const said of [
      'BUY 100 INFY-EQ',
      'LIMIT · 1,531.90 · Main · sent 13:14:52',
      'The order book was read 6 times, and shows 2 new orders like it.',
      'BUY 100 INFY-EQ LIMIT · 1,531.90 · open',
    ])
      await expect.element(dialog()).toMatchTextContent(said)
  })

  it('is counted by its mark as the list behind it has it, and no cancel with it', async () => {
    const made = desk(doubtful())
    const exit = { state: 'in-doubt', ticket: null, exit: true } as const
    made.intents = [
      ...made.intents,
      intent({ ...exit, id: uuid(2), operation: 'CancelAllOrder' }),
      intent({ ...exit, id: uuid(3), operation: 'SquareOffAllPosition' }),
    ]
    await openWindow(made)
    await page.getByRole('contentinfo').getByRole('button', { name: 'In doubt 2' }).click()
    await expect.poll(() => dialog().getByRole('article').elements().length).toBe(2)
  })

  it('is settled by naming the order that it is', async () => {
    const made = desk(doubtful())
    await open(made)
    await button('It is this one: 12').click()
    await expect.element(dialog()).toMatchTextContent('It is settled: 12.')
    expect(made.called('settleOrder')).toEqual([
      { intent: uuid(1), how: { kind: 'is', orderIds: ['12'] } },
    ])
    await expect.element(page.getByRole('contentinfo')).not.toMatchTextContent('In doubt')
  })

  it('can be any order of the account that was not found to fit', async () => {
    const made = desk(doubtful({ look: { reads: 6, candidates: [] } }))
    await open(made)
    await expect
      .element(dialog())
      .toMatchTextContent('Likely it did not arrive; nothing proves it.')
    await page.getByText('Choose from the account’s other orders').click()
    await button('It is this one: 10').click()
    expect(made.called('settleOrder')).toMatchObject([{ how: { orderIds: ['10'] } }])
  })

  it('whose account has other keys now is settled by an id that no book here shows', async () => {
    const look = { reads: 6, candidates: ['11'], isOtherLogin: true as const }
    const made = desk(doubtful({ look }))
    await open(made)
    await expect
      .element(dialog())
      .toMatchTextContent('shows one new order like it; but it may be another’s book.')
    await page.getByLabelText('Order id at the broker').fill('9001')
    await button('It is this order').click()
    expect(made.called('settleOrder')).toMatchObject([{ how: { orderIds: ['9001'] } }])
  })

  it('of several slices is settled by naming them together', async () => {
    const made = desk(doubtful({ parts: [part('in-doubt'), part('in-doubt')] }))
    await open(made)
    await button('Choose 11').click()
    await button('Choose 12').click()
    await button('It is these 2').click()
    expect(made.called('settleOrder')).toMatchObject([{ how: { orderIds: ['11', '12'] } }])
  })

  it('is looked for again when asked, and says why where that fails', async () => {
    const made = desk(doubtful())
    made.answers.lookForOrder = () => fail('too-late', 'OrderBook had no answer within 10 s.')
    await open(made)
    await button('Look again').click()
    await expect.element(dialog()).toMatchTextContent('OrderBook had no answer within 10 s.')
    made.answers.lookForOrder = () =>
      ok(doubtful({ changedAt: doubtful().changedAt + 1, look: { reads: 7, candidates: ['12'] } }))
    await button('Look again').click()
    await expect.element(dialog()).toMatchTextContent('shows one new order like it')
  })

  it('says that it is looked for, and when it was, though the look finds what the last one did', async () => {
    const made = desk(doubtful())
    const answer = Promise.withResolvers<Reply<Intent>>()
    made.answers.lookForOrder = () => answer.promise
    await open(made)
    await button('Look again').click()
    await expect.element(page.getByText('Looking…')).toBeVisible()
    answer.resolve(ok(doubtful()))
    await expect.element(page.getByText('Looked at 13:15:00')).toBeVisible()
    await expect.element(page.getByText('Looking…')).not.toBeInTheDocument()
    await expect.element(button('Look again')).toHaveFocus()
    made.answers.lookForOrder = () => fail('too-late', 'OrderBook had no answer within 10 s.')
    await button('Look again').click()
    await expect.element(dialog()).toMatchTextContent('OrderBook had no answer within 10 s.')
    await expect.element(page.getByText('Looked at 13:15:00')).toBeVisible()
  })

  it('is said not to have arrived only after a look, and after what that risks was read', async () => {
    const made = desk(doubtful({ look: null }))
    await open(made)
    await expect.element(button('It did not arrive…')).toBeDisabled()
    made.emit('intents', [
      doubtful({ changedAt: doubtful().changedAt + 1, look: { reads: 1, candidates: [] } }),
    ])
    await button('It did not arrive…').click()
    await expect.element(dialog()).toMatchTextContent('twice the quantity, with real money')
    await button('Keep it in doubt').click()
    expect(made.called('settleOrder')).toEqual([])
    await button('It did not arrive…').click()
    await button('It did not arrive').click()
    await expect.element(dialog()).toMatchTextContent('Nothing sends it again but you.')
    expect(made.called('settleOrder')).toEqual([{ intent: uuid(1), how: { kind: 'absent' } }])
  })

  it('can be sent again only once it surely did not arrive, and is looked at before', async () => {
    const made = desk(doubtful())
    made.answers.previewOrders = () =>
      ok({ problems: [], orders: [null], requests: [], fundsAfter: {} })
    await open(made)
    await expect.element(button('Send again…')).not.toBeInTheDocument()
    await button('It did not arrive…').click()
    await button('It did not arrive').click()
    await button('Send again…').click()
    await expect
      .poll(() => made.called('previewOrders').at(-1))
      .toMatchObject({
        orders: [{ symbol: 'INFY-EQ', quantity: '100', resends: uuid(1) }],
      })
    expect(made.called('placeOrders')).toEqual([])
  })
})
