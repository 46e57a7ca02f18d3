import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Input } from '../../../src/shared/contract.ts'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import type { ExitOfAccount, ExitRun } from '../../../src/shared/exits/exits.ts'
import type { Problem } from '../../../src/shared/orders/problems.ts'
import type { Ticket } from '../../../src/shared/orders/tickets.ts'
import { usualTrading } from '../../../src/shared/orders/limits.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { intent, part, uuid } from '../../unit/renderer/intents.ts'
import { order, position } from '../../unit/renderer/records.ts'
import type { FakeTime } from '../../unit/renderer/fake-time.ts'
import { openWindow, settled } from '../window.ts'

const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const positions = () => page.getByRole('treegrid', { name: 'Positions' })
const chosenRows = () =>
  [...document.querySelectorAll('[aria-label=Positions] [aria-level="2"][aria-selected=true]')].map(
    (row) => row.textContent,
  )

const ofAccount = (id: string, more: Partial<ExitOfAccount> = {}): ExitOfAccount => ({
  account: id,
  strategy: null,
  step: 'waiting',
  cancelled: null,
  closed: null,
  failures: [],
  left: null,
  todo: null,
  ...more,
})
const run = (accounts: ExitOfAccount[], more: Partial<ExitRun> = {}): ExitRun => ({
  id: uuid(1),
  what: 'both',
  at: Date.UTC(2026, 10, 21, 7, 45, 52),
  state: 'running',
  accounts,
  ...more,
})

function trading(): MemoryDesk {
  const desk = new MemoryDesk({
    accounts: [
      account('main'),
      account('swing'),
      account('fixed', { trading: { ...usualTrading, readOnly: true } }),
    ],
  })
  desk.fill('main', 'orders', [
    ['1', order({ order_id: '1', status: 'open', fillshares: 0 })],
    ['2', order({ order_id: '2', status: 'trigger pending', fillshares: 0 })],
    ['3', order({ order_id: '3', status: 'complete' })],
  ])
  desk.fill('main', 'positions', [
    ['a', position({ symbol: 'INFY-EQ', netqty: 200 })],
    ['b', position({ symbol: 'NIFTY26NOVFUT', exchange: 'NFO', netqty: -150, lot_size: 75 })],
    ['c', position({ symbol: 'TATAPOWER-EQ', netqty: 0, sqty: 200 })],
  ])
  desk.fill('swing', 'orders', [['1', order({ order_id: '1', status: 'open', fillshares: 0 })]])
  desk.answers.exitAccounts = ({ accounts }) =>
    ok(run(accounts.map((one) => ofAccount(one.account))))
  return desk
}

/** Of one login the first entry has a wrong secret, and was never read. */
function withTwins(): MemoryDesk {
  const desk = trading()
  const [main, swing] = desk.accounts
  desk.accounts = [account('twin', { login: 'main' }), main!, swing!]
  const meta = { age: null, seq: 0 }
  for (const book of ['orders', 'positions'] as const) desk.fill('twin', book, [], meta)
  return desk
}

describe('an exit', () => {
  it('names what it will do, with the counts of the books, for every account that may', async () => {
    const desk = trading()
    await openWindow(desk)
    await button('Exit…').click()
    await expect
      .element(dialog())
      .toMatchTextContent('Cancels 3 orders and closes 2 positions in 2 accounts.')
    await expect.element(page.getByRole('checkbox', { name: /Fixed/ })).toBeDisabled()
    await page.getByRole('radio', { name: 'Square off', exact: true }).click({ force: true })
    await expect.element(dialog()).toMatchTextContent('Closes 2 positions in 2 accounts.')
    await page.getByRole('checkbox', { name: /Swing/ }).click()
    await expect.element(dialog()).toMatchTextContent('Closes 2 positions in 1 account.')
    expect(desk.called('exitAccounts')).toEqual([])
  })

  it('goes to the members of a group by its name, and says who of them it does not reach', async () => {
    const desk = trading()
    desk.accounts = [...desk.accounts, account('away', { enabled: false }), account('other')]
    const share = { kind: 'times', times: '1' } as const
    const members = ['swing', 'fixed', 'away'].map((id) => ({ account: id, share }))
    desk.groups = [{ id: uuid(7), name: 'Family', colour: 'green', members }]
    await openWindow(desk)
    await button('Exit…').click()
    await button('Family').click()
    await expect.element(button('Family')).toHaveAttribute('aria-pressed', 'true')
    await expect
      .element(dialog())
      .toMatchTextContent(
        'Left as they are, whatever they hold: Fixed (read-only), Away (switched off).',
      )
    await button('Cancel orders and square off').click()
    expect(desk.called('exitAccounts')).toMatchObject([
      { accounts: [{ account: 'swing', strategy: null }] },
    ])
  })

  it('ticks one of those that are one login, says so of the other, and changes them over', async () => {
    const desk = withTwins()
    await openWindow(desk)
    await button('Exit…').click()
    const [twin, main] = [/Twin/, /Main/].map((name) => dialog().getByRole('checkbox', { name }))
    await expect.element(main!).toBeChecked()
    await expect.element(twin!).not.toBeChecked()
    await expect.element(dialog()).toMatchTextContent('the same login as Main, which is exited')
    await expect
      .element(dialog())
      .toMatchTextContent('Cancels 3 orders and closes 2 positions in 2 accounts.')
    await expect
      .element(dialog())
      .toMatchTextContent('The same login is exited once: Twin by Main.')
    await twin!.click()
    await expect.element(twin!).toBeChecked()
    await expect.element(main!).not.toBeChecked()
    await expect.element(dialog()).toMatchTextContent('the same login as Twin, which is exited')
    await twin!.click()
    await expect.element(main!).not.toBeChecked()
    await expect.element(dialog()).not.toMatchTextContent('the same login as')
    await main!.click()
    await page.getByRole('radio', { name: 'Square off', exact: true }).click()
    await button('Square off').click()
    await expect.element(dialog()).toMatchTextContent('Exit: 0 of 2 flat')
    expect(desk.called('exitAccounts')).toMatchObject([
      { what: 'positions', accounts: [{ account: 'main' }, { account: 'swing' }] },
    ])
  })

  it('goes out for one of a login also where that is heard while it is open, and by a group', async () => {
    const desk = withTwins()
    const share = { kind: 'times', times: '1' } as const
    const members = ['twin', 'main'].map((id) => ({ account: id, share }))
    desk.groups = [{ id: uuid(7), name: 'Family', colour: 'green', members }]
    const known = desk.accounts
    desk.accounts = known.map((one) => ({ ...one, login: one.id }))
    await openWindow(desk)
    await button('Exit…').click()
    await expect.element(dialog()).toMatchTextContent('in 3 accounts.')
    desk.emit('accounts', known)
    await expect.element(dialog()).toMatchTextContent('in 2 accounts.')
    await button('Family').click()
    await expect.element(button('Family')).toHaveAttribute('aria-pressed', 'true')
    await button('Cancel orders and square off').click()
    expect(desk.called('exitAccounts')).toMatchObject([{ accounts: [{ account: 'main' }] }])
  })

  it('that the desk refuses says why where its button is, in sight among thirty accounts', async () => {
    const many = Array.from({ length: 33 }, (_, at) => account(`a${at}`))
    const desk = new MemoryDesk({ accounts: many })
    const message = 'A1 is being squared off already: leave it out.'
    desk.answers.exitAccounts = () => fail('invalid', message, { field: 'accounts' })
    await openWindow(desk, undefined, [1440, 900])
    await button('Exit…').click()
    await expect.element(dialog().getByText(/in 33 accounts\./)).toBeInViewport({ ratio: 1 })
    await button('Cancel orders and square off').click()
    const said = dialog().getByRole('alert')
    await expect.element(said).toMatchTextContent(`Nothing was sent. ${message}`)
    await expect.element(said).toBeInViewport({ ratio: 1 })
    await expect.element(said).not.toMatchTextContent('typed')
    await expect.element(button('Cancel orders and square off')).toBeInViewport({ ratio: 1 })
  })

  it('marks counts of old books, and sends all the same', async () => {
    const time = await openWindow(trading())
    time.pass(3000)
    await button('Exit…').click()
    await expect.element(dialog()).toMatchTextContent('old · 3.0 s ago')
    await expect.element(button('Cancel orders and square off')).toBeEnabled()
  })

  it('doubts its counts beside them, however many accounts there are', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `client-${at}`)
    const desk = new MemoryDesk({ accounts: names.map((name) => account(name)) })
    const time = await openWindow(desk, undefined, [1024, 768])
    time.pass(3000)
    await button('Exit…').click()
    const counts = dialog().getByText(/in 30 accounts\./)
    await expect.element(counts).toBeInViewport({ ratio: 1 })
    const doubt = dialog().getByText(/^Some books are old: there may be more/)
    await expect.element(doubt).toBeInViewport({ ratio: 1 })
    await expect.element(button('Cancel orders and square off')).toBeInViewport({ ratio: 1 })
  })

  it('keeps the broker of an account on one line, however long its name is', async () => {
    const name = 'Venkataraman Subramaniam Iyer (HUF, second account) with a name that wraps'
    const service = { kind: 'url', url: 'https://service.example' } as const
    const desk = new MemoryDesk({ accounts: [account('long', { name, broker: 'ze', service })] })
    await openWindow(desk, undefined, [1024, 768])
    await button('Exit…').click()
    const [broker, label] = [dialog().getByText('· ZE'), dialog().getByText(name)]
    await expect.element(broker).toBeVisible()
    const lines = (of: Element) => {
      const range = document.createRange()
      range.selectNodeContents(of)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    expect(lines(label.element())).toBeGreaterThan(1)
    expect(lines(broker.element())).toBe(1)
  })

  it('is sent once, whatever is pressed, and again with the same confirmation', async () => {
    const desk = trading()
    const answer = desk.answers.exitAccounts!
    desk.answers.exitAccounts = () => fail('no-answer', 'The connection broke.')
    await openWindow(desk)
    await button('Exit…').click()
    await page.getByLabelText('Only of one strategy').fill('scalp')
    await button('Cancel orders and square off').click()
    await expect.element(dialog()).toMatchTextContent('The connection broke.')
    desk.answers.exitAccounts = answer
    await button('Cancel orders and square off').dblClick()
    await expect.element(dialog()).toMatchTextContent('Exit: 0 of 2 flat')
    const sent = desk.called('exitAccounts') as Input<'exitAccounts'>[]
    expect(sent).toHaveLength(2)
    expect(new Set(sent.map(({ confirmation }) => confirmation)).size).toBe(1)
    expect(sent[1]).toMatchObject({
      what: 'both',
      accounts: [
        { account: 'main', strategy: 'scalp' },
        { account: 'swing', strategy: 'scalp' },
      ],
    })
  })

  it('is sent by a still hand also where its button moves before the release, and by no other', async () => {
    const desk = trading()
    await openWindow(desk)
    await button('Exit…').click()
    await expect.element(button('Cancel orders and square off')).toBeEnabled()
    const sends = button('Cancel orders and square off').element()
    const pressAndMove = ({ by = 0, detail = 1, meanwhile = () => undefined as void }) => {
      const { left, top, width, height } = sends.getBoundingClientRect()
      const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true }
      sends.dispatchEvent(new MouseEvent('mousedown', { ...at, detail }))
      const note = document.createElement('div')
      note.style.height = '60px'
      sends.parentElement!.before(note)
      meanwhile()
      const released = { ...at, clientX: at.clientX + by, detail }
      const under = document.elementFromPoint(released.clientX, released.clientY)!
      under.dispatchEvent(new MouseEvent('mouseup', released))
    }
    pressAndMove({ by: 30 })
    // The second half of a double click on what stood here before.
    pressAndMove({ detail: 2 })
    const more = document.createTextNode(' of more')
    pressAndMove({ meanwhile: () => sends.append(more) })
    more.remove()
    await settled()
    expect(desk.called('exitAccounts')).toEqual([])
    pressAndMove({ by: 3 })
    await settled()
    expect(desk.called('exitAccounts')).toHaveLength(1)
  })

  it('that is another one after an answer that was lost has a confirmation of its own', async () => {
    const desk = trading()
    const answer = desk.answers.exitAccounts!
    desk.answers.exitAccounts = () => fail('no-answer', 'The connection broke.')
    await openWindow(desk)
    await button('Exit…').click()
    await page.getByRole('radio', { name: 'Cancel orders', exact: true }).click()
    await button('Cancel orders').click()
    await expect.element(dialog()).toMatchTextContent('The connection broke.')
    await page.getByRole('radio', { name: 'Square off', exact: true }).click()
    desk.answers.exitAccounts = answer
    await button('Square off').click()
    await expect.element(dialog()).toMatchTextContent('Exit: 0 of 2 flat')
    const sent = desk.called('exitAccounts') as Input<'exitAccounts'>[]
    expect(sent.map(({ what }) => what)).toEqual(['orders', 'positions'])
    expect(sent[1]!.confirmation).not.toBe(sent[0]!.confirmation)
  })

  it('beside one that may still close the same positions asks first', async () => {
    const desk = trading()
    const answer = desk.answers.exitAccounts!
    const message = 'An earlier exit may still close positions of Main.'
    desk.answers.exitAccounts = () => fail('invalid', message, { field: 'again' })
    await openWindow(desk)
    await button('Exit…').click()
    await button('Cancel orders and square off').click()
    await expect.element(dialog().getByRole('alert')).toMatchTextContent(message)
    // Another wish is another question.
    await page.getByRole('radio', { name: 'Square off', exact: true }).click()
    await expect.element(button('Square off all the same')).not.toBeInTheDocument()
    await page.getByRole('radio', { name: 'Cancel orders and square off' }).click()
    desk.answers.exitAccounts = answer
    await button('Cancel orders and square off all the same').click()
    await expect.element(dialog()).toMatchTextContent('Exit: 0 of 2 flat')
    const sent = desk.called('exitAccounts') as Input<'exitAccounts'>[]
    expect(sent.map(({ again }) => again)).toEqual([undefined, true])
  })

  it('is followed account by account until the books show that it is done, or what is left', async () => {
    const desk = trading()
    await openWindow(desk)
    await button('Exit…').click()
    await button('Cancel orders and square off').click()
    const failure = { code: 'refused' as const, message: 'Not allowed for this product.' }
    const left = {
      positions: [{ exchange: 'NSE', symbol: 'SBIN-EQ', product: 'BO', net: 100 }],
      orders: [{ orderId: '77', symbol: 'TCS-EQ', status: 'open' }],
    }
    desk.emit(
      'exit',
      run(
        [
          ofAccount('main', { step: 'flat', cancelled: 2, closed: 2 }),
          ofAccount('swing', {
            step: 'left',
            cancelled: 0,
            failures: [failure],
            left,
            todo: 'Close SBIN-EQ at the broker.',
          }),
        ],
        { state: 'left' },
      ),
    )
    for (const said of [
      'Exit: 1 of 2 flat',
      'The service says: 2 orders cancelled, 2 positions closed',
      'The service says: 0 orders cancelled',
      'The service refused. Not allowed for this product.',
      'SBIN-EQ NSE · BO +100',
      'TCS-EQ order 77 open',
      'What to do: Close SBIN-EQ at the broker.',
    ])
      await expect.element(dialog()).toMatchTextContent(said)
  })

  it('says once why an account was not reached, and then what to do', async () => {
    const desk = trading()
    await openWindow(desk)
    const message = 'The service refused the keys of this account.'
    const failures = [{ code: 'bad-keys' as const, message }]
    const again = [{ code: 'bad-keys' as const, message, detail: 'HTTP 401' }]
    desk.emit(
      'exit',
      run(
        [
          ofAccount('main', { step: 'left', failures, todo: message }),
          ofAccount('swing', {
            ...{ step: 'left', failures: [...failures, ...again] },
            todo: `${message} Look there.`,
          }),
        ],
        { state: 'left' },
      ),
    )
    await page.getByRole('contentinfo').getByText('Exit: 0 of 2 flat').first().click()
    const lines = dialog().getByRole('listitem')
    await expect
      .element(lines.nth(0))
      .toMatchTextContent(
        `Not known what is left ${message} What to do: Open Accounts, edit the account`,
      )
    await expect.element(lines.nth(0)).not.toMatchTextContent('Keys refused.')
    await expect.element(lines.nth(1)).toMatchTextContent(`${message} What to do: Look there.`)
  })

  it('lists the first of very many that an account has left, and all where they are asked for', async () => {
    const desk = trading()
    await openWindow(desk)
    const positions = Array.from({ length: 2000 }, (_, at) => ({
      ...{ exchange: 'NSE', symbol: `S${at + 1}-EQ`, product: 'MIS', net: 10 },
    }))
    const left = { positions, orders: [{ orderId: '7', symbol: 'ITC-EQ', status: 'open' }] }
    desk.emit('exit', run([ofAccount('main', { step: 'left', left }), ofAccount('swing')]))
    await page
      .getByRole('contentinfo')
      .getByText(/Exit: /)
      .first()
      .click()
    const rows = page.getByRole('list', { name: 'Left in Main' }).getByRole('listitem')
    await expect.poll(() => rows.elements().length).toBe(8)
    // What still works may open a position again.
    await expect.element(rows.first()).toMatchTextContent('ITC-EQ order 7 open')
    const all = button('All 2,001 that are left')
    await all.click()
    await expect.poll(() => rows.elements().length).toBe(2001)
    await all.click()
    await expect.poll(() => rows.elements().length).toBe(8)
  })

  it('that left something is offered again for what it was for, in the accounts that it left', async () => {
    const desk = trading()
    const service = { kind: 'url', url: 'https://api.example.com' } as const
    desk.accounts = [account('main', { service }), account('other', { service }), account('tried')]
    await openWindow(desk)
    desk.emit(
      'exit',
      run(
        [
          ofAccount('main', { step: 'flat' }),
          ofAccount('tried', { step: 'left', strategy: 'dip' }),
        ],
        { state: 'left', what: 'orders' },
      ),
    )
    await page.getByRole('contentinfo').getByText('Exit: 1 of 2 without orders').first().click()
    await button('Cancel again…').click()
    await button('Cancel orders').click()
    expect(desk.called('exitAccounts')).toMatchObject([
      { what: 'orders', accounts: [{ account: 'tried', strategy: 'dip' }] },
    ])
  })

  it('of several strategies of one account has a line for each', async () => {
    const desk = trading()
    await openWindow(desk)
    const strategies = ['dip', 'swing', null]
    desk.emit('exit', run(strategies.map((strategy) => ofAccount('main', { strategy }))))
    await page.getByRole('contentinfo').getByText('Exit: 0 of 3 flat').first().click()
    await expect.element(dialog()).toMatchTextContent('strategy dip')
    await expect.element(dialog()).toMatchTextContent('strategy swing')
  })

  it('under way stands in the status line, which leads back to it', async () => {
    const desk = trading()
    desk.answers.stopWatching = () => ok(null)
    await openWindow(desk)
    desk.emit('exit', run([ofAccount('main', { step: 'flat' }), ofAccount('swing')]))
    await page.getByRole('contentinfo').getByText('Exit: 1 of 2 flat').first().click()
    await expect.element(dialog()).toMatchTextContent('what was sent stays sent')
    await button('Stop watching').click()
    expect(desk.called('stopWatching')).toEqual([{ exit: uuid(1) }])
    await expect.element(dialog()).not.toBeInTheDocument()
  })
})

describe('positions', () => {
  it('are chosen by their boxes, with Ctrl and with Shift', async () => {
    await openWindow(trading())
    const row = (symbol: string) => positions().getByText(symbol)
    await row('INFY-EQ').click({ modifiers: ['Control'] })
    expect(chosenRows()).toHaveLength(1)
    await row('NIFTY26NOVFUT').click()
    expect(chosenRows(), 'pointing chooses nothing').toHaveLength(1)
    await row('TATAPOWER-EQ').click({ modifiers: ['Shift'] })
    expect(chosenRows()).toHaveLength(3)
    await button('Choose no row').click()
    expect(chosenRows()).toEqual([])
  })

  it('are chosen by keys', async () => {
    await openWindow(trading())
    await expect.element(positions().getByText('INFY-EQ')).toBeVisible()
    ;(positions().element() as HTMLElement).focus()
    await userEvent.keyboard('{End}{ArrowUp} {Shift>}{ArrowDown}{/Shift}')
    expect(chosenRows()).toMatchObject([/INFY-EQ/, /TATAPOWER-EQ/])
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(chosenRows()).toHaveLength(3)
    await userEvent.keyboard('{Escape}')
    expect(chosenRows()).toEqual([])
  })
})

describe('chosen positions', () => {
  const stale: Problem = {
    order: 1,
    field: null,
    level: 'ask',
    code: 'stale',
    message: 'The position is from a book that is 6 s old.',
  }
  const repeated: Problem = {
    order: 0,
    field: null,
    level: 'ask',
    code: 'duplicate',
    message: 'The same order was sent a moment ago.',
  }
  const review = () => button(/^Review · /)
  const send = () => button('Send 2 orders')
  const placed = (desk: MemoryDesk) => desk.called('placeOrders') as Input<'placeOrders'>[]

  async function openChosen(
    problems: Problem[] = [],
  ): Promise<{ desk: MemoryDesk; time: FakeTime }> {
    const desk = trading()
    desk.problems = problems
    const time = await openWindow(desk)
    await expect.element(positions().getByText('INFY-EQ')).toBeVisible()
    await button('Choose all rows').click()
    await button('Exit 3 chosen…').click()
    await expect.element(dialog()).toBeVisible()
    time.pass(80)
    return { desk, time }
  }

  async function openReview(
    problems: Problem[] = [],
  ): Promise<{ desk: MemoryDesk; time: FakeTime }> {
    const opened = await openChosen(problems)
    await review().click()
    await expect.element(page.getByRole('heading', { name: 'Review' })).toBeVisible()
    return opened
  }

  it('leave by one opposite order each, of whole lots, as they were reviewed', async () => {
    const { desk, time } = await openChosen()
    await expect.element(dialog()).toMatchTextContent('It is closed already.')
    await button('50 %').click()
    await settled()
    time.pass(80)
    await button('Review · 2 orders').click()
    await expect.element(dialog()).toMatchTextContent(/Sells 100 INFY-EQ at the market/)
    await send().click()
    await expect.element(dialog()).toMatchTextContent('They are confirmed.')
    expect(placed(desk)).toMatchObject([
      {
        accepted: [],
        orders: [
          { symbol: 'INFY-EQ', action: 'SELL', quantity: '100', exit: true },
          { symbol: 'NIFTY26NOVFUT', action: 'BUY', quantity: '75', exit: true },
        ],
        shown: [
          { action: 'SELL', quantity: 100 },
          { action: 'BUY', quantity: 75 },
        ],
      },
    ])
    await expect.poll(chosenRows).toEqual([])
    expect(placed(desk)[0]?.orders).toEqual(
      (desk.called('previewOrders') as Input<'previewOrders'>[]).at(-1)?.orders,
    )
  })

  it('say once what stands against several of them alike, and no figures of two instruments as one', async () => {
    const problem = (order: number, message: string): Problem => ({
      ...{ order, field: null, level: 'ask', code: 'distance' },
      message: `Main: ${message}`,
    })
    const far = (percent: number) => `The price is ${percent} % off.`
    const late = 'The book is old.'
    await openChosen([problem(0, far(11)), problem(1, far(12)), problem(0, late), problem(1, late)])
    await expect.element(dialog()).toMatchTextContent(`2 of 2: ${late}`)
    const text = dialog().element().textContent ?? ''
    expect(text.match(/The book is old/g)).toHaveLength(1)
    expect(text).toMatch(
      /INFY-EQ.*The price is 11 % off\..*NIFTY26NOVFUT.*The price is 12 % off\./s,
    )
  })

  it('are asked about one question at a time, and each is agreed to by itself', async () => {
    const { desk } = await openReview([stale, repeated])
    await expect.element(send()).toBeDisabled()
    await page.getByRole('checkbox', { name: /book that is 6 s old/ }).click()
    await expect.element(send()).toBeDisabled()
    await page.getByRole('checkbox', { name: /sent a moment ago/ }).click()
    await send().click()
    await expect.element(dialog()).toMatchTextContent('They are confirmed.')
    expect(placed(desk)).toHaveLength(1)
    expect(new Set(placed(desk)[0]?.accepted)).toEqual(new Set(['0:duplicate', '1:stale']))
  })

  it('of two accounts that are one login are left by one of them', async () => {
    const desk = trading()
    const [main] = desk.accounts
    desk.accounts = [main!, account('twin', { login: 'main' })]
    desk.fill('twin', 'positions', [['a', position({ symbol: 'INFY-EQ', netqty: 200 })]])
    const time = await openWindow(desk)
    await expect.element(positions().getByText('INFY-EQ').first()).toBeVisible()
    await button('Choose all rows').click()
    await button('Exit 4 chosen…').click()
    await expect.element(dialog()).toMatchTextContent('the same login as Main, which is exited')
    time.pass(80)
    await dialog()
      .getByRole('checkbox', { name: /INFY-EQ.*Twin/ })
      .click()
    await expect.element(dialog()).toMatchTextContent('the same login as Twin, which is exited')
    await settled()
    time.pass(80)
    await review().click()
    await send().click()
    await expect.element(dialog()).toMatchTextContent('They are confirmed.')
    expect(placed(desk)).toMatchObject([
      {
        orders: [
          { account: 'main', symbol: 'NIFTY26NOVFUT' },
          { account: 'twin', symbol: 'INFY-EQ' },
        ],
      },
    ])
  })

  it('that are refused cannot be reviewed until they are left out', async () => {
    const refusal = { ...stale, level: 'refuse' as const, message: 'This account is read-only.' }
    const { desk, time } = await openChosen([refusal])
    await expect.element(dialog()).toMatchTextContent(refusal.message)
    await expect.element(review()).toBeDisabled()
    desk.problems = []
    await page.getByRole('checkbox', { name: /NIFTY26NOVFUT/ }).click()
    await settled()
    time.pass(80)
    await review().click()
    await button('Sell 200 INFY-EQ').click()
    expect(placed(desk)).toMatchObject([{ orders: [{ symbol: 'INFY-EQ' }] }])
  })

  it('of an account that cannot send keep no other in, and the review says so', async () => {
    const desk = trading()
    desk.fill('swing', 'positions', [['a', position({ symbol: 'SBIN-EQ', netqty: 50 })]])
    const message = 'Swing: Its keys are locked.'
    desk.answers.previewOrders = ({ orders }) => {
      const order = orders.findIndex((one) => one.account === 'swing')
      const locked: Problem[] = [{ order, field: null, level: 'refuse', code: 'keys', message }]
      return ok({ ...desk.preview(orders as Ticket[]), problems: order < 0 ? [] : locked })
    }
    const time = await openWindow(desk)
    await expect.element(positions().getByText('SBIN-EQ')).toBeVisible()
    await button('Choose all rows').click()
    await button('Exit 4 chosen…').click()
    await expect.element(dialog()).toBeVisible()
    for (let times = 0; times < 2; times++) {
      time.pass(80)
      await settled()
    }
    await button('Review · 2 orders').click()
    await expect.element(dialog()).toMatchTextContent(/1 left out.*Its keys are locked/)
    await button('Send 2 orders').click()
    expect(placed(desk)).toMatchObject([{ orders: [{ account: 'main' }, { account: 'main' }] }])
  })

  it('are sent once, however often it is pressed, and their outcome stays to be read', async () => {
    const { desk } = await openChosen()
    await review().dblClick()
    await expect.element(send()).toBeVisible()
    expect(placed(desk)).toEqual([])
    await send().dblClick()
    await expect.element(dialog()).toMatchTextContent('They are confirmed.')
    expect(placed(desk)).toHaveLength(1)
  })

  it('are sent by no key that comes before the review can have been read', async () => {
    const { desk, time } = await openReview()
    await userEvent.keyboard('{Enter}{Enter}')
    time.pass(250)
    await userEvent.keyboard('{Enter}')
    expect(placed(desk)).toEqual([])
    time.pass(50)
    await expect.element(send()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => placed(desk)).toHaveLength(1)
  })

  it('are confirmed by the same confirmation where its answer was lost, and not left before', async () => {
    const { desk } = await openReview()
    const answer = desk.answers.placeOrders!
    desk.answers.placeOrders = () => fail('no-answer', 'The line broke.')
    await send().click()
    await expect.element(dialog()).toMatchTextContent('Quarterdeck has not answered.')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).toMatchTextContent('Closing this cancels nothing')
    await button('Keep open').click()
    desk.answers.placeOrders = answer
    await button('Ask again').click()
    await expect.element(dialog()).toMatchTextContent('They are confirmed.')
    const [first, second] = placed(desk)
    expect(placed(desk)).toHaveLength(2)
    expect(second).toEqual(first)
  })

  it('that the journal knows were taken are asked for no more', async () => {
    const { desk } = await openReview()
    desk.answers.placeOrders = () => fail('no-answer', 'The line broke.')
    await send().click()
    await expect.element(button('Ask again')).toBeVisible()
    const { confirmation } = placed(desk)[0]!
    desk.emit('intents', [intent({ confirmation, state: 'accepted', parts: [part('accepted')] })])
    await expect.element(dialog()).toMatchTextContent('They are confirmed.')
    await expect.element(button('Ask again')).not.toBeInTheDocument()
    expect(placed(desk)).toHaveLength(1)
  })

  it('that became worse since they were shown are read once more', async () => {
    const { desk } = await openReview()
    const worse = {
      ...stale,
      level: 'refuse' as const,
      code: 'changed' as const,
      message: 'Its limit is worse now.',
    }
    const answer = desk.answers.placeOrders!
    desk.answers.placeOrders = () => ok({ isTaken: false, problems: [worse] })
    await send().click()
    const read = page.getByRole('checkbox', { name: /limit is worse now/ })
    await expect.element(read).not.toBeChecked()
    await expect.element(send()).toBeDisabled()
    desk.answers.placeOrders = answer
    await read.click()
    await send().click()
    await expect.element(dialog()).toMatchTextContent('They are confirmed.')
  })

  it('have an outcome each', async () => {
    const { desk } = await openReview()
    desk.answers.placeOrders = ({ confirmation }) =>
      ok({
        isTaken: true,
        intents: [
          intent({ confirmation, state: 'accepted', parts: [part('accepted')] }),
          intent({
            confirmation,
            leg: 1,
            state: 'refused',
            parts: [part('refused', { code: 'refused', message: 'No margin.' })],
          }),
        ],
      })
    await send().click()
    await expect.element(dialog()).toMatchTextContent('1 refused, 1 of 2 accepted')
    await expect.element(dialog()).toMatchTextContent('No margin.')
    await expect.element(button('Another like it')).not.toBeInTheDocument()
  })

  it('go back a step at a time: from the review to what was chosen, and out', async () => {
    const { desk } = await openReview()
    await userEvent.keyboard('{Escape}')
    await expect.element(review()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(placed(desk)).toEqual([])
  })
})
