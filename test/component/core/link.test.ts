import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { order, position } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

/** Positions are grouped at first. */
const roleOf = (grid: string) => (grid === 'Positions' ? 'treegrid' : 'grid')
const rowsOf = (grid: string) => page.getByRole(roleOf(grid), { name: grid })
const linkedIn = (grid: string) =>
  [...rowsOf(grid).element().querySelectorAll('.row.linked')].map((row) =>
    row.querySelector('[data-column=symbol]')?.textContent?.trim(),
  )

const desk = () => {
  const made = new MemoryDesk()
  made.fill('main', 'positions', [
    ['a', position({ symbol: 'INFY-EQ' })],
    ['b', position({ symbol: 'SBIN-EQ' })],
  ])
  made.fill(
    'main',
    'orders',
    Array.from({ length: 60 }, (_, index) => [
      `o${index}`,
      order({ order_id: `o${index}`, symbol: index === 59 ? 'SBIN-EQ' : 'INFY-EQ' }),
    ]),
  )
  return made
}

describe('panels that are linked', () => {
  it('show the symbol that was chosen in another, in sight and without the focus', async () => {
    await openWindow(desk())
    await rowsOf('Positions')
      .getByRole('row', { name: /SBIN-EQ/ })
      .click()
    await expect.poll(() => linkedIn('Orders')).toEqual(['SBIN-EQ'])
    expect(linkedIn('Positions')).toEqual([])
    expect(document.activeElement).toBe(rowsOf('Positions').element())
  })

  it('are parted by the switch', async () => {
    const made = desk()
    await openWindow(made)
    await rowsOf('Positions')
      .getByRole('row', { name: /INFY-EQ/ })
      .click()
    await expect.poll(() => linkedIn('Orders').length).toBeGreaterThan(3)
    await page.getByRole('button', { name: 'Panels and layouts' }).click()
    const link = page.getByRole('menuitemcheckbox', { name: 'Link panels by symbol' })
    await link.click()
    await expect.poll(() => linkedIn('Orders')).toEqual([])
    expect(made.settings.linked).toBe(false)
    await expect.element(link).not.toBeChecked()
  })
})
