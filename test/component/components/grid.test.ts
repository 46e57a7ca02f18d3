import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { usualLook } from '../../../src/shared/workspace/grid-looks.ts'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { intent, part } from '../../unit/renderer/intents.ts'
import { order } from '../../unit/renderer/records.ts'
import { openWindow, settled } from '../window.ts'

const orders = () => page.getByRole('grid', { name: 'Orders' })
const rowsDrawn = () => orders().element().querySelectorAll('.body .row')
const pointed = () => orders().element().querySelector('.row.pointed')

function deskWith(count: number): MemoryDesk {
  const desk = new MemoryDesk()
  desk.fill(
    'main',
    'orders',
    Array.from({ length: count }, (_, at) => [
      String(at),
      order({ order_id: String(at), symbol: `SYM${at}`, price: count - at, orderentrytime: '' }),
    ]),
  )
  return desk
}

describe('a grid of 5,000 rows', () => {
  it('draws only those in sight, and says how many there are', async () => {
    await openWindow(deskWith(5000))
    await expect.element(page.getByText('5,000 shown')).toBeVisible()
    expect(rowsDrawn().length).toBeLessThan(60)
    await expect.element(orders()).toHaveAttribute('aria-rowcount', '5001')
  })

  it('draws the last row when scrolled to the end', async () => {
    await openWindow(deskWith(5000))
    await expect.element(page.getByText('SYM0', { exact: true })).toBeVisible()
    const element = orders().element()
    element.scrollTop = element.scrollHeight
    await expect.element(page.getByText('SYM4999', { exact: true })).toBeVisible()
    expect(rowsDrawn().length).toBeLessThan(60)
  })

  it('is walked by keys, with the row in sight', async () => {
    await openWindow(deskWith(5000))
    await expect.element(page.getByText('SYM0', { exact: true })).toBeVisible()
    ;(orders().element() as HTMLElement).focus()
    await userEvent.keyboard('{End}')
    await expect.element(page.getByText('SYM4999', { exact: true })).toBeVisible()
    expect(pointed()?.textContent).toContain('SYM4999')
    await expect
      .element(orders())
      .toHaveAttribute('aria-activedescendant', pointed()?.id ?? 'no row')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await settled()
    expect(pointed()?.textContent).toContain('SYM4997')
    await userEvent.keyboard('{Home}')
    await expect.element(page.getByText('SYM0', { exact: true })).toBeVisible()
    expect(pointed()?.textContent).toContain('SYM0')
  })
})

describe('a header', () => {
  it('sorts by its column, says so, and undoes it', async () => {
    await openWindow(deskWith(9))
    const header = orders().getByRole('columnheader', { name: 'Price' })
    const first = () => rowsDrawn()[0]?.textContent
    await header.getByRole('button').click()
    await expect.element(header).toHaveAttribute('aria-sort', 'descending')
    expect(first()).toContain('SYM0')
    await header.getByRole('button').click()
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
    expect(first()).toContain('SYM8')
    await header.getByRole('button').click()
    await expect.element(header).toHaveAttribute('aria-sort', 'none')
  })
})

describe('a cell that changes', () => {
  it('lights up for a moment', async () => {
    const desk = deskWith(1)
    await openWindow(desk)
    await expect.element(page.getByText('200 / 200')).toBeVisible()
    expect(document.getAnimations()).toHaveLength(0)
    desk.poll('main', 'orders', { set: [['0', { fillshares: 100 }]] })
    await expect.element(page.getByText('100 / 200')).toBeVisible()
    const lit = document
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).target?.textContent)
    // What is called complete, and was filled in part, is not.
    expect(lit).toEqual(['100 / 200', 'Partly filled'])
  })
})

describe('a grid as a person arranges it', () => {
  const titles = () =>
    [...orders().element().querySelectorAll('.head [data-column] > button > span:first-child')].map(
      ({ textContent }) => textContent,
    )
  const kept = (desk: MemoryDesk) => desk.settings.grids['orders']
  const focusHead = async () => {
    await expect.element(page.getByText('SYM0', { exact: true })).toBeVisible()
    ;(orders().element() as HTMLElement).focus()
    await userEvent.keyboard('{Home}{ArrowUp}')
  }
  const active = () => orders().element().getAttribute('aria-activedescendant')

  it('has headers that keys reach, sort, move and size, and remembers all of it', async () => {
    const desk = deskWith(5)
    await openWindow(desk)
    await focusHead()
    expect(active()).toContain('-head-time')
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
    await expect.poll(titles).toEqual(expect.arrayContaining(['Symbol', 'Side']))
    expect(titles().slice(0, 3)).toEqual(['Time', 'Symbol', 'Side'])
    await expect.element(page.getByText('Side is column 3 of 8')).toBeInTheDocument()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}{Enter}')
    const header = orders().getByRole('columnheader', { name: 'Side' })
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
    expect(kept(desk)).toMatchObject({ sort: { column: 'side', down: false } })
    expect(kept(desk)?.order.slice(0, 3)).toEqual(['time', 'symbol', 'side'])
    expect(kept(desk)?.widths['side']).toBeGreaterThan(56)
  })

  it('hides, pins and shows columns from the menu of a header, and resets them', async () => {
    const desk = deskWith(5)
    await openWindow(desk)
    await focusHead()
    await userEvent.keyboard('{ArrowRight}{Shift>}{F10}{/Shift}')
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await expect.poll(titles).not.toContain('Side')
    await userEvent.keyboard('{End}{Alt>}{ArrowDown}{/Alt}')
    await page.getByRole('menuitem', { name: 'Pin to the left' }).click()
    await expect.poll(() => titles()[0]).toBe('Status')
    await page.getByRole('button', { name: 'Columns of orders' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Side' }).click()
    await expect.poll(titles).toContain('Side')
    await page.getByRole('menuitem', { name: 'Reset columns' }).click()
    await expect.poll(() => titles()[0]).toBe('Time')
    expect(kept(desk)).toMatchObject({ visible: {}, pinned: null })
  })

  it('shows what passes its filters, says why one cannot be read, and clears them in one step', async () => {
    const desk = deskWith(50)
    await openWindow(desk)
    await page.getByRole('button', { name: 'Filter orders by column' }).click()
    const price = page.getByRole('textbox', { name: 'Filter by Price' })
    await price.fill('>40')
    await expect.element(page.getByText('10 of 50 shown')).toBeVisible()
    expect(kept(desk)?.filters).toEqual({ price: '>40' })
    await price.fill('lots')
    await expect.element(page.getByText('‘lots’ is not a number.', { exact: false })).toBeVisible()
    await expect.element(page.getByText('50 shown')).toBeVisible()
    await page.getByRole('button', { name: '1 filter , clear' }).click()
    expect(kept(desk)?.filters).toEqual({})
    await expect.element(price).toHaveValue('')
  })

  it('walks by cell, and copies the cell, the rows that are chosen, or all', async () => {
    await openWindow(deskWith(3))
    await expect.element(page.getByText('SYM0', { exact: true })).toBeVisible()
    const element = orders().element() as HTMLElement
    element.focus()
    const copy = () => {
      const clipboardData = new DataTransfer()
      element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true }))
      return clipboardData.getData('text/plain').split('\n')
    }
    await userEvent.keyboard('{Home}')
    expect(copy()).toHaveLength(4)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(active()).toMatch(/-symbol$/)
    expect(document.getElementById(active()!)?.textContent?.trim()).toBe('SYM0')
    expect(copy()).toEqual(['SYM0'])
    await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}')
    expect(copy().map((line) => line.split('\t')[2])).toEqual(['Symbol', 'SYM0', 'SYM1'])
    await userEvent.keyboard('{End}')
    expect(active()).toMatch(/-status$/)
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    expect(pointed()?.textContent).toContain('SYM0')
  })
})

describe('the strategy of an order', () => {
  it('is known of what was placed from here, as soon as it is, and groups the book', async () => {
    const desk = deskWith(2)
    desk.settings = {
      ...desk.settings,
      grids: { orders: { ...usualLook, group: 'strategy', visible: { strategy: true } } },
    }
    await openWindow(desk)
    const grouped = page.getByRole('treegrid', { name: 'Orders' })
    await expect.element(grouped.getByText('Not known')).toBeVisible()
    expect(grouped.element().textContent).not.toContain('SWING')
    const parts = [part('accepted', { orderId: '1' })]
    desk.emit('intents', [intent({ state: 'accepted', params: { strategy: 'SWING' }, parts })])
    await expect.element(grouped.getByText('SWING').first()).toBeVisible()
    await expect.element(grouped.getByText('Not known')).toBeVisible()
    expect(grouped.getByRole('row', { name: /SYM1.*SWING/ }).elements()).toHaveLength(1)
    expect(grouped.getByRole('row', { name: /SYM0.*SWING/ }).elements()).toHaveLength(0)
  })
})
