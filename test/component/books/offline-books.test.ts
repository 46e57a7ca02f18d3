import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { bookNames } from '../../../src/shared/books/books.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { funds, position } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
const trouble = { code: 'no-answer', message: 'The connection was refused.' } as const

/** The day before the window's clock, at 15:29 in India. */
const yesterday = Date.UTC(2026, 10, 20, 9, 59)

/** A desk that has rows of an earlier session, and no answer yet. */
function deskWithKept(): MemoryDesk {
  const desk = new MemoryDesk({ accounts: [account('main')] })
  const meta = { seq: -1, age: null, kept: yesterday, trouble }
  desk.fill('main', 'positions', [['a', position({ symbol: 'INFY-EQ', ltp: 1531.9 })]], meta)
  desk.fill('main', 'funds', [['', funds()]], meta)
  return desk
}

describe('books of an earlier session', () => {
  it('are shown, and marked with when they were read', async () => {
    await openWindow(deskWithKept())
    await expect.element(cell('INFY-EQ')).toBeVisible()
    await expect.element(page.getByText(/from yesterday 15:29/).first()).toBeVisible()
  })

  it('count for nothing in the bar on top', async () => {
    await openWindow(deskWithKept())
    await expect.element(cell('INFY-EQ')).toBeVisible()
    const bar = page.getByRole('banner')
    expect(bar.element().textContent).toMatch(/Day P&L\s*–.*Available\s*–/s)
  })

  it('lend their symbol to a ticket, and not their price', async () => {
    await openWindow(deskWithKept())
    await cell('INFY-EQ').click()
    await page.getByRole('row', { name: /INFY-EQ/ }).click()
    ;(page.getByRole('treegrid', { name: 'Positions' }).element() as HTMLElement).focus()
    const press = new KeyboardEvent('keydown', { key: 'b', bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(press)
    const ticket = page.getByRole('dialog', { name: / ticket\b/ })
    await expect.element(ticket.getByRole('combobox', { name: 'Symbol' })).toHaveValue('INFY-EQ')
    await expect.element(ticket.getByLabelText('Limit price')).toHaveValue('')
  })

  it('are said to be of an earlier session where their account is in trouble, and never to be unread', async () => {
    const desk = deskWithKept()
    const isLocked = { code: 'vault-locked', message: 'Unlock the keys first.' } as const
    for (const book of bookNames)
      desk.poll('main', book, undefined, { age: null, trouble: isLocked })
    await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    await page.getByRole('button', { name: 'What to do' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'What went wrong' })
    await expect
      .element(dialog)
      .toMatchTextContent('What is shown of these accounts is from before')
    await expect.element(dialog).toMatchTextContent('of an earlier session')
    await expect.element(dialog).not.toMatchTextContent('nothing read yet')
  })

  it('give way to the first good answer as a whole', async () => {
    const desk = deskWithKept()
    await openWindow(desk)
    await expect.element(cell('INFY-EQ')).toBeVisible()
    const row = position({ symbol: 'SBIN-EQ', ltp: 838.6 })
    desk.fill('main', 'positions', [['b', row]], { seq: 1, age: 0 })
    const meta = { seq: 1, age: 0, every: 1000, trouble: null, unreadable: [] }
    desk.emit('book', { account: 'main', book: 'positions', meta, patch: { put: [['b', row]] } })
    await expect.element(cell('SBIN-EQ')).toBeVisible()
    await expect.element(cell('INFY-EQ')).not.toBeInTheDocument()
    const old = page.getByTitle(/^Of an earlier session, from yesterday 15:29/)
    await expect.element(old).toMatchTextContent('Old')
  })
})
