import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { openWindow } from '../window.ts'

it('choices of long words are of one width, and none is cut', async () => {
  await openWindow(new MemoryDesk())
  await userEvent.keyboard('{Control>},{/Control}')
  await expect.element(page.getByRole('radio', { name: 'High contrast' })).toBeVisible()
  const groups = [...document.querySelectorAll('.segments')]
  expect(groups.length).toBeGreaterThan(2)
  for (const group of groups) {
    const labels = [...group.querySelectorAll('label')]
    const widths = labels.map((label) => label.getBoundingClientRect().width)
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(1)
    for (const label of labels) expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth)
  }
})
