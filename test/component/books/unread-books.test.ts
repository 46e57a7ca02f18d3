import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { bookNames } from '../../../src/shared/books/books.ts'
import type { Reply } from '../../../src/shared/core/errors.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { position } from '../../unit/renderer/records.ts'
import { openWindow, settled } from '../window.ts'

const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
const heard = (desk: MemoryDesk) =>
  (desk.called('hearRows').at(-1) as { books: Partial<Record<string, string[]>> } | undefined)
    ?.books

function twoAccounts(): MemoryDesk {
  const desk = new MemoryDesk({
    accounts: [account('main'), account('aunt')],
    window: { selected: 'main' },
  })
  desk.fill('main', 'positions', [['a', position({ symbol: 'INFY-EQ' })]])
  desk.fill('aunt', 'positions', [['b', position({ symbol: 'SBIN-EQ', ltp: 838.6 })]])
  return desk
}

const read = (desk: MemoryDesk, id: string) =>
  desk.called('readBook').filter((input) => (input as { account: string }).account === id).length

function value<Value>(reply: Reply<Value>): Value {
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value
}

async function show(name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Account shown' }).click()
  await page.getByRole('listbox').getByRole('option', { name }).click()
}

describe('Rows that nothing of a window reads', () => {
  it('are told no more after a minute, and those that are shown are', async () => {
    const desk = twoAccounts()
    const time = await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    time.pass(50_000)
    await settled()
    expect(desk.called('hearRows')).toEqual([])
    time.pass(30_000)
    await settled()
    expect(heard(desk)?.['positions']).toEqual(['main'])
    expect(Object.values(heard(desk)!).flat()).not.toContain('aunt')
    // How old it is, and whether it fails, is known all the same.
    desk.poll('aunt', 'orders', undefined, {
      trouble: { code: 'too-late', message: 'OrderBook had no answer within 10 s.' },
    })
    desk.poll('main', 'positions', { set: [['a', { symbol: 'TCS-EQ' }]] })
    await expect.element(cell('TCS-EQ')).toBeVisible()
  })

  it('are asked for and read once they are shown, as they are by then', async () => {
    const desk = twoAccounts()
    const time = await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    time.pass(90_000)
    await settled()
    expect(Object.values(heard(desk)!).flat()).not.toContain('aunt')
    const before = read(desk, 'aunt')
    // Nothing of this is told: it is in the book that is read.
    desk.poll('aunt', 'positions', { set: [['b', { ltp: 840 }]] })
    await show(/^Aunt/)
    await expect.element(cell('SBIN-EQ')).toBeVisible()
    await expect.element(cell('840.00').last()).toBeVisible()
    expect(heard(desk)?.['positions']).toEqual(['main', 'aunt'])
    expect(read(desk, 'aunt')).toBeGreaterThan(before)
    expect(read(desk, 'aunt')).toBeLessThanOrEqual(before + bookNames.length)
    desk.poll('aunt', 'positions', { set: [['b', { ltp: 841 }]] })
    await expect.element(cell('841.00').last()).toBeVisible()
  })

  it('are asked for again where the desk tells less than is shown', async () => {
    const desk = twoAccounts()
    await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    desk.fill('main', 'positions', [['a', position({ symbol: 'WIPRO-EQ' })]])
    const { meta } = value(desk.snapshot('main', 'positions'))
    desk.emit('book', {
      ...{ account: 'main', book: 'positions', meta: { ...meta, seq: meta.seq + 1 } },
      unseen: { isOpen: true },
    })
    await expect.element(cell('WIPRO-EQ')).toBeVisible()
    expect(heard(desk)?.['positions']).toContain('main')
  })

  it('keep a person from leaving what is open in an account that is not shown', async () => {
    const desk = twoAccounts()
    desk.fill('main', 'positions', [])
    desk.fill('aunt', 'positions', [])
    const time = await openWindow(desk)
    const isAsked = () => {
      const leaving = new Event('beforeunload', { cancelable: true })
      dispatchEvent(leaving)
      return leaving.defaultPrevented
    }
    await settled()
    time.pass(90_000)
    await settled()
    expect(isAsked()).toBe(false)
    const shown = value(desk.snapshot('main', 'positions')).meta
    const unreadable = ['a row without a quantity']
    desk.emit('book', { account: 'main', book: 'positions', meta: { ...shown, unreadable } })
    await expect.poll(isAsked).toBe(true)
    desk.emit('book', { account: 'main', book: 'positions', meta: shown })
    await expect.poll(isAsked).toBe(false)
    const { meta } = value(desk.snapshot('aunt', 'positions'))
    desk.emit('book', { account: 'aunt', book: 'positions', meta, unseen: { isOpen: true } })
    await expect.poll(isAsked).toBe(true)
  })
})
