import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { panelIds } from '../../../src/renderer/core/panels.ts'
import { ok } from '../../../src/shared/core/errors.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { closeWindows, openWindow, settled } from '../window.ts'

const tab = (name: string) => page.getByRole('tab', { name })
/** The tabs of each group, from left to right. */
const groups = () =>
  page
    .getByRole('tablist')
    .elements()
    .map((list) =>
      [...list.querySelectorAll<HTMLElement>('[data-panel]')].map(({ dataset }) => dataset.panel),
    )

const focus = (name: string) => (tab(name).element() as HTMLElement).focus()
const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true })
const openPanelMenu = async (name: string) => {
  focus(name)
  tab(name)
    .element()
    .dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await expect.element(page.getByRole('menu')).toBeVisible()
}
const panelsMenu = page.getByRole('button', { name: 'Panels and layouts' })

describe('a panel', () => {
  it('is closed by the Delete key, the focus staying among the tabs, and opened beside its kin', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    focus('Trades')
    await userEvent.keyboard('{Delete}')
    await expect.element(tab('Trades')).not.toBeInTheDocument()
    expect(document.activeElement?.getAttribute('role')).toBe('tab')
    await expect.poll(() => desk.window.layout).not.toContain('trades')
    await panelsMenu.click()
    await page.getByRole('menuitemcheckbox', { name: 'Trades' }).click()
    await expect.element(page.getByRole('grid', { name: 'Trades' })).toBeVisible()
    expect(groups()).toEqual([
      ['positions', 'holdings'],
      ['orders', 'journal', 'trades'],
      ['funds', 'account', 'timeline'],
      ['pnl'],
    ])
  })

  it('that keys were in last has them again in a window that is loaded anew', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    const orders = page.getByRole('grid', { name: 'Orders' })
    await expect.element(orders).toBeVisible()
    focus('Orders')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => desk.window.layout).toContain('"activeGroup":"group-orders"')
    closeWindows()
    const reloaded = { type: 'reload' } as PerformanceNavigationTiming
    const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([reloaded])
    await openWindow(desk)
    await expect.element(orders).toHaveFocus()
    entries.mockRestore()
  })

  it('that is open behind another tab is brought to the front by the menu, and closed by it then', async () => {
    const desk = new MemoryDesk()
    desk.answers.readJournal = () => ok({ rows: [], hasMore: false })
    await openWindow(desk)
    await expect.element(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
    const choose = async () => {
      await panelsMenu.click()
      await page.getByRole('menuitemcheckbox', { name: 'Trades' }).click()
    }
    await choose()
    await expect.element(page.getByRole('grid', { name: 'Trades' })).toBeVisible()
    await choose()
    await expect.element(tab('Trades')).not.toBeInTheDocument()
  })

  it('is closed by the middle button, and by the cross on its tab', async () => {
    await openWindow(new MemoryDesk())
    await tab('Trades').click({ button: 'middle' })
    await expect.element(tab('Trades')).not.toBeInTheDocument()
    await page.getByTitle('Close Holdings (Delete)').click({ force: true })
    await expect.element(tab('Holdings')).not.toBeInTheDocument()
  })

  it('that is moved by the menu of its tab gets a group of its own, or joins another', async () => {
    const desk = new MemoryDesk()
    desk.answers.readJournal = () => ok({ rows: [], hasMore: false })
    await openWindow(desk)
    await expect.element(tab('Journal')).toBeVisible()
    await openPanelMenu('Journal')
    await menuItem('Move right').click()
    expect(groups()).toContainEqual(['journal'])
    expect(document.activeElement).toBe(tab('Journal').element())
    await openPanelMenu('Journal')
    await menuItem('Positions, Holdings').click()
    expect(groups()).toContainEqual(['positions', 'holdings', 'journal'])
  })

  it('fills the work area by a double click on its tab, and gives the place back by another', async () => {
    await openWindow(new MemoryDesk())
    await tab('Orders').dblClick()
    await expect.element(page.getByRole('treegrid', { name: 'Positions' })).not.toBeVisible()
    await tab('Orders').dblClick()
    await expect.element(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
  })
})

describe('all panels', () => {
  it('can be closed, which the next start remembers, and got back', async () => {
    const desk = new MemoryDesk()
    desk.answers.readJournal = () => ok({ rows: [], hasMore: false })
    await openWindow(desk)
    await expect.element(tab('Orders')).toBeVisible()
    ;(page.getByRole('tab').elements()[0] as HTMLElement).focus()
    for (const _ of panelIds) await userEvent.keyboard('{Delete}')
    await expect.element(page.getByText('Every panel is closed.')).toBeVisible()
    await expect.poll(() => desk.window.layout).toContain('"panels":{}')
    closeWindows()
    await openWindow(desk)
    await page.getByRole('button', { name: 'Show the usual panels' }).click()
    await expect.element(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
  })
})

describe('before the code is there that moves panels', () => {
  const isStill = () => document.querySelector('.dv-shell') === null
  const whole = () =>
    expect.poll(() => document.querySelector('.dock')?.getAttribute('aria-busy')).toBe('false')

  it('they stand where they will stand', async () => {
    await openWindow(new MemoryDesk())
    const places = () =>
      [...document.querySelectorAll('.dv-groupview, .dv-tab, [role=tabpanel]')].map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return [left, top, width, height].map((at) => Math.round(at / 3))
      })
    await expect.poll(() => places().length).toBeGreaterThan(10)
    expect(isStill()).toBe(true)
    const before = places()
    await whole()
    expect(isStill()).toBe(false)
    expect(places()).toEqual(before)
  })

  it('what is asked of them is done as soon as it can be', async () => {
    await openWindow(new MemoryDesk())
    await expect.element(tab('Trades')).toBeVisible()
    expect(isStill()).toBe(true)
    focus('Trades')
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }),
    )
    ;(tab('Holdings').element() as HTMLElement).click()
    await expect.element(tab('Trades')).not.toBeInTheDocument()
    await expect.element(tab('Holdings')).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('grid', { name: 'Holdings' })).toBeVisible()
  })

  it('the focus and what is typed stay where they are when it comes', async () => {
    await openWindow(new MemoryDesk())
    const filter = page.getByRole('searchbox', { name: 'Filter positions' })
    await expect.element(filter).toBeVisible()
    const field = filter.element() as HTMLInputElement
    field.focus()
    field.value = 'in'
    field.setSelectionRange(1, 1)
    await whole()
    expect(document.activeElement).toBe(field)
    expect([field.value, field.selectionStart]).toEqual(['in', 1])
  })
})

describe('a layout', () => {
  it('is saved under a name, shown again, renamed, saved anew and deleted', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    const choose = async (name: string) => {
      await panelsMenu.click()
      await menuItem(name).click()
    }
    await choose('One panel')
    await expect.poll(groups).toHaveLength(1)
    await choose('Save or change layouts…')
    const dialog = page.getByRole('dialog', { name: 'Layouts' })
    await dialog.getByLabelText('Name of the new layout').fill('usual')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog).toMatchTextContent('There is a layout of that name.')
    await dialog.getByLabelText('Name of the new layout').fill('Small screen')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toMatchTextContent('Saved as Small screen.')
    await dialog.getByRole('button', { name: 'Rename…' }).click()
    await dialog.getByLabelText('New name of Small screen').fill('Train')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).toMatchTextContent('Renamed to Train.')
    expect(desk.settings.layouts.map(({ name }) => name)).toEqual(['Train'])
    await dialog.getByRole('button', { name: 'Close' }).click()

    await choose('Reset layout')
    await expect.poll(groups).toHaveLength(4)
    await choose('Train')
    await expect.poll(groups).toHaveLength(1)
    await choose('Four books')
    await choose('Save or change layouts…')
    await dialog.getByRole('button', { name: 'Overwrite' }).click()
    await expect.element(dialog).toMatchTextContent('Train was saved anew.')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await choose('One panel')
    await choose('Train')
    await expect.poll(groups).toHaveLength(4)
    await choose('Save or change layouts…')
    await dialog.getByRole('button', { name: 'Delete Train' }).click()
    expect(desk.settings.layouts).toEqual([])
  })

  it('has no column beside the books where that would take their last columns', async () => {
    await openWindow(new MemoryDesk(), undefined, [1024, 700])
    await panelsMenu.click()
    await menuItem('Usual').click()
    await expect.poll(groups).toEqual([
      ['positions', 'holdings', 'funds', 'pnl'],
      ['orders', 'trades', 'journal', 'timeline', 'account'],
    ])
  })

  it('that is damaged is named, and the usual one shown', async () => {
    const layouts = [{ name: 'Old', layout: '{"grid":7}' }]
    await openWindow(new MemoryDesk({ settings: { layouts } }))
    await panelsMenu.click()
    await menuItem('Old').click()
    await expect.element(page.getByText(/The layout ‘Old’ is damaged/)).toBeVisible()
    await expect.poll(groups).toHaveLength(4)
  })
})

describe('the menu of panels', () => {
  it.each([
    [1024, 640],
    [1440, 900],
  ])('shows all of itself in a window of %i × %i', async (width, height) => {
    await openWindow(new MemoryDesk(), () => undefined, [width, height])
    await panelsMenu.click()
    const menu = page.getByRole('menu').element()
    expect(menu.scrollHeight).toBeLessThanOrEqual(menu.clientHeight)
    expect(menu.scrollWidth).toBeLessThanOrEqual(menu.clientWidth)
    expect(menu.getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
    await expect.element(page.getByRole('menuitem', { name: 'Reset layout' })).toBeInViewport()
  })

  it('lists the panels by what one looks for, each once, and draws each built-in layout for one to three screens', async () => {
    await openWindow(new MemoryDesk())
    await panelsMenu.click()
    await expect
      .element(page.getByRole('group', { name: 'Books' }))
      .toMatchTextContent('PositionsHoldingsOrdersTrades')
    const listed = page.getByRole('menuitemcheckbox').elements().length
    expect(listed).toBe(panelIds.length + 1)
    const screens = () =>
      page
        .getByRole('menuitem')
        .elements()
        .flatMap((item) => item.querySelector('.drawing')?.children.length ?? [])
    expect(screens()).toEqual([1, 1, 1, 1, 1])
    await page.getByRole('menuitemradio', { name: 'Three screens' }).click()
    await expect.poll(screens).toEqual([3, 3, 3, 3, 3])
  })
})

it('shows the titles of three tabs in a column of 228 pixels', async () => {
  await openWindow(new MemoryDesk())
  await expect.poll(() => document.querySelector('.dv-dockview')).not.toBeNull()
  expect(groups()).toHaveLength(4)
  await page.viewport(1024, 768)
  await expect.poll(() => innerWidth).toBe(1024)
  const strip = () => tab('Funds').element().closest<HTMLElement>('.dv-tabs-container')!
  await expect.poll(() => strip().closest('.dv-groupview')!.clientWidth).toBeLessThan(240)
  await expect.poll(() => strip().scrollWidth - strip().clientWidth).toBeLessThanOrEqual(1)
})

it('keeps the names of accounts whole beside how they answer in that column', async () => {
  const desk = new MemoryDesk({ accounts: [account('one'), account('two')] })
  desk.accounts = desk.accounts.map((of, at) => ({ ...of, name: `Practice ${at}` }))
  await openWindow(desk)
  await expect.poll(() => document.querySelector('.dv-dockview')).not.toBeNull()
  expect(groups()).toHaveLength(4)
  await page.viewport(1024, 768)
  await expect.poll(() => innerWidth).toBe(1024)
  const names = () => [...document.querySelectorAll('[aria-label=Accounts] li b')]
  await expect.poll(() => names().map(({ textContent }) => textContent)).toHaveLength(2)
  await settled()
  for (const name of names()) expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth)
})
