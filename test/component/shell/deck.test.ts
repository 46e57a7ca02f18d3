import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Account } from '../../../src/shared/accounts/accounts.ts'
import { bookNames } from '../../../src/shared/books/books.ts'
import { fail } from '../../../src/shared/core/errors.ts'
import type { ExitRun } from '../../../src/shared/exits/exits.ts'
import { intent, part } from '../../unit/renderer/intents.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { funds, holding, order, position } from '../../unit/renderer/records.ts'
import { closeWindows, openWindow, settled } from '../window.ts'

const tab = (name: string) => page.getByRole('tab', { name })

describe('the panels', () => {
  it('tell the desk which books are looked at', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    await expect.element(tab('Orders')).toBeVisible()
    expect(desk.called('lookAt').at(-1)).toEqual({
      accounts: ['main'],
      books: ['positions', 'funds', 'orders'],
    })
    await tab('Trades').click()
    await expect.element(page.getByRole('grid', { name: 'Trades' })).toBeVisible()
    expect(desk.called('lookAt').at(-1)).toMatchObject({ books: ['positions', 'funds', 'trades'] })
  })

  it('keep their places, and get the usual ones back when asked', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    await tab('Trades').click()
    await expect.poll(() => desk.window.layout).toContain('"activeView":"trades"')
    closeWindows()
    await openWindow(desk)
    await expect.element(page.getByRole('grid', { name: 'Trades' })).toBeVisible()
    await page.getByRole('button', { name: 'Panels and layouts' }).click()
    await page.getByRole('menuitem', { name: 'Reset layout' }).click()
    await expect.element(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
  })

  it('stand as usual, with a word about it, where the saved layout is damaged', async () => {
    const desk = new MemoryDesk({ window: { layout: '{"grid":{}}' } })
    await openWindow(desk)
    await expect
      .element(page.getByText(/^The saved layout of the panels was damaged.*‘Damaged 1’/))
      .toBeVisible()
    expect(desk.settings.layouts).toEqual([{ name: 'Damaged 1', layout: '{"grid":{}}' }])
    await expect.element(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
  })

  it('are switched by keys', async () => {
    await openWindow(new MemoryDesk())
    await expect.element(tab('Orders')).toBeVisible()
    ;(tab('Orders').element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await expect.element(page.getByRole('grid', { name: 'Trades' })).toBeVisible()
  })
})

describe('appearance', () => {
  it('changes at once and is kept', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'High contrast' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Colour-blind colours' }).click()
    await page.getByRole('menuitemradio', { name: 'Normal' }).click()
    expect({ ...document.documentElement.dataset }).toMatchObject({
      theme: 'contrast',
      colours: 'colour-blind',
      density: 'normal',
    })
    expect(desk.settings).toMatchObject({
      theme: 'contrast',
      colours: 'colour-blind',
      density: 'normal',
    })
  })
})

describe('polling', () => {
  it('is paused, resumed and asked for at once', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Accounts, settings' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('Pause reading')
    await expect.element(page.getByRole('contentinfo')).toMatchTextContent('reading paused')
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect.element(page.getByRole('contentinfo')).not.toMatchTextContent('reading paused')
    await choose('Refresh now')
    expect(desk.called('refreshBooks')).toEqual([{}])
  })
})

describe('the status line', () => {
  it('counts the accounts that are shown, as the bar does, and not those of practice beside them', async () => {
    const service = { kind: 'url', url: 'https://service.example' } as const
    const real = (id: string) => account(id, { broker: 'ZE', service })
    const desk = new MemoryDesk({ accounts: [real('one'), real('two'), account('trial')] })
    await openWindow(desk)
    const status = page.getByRole('contentinfo')
    await expect.element(page.getByRole('banner')).toMatchTextContent('2 accounts')
    await expect.element(status).toMatchTextContent('2 accounts')
    await page.getByRole('combobox', { name: 'Account shown' }).click()
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /^One · ZE/ })
      .click()
    await expect.element(status).toMatchTextContent('1 account')
    // What cannot be read of them is said elsewhere.
    await expect.element(status).not.toMatchTextContent('being read')
  })
})

describe('the line to the desk', () => {
  it('is said to be lost, its rows kept, and caught up with when it is back', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'positions', [['a', position({ ltp: 1531.9 })]])
    const time = await openWindow(desk)
    await expect.element(page.getByText('1,531.90').last()).toBeVisible()
    const answer = desk.answers.openDesk!
    desk.answers.openDesk = () => fail('no-answer', 'The connection broke.')
    time.pass(8000)
    await expect
      .element(page.getByRole('alert').getByText('Quarterdeck does not answer.'))
      .toBeVisible()
    await expect.element(page.getByText('1,531.90').last()).toBeVisible()
    desk.answers.openDesk = answer
    desk.fill('main', 'positions', [['a', position({ ltp: 1540 })]], { seq: 90 })
    time.pass(2000)
    await expect.element(page.getByText('1,540.00').last()).toBeVisible()
    await expect.element(page.getByText('Reload')).not.toBeInTheDocument()
  })

  it('is said to be lost on a locked screen, too, where the stop would not be heard', async () => {
    const desk = new MemoryDesk()
    desk.lock = { ...desk.lock, isLocked: true, way: 'own' }
    await openWindow(desk)
    await expect.element(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
    desk.emit('line', { state: 'lost' })
    const lost = page.getByRole('alert').getByText('Quarterdeck does not answer.', { exact: false })
    await expect.element(lost).toBeVisible()
    desk.emit('line', { state: 'anew' })
    await expect.element(lost).not.toBeInTheDocument()
  })

  it('that broke is said at once, and why there is no way back', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    desk.emit('line', { state: 'lost' })
    await expect.element(page.getByText('no order is taken here', { exact: false })).toBeVisible()
    desk.emit('line', { state: 'closed', message: 'Quarterdeck was started again.' })
    await expect.element(page.getByText('Quarterdeck was started again.')).toBeVisible()
    await expect.element(page.getByText('press Enter', { exact: false })).toBeVisible()
  })

  it('that lets the window in no more is named, with what to do', async () => {
    const desk = new MemoryDesk()
    desk.answers.openDesk = () => fail('forbidden', 'The cookie is not known.')
    await openWindow(desk)
    await expect.element(page.getByText(/open the address/)).toBeVisible()
    expect(desk.listenerCount).toBe(0)
  })
})

describe('notices', () => {
  it('are shown until dismissed, and the same words once', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    const notice = { level: 'warning' as const, message: 'profiles.json was damaged.' }
    desk.emit('notice', notice)
    desk.emit('notice', notice)
    await expect.element(page.getByText(notice.message)).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(page.getByText(notice.message)).not.toBeInTheDocument()
  })

  it('that say what was done go by themselves, and what is wrong stays', async () => {
    const desk = new MemoryDesk()
    const time = await openWindow(desk)
    desk.emit('notice', { level: 'warning', message: 'profiles.json was damaged.' })
    desk.emit('notice', { level: 'info', message: 'The layout was kept.' })
    await expect.element(page.getByText('The layout was kept.')).toBeVisible()
    await page.getByRole('banner').hover()
    time.pass(8000)
    await expect.element(page.getByText('The layout was kept.')).not.toBeInTheDocument()
    await expect.element(page.getByText('profiles.json was damaged.')).toBeVisible()
  })
})

describe('the bar', () => {
  it('moves nothing when the first alert comes, and shows the pace of orders at 1,440', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    await page.viewport(1440, 900)
    const pace = page.getByRole('banner').getByText('Orders / s')
    const stands = () => (pace.element() as HTMLElement).getBoundingClientRect()
    await expect.element(pace).toBeVisible()
    const before = stands()
    expect(before.bottom).toBeLessThan(46)
    desk.emit('alerts', { unread: 1, mutedUntil: null, prices: [] })
    await expect.element(page.getByRole('button', { name: 'Alerts, 1 not read' })).toBeVisible()
    expect(stands()).toEqual(before)
  })

  it('is as wide for thirty accounts as for one, counts their health, and leaves it in sight', async () => {
    const accounts = Array.from({ length: 30 }, (_, at) => account(`client-${at}`))
    const health = accounts[0]!.health
    accounts[3]!.health = {
      ...health,
      trouble: { code: 'bad-keys', message: 'The keys were not accepted.' },
    }
    await openWindow(new MemoryDesk({ accounts }))
    const counts = page.getByRole('button', { name: /^Accounts: .*in trouble/ })
    await expect.element(counts).toMatchTextContent(/29.*▲1/)
    const left = document.querySelector('header .left')!
    for (const width of [1024, 1280, 1440, 2560]) {
      await page.viewport(width, 800)
      const button = counts.element() as HTMLElement
      const { width: wide, bottom } = button.getBoundingClientRect()
      expect(Math.round(wide)).toBe(86)
      expect(bottom).toBeLessThan(46)
      button.focus()
      expect(left.scrollTop).toBe(0)
    }
  })

  it('calls an account slow whose books grow old, before anybody says why', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
    const time = await openWindow(desk)
    const counts = (words: string) => page.getByRole('button', { name: `Accounts: ${words}` })
    await expect.element(counts('all answer')).toBeVisible()
    time.pass(6000)
    for (const book of ['orders', 'trades', 'positions'] as const) desk.poll('main', book)
    await expect.element(counts('Other is slow')).toBeVisible()
    desk.emit('polling', { paused: true })
    await expect.element(counts('all answer')).toBeVisible()
  })

  it('changes no word of its health, its tabs or its status for one slow answer', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
    const time = await openWindow(desk)
    const counts = (words: string) => page.getByRole('button', { name: `Accounts: ${words}` })
    await expect.element(counts('all answer')).toBeVisible()
    const tell = (health: Partial<Account['health']>) => {
      const [main, other] = desk.accounts
      desk.emit('accounts', [main!, { ...other!, health: { ...other!.health, ...health } }])
    }
    const marks = () => [
      document.querySelectorAll('[role=tab] .mark').length,
      document.querySelector('footer .old')?.textContent ?? '',
    ]
    // So long nothing came, and then an answer that took so long.
    time.pass(4000)
    await settled()
    expect(marks()).toEqual([0, ''])
    for (const { id } of desk.accounts) for (const book of bookNames) desk.poll(id, book)
    tell({ last: 4000 })
    await settled()
    await expect.element(counts('all answer')).toBeVisible()
    await page.getByRole('button', { name: /^Accounts: / }).click()
    await expect.element(page.getByText('4.0 s', { exact: true }).first()).toBeVisible()
    expect(document.querySelectorAll('.latency.warn')).toHaveLength(0)
    tell({ last: 4000, isSlow: true })
    await expect.element(counts('Other is slow')).toBeVisible()
    await expect.poll(() => document.querySelectorAll('.latency.warn').length).toBeGreaterThan(0)
    time.pass(6000)
    await expect.poll(marks).not.toEqual([0, ''])
  })

  it('says one thing of an account of which one book fails, wherever it is said', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
    await openWindow(desk)
    await page.getByRole('combobox', { name: 'Account shown' }).click()
    await page.getByRole('option', { name: /^Main · PX/ }).click()
    const trouble = { code: 'unreadable', message: 'It cannot be read.' } as const
    desk.poll('other', 'positions', undefined, { trouble })
    await page.getByRole('button', { name: 'Accounts: Other is in trouble' }).click()
    const popover = page.getByRole('dialog', { name: 'Health of the accounts' })
    await expect.element(popover).toMatchTextContent(/^1 well · 1 in trouble.*Cannot be read/)
    await expect.element(popover).toMatchTextContent('Cannot be read (positions)')
    // The line below tells of those that are shown.
    await expect.element(page.getByRole('contentinfo')).not.toMatchTextContent(/cannot be read/)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('combobox', { name: 'Account shown' }).click()
    await expect
      .element(page.getByRole('option', { name: /^Other · PX/ }))
      .toMatchTextContent('The answer cannot be read (positions)')
  })

  it('counts an account whose keys are refused as soon as a book says so, as the line below does', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
    for (const { id } of desk.accounts) desk.fill(id, 'orders', [])
    await openWindow(desk)
    await expect.element(page.getByRole('button', { name: 'Accounts: all answer' })).toBeVisible()
    const trouble = { code: 'bad-keys', message: 'The keys were refused.' } as const
    desk.poll('other', 'orders', undefined, { trouble })
    await expect.element(page.getByText(/^Other: Keys refused/)).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: 'Accounts: Other is in trouble' }))
      .toMatchTextContent(/1.*▲1/)
    const status = document.querySelector('footer:has(.clock)')!
    expect(status.textContent).toContain('◆')
    expect(status.textContent).toContain('Some books cannot be read.')
  })
})

describe('the strip of tools', () => {
  it('says whole that some of it is old, and its age whole or not at all, in every panel and at any width', async () => {
    const accounts = Array.from({ length: 30 }, (_, at) => account(`client-${at}`))
    const desk = new MemoryDesk({ accounts })
    const trouble = { code: 'no-answer', message: 'The connection broke.' } as const
    const isOld = (at: number) => at < 4
    for (const [at, { id }] of accounts.entries())
      for (const book of bookNames)
        desk.fill(id, book, [], isOld(at) ? { age: 900_000, trouble } : { every: 60_000 })
    await openWindow(desk)
    const ages = () => [...document.querySelectorAll<HTMLElement>('.age.stale')]
    await expect.poll(() => ages().length).toBeGreaterThanOrEqual(3)
    for (const width of [1024, 1280, 1440, 1920]) {
      await page.viewport(width, 800)
      await settled()
      for (const age of ages()) {
        const strip = age.closest('.dv-tabs-and-actions-container')!
        const where = `at ${width}: ${strip.textContent}`
        const tools = age.parentElement!.getBoundingClientRect()
        const inTools = ({ left, right }: DOMRect) =>
          left >= tools.left - 1 && right <= tools.right + 1
        const [said, when] = [age.querySelector('b')!, age.querySelector('.when')!]
        expect(said.textContent).toBe('4 of 30 old')
        expect(inTools(said.getBoundingClientRect()), where).toBe(true)
        expect(said.scrollWidth, where).toBeLessThanOrEqual(said.offsetWidth)
        const menu = strip.querySelector('.tools > .button.icon:last-child')!
        const { left } = menu.getBoundingClientRect()
        expect(said.getBoundingClientRect().right, where).toBeLessThanOrEqual(left + 1)
        const frame = age.getBoundingClientRect()
        const text = when.getBoundingClientRect()
        const isWhole = text.left >= frame.left - 1 && text.right <= frame.right + 1
        const isGone = text.width === 0 || text.top >= frame.bottom
        expect(isGone || (isWhole && inTools(text) && text.right <= left + 1), where).toBe(true)
      }
    }
  })

  it('has its whole menu, and no part of an age, on a small screen', async () => {
    const desk = new MemoryDesk()
    for (const book of ['positions', 'orders'] as const) desk.fill('main', book, [])
    await openWindow(desk)
    for (const width of [720, 800, 900, 1024]) {
      await page.viewport(width, 500)
      for (const strip of document.querySelectorAll('.dv-tabs-and-actions-container')) {
        const end = strip.getBoundingClientRect().right
        const menu = strip.querySelector('.tools > .button.icon:last-child')
        expect(menu?.getBoundingClientRect().right, `at ${width}`).toBeLessThanOrEqual(end)
        for (const age of strip.querySelectorAll('.age')) {
          const frame = age.getBoundingClientRect()
          const text = age.querySelector('.when')!.getBoundingClientRect()
          const isWhole = text.left >= frame.left - 1 && text.right <= frame.right + 1
          expect(isWhole || text.top >= frame.bottom, `at ${width}`).toBe(true)
        }
      }
    }
  })
})

it('of positions and holdings what is made or lost is in sight at 720 pixels, as a zoom of 200 % leaves of 1,440', async () => {
  const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
  desk.fill('main', 'positions', [['a', position()]])
  desk.fill('main', 'holdings', [['a', holding()]])
  await openWindow(desk, undefined, [1440, 900])
  await page.getByRole('combobox', { name: 'Account shown' }).click()
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /^All accounts/ })
    .click()
  await page.viewport(720, 560)
  await expect.poll(() => innerWidth).toBe(720)
  for (const panel of ['Positions', 'Holdings']) {
    await page.getByRole('tab', { name: panel }).click()
    const header = page.getByRole('columnheader', { name: 'P&L', exact: true })
    await expect.element(header).toBeVisible()
    const grid = header.element().closest('.dv-groupview')!
    const { right } = grid.getBoundingClientRect()
    expect(header.element().getBoundingClientRect().right, panel).toBeLessThanOrEqual(right)
  }
})

describe('the bar at any width', () => {
  const seen = (element: Element): boolean => {
    const { width, height, top, bottom } = element.getBoundingClientRect()
    return element.checkVisibility() && width > 1 && height > 1 && top >= 0 && bottom <= 46
  }
  const shown = (selector: string): Element[] =>
    [...document.querySelectorAll(`header ${selector}`)].filter(seen)

  /** What of a deed can be read on it. */
  const wordsOf = (button: Element): string =>
    [...button.querySelectorAll('.word')].some(
      (word) => getComputedStyle(word).clipPath === 'none' && word.textContent.trim() !== '',
    )
      ? 'has words'
      : button.textContent

  it.each([480, 640])(
    'has the whole stop in sight in a window beside another one, of %i pixels, and panels to scroll to',
    async (width) => {
      const desk = new MemoryDesk()
      desk.fill('main', 'orders', [['a', order()]])
      desk.stop = { ...desk.stop, on: true }
      await openWindow(desk, () => undefined, [width, 700])
      await expect.element(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
      const isInSight = (element: Element): boolean => {
        const { left, right } = element.getBoundingClientRect()
        return left >= 0 && right <= width
      }
      const buttons = [...document.querySelectorAll('header .right > button, .deck > div button')]
      expect(buttons.filter((button) => !isInSight(button)).map((one) => one.textContent)).toEqual(
        [],
      )
      const main = document.querySelector('main')!
      const dock = main.querySelector('.dock')!
      main.scrollTo({ left: 1000, behavior: 'instant' })
      expect(dock.getBoundingClientRect().right).toBeLessThanOrEqual(width)
    },
  )

  it('keeps the profit and loss at 1,024 while this window and two others are armed', async () => {
    const desk = new MemoryDesk({ settings: { knowsArming: true } })
    desk.fill('main', 'positions', [['a', position({ netqty: 12_000, ltp: 1531.9 })]])
    const time = await openWindow(desk, () => undefined, [1024, 700])
    await userEvent.keyboard('{Control>}{Shift>}A{/Shift}{/Control}')
    const other = { link: null, bounds: null, isOpen: true, isHere: false, armedFor: 60_000 }
    desk.emit('windows', [
      { ...other, id: 'window-two', number: 2 },
      { ...other, id: 'window-three', number: 3 },
    ])
    time.pass(500)
    await expect.poll(() => shown('.right .num').length).toBe(3)
    expect(shown('.figure')[0]?.textContent).toContain('Day P&L')
  })

  it('has a wide field for the palette, words on every deed, and the market, at 30 accounts', async () => {
    const accounts = Array.from({ length: 30 }, (_, at) => account(`client-${at}`))
    const desk = new MemoryDesk({ accounts })
    for (const { id } of accounts)
      desk.fill(id, 'positions', [[id, position({ netqty: 12_000, ltp: 1531.9 })]])
    await openWindow(desk)
    const market = page.getByRole('button', { name: /^Markets: / })
    await expect.element(market).toBeInTheDocument()
    for (const width of [1024, 1180, 1280, 1366, 1440, 1536, 1600, 1700, 1920, 2000, 2560]) {
      await page.viewport(width, 800)
      const header = document.querySelector('header')!
      expect([header.scrollWidth, header.scrollHeight]).toEqual([width, 45])
      const deeds = [...document.querySelectorAll('header .right > button')]
      const names = deeds.map((deed) => wordsOf(deed).trim())
      expect(names, `at ${width}`).not.toContain('')
      expect(document.querySelectorAll('header .right > .icon')).toHaveLength(0)
      for (const deed of deeds) {
        expect(seen(deed)).toBe(true)
        expect(deed.scrollWidth, `${deed.textContent} at ${width}`).toBeLessThanOrEqual(
          deed.clientWidth,
        )
      }
      expect(shown('.figure').length, `at ${width}`).toBeGreaterThanOrEqual(2)
      const palette = document.querySelector('.palette-button')!.getBoundingClientRect().width
      if (width < 1440) continue
      expect(palette, `at ${width}`).toBeGreaterThanOrEqual(240)
      expect(seen(market.element()), `the market at ${width}`).toBe(true)
    }
  })

  it('counts down to the close from 1,440 on, where there is room for it, and never half of it', async () => {
    const service = { kind: 'url', url: 'https://api.example.com' } as const
    const desk = new MemoryDesk({ accounts: [account('main', { service })] })
    desk.fill('main', 'positions', [['a', position({ netqty: 12_000, ltp: 1531.9 })]])
    await openWindow(desk)
    const market = page.getByRole('button', { name: /^Markets: / })
    await expect.element(market).toBeInTheDocument()
    for (const width of [1440, 1920, 2560]) {
      await page.viewport(width, 800)
      const inSight = shown('.until').filter((one) => getComputedStyle(one).clipPath === 'none')
      expect(inSight.length, `at ${width}`).toBe(1)
    }
  })

  it('shows what is realised and what is open where there is room for all of it, and takes none from the market', async () => {
    const service = { kind: 'url', url: 'https://api.example.com' } as const
    const desk = new MemoryDesk({ accounts: [account('main', { service })] })
    desk.fill('main', 'positions', [['a', position({ netqty: 12_000, ltp: 1531.9 })]])
    desk.fill('main', 'funds', [['', funds({ openingbalance: 100_000 })]])
    await openWindow(desk)
    await expect.element(page.getByText('Realised · open')).toBeInTheDocument()
    for (const width of [1440, 1600, 1700, 1920]) {
      await page.viewport(width, 800)
      const parts = shown('.figure').map((one) => one.textContent.trim())
      const isThere = parts.some((text) => text.startsWith('Realised · open +₹'))
      expect(isThere, `at ${width}`).toBe(width >= 1600)
      expect(parts.filter((text) => text.startsWith('Closes in')).length, `at ${width}`).toBe(1)
    }
  })

  it('keeps what is practice, the profit and loss and the accounts’ health from 480 pixels on', async () => {
    const name = 'Long-term holdings of the Raghunathan-Venkataraman family'
    const desk = new MemoryDesk({ accounts: [account('one', { name })] })
    desk.fill('one', 'positions', [['a', position({ netqty: 12_000, ltp: 1531.9 })]])
    await openWindow(desk)
    const parts = ['.practice', '.figure', '.health', '.stop']
    for (const width of [480, 560, 640, 719, 720, 800, 900, 1024]) {
      await page.viewport(width, 700)
      for (const part of parts) {
        const { left, right, top, bottom } = document
          .querySelector(`header ${part}`)!
          .getBoundingClientRect()
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        expect(at?.closest(part), `${part} at ${width}`).not.toBeNull()
        expect(right, `${part} at ${width}`).toBeLessThanOrEqual(width)
      }
    }
  })

  it('shows the whole of Practice, where all accounts are', async () => {
    const accounts = [account('one'), account('two')]
    await openWindow(new MemoryDesk({ accounts }))
    const pill = page.getByRole('banner').getByText('Practice', { exact: true })
    await expect.element(pill).toBeVisible()
    for (const width of [480, 640, 800, 1024, 1090, 1180, 1280, 1400, 1440, 1500, 1920]) {
      await page.viewport(width, 800)
      const range = document.createRange()
      range.selectNodeContents(pill.element())
      const text = range.getBoundingClientRect()
      const box = pill.element().getBoundingClientRect()
      expect(text.left - box.left).toBeGreaterThanOrEqual(9)
      expect(box.right - text.right).toBeGreaterThanOrEqual(9)
      for (const x of [text.left + 1, text.right - 1])
        expect(document.elementFromPoint(x, text.top + 4)).toBe(pill.element())
    }
  })
})

describe('a low window, as zoom makes one of 1,440 by 900', () => {
  it('shows six rows of a book, and leads to the other one', async () => {
    const desk = new MemoryDesk()
    desk.fill(
      'main',
      'positions',
      Array.from({ length: 20 }, (_, at) => [`${at}`, position({ symbol: `SYMBOL-${at}` })]),
    )
    desk.fill(
      'main',
      'orders',
      Array.from({ length: 20 }, (_, at) => [`${at}`, order({ order_id: `${at}` })]),
    )
    await openWindow(desk)
    await expect.element(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
    await page.viewport(720, 450)
    for (const name of ['Positions', 'Orders']) {
      // Of grouped rows it is a tree.
      const grid = page.getByRole('grid', { name }).or(page.getByRole('treegrid', { name }))
      ;(grid.element() as HTMLElement).focus()
      await expect
        .poll(() => {
          const { top, height } = grid.element().getBoundingClientRect()
          const foot = document.querySelector('footer')!.getBoundingClientRect().top
          const scrollbar = (grid.element() as HTMLElement).clientHeight
          return Math.floor((Math.min(top + height, top + scrollbar, foot) - top - 26) / 26)
        })
        .toBeGreaterThanOrEqual(6)
    }
  })

  it('says what happened last before what hardly ever changes', async () => {
    const desk = new MemoryDesk()
    desk.intents = [intent()]
    await openWindow(desk, undefined, [720, 450])
    const last = () => document.querySelector('footer .last .text')?.getBoundingClientRect()
    await expect.poll(() => last()?.width).toBeGreaterThan(50)
  })

  it('keeps the menu of each panel, which orders are shown, and all tools within reach', async () => {
    const desk = new MemoryDesk({ accounts: [account('main'), account('other')] })
    desk.fill('main', 'positions', [['a', position({ symbol: 'INFY-EQ' })]])
    desk.fill('main', 'orders', [['a', order()]])
    // Panels are not put into the frame that moves them while a menu is open.
    const menu = document.body.appendChild(document.createElement('div'))
    menu.role = 'menu'
    await openWindow(desk, () => undefined, [1440, 900])
    await page.getByRole('gridcell', { name: 'INFY-EQ' }).first().click()
    await expect.element(page.getByRole('button', { name: /^Reverse/ })).toBeVisible()
    await page.viewport(720, 450)
    await expect.poll(() => innerWidth).toBe(720)
    menu.remove()
    await expect.poll(() => document.querySelector('.dv-dockview')).not.toBeNull()
    const isInStrip = (tool: Element): boolean => {
      const strip = tool.closest('.dv-tabs-and-actions-container')!.getBoundingClientRect()
      const { left, right } = tool.getBoundingClientRect()
      return left >= strip.left && right <= Math.min(strip.right, innerWidth)
    }
    const menus = page.getByRole('button', { name: /panel: move, maximise, close$/ })
    await expect.poll(() => menus.elements().map(isInStrip)).toEqual([true, true, true, true])
    const chips = page.getByRole('combobox', { name: 'Show orders' })
    await expect.poll(() => chips.element().getBoundingClientRect().width).toBeGreaterThan(50)
    const save = page.getByRole('button', { name: 'Export positions as CSV' }).element()
    ;(save as HTMLElement).focus()
    await expect.poll(() => isInStrip(save)).toBe(true)
  })
})

describe('what comes by itself', () => {
  const lane = () => document.querySelector('.lane')!
  const meets = (one: Element, other: Element): boolean => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  }
  const warning = { level: 'warning' as const, message: 'profiles.json was damaged. '.repeat(20) }

  it.each([720, 1024, 1440, 2560])(
    'stands in the status line, over nothing that is worked with, at %i',
    async (width) => {
      const desk = new MemoryDesk()
      desk.settings = { ...desk.settings, toured: false }
      desk.fill('main', 'orders', [['a', order()]])
      await openWindow(desk, () => undefined, [width, 800])
      desk.emit('notice', warning)
      desk.emit('notice', { level: 'info', message: 'The layout was kept.' })
      await expect.element(page.getByText('The layout was kept.')).toBeVisible()
      await expect.element(page.getByText('1 more')).toBeVisible()
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await page.getByRole('banner').hover()
      await expect.element(page.getByText(/^profiles.json was damaged/)).toBeVisible()
      const covered = 'main *, [aria-label="A look around"], footer button:not(.lane *), .clock'
      for (const news of lane().querySelectorAll('.news')) {
        expect(news.getBoundingClientRect().width).toBeGreaterThan(120)
        const over = [...document.querySelectorAll(covered)].filter(
          (element) => element.checkVisibility() && meets(news, element),
        )
        expect(over.map(({ className, tagName }) => `${tagName} ${className}`)).toEqual([])
        const { left, right } = news.getBoundingClientRect()
        expect(left >= 0 && right <= width).toBe(true)
      }
    },
  )

  it('makes the page no wider than the window, with all that a status line can say beside it', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `client-${at}`)
    const desk = new MemoryDesk({ accounts: ids.map((id) => account(id)) })
    const more = { strategy: null, cancelled: null, closed: null, failures: [], left: null }
    const run = (at: number, step: 'left' | 'sending'): ExitRun => {
      const told = { ...more, step, todo: null, takenBackAt: step === 'left' ? at : null }
      const accounts = ids.map((id) => ({ ...told, account: id }))
      return {
        id: `${at}`,
        what: 'both',
        at,
        state: step === 'left' ? 'left' : 'running',
        accounts,
      }
    }
    const isFitting = async (): Promise<void> => {
      for (const width of [480, 520, 560, 640, 720, 800, 899, 1000, 1180, 1440, 1920, 2560]) {
        await page.viewport(width, 800)
        await expect.poll(() => innerWidth).toBe(width)
        expect(document.documentElement.scrollWidth, `at ${width}`).toBe(width)
        const clock = document.querySelector('footer .clock')!.getBoundingClientRect()
        expect(clock.right, `the clock at ${width}`).toBeLessThanOrEqual(width)
        for (const said of document.querySelectorAll('footer > button:is(.doubts, .down, .exit)'))
          expect(
            said.getBoundingClientRect().width,
            `${said.textContent} at ${width}`,
          ).toBeGreaterThan(15)
      }
    }
    desk.exits = [run(1, 'left')]
    desk.intents = [intent({ state: 'in-doubt', parts: [part('in-doubt')] })]
    await openWindow(desk, () => undefined, [2560, 800])
    const exits = () => document.querySelectorAll('footer > .exit').length
    await expect.poll(exits).toBe(1)
    await isFitting()
    desk.emit('exit', run(2, 'sending'))
    desk.emit('exit', run(3, 'sending'))
    desk.emit('journal', { ...desk.journal, state: 'broken', brokenAt: 1_234_567 })
    await expect.poll(exits).toBe(3)
    await isFitting()
    desk.emit('notice', warning)
    desk.emit('notice', { level: 'info', message: 'The layout was kept.' })
    await expect.poll(() => lane().querySelectorAll('.news').length).toBe(1)
    await isFitting()
  })

  it('is cut to one line, and shows all of it to whoever points at it', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    desk.emit('notice', warning)
    const news = page.getByText(/^profiles.json was damaged/)
    await expect.element(news).toBeVisible()
    await page.getByRole('banner').hover()
    const height = () => lane().querySelector('.news')!.getBoundingClientRect().height
    expect(height()).toBeLessThanOrEqual(24)
    await news.hover()
    await expect.poll(height).toBeGreaterThan(30)
  })
})

describe('a window that closes', () => {
  it('leaves no listener, no timer and no node behind', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'orders', [['a', order()]])
    const time = await openWindow(desk)
    await expect.element(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
    closeWindows()
    expect(desk.listenerCount).toBe(0)
    expect(time.timers).toBe(0)
    expect(document.querySelector('#app')).toBeNull()
  })
})

const lock = { isLocked: true, way: 'own', hasSystem: false, wait: 0, unseen: 0 } as const

describe('the screen, locked', () => {
  afterEach(() => sessionStorage.clear())

  it('is loaded anew, and shows nothing to type into until it is', async () => {
    const desk = new MemoryDesk()
    const reload = vi.fn()
    await openWindow(desk, reload)
    await expect.element(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
    expect(reload).not.toHaveBeenCalled()
    desk.emit('lock', lock)
    await expect.element(page.getByText('Locking…')).toBeVisible()
    expect(page.getByRole('textbox').elements()).toEqual([])
    desk.emit('lock', { ...lock, unseen: 1 })
    await expect.poll(() => reload.mock.calls.length).toBe(1)
  })

  it('says what it closed that was not sent, and again to who unlocks it', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    await expect.element(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
    await userEvent.keyboard('n')
    await expect.element(page.getByLabelText('Symbol', { exact: true }).first()).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: 'Order, command or symbol' }).fill('new basket')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Basket' })).toBeVisible()
    desk.emit('lock', lock)
    await expect.element(page.getByText('Locking…')).toBeVisible()
    closeWindows()

    desk.lock = lock
    const reload = vi.fn()
    await openWindow(desk, reload)
    await expect.element(page.getByLabelText('Passphrase of the lock')).toHaveFocus()
    const said = page.getByText('The lock closed what was not sent: 1 ticket, 1 basket.')
    await expect.element(said).toBeVisible()
    expect(reload).not.toHaveBeenCalled()

    desk.lock = { ...lock, isLocked: false }
    desk.emit('lock', desk.lock)
    await expect.element(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
    await expect.element(said).toBeVisible()
    closeWindows()
    await openWindow(desk)
    await expect.element(page.getByRole('tab', { name: 'Orders' })).toBeVisible()
    expect(said.elements()).toEqual([])
  })

  it('gives the keys to a panel once it is unlocked', async () => {
    const desk = new MemoryDesk()
    desk.lock = lock
    await openWindow(desk)
    await expect.element(page.getByLabelText('Passphrase of the lock')).toHaveFocus()
    desk.lock = { ...lock, isLocked: false }
    desk.emit('lock', desk.lock)
    await expect.poll(() => document.activeElement?.getAttribute('role')).toMatch(/grid$/)
  })
})
