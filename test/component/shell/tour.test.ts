import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { WindowStanding } from '../../../src/shared/workspace/windows.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { openWindow } from '../window.ts'

const widthOf = (selector: string): number =>
  document.querySelector(selector)!.getBoundingClientRect().width

const card = page.getByRole('region', { name: 'A look around' })

describe('the look around', () => {
  it('comes up at the first start with the focus that nothing else has, and is skipped for good', async () => {
    const desk = new MemoryDesk({ settings: { toured: false } })
    await openWindow(desk)
    await expect.element(card).toMatchTextContent('1 of 7')
    await expect.element(card.getByRole('button', { name: 'Next' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(card).not.toBeInTheDocument()
    expect(desk.settings.toured).toBe(true)
  })

  it('lies under a ticket, whose last button stays within reach', async () => {
    await openWindow(new MemoryDesk({ settings: { toured: false } }))
    await expect.element(card).toMatchTextContent('1 of 7')
    await page.getByRole('button', { name: 'New order' }).click()
    await page.getByRole('menuitem', { name: 'Regular' }).click()
    const ticket = page.getByRole('dialog', { name: / ticket\b/ })
    await expect.element(ticket).toBeInTheDocument()
    const { left, top } = ticket.element().getBoundingClientRect()
    // Where the card stands depends on what it is about, and tickets are dragged.
    const moved = card.element() as HTMLElement
    moved.style.left = `${left}px`
    moved.style.top = `${top}px`
    const onTop = document.elementFromPoint(left + 40, top + 80)
    expect(ticket.element().contains(onTop)).toBe(true)
  })

  it('comes up by itself in the first window alone', async () => {
    const desk = new MemoryDesk({ settings: { toured: false } })
    const standing = { link: 'blue', bounds: null, armedFor: null } as const
    const other = { ...standing, id: 'another', isOpen: true, isHere: true }
    const windows = (number: number): WindowStanding[] => [
      { ...other, number },
      { ...other, id: desk.window.id, number: 2 },
    ]
    desk.windows = windows(1)
    await openWindow(desk)
    await expect.poll(() => document.querySelector('.dv-dockview')).not.toBeNull()
    await expect.poll(() => document.querySelectorAll('[aria-busy=true]')).toHaveLength(0)
    expect(card.query()).toBeNull()
    desk.emit('windows', windows(3))
    await expect.element(card).toBeInTheDocument()
  })

  it('says of no account with real money that it is practice', async () => {
    const service = { kind: 'url', url: 'https://service.example' } as const
    const real = account('real', { broker: 'ZE', service })
    const choose = async (name: RegExp) => {
      await page.getByRole('combobox', { name: 'Account shown' }).click()
      await page.getByRole('listbox').getByRole('option', { name }).click()
    }
    const desk = new MemoryDesk({ accounts: [real, account('trial')] })
    const share = { kind: 'times', times: '1' } as const
    const members = ['real', 'trial'].map((id) => ({ account: id, share }))
    desk.groups = [{ id: crypto.randomUUID(), name: 'Both', colour: 'teal', members }]
    await openWindow(desk)
    await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
    await page.getByRole('menuitem', { name: 'A look around' }).click()
    await expect.element(card).toMatchTextContent('What is sent for them is for real money.')
    await expect.element(card).not.toMatchTextContent(/practice/i)
    await choose(/^Both/)
    await expect.element(card).toMatchTextContent('all others trade for real money')
    await choose(/^Practice accounts/)
    await expect.element(card).toMatchTextContent('These books are practice')
    await expect.element(card).not.toMatchTextContent('real money')
  })

  it('goes with what it points at, when the window is made smaller', async () => {
    await openWindow(new MemoryDesk({ settings: { toured: false } }))
    await expect.element(card).toMatchTextContent('1 of 7')
    await expect.poll(() => document.querySelector('.dv-dockview')).not.toBeNull()
    const wider = widthOf('.ring')
    await page.viewport(1024, 700)
    await expect.poll(() => widthOf('.ring')).toBeLessThan(wider)
    await expect
      .poll(() => Math.abs(widthOf('.ring') - widthOf('[role$=grid][aria-label=Positions]') - 6))
      .toBeLessThan(1)
  })

  it('is found again in the menu, and walked through by keys', async () => {
    await openWindow(new MemoryDesk())
    await page.getByRole('button', { name: 'Accounts, settings', exact: true }).click()
    await page.getByRole('menuitem', { name: 'A look around' }).click()
    await expect.element(card.getByRole('button', { name: 'Next' })).toHaveFocus()
    const about = page
      .getByRole('treegrid', { name: 'Positions' })
      .element()
      .getBoundingClientRect()
    const ring = document.querySelector('.ring')?.getBoundingClientRect()
    expect(ring?.width, 'it points at the positions').toBeCloseTo(about.width + 6, 0)
    for (const _ of [1, 2, 3, 4, 5, 6]) await userEvent.keyboard('{Enter}')
    await expect.element(card).toMatchTextContent('7 of 7')
    await expect.element(card.getByRole('button', { name: 'Skip' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(card).not.toBeInTheDocument()
  })
})
