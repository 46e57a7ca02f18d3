import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MemoryDesk } from './bridge.ts'
import { order } from './records.ts'
import { openWindow, settled } from './window.ts'

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
    expect(lit).toEqual(['100 / 200'])
  })
})
