import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { usualLook } from '../../../src/shared/workspace/grid-looks.ts'
import { errorWords } from '../../../src/renderer/core/error-words.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { funds, holding, order, position, trade } from '../../unit/renderer/records.ts'
import { closeWindows, openWindow, settled, writesDuring } from '../window.ts'

const grid = (name: string) => page.getByRole('grid', { name })
const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })

/** All but the frame of the panels, which takes its size in its own time. */
const books = () => [...document.querySelectorAll('header, footer, .panel-body')]

const closed = {
  sqty: 200,
  sellavgprc: 1522.35,
  netqty: 0,
  realisedprofitloss: 2000,
  unrealisedprofitloss: 0,
}

function deskWithPositions(): MemoryDesk {
  const desk = new MemoryDesk()
  desk.fill('main', 'positions', [
    // Closed, so that its last price changes nothing but itself.
    ['a', position({ ...closed, symbol: 'INFY-EQ', ltp: 1531.9 })],
    ['b', position({ symbol: 'SBIN-EQ', ltp: 838.6, realisedprofitloss: 0 })],
  ])
  desk.fill('main', 'funds', [['', funds()]])
  return desk
}

describe('a poll', () => {
  it('that changes one value writes one cell, and adds and removes no node', async () => {
    const desk = deskWithPositions()
    await openWindow(desk)
    await expect.element(cell('1,531.90')).toBeVisible()
    const writes = await writesDuring(books(), () =>
      desk.poll('main', 'positions', { set: [['a', { ltp: 1532.05 }]] }),
    )
    expect(writes).toEqual({ added: 0, removed: 0, texts: ['1,532.05'], attributes: [] })
  })

  it('that changes nothing writes nothing', async () => {
    const desk = deskWithPositions()
    await openWindow(desk)
    await expect.element(cell('838.60')).toBeVisible()
    const writes = await writesDuring(books(), () => desk.poll('main', 'positions'))
    expect(writes).toEqual({ added: 0, removed: 0, texts: [], attributes: [] })
  })

  it('that fails keeps the old rows and says so in plain words', async () => {
    const desk = deskWithPositions()
    await openWindow(desk)
    desk.poll('main', 'positions', undefined, {
      trouble: { code: 'too-late', message: 'PositionBook had no answer within 10 s.' },
    })
    await expect.element(page.getByText(/^No answer in time \(positions\)\. /)).toBeVisible()
    await expect.element(cell('INFY-EQ')).toBeVisible()
    await page.getByRole('button', { name: 'What to do' }).click()
    await expect.element(page.getByText(/it is asked again by itself/)).toBeVisible()
  })

  it('that not every account gave is not said to be empty, and no age is told of all', async () => {
    const desk = new MemoryDesk({ accounts: [account('one'), account('two', { login: 'two' })] })
    desk.fill('two', 'orders', [], { age: null })
    await openWindow(desk)
    const orders = page.getByRole('tabpanel', { name: 'Orders' })
    await expect.element(orders).toMatchTextContent('Reading…')
    await expect.element(page.getByText('No orders today.')).not.toBeInTheDocument()
    const status = page.getByRole('contentinfo')
    await expect.element(status).not.toMatchTextContent('Oldest book')
    desk.poll('two', 'orders')
    await expect.element(page.getByText('No orders today.')).toBeVisible()
    await expect.element(status).toMatchTextContent('Oldest book')
  })

  it('that never came leaves nothing of which it could be said to be from before', async () => {
    const desk = new MemoryDesk()
    const trouble = { code: 'too-late', message: 'No answer came within 10 s.' } as const
    for (const book of ['orders', 'trades', 'positions', 'holdings'] as const)
      desk.poll('main', book, undefined, { age: null, trouble })
    await openWindow(desk)
    await expect
      .element(page.getByText(/^No answer in time\. Nothing was read yet\./))
      .toBeVisible()
    await page.getByRole('button', { name: 'What to do' }).first().click()
    await expect.element(page.getByRole('dialog')).not.toHaveTextContent('from before')
  })

  it('that fails for an account as a whole is told once, and marks no tab', async () => {
    const desk = new MemoryDesk({ accounts: [account('one'), account('two')] })
    for (const book of ['orders', 'trades', 'positions', 'holdings', 'funds', 'profile'] as const)
      for (const { id } of desk.accounts) desk.fill(id, book, [])
    await openWindow(desk)
    await expect.element(page.getByRole('tab', { name: /^Trades/ })).toBeVisible()
    const trouble = { code: 'bad-keys', message: 'The keys were not accepted.' } as const
    for (const book of ['orders', 'trades', 'positions', 'holdings', 'funds'] as const)
      desk.poll('two', book, undefined, { trouble })
    await expect.element(page.getByText(/^Two: Keys refused/)).toBeVisible()
    const told = (where: Element) => where.textContent.split('Keys refused').length - 1
    // The row of the account, where the Funds panel lists them all, says it beside its name.
    const row = page.getByRole('region', { name: 'Accounts', exact: true }).element()
    expect(told(row)).toBe(1)
    expect(told(document.querySelector('#app')!) - told(row)).toBe(1)
    expect(document.querySelectorAll('[role=tab] .mark')).toHaveLength(0)
  })

  it('has one name in the strip and in the list of accounts, which has the room for it', async () => {
    const codes = ['no-answer', 'too-late', 'not-sent', 'address-refused', 'rate-limited'] as const
    const accounts = codes.map((code) =>
      account(code, {
        health: { last: 84, p99: 131, isSlow: false, trouble: { code, message: 'It broke.' } },
      }),
    )
    await openWindow(new MemoryDesk({ accounts }))
    await expect.element(page.getByText('5 accounts in trouble')).toBeVisible()
    const strip = document.querySelector('.strip')!
    const list = page.getByRole('region', { name: 'Accounts', exact: true })
    for (const code of codes) {
      const { title, short = title } = errorWords[code]
      expect(title.toLowerCase()).toContain(short.toLowerCase())
      expect(strip.textContent).toContain(title)
      const said = list.getByTitle(new RegExp(`^${title}`))
      await expect.element(said).toMatchTextContent(`▲ ${short}`)
      const { scrollWidth, clientWidth } = said.element()
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    }
  })

  it('that fails for many accounts is told in one line, which is no wider than the window', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `the-account-of-a-long-name-${at}`)
    const desk = new MemoryDesk({ accounts: names.map((name) => account(name)) })
    for (const { id } of desk.accounts) desk.fill(id, 'orders', [])
    await openWindow(desk)
    for (const [at, name] of names.entries()) {
      const message = at % 2 === 0 ? 'OrderBook had no answer.' : 'Half an answer came.'
      const trouble = { code: 'too-late', message } as const
      desk.poll(name, 'orders', undefined, { trouble })
    }
    await expect.element(page.getByText('12 accounts in trouble')).toBeVisible()
    const stop = page.getByRole('button', { name: 'Stop', exact: true }).element()
    expect(stop.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth)
    await page.getByRole('button', { name: 'What to do' }).click()
    const dialog = page.getByRole('dialog')
    await expect.element(dialog.getByRole('listitem').last()).toBeVisible()
    expect(dialog.getByRole('listitem').elements()).toHaveLength(12)
    const { textContent } = dialog.element()
    for (const once of ['What to do:', 'from before', 'OrderBook had no', 'Half an answer'])
      expect(textContent.split(once)).toHaveLength(2)
  })

  it('that fails for one book marks its tab alone, and names it', async () => {
    const desk = deskWithPositions()
    desk.fill('main', 'trades', [])
    await openWindow(desk)
    const trouble = { code: 'unreadable', message: 'No list came.' } as const
    desk.poll('main', 'trades', undefined, { trouble })
    await expect.element(page.getByText(/cannot be read \(trades\)/)).toBeVisible()
    const marked = [...document.querySelectorAll('[role=tab]:has(.mark)')]
    expect(marked.map(({ textContent }) => textContent.trim())).toMatchObject([
      expect.stringMatching(/^Trades/),
    ])
  })
})

describe('another account', () => {
  it('is shown from its first row on', async () => {
    const desk = new MemoryDesk({ accounts: [account('one'), account('two')] })
    for (const { id } of desk.accounts)
      desk.fill(
        id,
        'orders',
        Array.from({ length: 300 }, (_, at) => [`${at}`, order({ order_id: `${id}-${at}` })]),
      )
    await openWindow(desk)
    const orders = grid('Orders')
    await expect.element(orders).toBeVisible()
    orders.element().scrollTo({ top: 4000 })
    await expect.poll(() => orders.element().scrollTop).toBe(4000)
    desk.emit('window', { ...desk.window, selected: 'two' })
    await expect.poll(() => orders.element().scrollTop).toBe(0)
  })
})

describe('a book that is scrolled', () => {
  async function scrolled(): Promise<{ desk: MemoryDesk; element: Element }> {
    const desk = new MemoryDesk()
    desk.fill(
      'main',
      'orders',
      Array.from({ length: 300 }, (_, at) => [
        `${at}`,
        order({ order_id: `${at}`, symbol: `SYM${at}`, orderentrytime: '' }),
      ]),
    )
    await openWindow(desk)
    await expect.element(grid('Orders')).toMatchTextContent('SYM0')
    const element = grid('Orders').element()
    element.scrollTop = 100 * 26
    await expect.element(grid('Orders')).toMatchTextContent('SYM104')
    return { desk, element }
  }

  it('keeps its rows under the mouse when an order comes above them', async () => {
    const { desk, element } = await scrolled()
    const place = () =>
      [...element.querySelectorAll('.body [role=row]')]
        .find((row) => row.textContent.includes('SYM104'))
        ?.getBoundingClientRect().top
    const before = place()
    desk.poll('main', 'orders', {
      put: [['new', order({ order_id: 'new', symbol: 'NEW', orderentrytime: '15:00:00' })]],
    })
    await expect.element(grid('Orders')).toHaveAttribute('aria-rowcount', '302')
    await settled()
    expect(place()).toBe(before)
  })

  it('shows what a filter leaves from its first row on', async () => {
    const { element } = await scrolled()
    await page.getByLabelText('Filter orders', { exact: true }).fill('SYM2')
    await expect.poll(() => element.scrollTop).toBe(0)
    await expect.element(grid('Orders')).toMatchTextContent(/SYM2/)
  })
})

describe('age', () => {
  it('is said beside the tabs, and marked stale within a second of two intervals', async () => {
    const desk = deskWithPositions()
    const time = await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    time.pass(2000)
    await settled()
    expect(document.body.textContent).not.toMatch(/\bOld\b/)
    time.pass(1000)
    await expect.element(page.getByText(/Old.*3\.0 s ago/).first()).toBeVisible()
    desk.poll('main', 'positions')
    desk.poll('main', 'orders')
    desk.poll('main', 'funds')
    time.pass(500)
    await expect.element(page.getByText('0.5 s ago').first()).toBeVisible()
  })

  it('is not cut in two where the strip has no room for it', async () => {
    const desk = deskWithPositions()
    desk.fill('main', 'funds', [])
    const time = await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    time.pass(9000)
    await expect.element(page.getByText(/Old.*9\.0 s ago/).first()).toBeVisible()
    const marks = [...document.querySelectorAll('.age.stale')]
    expect(marks.length).toBeGreaterThan(2)
    for (const mark of marks) expect(mark.scrollWidth).toBeLessThanOrEqual(mark.clientWidth)

    await page.viewport(1024, 700)
    const orders = document.querySelector('.chips ~ .age.stale')!
    const strip = orders.closest('.dv-tabs-and-actions-container')!
    await expect
      .poll(() => orders.querySelector('.when')!.checkVisibility())
      .toBe(strip.clientWidth >= 900)
  })

  it('is said of the panel alone where reading is paused', async () => {
    const desk = deskWithPositions()
    const time = await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    time.pass(9000)
    await expect.poll(() => document.querySelectorAll('.dv-tab .mark').length).toBeGreaterThan(0)
    expect(document.querySelector('footer')?.textContent).toContain('Old: ')
    desk.emit('polling', { paused: true })
    await expect.element(page.getByText(/^Paused.*9\.0 s ago/).first()).toBeVisible()
    await expect.poll(() => document.querySelectorAll('.dv-tab .mark').length).toBe(0)
    expect(document.querySelector('footer')?.textContent).not.toContain('Old: ')
  })

  it('is the oldest of the accounts that are shown', async () => {
    const desk = new MemoryDesk({ accounts: [account('one'), account('two')] })
    desk.fill('one', 'positions', [['a', position()]], { age: 100 })
    desk.fill('two', 'positions', [['a', position()]], { age: 1700 })
    await openWindow(desk)
    await expect.element(page.getByText('1.7 s ago').first()).toBeVisible()
  })
})

describe('an order book on a small screen', () => {
  it('has what became of an order of several accounts in sight, and all that it is filtered by', async () => {
    const desk = new MemoryDesk({
      accounts: [account('one'), account('two')],
    })
    for (const { id } of desk.accounts)
      desk.fill(id, 'orders', [
        [`${id}-1`, order({ order_id: `${id}-1`, status: 'complete' })],
        [`${id}-2`, order({ order_id: `${id}-2`, status: 'rejected' })],
        [`${id}-3`, order({ order_id: `${id}-3`, status: 'cancelled' })],
      ])
    await openWindow(desk, undefined, [1024, 768])
    const head = page.getByRole('columnheader', { name: 'Status' })
    await expect.element(head).toBeVisible()
    const book = page.getByRole('grid', { name: 'Orders' }).element()
    const rightOf = (element: Element) => element.getBoundingClientRect().right
    await expect.poll(() => rightOf(head.element())).toBeLessThanOrEqual(rightOf(book))
    const chips = document.querySelector('.chips')!
    expect(chips.querySelectorAll('.chip')).toHaveLength(5)
    expect(rightOf(chips.lastElementChild!)).toBeLessThanOrEqual(rightOf(chips))
  })
})

it('positions have one column of what is made or lost, and its parts for whoever asks', async () => {
  await openWindow(deskWithPositions())
  await expect.element(cell('INFY-EQ')).toBeVisible()
  const heads = [...document.querySelectorAll('[aria-label=Positions] [role=columnheader]')].map(
    (head) => head.textContent.trim(),
  )
  expect(heads.filter((head) => /P&L|realised|own/i.test(head))).toEqual(['P&L'])
  await page.getByRole('button', { name: 'Columns of positions' }).click()
  for (const name of ['Realised', 'Unrealised'])
    await expect
      .element(page.getByRole('menuitemcheckbox', { name, exact: true }))
      .toHaveAttribute('aria-checked', 'false')
})

describe('one account of several that is old', () => {
  it('is marked where its rows are, and the panel says how many are', async () => {
    const desk = new MemoryDesk({ accounts: [account('one'), account('two')] })
    for (const id of ['one', 'two']) desk.fill(id, 'positions', [['a', position()]])
    const time = await openWindow(desk)
    await expect.element(cell('INFY-EQ').first()).toBeVisible()
    time.pass(2500)
    desk.poll('two', 'positions')
    time.pass(1000)
    await expect.element(page.getByText(/1 of 2 old.*3\.5 s ago/)).toBeVisible()
    const owners = () =>
      [...document.querySelectorAll('[aria-label=Positions] [data-column=account][role=gridcell]')]
        .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
        .toSorted()
    const [one, two] = ['One · PX', 'Two · PX']
    await expect.poll(owners).toEqual([two, `◆old ${one}`])

    await page.getByRole('button', { name: 'Filter positions by column' }).click()
    await page.getByRole('textbox', { name: 'Filter by Account' }).fill(`=${one}`)
    await expect.poll(owners).toEqual([`◆old ${one}`])
    time.pass(3000)
    await expect.element(page.getByText(/^Old.*6\.5 s ago/).first()).toBeVisible()
    await expect.poll(owners).toEqual([one])
  })
})

describe('a window that missed a patch', () => {
  it('asks for a snapshot and shows it', async () => {
    const desk = deskWithPositions()
    await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    const asked = desk.called('readBook').length
    desk.fill('main', 'positions', [['c', position({ symbol: 'TCS-EQ' })]], { seq: 7 })
    desk.poll('main', 'positions', { set: [['c', { ltp: 3950.5 }]] })
    await expect.element(cell('3,950.50').last()).toBeVisible()
    await expect.element(cell('INFY-EQ')).not.toBeInTheDocument()
    expect(desk.called('readBook').slice(asked)).toEqual([{ account: 'main', book: 'positions' }])
  })

  it('drops what is older than what it holds', async () => {
    const desk = deskWithPositions()
    await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    desk.emit('book', {
      account: 'main',
      book: 'positions',
      meta: { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] },
      patch: { drop: ['a', 'b'] },
    })
    await settled()
    await expect.element(cell('INFY-EQ')).toBeVisible()
  })

  it('takes what came while the snapshot was on its way', async () => {
    const desk = deskWithPositions()
    const read = desk.answers.readBook!
    desk.answers.readBook = (input) => {
      const snapshot = read(input)
      if (input.book === 'positions')
        desk.poll('main', 'positions', { set: [['a', { ltp: 1600 }]] })
      return snapshot
    }
    await openWindow(desk)
    await expect.element(cell('1,600.00')).toBeVisible()
  })
})

describe('several accounts', () => {
  const two = () => {
    const desk = new MemoryDesk({
      accounts: [account('one'), account('two', { broker: 'ab' })],
    })
    desk.fill('one', 'positions', [
      ['a', position({ realisedprofitloss: 100, unrealisedprofitloss: 50 })],
    ])
    desk.fill('two', 'positions', [
      ['a', position({ realisedprofitloss: 1000, unrealisedprofitloss: -50 })],
    ])
    return desk
  }

  it('are shown together with an account column and the sum on top', async () => {
    await openWindow(two())
    await expect.element(cell('One · PX')).toBeVisible()
    await expect.element(cell('Two · AB')).toBeVisible()
    await expect.element(page.getByRole('banner')).toMatchTextContent('Day P&L ≠ +₹1,100.00')
  })

  it('of which one is not of now have its rows marked, and no others', async () => {
    const desk = new MemoryDesk({ accounts: [account('a1'), account('a10')] })
    for (const id of ['a1', 'a10']) desk.fill(id, 'positions', [['a', position({})]])
    await openWindow(desk)
    const marked = () =>
      [...document.querySelectorAll('[role=gridcell]:has(.mark)')].map((one) => one.textContent)
    const trouble = { code: 'no-answer', message: 'No answer came.' } as const
    desk.poll('a10', 'positions', undefined, { age: 5000, trouble })
    await expect.poll(marked).toEqual([expect.stringMatching(/A10 · /i)])
  })

  it('of which one is not of now have sums without the colour of a gain, and say so once a panel', async () => {
    const desk = two()
    await openWindow(desk)
    await expect.element(cell('Two · AB')).toBeVisible()
    const text = () => document.body.textContent.replaceAll(/\s+/g, ' ')
    expect(text()).toMatch(/[^y] P&L \+₹1,100\.00 Reckoned here/)
    desk.poll('two', 'positions', undefined, {
      trouble: { code: 'bad-keys', message: 'The keys were refused.' },
    })
    await expect.poll(text).toMatch(/Day P&L old/)
    const panel = document.querySelector('[aria-label=Positions]')!.closest('.dv-groupview')!
    const sums = () => [...panel.querySelectorAll<HTMLElement>('.foot b')]
    expect(sums().map(({ className }) => className)).not.toContain('up')
    expect(sums().at(-1)?.title).toMatch(/^Not of now\. Two was read .*: The keys were refused\.$/)
    expect(sums().length).toBeGreaterThan(2)
    desk.poll('two', 'positions', undefined, { age: 7000 })
    await expect.element(page.getByText(/1 of 2 old.*7\.0 s ago/)).toBeVisible()
    expect(panel.querySelector('.foot')?.textContent).not.toMatch(/\bold\b/)
    // Nobody hears of each figure who fails: the strip says it.
    const failing = page.getByText(/^Two: Keys refused/)
    await expect.element(failing).toBeVisible()
    expect(page.getByRole('banner').element().textContent).not.toContain('The keys were refused')
  })

  it('are shown one at a time when one is chosen, without the column', async () => {
    const desk = two()
    await openWindow(desk)
    await page.getByRole('combobox', { name: 'Account shown' }).click()
    await page.getByRole('listbox').getByRole('option', { name: /^Two/ }).click()
    await expect.element(page.getByRole('banner')).toMatchTextContent('Day P&L ≠ +₹950.00')
    await expect.element(cell('Two · AB')).not.toBeInTheDocument()
    expect(desk.called('changeWindow')).toContainEqual({ selected: 'two' })
    expect(desk.called('lookAt').at(-1)).toMatchObject({ accounts: ['two'] })
  })

  it('show practice apart from real money, and never in one sum with it', async () => {
    const desk = two()
    const service = { kind: 'url', url: 'https://api.example.com' } as const
    desk.accounts = [account('one'), account('two', { broker: 'ab', service })]
    const share = { kind: 'times', times: '1' } as const
    const members = [
      { account: 'one', share },
      { account: 'two', share },
    ]
    desk.groups = [{ id: crypto.randomUUID(), name: 'Both', colour: 'teal', members }]
    await openWindow(desk)
    const bar = page.getByRole('banner')
    const choose = async (name: RegExp) => {
      await page.getByRole('combobox', { name: 'Account shown' }).click()
      await page.getByRole('listbox').getByRole('option', { name }).click()
    }
    await expect.element(bar).toMatchTextContent('Day P&L ≠ +₹950.00')
    await expect.element(cell('One · PX practice')).not.toBeInTheDocument()
    await choose(/^Both/)
    await expect.element(cell('One · PX practice')).toBeVisible()
    await expect.element(cell('Two · AB')).toBeVisible()
    await expect.element(bar).toMatchTextContent('Without practice')
    await expect.element(bar).toMatchTextContent('Day P&L ≠ +₹950.00')
    await choose(/^Practice accounts/)
    await expect.element(bar).toMatchTextContent('Day P&L ≠ +₹150.00')
    await expect.element(cell('Two · AB')).not.toBeInTheDocument()
  })

  it('make the sum partial where one was never read', async () => {
    const desk = two()
    desk.fill('two', 'positions', [], { age: null })
    await openWindow(desk)
    const bar = page.getByRole('banner')
    await expect.element(bar).toMatchTextContent('Day P&L incomplete ≠ +₹150.00')
    await expect.element(bar.getByTitle('A part of it is unknown: Two').first()).toBeVisible()
  })

  it('mark what they sum to as old once one of them fails, with the reason', async () => {
    const desk = two()
    await openWindow(desk)
    await expect.element(page.getByRole('banner')).toMatchTextContent('Day P&L ≠ +₹1,100.00')
    const trouble = { code: 'no-answer', message: 'No answer came.' } as const
    desk.poll('two', 'positions', undefined, { age: 5000, trouble })
    const why = /^Not of now\. Two was read .* s ago: No answer came\.$/
    const marks = page.getByRole('banner').getByTitle(why)
    await expect.element(marks.first()).toMatchTextContent('old')
    await expect.element(page.getByRole('banner')).toMatchTextContent(/Day P&L old.*\+₹1,100\.00/)
    desk.poll('two', 'positions')
    desk.poll('two', 'positions', undefined, { age: 0, trouble: null })
    await expect.element(page.getByRole('banner')).toMatchTextContent('Day P&L ≠ +₹1,100.00')
    // Nobody has to fail for it: what is not read any more grows old.
    desk.poll('one', 'positions', undefined, { age: 2500 })
    await expect
      .element(
        page
          .getByRole('banner')
          .getByTitle(/One was read/)
          .first(),
      )
      .toBeVisible()
  })

  it('that were never read have no P&L, rather than none to speak of', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'positions', [], { age: null })
    await openWindow(desk)
    await expect.element(page.getByRole('banner')).toMatchTextContent('Day P&L –')
  })
})

describe('texts of the service', () => {
  it('are shown as text, whatever they hold', async () => {
    const hostile =
      '<img src=x onerror="window.caught = true"><script>window.caught = true</script>'
    const desk = new MemoryDesk()
    desk.fill('main', 'orders', [
      ['a', order({ symbol: hostile, status: hostile, rejreason: hostile, action: hostile })],
    ])
    desk.fill('main', 'positions', [['a', position({ symbol: hostile, product: hostile })]], {
      unreadable: [hostile],
      trouble: { code: 'refused', message: hostile },
    })
    await openWindow(desk)
    await expect.element(cell(hostile).first()).toBeInTheDocument()
    await page.getByRole('button', { name: 'Show as they came' }).click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent(hostile)
    expect(document.querySelectorAll('#app img, [role=dialog] img, #app script')).toHaveLength(0)
    expect('caught' in window).toBe(false)
  })
})

describe('orders', () => {
  function deskWithOrders(): MemoryDesk {
    const desk = new MemoryDesk()
    desk.fill('main', 'orders', [
      ['1', order({ symbol: 'INFY-EQ', status: 'COMPLETE' })],
      ['2', order({ symbol: 'SBIN-EQ', status: 'trigger pending', trigger_price: 130 })],
      ['3', order({ symbol: 'TCS-EQ', status: 'Rejected', rejreason: 'margin short' })],
      ['4', order({ symbol: 'ITC-EQ', status: 'gone fishing' })],
    ])
    return desk
  }

  it('are narrowed by chips that count what they would show', async () => {
    await openWindow(deskWithOrders())
    await page.getByRole('button', { name: 'Open 1' }).click()
    await expect.element(grid('Orders')).toMatchTextContent('SBIN-EQ')
    await expect.element(grid('Orders')).not.toMatchTextContent('INFY-EQ')
    await page.getByRole('button', { name: 'Unknown 1' }).click()
    await expect.element(grid('Orders')).toMatchTextContent('gone fishing')
  })

  it('are narrowed by words anywhere in the row', async () => {
    await openWindow(deskWithOrders())
    await page.getByLabelText('Filter orders', { exact: true }).fill('margin')
    await expect.element(page.getByText('1 of 4 shown')).toBeVisible()
    await expect.element(grid('Orders')).toMatchTextContent('Rejected · margin short')
  })
})

describe('sums under a table', () => {
  it('are of what is shown, and say when a part is unknown', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'trades', [
      ['1', trade({ symbol: 'INFY-EQ', action: 'BUY', quantity: 10, price: 100 })],
      ['2', trade({ symbol: 'SBIN-EQ', action: 'SELL', quantity: 5, price: 10 })],
    ])
    desk.fill('main', 'holdings', [
      ['1', holding({ invest_val: 1000, hld_val: 1500, PL: 500 })],
      ['2', holding({ isin: 'other', invest_val: null, hld_val: 10, PL: null })],
    ])
    await openWindow(desk)
    await page.getByRole('tab', { name: 'Trades' }).click()
    const foot = () => document.querySelector('.panel-body:has([aria-label=Trades]) .foot')
    await expect.poll(() => foot()?.textContent).toMatch(/Bought ₹1,000.00 .*Sold ₹50.00/)
    await page.getByRole('searchbox', { name: 'Filter trades' }).fill('sbin')
    await expect.poll(() => foot()?.textContent).toMatch(/Bought ₹0.00 .*Sold ₹50.00/)
    await page.getByRole('tab', { name: 'Holdings' }).click()
    await expect
      .poll(
        () => document.querySelector('.panel-body:has([aria-label=Holdings]) .foot')?.textContent,
      )
      .toMatch(/Invested ₹1,000.00 incomplete .*P&L \+₹500.00 incomplete/)
  })

  it('of holdings count none twice, and say where a figure is not what its quantity comes to', async () => {
    const desk = new MemoryDesk()
    const twice = { symbol: 'TCS-EQ', isin: 'INE467B01029', holdqty: 10 }
    desk.fill('main', 'holdings', [
      ['1', holding({ invest_val: 0.61 })],
      ['2', holding(twice)],
      ['3', holding({ ...twice, exchange: 'BSE' })],
    ])
    await openWindow(desk)
    await page.getByRole('tab', { name: 'Holdings' }).click()
    const panel = '.panel-body:has([aria-label=Holdings])'
    await expect
      .poll(() => document.querySelector(`${panel} .foot`)?.textContent)
      .toMatch(
        /Invested ₹0.61 incomplete ≠\s+Value ₹83,860.00 incomplete\s+P&L \+₹22,620.00 incomplete\s*$/,
      )
    await expect.element(page.getByText('≠ 0.61')).toBeVisible()
  })

  it('say that they are not all where a book was never read, or has rows that cannot be read', async () => {
    const desk = new MemoryDesk({
      accounts: [account('one'), account('two', { broker: 'ab' })],
    })
    const [buy, cut] = [{ action: 'BUY', quantity: 10, price: 100 }, { unreadable: ['{'] }]
    desk.fill('one', 'orders', [
      ['1', order({ ...buy, status: 'open', pricetype: 'LIMIT', fillshares: 0 })],
    ])
    desk.fill('two', 'orders', [], cut)
    desk.fill('one', 'trades', [['1', trade(buy)]])
    desk.fill('two', 'trades', [], { age: null })
    desk.fill('one', 'holdings', [['1', holding({ invest_val: 1000, hld_val: 1500, PL: 500 })]])
    desk.fill('two', 'holdings', [], cut)
    await openWindow(desk)
    const foot = (of: string) =>
      expect.poll(
        () => document.querySelector(`.panel-body:has([aria-label=${of}]) .foot`)?.textContent,
      )
    await foot('Orders').toMatch(/Value working ₹1,000.00 incomplete/)
    const why = () => document.querySelector('.panel-body:has([aria-label=Orders]) .foot .warn')
    expect(why()?.getAttribute('title')).toBe(
      'Has rows that cannot be read and may belong to this: Two. Orders without a limit price are not counted',
    )
    await page.getByRole('tab', { name: 'Trades' }).click()
    await foot('Trades').toMatch(/Bought ₹1,000.00 incomplete .*Sold ₹0.00 incomplete/)
    await page.getByRole('tab', { name: 'Holdings' }).click()
    await foot('Holdings').toMatch(
      /Invested .* incomplete .*Value .* incomplete .*P&L .* incomplete/,
    )
  })
})

describe('grouped positions', () => {
  const desk = (grids: MemoryDesk['settings']['grids'] = {}) => {
    const made = new MemoryDesk({ settings: { grids } })
    const option = { exchange: 'NFO', product: 'NRML' }
    made.fill('main', 'positions', [
      ['a', position({ symbol: 'INFY-EQ', ltp: 1531.9, unrealisedprofitloss: 100 })],
      ['b', position({ symbol: 'NIFTY26NOV26200CE', ...option, unrealisedprofitloss: 40 })],
      ['c', position({ symbol: 'NIFTY26NOV26000PE', ...option, unrealisedprofitloss: 2 })],
    ])
    made.fill('main', 'funds', [['', funds()]])
    return made
  }
  const grouped = () => page.getByRole('treegrid', { name: 'Positions' })
  const group = (name: RegExp) => grouped().getByRole('row', { name })

  it('have a line for each underlying with its count and sums, that keys close and open', async () => {
    await openWindow(desk())
    await expect.element(group(/^NIFTY 2/)).toMatchTextContent('+400+4,042.00 ≠ +7,820.00')
    await expect.element(group(/^NIFTY 2/)).toHaveAttribute('aria-expanded', 'true')
    await expect.element(group(/^Shares 1/)).toBeVisible()
    ;(grouped().element() as HTMLElement).focus()
    await userEvent.keyboard('{Home}{ArrowLeft}')
    await expect.element(group(/^NIFTY 2/)).toHaveAttribute('aria-expanded', 'false')
    await expect.element(cell('NIFTY26NOV26200CE')).not.toBeInTheDocument()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await expect.element(cell('NIFTY26NOV26200CE')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    expect(grouped().element().querySelector('.row.pointed')?.textContent).toContain('NIFTY')
  })

  it('write the cells that a poll changes and the sums of these, and no node', async () => {
    const made = desk({
      positions: { ...usualLook, group: 'underlying', pinned: ['symbol', 'ltp'] },
    })
    await openWindow(made)
    await expect.element(cell('NIFTY26NOV26200CE')).toBeVisible()
    await page.getByRole('button', { name: 'Filter positions by column' }).click()
    await page.getByRole('textbox', { name: 'Filter by P&L' }).fill('>0')
    await settled()
    const panel = [...document.querySelectorAll('.panel-body:has([aria-label=Positions]) .body')]
    const writes = await writesDuring(panel, () =>
      made.poll('main', 'positions', { set: [['b', { unrealisedprofitloss: 50 }]] }),
    )
    expect(writes).toMatchObject({ added: 0, removed: 0 })
    // A cell and a sum; their tips say by how much the own figures differ.
    expect(writes.texts).toEqual(['+4,052.00 ≠ +7,820.00', '+2,050.00 ≠ +3,910.00'])
    expect(writes.attributes).toEqual(['title', 'title'])
  })

  it('move the nodes of rows that a poll puts elsewhere, and make none anew', async () => {
    const made = desk()
    await openWindow(made)
    await grouped().getByRole('columnheader', { name: 'P&L' }).getByRole('button').click()
    const rows = () => [...grouped().element().querySelectorAll('.body .row[aria-level="2"]')]
    await expect.poll(() => rows()[0]?.textContent).toContain('26200CE')
    const [first, second, third] = rows()
    made.poll('main', 'positions', { set: [['c', { unrealisedprofitloss: 500 }]] })
    await expect.poll(rows).toEqual([second, first, third])
  })
})

describe('positions that nobody arranged', () => {
  const desk = () => {
    const made = new MemoryDesk()
    made.fill('main', 'positions', [
      ['a', position({ symbol: 'INFY-EQ', realisedprofitloss: 0, unrealisedprofitloss: 10 })],
      ['b', position({ symbol: 'NIFTY26NOVFUT', exchange: 'NFO', unrealisedprofitloss: 40 })],
      ['c', position({ symbol: 'GOLD26DECFUT', exchange: 'MCX', realisedprofitloss: null })],
    ])
    return made
  }
  const flat = () => page.getByRole('grid', { name: 'Positions' })
  const tree = () => page.getByRole('treegrid', { name: 'Positions' })

  it('are grouped by underlying, until somebody chooses otherwise, and then stay so', async () => {
    const made = desk()
    await openWindow(made)
    await expect.element(tree()).toBeVisible()
    await page.getByRole('button', { name: 'Group positions: by underlying' }).click()
    await page.getByRole('menuitemradio', { name: 'Not at all' }).click()
    await expect.element(flat()).toBeVisible()
    expect(made.settings.grids['positions']).toMatchObject({ group: null })
    closeWindows()
    await openWindow(made)
    await expect.element(flat()).toBeVisible()
  })

  it('have their groups in the order of their sums, the unknown last, where the P&L sorts', async () => {
    await openWindow(desk())
    await expect.element(tree()).toBeVisible()
    const groups = () =>
      [...tree().element().querySelectorAll('[aria-level="1"] b')].map((title) => title.textContent)
    expect(groups()).toEqual(['GOLD', 'NIFTY', 'Shares'])
    const head = tree().getByRole('columnheader', { name: 'P&L' }).getByRole('button')
    await head.click()
    await expect.poll(groups).toEqual(['NIFTY', 'Shares', 'GOLD'])
    await head.click()
    await expect.poll(groups).toEqual(['Shares', 'NIFTY', 'GOLD'])
  })
})

describe('a book with nothing to see', () => {
  it('shows everything again where filters hide all of it', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'orders', [['a', order({ order_id: 'a', symbol: 'SBIN-EQ' })]])
    await openWindow(desk)
    const orders = page.getByRole('grid', { name: 'Orders' })
    await expect.element(orders.getByText('SBIN-EQ')).toBeVisible()
    await page.getByLabelText('Filter orders', { exact: true }).fill('nothing like it')
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expect.element(orders.getByText('SBIN-EQ')).toBeVisible()
    await expect.element(page.getByLabelText('Filter orders', { exact: true })).toHaveValue('')
  })

  it('has a way to its first order, and to an account where none is on', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'orders', [])
    await openWindow(desk)
    await page.getByRole('button', { name: 'New order…' }).click()
    await expect.element(page.getByRole('dialog', { name: / ticket\b/ })).toBeVisible()
    closeWindows()
    await openWindow(new MemoryDesk({ accounts: [account('main', { enabled: false })] }))
    await page.getByRole('button', { name: 'Add one or switch one on…' }).first().click()
    await expect.element(page.getByRole('dialog', { name: 'Accounts', exact: true })).toBeVisible()
  })
})
