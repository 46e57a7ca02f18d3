import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Input } from '../../../src/shared/contract.ts'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import type { Intent } from '../../../src/shared/orders/intents.ts'
import type { JournalEntry, JournalStatus } from '../../../src/shared/journal/journal.ts'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { intent, part, uuid } from '../../unit/renderer/intents.ts'
import { history, order } from '../../unit/renderer/records.ts'
import { openWindow, settled } from '../window.ts'

/** 13:15 in India. */
const start = Date.UTC(2026, 10, 21, 7, 45, 0)
const grid = () => page.getByRole('grid', { name: 'Journal' })
const tab = (name: string) => page.getByRole('tab', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const drawn = () =>
  [...document.querySelectorAll('[aria-label=Journal] .body [role=row]')].map(
    (row) => row.textContent,
  )

const kept = (number: number, more: Partial<Intent> = {}): Intent =>
  intent({
    id: uuid(number),
    at: start + number,
    params: { symbol: `SYM${number}`, action: 'BUY', pricetype: 'LIMIT', price: '10.00' },
    state: 'accepted',
    parts: [part('accepted', { orderId: `order-${number}` })],
    ...more,
  })

/** A desk whose journal holds so many orders; filters by symbol and outcome, as the real one does. */
function deskWith(count: number): MemoryDesk & { held: Intent[] } {
  const desk = Object.assign(new MemoryDesk(), {
    held: Array.from({ length: count }, (_, index) => kept(index + 1)),
  })
  desk.answers.readJournal = ({ filter, before = Infinity, limit }) => {
    const fits = desk.held
      .map((one, index) => ({ seq: index + 1, at: one.at, intent: one, event: null }))
      .filter(({ intent: one }) => filter.state === undefined || one.state === filter.state)
      .filter(({ intent: one }) => one.params['symbol']?.includes(filter.symbol ?? ''))
      .toReversed()
      .filter(({ seq }) => seq < before)
    return ok({ rows: fits.slice(0, limit), hasMore: fits.length > limit })
  }
  return desk
}

async function openJournal(desk: MemoryDesk) {
  const time = await openWindow(desk)
  await tab('Journal').click()
  await expect.element(grid()).toBeVisible()
  return time
}

describe('the journal', () => {
  it('shows the newest first, and older ones when asked', async () => {
    const desk = deskWith(450)
    await openJournal(desk)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '201')
    expect(drawn()[0]).toContain('SYM450')
    await button('Load older').click()
    await button('Load older').click()
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '451')
    await expect.element(button('Load older')).not.toBeInTheDocument()
    const asked = desk.called('readJournal') as Input<'readJournal'>[]
    expect(asked.map(({ before }) => before)).toEqual([undefined, 251, 51])
  })

  it('has room for what its filters say on a small screen', async () => {
    await openJournal(deskWith(1))
    await page.viewport(720, 500)
    const fields = '[aria-label="Filter the journal"] :is(input, select)'
    await expect
      .poll(() =>
        [...document.querySelectorAll(fields)].map((field) => field.getBoundingClientRect().width),
      )
      .toSatisfy((widths: number[]) => widths.length === 5 && widths.every((width) => width >= 100))
  })

  it('is not read while it is not in sight', async () => {
    const desk = deskWith(1)
    await openWindow(desk)
    await settled()
    expect(desk.called('readJournal')).toEqual([])
  })

  it('is filtered, once typing pauses', async () => {
    const desk = deskWith(30)
    const time = await openJournal(desk)
    await page.getByRole('searchbox', { name: 'Symbol' }).fill('SYM2')
    time.pass(100)
    await page.getByRole('searchbox', { name: 'Symbol' }).fill('SYM29')
    expect(desk.called('readJournal')).toHaveLength(1)
    time.pass(300)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '2')
    await page.getByLabelText('Outcome').selectOptions('Refused')
    await page.getByRole('searchbox', { name: 'Day' }).fill('2026-11-21')
    time.pass(300)
    await expect.element(grid()).toMatchTextContent('Nothing fits the filter.')
    expect(desk.called('readJournal').at(-1)).toMatchObject({
      filter: { symbol: 'SYM29', state: 'refused', day: '2026-11-21' },
    })
    await button('Clear').click()
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '31')
  })

  it('is filtered by column and grouped as far as it is loaded, and says so', async () => {
    const desk = deskWith(250)
    desk.held = desk.held.map((one, at) => ({ ...one, state: at % 2 ? 'refused' : 'accepted' }))
    await openJournal(desk)
    await button('Filter journal by column').click()
    await page.getByLabelText('Filter by Outcome').fill('=refused')
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '102')
    await expect.element(page.getByText(/what is loaded: 100 of 200/)).toBeVisible()
    expect(desk.called('readJournal')).toHaveLength(1)
    await button('Load older').click()
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '127')
    await expect.element(page.getByText(/what is loaded/)).not.toBeInTheDocument()
    await button('Group journal').click()
    await page.getByRole('menuitemradio', { name: 'By outcome' }).click()
    await expect.element(page.getByRole('treegrid', { name: 'Journal' })).toBeVisible()
    expect(drawn()[0]).toMatch(/Refused.*125/)
  })

  it('follows what happens at once, and takes new ones in at the top', async () => {
    const desk = deskWith(3)
    const time = await openJournal(desk)
    await expect.element(grid()).toMatchTextContent('SYM3')
    const refused = kept(3, {
      state: 'refused',
      parts: [part('refused', { message: 'No margin' })],
    })
    desk.held[2] = refused
    desk.emit('intents', [refused])
    await expect.element(grid()).toMatchTextContent('No margin')
    desk.held.push(kept(4))
    desk.emit('intents', [kept(4)])
    time.pass(300)
    await expect.element(grid()).toMatchTextContent('SYM4')
    expect(drawn()[0]).toContain('SYM4')
  })

  it('does not move under the person’s eyes when new ones come', async () => {
    const desk = deskWith(150)
    const time = await openJournal(desk)
    await expect.element(grid()).toMatchTextContent('SYM150')
    const element = grid().element()
    element.scrollTop = 40 * 26
    await expect.element(grid()).toMatchTextContent('SYM110')
    const offset = () => {
      const row = [...element.querySelectorAll('.body [role=row]')].find((one) =>
        one.textContent?.includes('SYM110'),
      )
      return row?.getBoundingClientRect().top
    }
    const before = offset()
    desk.held.push(kept(151), kept(152))
    desk.emit('intents', [kept(152)])
    time.pass(300)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '153')
    await settled()
    expect(offset()).toBe(before)
  })

  it('says why it cannot be read', async () => {
    const desk = deskWith(0)
    desk.answers.readJournal = () => fail('storage-failed', 'The disk does not answer.')
    await openJournal(desk)
    await expect
      .element(page.getByText(/could not be read. The disk does not answer/))
      .toBeVisible()
  })
})

describe('a line of the journal', () => {
  const entry = (seq: number, event: JournalEntry['event']): JournalEntry => ({
    seq,
    at: start + seq,
    intent: uuid(1),
    event,
    hash: 'c0ffee'.repeat(10),
  })

  it('opens what happened, in words, with what was sent', async () => {
    const desk = deskWith(1)
    desk.answers.readIntent = () =>
      ok({
        intent: kept(1),
        entries: [
          entry(7, { kind: 'sent', rivals: [], bookAge: 400 }),
          entry(8, {
            kind: 'answered',
            parts: [
              {
                state: 'accepted',
                orderId: 'order-1',
                name: null,
                code: null,
                message: null,
                detail: null,
              },
            ],
          }),
        ],
      })
    desk.answers.readTimeline = () => ok({ intent: null, entries: [], history: ok([]) })
    await openJournal(desk)
    await expect.element(grid()).toMatchTextContent('SYM1')
    ;(grid().element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const dialog = page.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent('13:15:00.007 Sent to the service')
    await expect.element(dialog).toMatchTextContent('Accepted as order-1')
    await expect.element(dialog).toMatchTextContent('8 · c0ffeec0ffeec0ff…')
    await page.getByText(/As it was sent/).click()
    await expect.element(dialog).toMatchTextContent('"symbol": "SYM1"')
    await button('Timeline').click()
    await expect.element(page.getByRole('region', { name: 'Timeline of an order' })).toBeVisible()
    expect(desk.called('readTimeline')).toEqual([{ account: 'main', orderId: 'order-1' }])
  })
})

describe('the check of the journal', () => {
  const status = (more: Partial<JournalStatus>): JournalStatus => ({
    state: 'sound',
    checked: 1204,
    total: 1204,
    at: start,
    brokenAt: null,
    message: null,
    ...more,
  })
  const line = () => page.getByRole('contentinfo')

  it('stands in the status line while it goes on and when it is done', async () => {
    const desk = deskWith(0)
    await openWindow(desk)
    desk.emit('journal', status({ state: 'checking', checked: 480, total: 1200 }))
    await expect.element(line()).toMatchTextContent('Journal: checking 40 %')
    desk.emit('journal', status({}))
    await expect.element(line()).toMatchTextContent('Journal verified 13:15 · 1,204 entries')
  })

  it('is said once where the panel is open as well', async () => {
    const desk = deskWith(0)
    await openJournal(desk)
    desk.emit('journal', status({}))
    await expect.element(line()).toMatchTextContent('Journal verified 13:15')
    expect(document.body.innerText.match(/verified/gi)).toHaveLength(1)
  })

  it('says that no witness stood beside it, and that this is no damage', async () => {
    const desk = deskWith(0)
    await openJournal(desk)
    desk.emit('journal', status({ message: 'No witness stands beside it.' }))
    await expect.element(line()).toMatchTextContent('· 1,204 entries, without its witness')
    await expect
      .element(page.getByText(/The journal is sound.*No witness stands beside it/))
      .toBeVisible()
    await expect.element(page.getByText(/cannot be trusted/)).not.toBeInTheDocument()
  })

  it('that finds it broken says where, and what that means', async () => {
    const desk = deskWith(0)
    desk.answers.verifyJournal = () => ok(null)
    await openJournal(desk)
    desk.emit('journal', status({ state: 'broken', brokenAt: 512, message: 'The hash differs.' }))
    await expect.element(line()).toMatchTextContent('Journal broken at entry 512')
    await expect.element(page.getByText(/The hash differs.*cannot be trusted/)).toBeVisible()
    await button('Verify again').click()
    expect(desk.called('verifyJournal')).toEqual([{}])
  })
})

describe('the export of the journal', () => {
  /** What the window offered to save. */
  function caught(): { name: string; text: Promise<string> }[] {
    const files: { name: string; text: Promise<string> }[] = []
    const click = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      HTMLAnchorElement.prototype.click = click
      files.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) })
    }
    return files
  }

  it('joins all parts of what the filter shows', async () => {
    const desk = deskWith(2)
    desk.answers.exportJournal = ({ from }) =>
      ok(from === 0 ? { text: 'time,order\n', next: 5 } : { text: 'now,1\n', next: null })
    const time = await openJournal(desk)
    await page.getByRole('searchbox', { name: 'Symbol' }).fill('SYM1')
    time.pass(300)
    const files = caught()
    await button('Export as CSV').click()
    await expect.poll(() => files.length).toBe(1)
    expect(files[0]?.name).toBe('quarterdeck-journal-2026-11-21.csv')
    expect(await files[0]?.text).toBe('time,order\nnow,1\n')
    expect(desk.called('exportJournal')).toMatchObject([
      { format: 'csv', from: 0, filter: { symbol: 'SYM1' } },
      { format: 'csv', from: 5, filter: { symbol: 'SYM1' } },
    ])
  })

  it('can be cancelled on the way, and then saves nothing', async () => {
    const desk = deskWith(2)
    let goOn = () => {}
    desk.answers.exportJournal = ({ from }) =>
      new Promise((resolve) => {
        goOn = () => resolve(ok({ text: 'x', next: from + 1 }))
      })
    await openJournal(desk)
    const files = caught()
    await button('Export as JSON lines').click()
    await button('Cancel export').click()
    goOn()
    await expect.element(button('Export as JSON lines')).toBeVisible()
    expect(files).toEqual([])
    expect(desk.called('exportJournal')).toHaveLength(1)
  })
})

describe('the timeline of an order', () => {
  const timeline = () => page.getByRole('region', { name: 'Timeline of an order' })

  function deskWithOrders(): MemoryDesk {
    const desk = deskWith(0)
    desk.fill('main', 'orders', [
      ['1', order({ order_id: '1', symbol: 'INFY-EQ', status: 'open', fillshares: 0 })],
      ['2', order({ order_id: '2', symbol: 'SBIN-EQ', status: 'open', fillshares: 0 })],
    ])
    desk.answers.readTimeline = ({ orderId }) =>
      ok({
        intent: null,
        entries: [],
        history: ok([
          history({ order_id: orderId, status: 'put order req received' }),
          history({ order_id: orderId, status: 'partially filled', fillshares: 40 }),
        ]),
      })
    return desk
  }

  it('follows the order that is pointed at, by mouse and by keys', async () => {
    const desk = deskWithOrders()
    await openWindow(desk)
    await tab('Timeline').click()
    await expect.element(timeline()).toMatchTextContent('Choose an order')
    const orders = page.getByRole('grid', { name: 'Orders' })
    await orders.getByText('INFY-EQ').click()
    await expect
      .element(timeline())
      .toMatchTextContent('partially filled 13:15:00 Broker Filled 40')
    ;(orders.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(timeline()).toMatchTextContent('SBIN-EQ')
    expect(desk.called('readTimeline')).toEqual([
      { account: 'main', orderId: '1' },
      { account: 'main', orderId: '2' },
    ])
  })

  it('is read again when its row changes, and not when another does', async () => {
    const desk = deskWithOrders()
    await openWindow(desk)
    await tab('Timeline').click()
    await page.getByRole('grid', { name: 'Orders' }).getByText('INFY-EQ').click()
    await expect.element(timeline()).toMatchTextContent('partially filled')
    desk.poll('main', 'orders', { set: [['2', { fillshares: 1 }]] })
    await settled()
    expect(desk.called('readTimeline')).toHaveLength(1)
    desk.poll('main', 'orders', { set: [['1', { fillshares: 1 }]] })
    await expect.poll(() => desk.called('readTimeline').length).toBe(2)
  })

  it('says of which day a snapshot is, which of them is not of the order, and that another was told', async () => {
    const desk = deskWithOrders()
    const sold = { symbol: 'TCS-EQ', action: 'SELL', quantity: 500 }
    desk.answers.readTimeline = ({ orderId }) =>
      ok({
        intent: null,
        entries: [],
        history: ok([
          history({ order_id: orderId, status: 'received', exchtimestamp: '20-Nov-2026 10:30:00' }),
          history({ order_id: orderId, status: 'complete', action: 'SELL' }),
        ]),
        others: [history({ order_id: '778', ...sold }), history({ order_id: '778', ...sold })],
        unreadable: 1,
      })
    await openWindow(desk)
    await tab('Timeline').click()
    await page.getByRole('grid', { name: 'Orders' }).getByText('INFY-EQ').click()
    await expect.element(timeline()).toMatchTextContent('20 Nov 10:30:00')
    await expect.element(timeline()).toMatchTextContent('It says SELL')
    await expect.element(timeline()).toMatchTextContent('this order’s: 778 SELL 500 TCS-EQ.')
    await expect.element(timeline()).toMatchTextContent('1 record of the broker’s part could not')
  })

  it('shows our own part where the broker’s cannot be read, and why', async () => {
    const desk = deskWithOrders()
    desk.answers.readTimeline = () =>
      ok({
        intent: kept(1),
        entries: [
          {
            seq: 1,
            at: start,
            intent: uuid(1),
            event: { kind: 'sent', rivals: [], bookAge: null },
            hash: 'a',
          },
        ],
        history: fail('too-late', 'OrderHistory had no answer within 10 s.'),
      })
    await openWindow(desk)
    await tab('Timeline').click()
    await page.getByRole('grid', { name: 'Orders' }).getByText('INFY-EQ').click()
    await expect.element(timeline()).toMatchTextContent('OrderHistory had no answer within 10 s.')
    await expect.element(timeline()).toMatchTextContent('Sent to the service')
  })
})
