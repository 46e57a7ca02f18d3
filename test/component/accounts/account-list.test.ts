import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { intent } from '../../unit/renderer/intents.ts'
import { position } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const service = { kind: 'url', url: 'https://api.example.com' } as const
const real = (id: string, more: Parameters<typeof account>[1] = {}) =>
  account(id, { broker: 'ze', service, ...more })

const funds = (more: object = {}) => ({
  ...{ openingbalance: 100_000, credits: 0, payinamt: 0, payoutamt: 0, utilizedamount: 25_000 },
  ...more,
})

/** Three with real money, one of them in trouble and one with an order in doubt, and one of practice. */
function four(): MemoryDesk {
  const trouble = { code: 'bad-keys', message: 'The keys were refused.' } as const
  const desk = new MemoryDesk({
    accounts: [
      real('mother'),
      real('father', { health: { last: 84, p99: 131, isSlow: false, trouble } }),
      real('aunt', { broker: 'up' }),
      account('paper'),
    ],
  })
  for (const [id, made] of [
    ['mother', 1000],
    ['father', -300],
    ['aunt', 20],
    ['paper', 70_000],
  ] as const) {
    const row = position({ realisedprofitloss: made, unrealisedprofitloss: 0 })
    desk.fill(id, 'positions', [['a', row]])
    desk.fill(id, 'funds', [['funds', funds()]])
  }
  desk.intents = [intent({ account: 'aunt', state: 'in-doubt' })]
  return desk
}

const shown = page.getByRole('combobox', { name: 'Account shown' })
const field = page.getByRole('combobox', { name: 'Find an account' })
const list = page.getByRole('listbox', { name: 'Accounts to show' })
const option = (name: RegExp | string) => list.getByRole('option', { name })
const texts = () =>
  list
    .getByRole('option')
    .elements()
    .map((row) => row.textContent.replaceAll(/\s+/g, ' ').trim())

async function opened(desk = four()) {
  const time = await openWindow(desk)
  await shown.click()
  await expect.element(field).toHaveFocus()
  return { desk, time }
}

describe('the list of accounts', () => {
  it('shows of each its P&L, its funds, and what is in trouble or in doubt', async () => {
    await opened()
    await expect
      .element(option(/^Mother · ZE Day P&L \+₹1,000\.00 Available ₹75,000/))
      .toBeVisible()
    await expect.element(option(/^Father · ZE ▲? ?Keys refused/)).toBeVisible()
    await expect.element(option(/^Aunt · UP 1 in doubt/)).toBeVisible()
    // Practice is in no sum with real money.
    await expect.element(option(/^All accounts · 3 accounts.*\+₹720\.00/)).toBeVisible()
    await expect.element(option(/^Practice accounts · 1 account.*\+₹70,000\.00/)).toBeVisible()
    await expect.element(option(/^Paper · PX practice/)).toBeVisible()
  })

  it('has an edge in the colour of each account, the same as in the list of accounts and in the bar', async () => {
    const colours = { mother: 'violet', father: 'teal' } as const
    const desk = new MemoryDesk({
      accounts: Object.entries(colours).map(([id, colour]) => real(id, { colour })),
    })
    await opened(desk)
    const edgesIn = (element: Element) => [...element.querySelectorAll('.edge')]
    const painted = (edge: Element) => getComputedStyle(edge).backgroundColor
    for (const [name, colour] of Object.entries(colours)) {
      const [edge, ...others] = edgesIn(option(new RegExp(`^${name}`, 'i')).element())
      expect(others).toEqual([])
      expect([...edge!.classList]).toContain(colour)
      expect(edge!.clientWidth).toBeLessThan(edge!.clientHeight)
      const row = page
        .getByRole('region', { name: 'Accounts', exact: true })
        .getByRole('listitem')
        .filter({ hasText: new RegExp(name, 'i') })
      expect(edgesIn(row.element()).map(painted)).toEqual([painted(edge!)])
      expect(painted(edge!)).not.toBe('rgba(0, 0, 0, 0)')
    }
    const [first, second] = Object.keys(colours).map((name) =>
      painted(edgesIn(option(new RegExp(`^${name}`, 'i')).element())[0]!),
    )
    expect(first).not.toBe(second)
    await option(/^Father/).click()
    await expect.poll(() => edgesIn(shown.element()).map(painted)).toEqual([second])
  })

  it('says of a figure that it is old or unknown, and of the sums that it is in', async () => {
    const desk = four()
    desk.fill('aunt', 'positions', [], { age: null })
    desk.fill('aunt', 'funds', [], { age: null })
    await openWindow(desk)
    const trouble = { code: 'no-answer', message: 'No answer came.' } as const
    desk.poll('mother', 'positions', undefined, { age: 5000, trouble })
    await shown.click()
    await expect
      .element(option(/^Mother · ZE ▲? ?No usable answer \(positions\) ?old ?Day P&L \+₹1,000\.00/))
      .toBeVisible()
    const why = /^Mother was read .* ago: No answer came\.$/
    await expect.element(option(/^Mother/).getByTitle(why)).toBeVisible()
    await expect.element(option(/^Aunt.*Day P&L –/)).toBeVisible()
    const all = option(/^All accounts.*old ?incomplete ?Day P&L \+₹700\.00/)
    await expect.element(all).toBeVisible()
    // A word before a figure stands on no other figure.
    const [day, available] = [...all.element().querySelectorAll('.figure')].map((of) =>
      [...of.children]
        .filter((part) => !part.matches('.unseen'))
        .map((part) => part.getBoundingClientRect()),
    )
    expect(available!.map(({ left }) => left).toSorted((a, b) => a - b)[0]).toBeGreaterThan(
      day!.at(-1)!.right,
    )
  })

  it('says of which day the P&L is where nothing that is held trades today', async () => {
    const desk = four()
    // The day of these tests is a Saturday.
    for (const hours of Object.values(desk.hours)) delete hours.openDays
    await opened(desk)
    const why =
      /^Taken for those of Fri,? 20 Nov 2026: until 08:45 IST of the next day on which what is held trades, books may still be of that day$/
    for (const name of [/^Mother/, /^All accounts/])
      await expect.element(option(name).getByTitle(why)).toMatchTextContent('Fri')
    // A practice market has no weekend.
    for (const name of [/^Paper/, /^Practice accounts/]) {
      await expect.element(option(name)).toBeVisible()
      await expect.element(option(name).getByTitle(why)).not.toBeInTheDocument()
    }
  })

  it('says what is in trouble in full, also beside the longest of names', async () => {
    const trouble = { code: 'not-sent', message: 'The service could not be reached.' } as const
    const name = 'Mrs Lakshmi Venkataraman-Subramaniam (HUF, second account)'
    await opened(
      new MemoryDesk({
        accounts: [
          real('mother', {
            name,
            tags: ['a'],
            health: { last: 84, p99: 131, isSlow: false, trouble },
          }),
        ],
      }),
    )
    const said = option(/^Mrs Lakshmi/).getByTitle('The service cannot be reached')
    await expect.element(said).toBeVisible()
    const { scrollWidth, clientWidth } = said.element()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })

  it('finds by typing, and shows what Enter is pressed on', async () => {
    const { desk } = await opened()
    await userEvent.keyboard('fath')
    expect(texts()).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await expect.element(list).not.toBeInTheDocument()
    expect(desk.called('changeWindow')).toContainEqual({ selected: 'father' })
    await expect.element(shown).toMatchTextContent('Father ZE')
    await expect.element(shown).toHaveFocus()
  })

  it('leaves the focus on its button where nothing had it before', async () => {
    await openWindow(four())
    expect(document.activeElement).toBe(document.body)
    await userEvent.keyboard('{Alt>}a{/Alt}')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('fath{Enter}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(shown).toHaveFocus()
  })

  it('finds what is in doubt', async () => {
    await opened()
    await userEvent.keyboard('doubt')
    await expect.poll(() => texts().length).toBe(1)
    await expect.element(option(/^Aunt/)).toBeVisible()
  })

  it('takes several at once by keys, and stays open for the next', async () => {
    const { desk } = await opened()
    await userEvent.keyboard('mother{Control>}{Enter}{/Control}')
    await userEvent.clear(field)
    await userEvent.keyboard('aunt{Control>}{Enter}{/Control}')
    expect(desk.window.selected).toBe('accounts:mother aunt')
    await userEvent.clear(field)
    await expect.element(option(/^Mother/)).toHaveAttribute('aria-selected', 'true')
    await expect.element(option(/^Father/)).toHaveAttribute('aria-selected', 'false')
    await userEvent.keyboard('{Escape}')
    await expect.element(shown).toMatchTextContent(/^\s*2 chosen accounts\s*$/)
    await expect.element(page.getByRole('banner')).toMatchTextContent('+₹1,020.00')
    expect(desk.called('lookAt').at(-1)).toMatchObject({ accounts: ['mother', 'aunt'] })
  })

  it('takes several by their boxes, and one alone by a press beside it', async () => {
    const { desk } = await opened()
    const box = (name: RegExp) => option(name).element().querySelector<HTMLElement>('.tick')!
    box(/^Mother/).click()
    box(/^Father/).click()
    await expect.poll(() => desk.window.selected).toBe('accounts:mother father')
    await option(/^Aunt/).click()
    await expect.poll(() => desk.window.selected).toBe('aunt')
    await expect.element(list).not.toBeInTheDocument()
  })

  it('shows all that were found together', async () => {
    const { desk } = await opened()
    await userEvent.keyboard('ther')
    await expect.element(page.getByText('2 found.', { exact: true })).toBeInTheDocument()
    await option(/^The 2 found/).click()
    expect(desk.window.selected).toBe('accounts:mother father')
  })

  it('has its last line one step up from its first, and its first one step down from its last', async () => {
    const { desk } = await opened()
    await userEvent.keyboard('ther{ArrowUp}')
    const active = () =>
      document.getElementById(field.element().getAttribute('aria-activedescendant')!)?.textContent
    await expect.poll(active).toContain('The 2 found')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(active).toContain('Mother')
    await userEvent.keyboard('{PageUp}')
    await expect.poll(active).toContain('Mother')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(desk.window.selected).toBe('accounts:mother father')
    await expect.element(shown).toMatchTextContent('2 chosen accounts')
  })

  it('opens by its key from anywhere, and stands on what is shown', async () => {
    const desk = four()
    desk.window = { ...desk.window, selected: 'aunt' }
    await openWindow(desk)
    await expect.element(shown).toMatchTextContent('Aunt')
    await userEvent.keyboard('{Alt>}a{/Alt}')
    await expect.element(field).toHaveFocus()
    const active = document.getElementById(field.element().getAttribute('aria-activedescendant')!)
    expect(active?.textContent).toContain('Aunt')
  })

  it('follows the figures of each, and the sums that they are in', async () => {
    const { desk } = await opened()
    await expect.element(option(/^Mother/)).toBeVisible()
    desk.poll('mother', 'positions', { set: [['a', { realisedprofitloss: 2000 }]] })
    await expect.element(option(/^Mother.*\+₹2,000\.00/)).toBeVisible()
    await expect.element(option(/^All accounts.*\+₹1,720\.00/)).toBeVisible()
  })
})
