import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { openWindow } from '../window.ts'

const topMenu = page.getByRole('button', { name: 'Accounts, settings', exact: true })
const menu = page.getByRole('menu')
const focused = () => document.activeElement?.textContent.trim()

async function open(): Promise<void> {
  await openWindow(new MemoryDesk())
  await expect.element(topMenu).toBeVisible()
  ;(topMenu.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(menu).toBeVisible()
}

describe('a menu', () => {
  it('is opened by an arrow, walked by arrows and by letters, and gives the focus back', async () => {
    await open()
    expect(focused()).toBe('Accounts…')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('Groups of accounts…')
    await userEvent.keyboard('{End}')
    expect(focused()).toBe('Sound of alerts')
    await userEvent.keyboard('{Home}')
    expect(focused()).toBe('Accounts…')
    await userEvent.keyboard('high')
    expect(focused()).toBe('High contrast')
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(topMenu).toHaveFocus()
  })

  it('says what is on, and stays open where several things are chosen in it', async () => {
    await open()
    const light = page.getByRole('menuitemradio', { name: 'Light' })
    await expect.element(light).not.toBeChecked()
    await light.click()
    await expect.element(light).toBeChecked()
    await expect.element(page.getByRole('menuitemradio', { name: 'Dark' })).not.toBeChecked()
    await userEvent.keyboard('{Tab}')
    await expect.element(menu).not.toBeInTheDocument()
  })

  it('is closed by a press elsewhere, which means nothing else', async () => {
    await open()
    const beside = page.getByRole('button', { name: 'New order', exact: true })
    const { left, top } = beside.element().getBoundingClientRect()
    const over = document.elementFromPoint(left + 4, top + 4)
    expect(beside.element().contains(over)).toBe(false)
    over?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }))
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(topMenu).toHaveFocus()
    await expect.element(beside).toBeVisible()
  })

  it('opens another one out of itself, which is left by the arrow that leads back', async () => {
    await openWindow(new MemoryDesk())
    await expect.element(page.getByRole('treegrid', { name: 'Positions' })).toBeVisible()
    ;(page.getByRole('treegrid', { name: 'Positions' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowUp}{Shift>}{F10}{/Shift}')
    await expect.element(menu).toBeVisible()
    await userEvent.keyboard('{End}')
    expect(focused()).toBe('Columns →')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByRole('menu', { name: 'Columns' })).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(page.getByRole('menu', { name: 'Columns' })).not.toBeInTheDocument()
    expect(focused()).toBe('Columns →')
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(page.getByRole('treegrid', { name: 'Positions' })).toHaveFocus()
  })
})
