import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { WindowStanding } from '../../../src/shared/workspace/windows.ts'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { openWindow } from '../window.ts'

function isAsked(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  return leaving.defaultPrevented
}

it('a window with a ticket in it asks before it goes or is loaded anew, beside others as well', async () => {
  const desk = new MemoryDesk()
  const each = { link: 'blue', bounds: null, armedFor: null, isOpen: true, isHere: true } as const
  const windows: WindowStanding[] = [
    { ...each, id: desk.window.id, number: 1 },
    { ...each, id: 'another', number: 2 },
  ]
  desk.windows = windows
  await openWindow(desk)
  expect(isAsked()).toBe(false)
  await page.getByRole('button', { name: 'New order' }).click()
  await page.getByRole('menuitem', { name: 'Regular' }).click()
  await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
  expect(isAsked()).toBe(true)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(isAsked).toBe(false)
})

it('a window tells the desk what is typed into it, and once more where its line was broken', async () => {
  const desk = new MemoryDesk()
  await openWindow(desk)
  expect(desk.called('tellTyped')).toEqual([])
  await page.getByRole('button', { name: 'New order' }).click()
  await page.getByRole('menuitem', { name: 'Regular' }).click()
  const one = { tickets: 1, baskets: 0, forms: 0 }
  await expect.poll(() => desk.called('tellTyped')).toEqual([one])
  await page.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
  desk.emit('line', { state: 'anew' })
  await expect.poll(() => desk.called('tellTyped')).toEqual([one, one])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => desk.called('tellTyped').at(-1)).toEqual({ ...one, tickets: 0 })
})

it('a window tells the desk of what is typed into any form of the console', async () => {
  const desk = new MemoryDesk()
  await openWindow(desk)
  const fields = { OrderHistory: 'order_id', OpenPositions: 'symbol' }
  for (const [at, [operation, field]] of Object.entries(fields).entries()) {
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: /^Order, command/ }).fill(`Console: ${operation}`)
    await userEvent.keyboard('{Enter}')
    const form = page.getByRole('region', { name: 'Operation' })
    await expect.element(form.getByLabelText('Operation')).toHaveValue(operation)
    await form.getByLabelText(new RegExp(`^${field}`)).fill('INFY-EQ')
    await userEvent.keyboard('{Tab}')
    await expect
      .poll(() => desk.called('tellTyped').at(-1))
      .toEqual({ tickets: 0, baskets: 0, forms: at + 1 })
  }
})
