import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Account } from '../../../src/shared/accounts/accounts.ts'
import type { AccountHealth, BookPace } from '../../../src/shared/accounts/health.ts'
import { bookNames } from '../../../src/shared/books/books.ts'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import { choiceOf } from '../../../src/shared/accounts/groups.ts'
import { intent, uuid } from '../../unit/renderer/intents.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { funds } from '../../unit/renderer/records.ts'
import { settingsTable } from '../../../src/renderer/settings/settings-table.ts'
import { openWindow } from '../window.ts'

const keysRefused = { code: 'bad-keys', message: 'The keys were not accepted.' } as const

const reads = (more: Partial<BookPace> = {}): AccountHealth['reads'] => ({
  used: { perSecond: 5, lastSecond: 3, lastMinute: 140, waiting: 0 },
  books: bookNames.map((book) => ({
    ...{ book, age: 400, every: 1000, slowedBy: null, waitsFor: null, trouble: null },
    ...more,
  })),
})

const health = (of: Account, more: Partial<AccountHealth> = {}): AccountHealth => ({
  account: of.id,
  answers: { p50: 84, p99: 1310, count: 100 },
  reads: reads(),
  orders: { perSecond: 10, lastSecond: 1, waiting: 0, perMinute: 120, lastMinute: 4 },
  failed: 0,
  ...more,
})

const grid = page.getByRole('grid', { name: 'Health of accounts' })
const row = (name: RegExp) => grid.getByRole('row', { name })
const names = () =>
  grid
    .getByRole('row')
    .elements()
    .slice(1)
    .map((one) => one.querySelector('[data-column=account]')!.textContent.split(' · ')[0]!.trim())

/** Well, new, in doubt, in trouble and off, in this order; one of them stands still at its broker. */
function fiveAccounts(): MemoryDesk {
  const desk = new MemoryDesk({
    accounts: [
      account('well'),
      account('new', { health: { last: null, p99: null, isSlow: false, trouble: null } }),
      account('doubtful'),
      account('bad', { health: { last: 84, p99: 131, isSlow: false, trouble: keysRefused } }),
      account('off', { enabled: false }),
    ],
  })
  desk.intents = [intent({ account: 'doubtful', state: 'in-doubt' })]
  const none = { p50: null, p99: null, count: 0 }
  desk.answers.readHealth = () =>
    ok(
      desk.accounts.map((one) => {
        if (one.id === 'new') return health(one, { answers: none, reads: reads({ age: null }) })
        if (one.id === 'off') return health(one, { answers: none, reads: null })
        if (one.id !== 'bad') return health(one)
        return health(one, { reads: reads({ age: 7500, slowedBy: 'failing' }), failed: 1 })
      }),
    )
  desk.answers.readFailedRequests = ({ account: id }) =>
    ok(
      id === 'bad'
        ? [
            {
              operation: 'OrderBook',
              failure: { ...keysRefused, detail: '{"api_key":"•••"}' },
              first: Date.UTC(2026, 10, 23, 4),
              last: Date.UTC(2026, 10, 23, 4, 30),
              times: 12,
              took: 84,
            },
          ]
        : [],
    )
  return desk
}

async function opened(desk = fiveAccounts()) {
  const time = await openWindow(desk)
  await page.getByRole('button', { name: /^Accounts: / }).click()
  await page.getByRole('button', { name: 'All details' }).click()
  await expect.element(row(/Well · PX/)).toMatchTextContent('84 ms')
  return { desk, time }
}

describe('the health of accounts', () => {
  it('is a row for each, trouble and doubt first, and a dash for what is not known', async () => {
    await opened()
    expect(names()).toEqual(['Bad', 'Doubtful', 'New', 'Well', 'Off'])
    await expect.element(row(/Bad · PX/)).toMatchTextContent(/Keys refused.*7\.5 s.*6.*failing/)
    await expect
      .element(row(/Well · PX/))
      .toMatchTextContent(/0\.4 s 84 ms 1\.3 s 3 of 5 1 of 10 0 full pace/)
    await expect.element(row(/New · PX/)).toMatchTextContent(/Not answered yet 0 – – – 3 of 5/)
    await expect.element(row(/Off · PX/)).toMatchTextContent(/Switched off ?$/)
  })

  it('fits beside the funds in a window of 1,280 pixels, also where somebody is in trouble', async () => {
    await page.viewport(1280, 800)
    await opened()
    const table = grid.element()
    await expect.poll(() => table.clientWidth).toBeGreaterThan(900)
    expect(table.clientWidth).toBeLessThan(1000)
    await expect.poll(() => table.scrollWidth - table.clientWidth).toBeLessThanOrEqual(0)
    const heads = [...table.querySelectorAll('[role=columnheader]')].map((head) =>
      head.textContent.trim(),
    )
    expect(heads).toEqual(
      expect.arrayContaining([
        'Latency',
        '99 in 100',
        'Book reads',
        'Orders / s',
        'Missed reads',
        'Reading',
        'Failed',
      ]),
    )
    // What no figure stands for is a word in full; a header has its edge to be sized by beside it.
    for (const cell of table.querySelectorAll('[role=columnheader]'))
      expect(cell.scrollWidth - cell.clientWidth).toBeLessThanOrEqual(3)
    for (const cell of table.querySelectorAll('[role=gridcell][data-column=pace]'))
      expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
  })

  it('has no head that is cut in a window of 1,024 pixels, where the last ones are scrolled to', async () => {
    await page.viewport(1024, 768)
    await opened()
    const heads = [...grid.element().querySelectorAll('[role=columnheader]')]
    expect(heads.length).toBeGreaterThan(8)
    const isCut = (part: Element) =>
      getComputedStyle(part).textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth
    for (const head of heads) {
      expect(head.scrollWidth - head.clientWidth, head.textContent).toBeLessThanOrEqual(3)
      expect([...head.querySelectorAll('*')].filter(isCut), head.textContent).toEqual([])
    }
  })

  it('gives the room that is left over to the names first', async () => {
    const desk = fiveAccounts()
    const service = { kind: 'url', url: 'https://api.example.com' } as const
    desk.accounts.push(account('real', { broker: 'ze', service }), account('practice one'))
    await opened(desk)
    await page.viewport(1440, 900)
    const name = row(/^Practice one · PX practice/)
      .element()
      .querySelector('.strong')!
    await expect.poll(() => name.scrollWidth - name.clientWidth).toBe(0)
  })

  it('has the orders of the last minute as a column for whoever wants it, and in the details', async () => {
    await opened()
    const table = grid.element()
    expect(table.textContent).not.toContain('4 of 120')
    await row(/Well · PX/).dblClick()
    await expect
      .element(page.getByText(/1 of 10 a second, 4 of 120 in the last minute/))
      .toBeVisible()
    await expect.element(page.getByText(/^Book reads: 3 of 5 each second/)).toBeVisible()
    // By the name that the field of the account has for it, as the settings do.
    const setting = settingsTable.find(({ id }) => id === 'polls')
    expect(setting?.means).toContain('book reads each second')
  })

  it('says trouble in full, in the bar and in the panel', async () => {
    const desk = fiveAccounts()
    desk.accounts[3]!.health.trouble = { code: 'not-sent', message: 'Nothing was sent.' }
    const trouble = { code: 'no-answer', message: 'It broke.' } as const
    await openWindow(desk)
    desk.poll('well', 'orders', undefined, { trouble })
    await page.getByRole('button', { name: /^Accounts: / }).click()
    const inBar = page.getByRole('dialog', { name: 'Health of the accounts' })
    const said = inBar.getByTitle(/^No usable answer \(orders\)/)
    await expect.element(said).toBeVisible()
    expect(said.element().scrollWidth).toBeLessThanOrEqual(said.element().clientWidth)
    await page.getByRole('button', { name: 'All details' }).click()
    const inPanel = row(/Bad · PX/).getByText('The service cannot be reached')
    await expect.element(inPanel).toBeVisible()
    const cell = inPanel.element().closest('[data-column=trouble]')!
    expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
  })

  it('is marked as old in the bar while the line to the desk is down', async () => {
    const { desk, time } = await opened()
    const inBar = page.getByRole('banner').getByRole('button', { name: /accounts: /i })
    await expect.element(inBar).toHaveAccessibleName(/^Accounts: .*Bad is in trouble/)
    desk.answers.openDesk = () => fail('no-answer', 'The connection broke.')
    time.pass(8000)
    await expect
      .element(inBar)
      .toHaveAccessibleName(
        /^Quarterdeck does not answer\. Last known of the accounts: .*Bad is in trouble/,
      )
    await expect.element(inBar).toMatchTextContent('?')
    await inBar.click()
    await expect
      .element(page.getByRole('dialog', { name: 'Health of the accounts' }))
      .toMatchTextContent('Quarterdeck does not answer: old.')
  })

  it('counts and lists practice apart from real accounts, and alone where it is what is shown', async () => {
    const service = { kind: 'url', url: 'https://service.example' } as const
    const real = (id: string) => account(id, { broker: 'ZE', service })
    const desk = new MemoryDesk({ accounts: [real('one'), real('two'), account('trial')] })
    desk.accounts[2]!.health.trouble = { code: 'not-sent', message: 'Nothing was sent.' }
    await openWindow(desk)
    const bar = page.getByRole('banner')
    const counts = bar.getByRole('button', { name: 'Accounts: all answer' })
    await expect.element(counts).toMatchTextContent(/^\s*2\s*$/)
    await counts.click()
    const list = page.getByRole('dialog', { name: 'Health of the accounts' })
    await expect.element(list).toMatchTextContent('2 well')
    expect(list.getByRole('listitem').elements()).toHaveLength(2)
    const beside = page.getByRole('tabpanel').getByRole('region', { name: 'Accounts' })
    expect(beside.getByRole('listitem').elements()).toHaveLength(2)
    await userEvent.keyboard('{Escape}')
    await bar.getByRole('combobox', { name: 'Account shown' }).click()
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /^Practice accounts/ })
      .click()
    await expect
      .element(bar.getByRole('button', { name: 'Accounts: Trial is in trouble' }))
      .toMatchTextContent(/^\s*▲\s*1\s*$/)
  })

  it('counts in the head of its table all that the table has, practice apart, whichever are shown', async () => {
    const service = { kind: 'url', url: 'https://service.example' } as const
    const real = (id: string) => account(id, { broker: 'ZE', service })
    const desk = new MemoryDesk({ accounts: [real('one'), real('two'), account('trial')] })
    desk.accounts[0]!.health.trouble = { code: 'not-sent', message: 'Nothing was sent.' }
    desk.window = { ...desk.window, selected: 'practice' }
    desk.answers.readHealth = () => ok(desk.accounts.map((one) => health(one)))
    await openWindow(desk)
    await page.getByRole('button', { name: /^Accounts: / }).click()
    await page.getByRole('button', { name: 'All details' }).click()
    await expect.element(row(/^One · ZE/)).toBeVisible()
    await expect.element(page.getByText('1 well · 1 in trouble · practice: 1 well')).toBeVisible()
  })

  it('lists beside the funds those that are shown, of a group also who is switched off', async () => {
    const desk = new MemoryDesk({
      accounts: [
        account('one'),
        account('two'),
        account('three'),
        account('off', { enabled: false }),
      ],
      window: { selected: choiceOf({ id: uuid(7) }) },
    })
    const members = ['one', 'three', 'off'].map((id) => ({
      account: id,
      share: { kind: 'times' as const, times: '1' },
    }))
    desk.groups = [{ id: uuid(7), name: 'Long term', colour: 'green', members }]
    await openWindow(desk)
    const listed = page.getByRole('region', { name: 'Accounts' }).getByRole('listitem')
    await expect
      .poll(() => listed.elements().map((one) => one.textContent.split('·')[0]!.trim()))
      .toEqual(['One', 'Three', 'Off'])
  })

  it('makes the sums of funds partial where an account was not read', async () => {
    const desk = new MemoryDesk({ accounts: [account('one'), account('two')] })
    desk.fill('one', 'funds', [['', funds({ openingbalance: 1000 })]])
    desk.fill('two', 'funds', [], { age: null })
    await openWindow(desk)
    const panel = page.getByRole('region', { name: 'Funds and accounts' })
    await expect
      .element(panel)
      .toMatchTextContent(
        /Not read: Two\. These are sums of the others\. Opening balance ₹1,000\.00/,
      )
    desk.poll('two', 'funds', { put: [['', funds({ openingbalance: 500 })]] })
    await expect.element(panel).toMatchTextContent(/^Opening balance ₹1,500\.00/)
  })

  it('writes figures of funds that belong together in short, beside each other, and in full in a tip', async () => {
    const desk = new MemoryDesk({ accounts: [account('one')] })
    const ofOne = {
      spanmargin: 547_851.6,
      varmargin: 31_000.25,
      bookedpnl: -576,
      unbookedpnl: null,
    }
    desk.fill('one', 'funds', [['', funds(ofOne)]])
    await openWindow(desk)
    const panel = page.getByRole('region', { name: 'Funds and accounts' })
    await expect.element(panel).toMatchTextContent(/Span · VaR margin ₹5\.48 L · ₹31,000/)
    await expect.element(panel.getByTitle('₹5,47,851.60 · ₹31,000.25')).toBeVisible()
    await expect.element(panel).toMatchTextContent(/Booked · open P&L −₹576 · –/)
  })

  it('opens to all that is known of one, and to its latest errors', async () => {
    const { desk } = await opened()
    expect(desk.called('readFailedRequests')).toEqual([])
    await row(/Bad · PX/).dblClick()
    const details = page.getByRole('region', { name: 'Bad in full' })
    await expect
      .element(details)
      .toMatchTextContent(/Keys refused\. The keys were not accepted\..*What to do: Open Accounts/)
    await expect
      .element(details)
      .toMatchTextContent(/orders ?7\.5 s ago ?6 missed ?1\.0 s ?failing/)
    await expect
      .element(details.getByRole('listitem'))
      .toMatchTextContent(/OrderBook Keys refused.*after 84 ms, 12 times since .*"•••"/)
    await userEvent.keyboard('{ArrowDown}')
    const next = page.getByRole('region', { name: 'Doubtful in full' })
    await expect.element(next).toMatchTextContent('None since Quarterdeck started.')
    await next.getByRole('button', { name: 'Close the details' }).click()
    await expect.element(next).not.toBeInTheDocument()
  })

  it('is found by name and trouble, and sorted by any column', async () => {
    await opened()
    await page.getByLabelText('Filter the health of accounts').fill('keys ref')
    await expect.poll(names).toEqual(['Bad'])
    await page.getByLabelText('Filter the health of accounts').fill('')
    await grid.getByRole('button', { name: 'Account', exact: true }).click()
    await expect.poll(names).toEqual(['Bad', 'Doubtful', 'New', 'Off', 'Well'])
  })

  it('says that it is old while the desk does not answer, and asks only while it is seen', async () => {
    const { desk, time } = await opened()
    desk.answers.readHealth = () =>
      fail('desk-away', 'This window has lost its connection to Quarterdeck: nothing left it.')
    const asked = desk.called('readHealth').length
    time.pass(1000)
    await expect.element(page.getByText(/^Old: of \d\d:\d\d:\d\d\./)).toBeVisible()
    expect(desk.called('readHealth').length).toBe(asked + 1)
    await expect.element(row(/Well · PX/)).toMatchTextContent('84 ms')
    desk.answers.readHealth = () => ok(desk.accounts.map((one) => health(one)))
    time.pass(1000)
    await expect.element(page.getByText(/^Old: of/)).not.toBeInTheDocument()
    const seen = desk.called('readHealth').length
    await page.getByRole('tab', { name: 'Orders' }).click()
    time.pass(5000)
    expect(desk.called('readHealth').length).toBe(seen)
  })

  it('draws no more rows for a hundred accounts than there is room for', async () => {
    const desk = new MemoryDesk({
      accounts: Array.from({ length: 100 }, (_, at) => account(`client-${at}`)),
    })
    desk.answers.readHealth = () => ok(desk.accounts.map((one) => health(one)))
    await openWindow(desk)
    await page.getByRole('button', { name: 'Panels and layouts' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Accounts’ health' }).click()
    await expect.element(row(/Client-0 · PX/)).toMatchTextContent('84 ms')
    expect(names().length).toBeLessThan(40)
    await expect.element(grid).toHaveAttribute('aria-rowcount', '101')
  })
})

it('beside the funds, the mark of trouble stands in one line with its word', async () => {
  const refused = { code: 'refused', message: 'No such client.' } as const
  const bad = account('bad', { health: { last: 84, p99: 131, isSlow: false, trouble: refused } })
  await openWindow(new MemoryDesk({ accounts: [account('well'), bad] }), undefined, [1440, 900])
  const line = page
    .getByRole('region', { name: 'Accounts', exact: true })
    .getByTitle(/No such client/)
  await expect.element(line).toMatchTextContent(/▲.*Refused/)
  const [mark, word] = [...line.element().children].map((part) => part.getBoundingClientRect())
  expect(word!.top).toBe(mark!.top)
  expect(word!.left).toBeGreaterThan(mark!.right)
  expect(word!.height).toBe(mark!.height)
})
