import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail } from '../../../src/shared/core/errors.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { openWindow } from '../window.ts'

const accounts = page.getByRole('dialog', { name: 'Accounts' })
const question = page.getByRole('alertdialog')
const menu = page.getByRole('button', { name: 'Accounts, settings', exact: true })
const focused = () => document.activeElement
const press = (keys: string) => userEvent.keyboard(keys)

/** As a hand does that holds the mouse still: the browser's own would wait for what is under it. */
const pressBeside = (dialog: Element, timeStamp: number) => {
  const event = new PointerEvent('pointerdown', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  dialog.previousElementSibling!.dispatchEvent(event)
}

describe('a dialog', () => {
  let desk: MemoryDesk
  beforeEach(async () => {
    const service = { kind: 'url' as const, url: 'https://api.example.com' }
    desk = new MemoryDesk({ accounts: [account('long', { service })] })
    await openWindow(desk)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Accounts…', exact: true }).click()
    await expect.element(accounts).toBeVisible()
  })

  it('leads the Tab key round, both ways, and past no radio button but one', async () => {
    await page.getByRole('button', { name: 'Add account' }).click()
    const form = page.getByRole('dialog', { name: 'Add account' })
    await expect.element(form).toBeVisible()
    const around: Element[] = []
    const first = focused()!
    do {
      around.push(focused()!)
      expect(form.element().contains(focused())).toBe(true)
      await press('{Tab}')
    } while (focused() !== first && around.length < 60)
    expect(around.length).toBeLessThan(60)
    expect(around.filter((one) => one.matches('[type=radio]'))).not.toHaveLength(0)
    expect(new Set(around)).toHaveLength(around.length)
    await press('{Shift>}{Tab}{/Shift}')
    expect(focused()).toBe(around.at(-1))
  })

  it('keeps the focus from whatever lies under it', async () => {
    ;(menu.element() as HTMLElement).focus()
    expect(accounts.element().contains(focused())).toBe(true)
  })

  it('has the focus itself where nothing in it can have it for now', async () => {
    const add = accounts.getByRole('button', { name: 'Add account' })
    const button = add.element() as HTMLButtonElement
    button.focus()
    button.disabled = true
    ;(menu.element() as HTMLElement).focus()
    await expect.element(accounts).toHaveFocus()
    button.disabled = false
  })

  it('lets another one ask over it, which Escape and Tab are for until it is answered', async () => {
    const ask = accounts.getByRole('button', { name: 'Delete' })
    await ask.click()
    await expect.element(question).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus()
    pressBeside(question.element(), performance.now() + 5000)
    for (let times = 0; times < 3; times++) {
      await press('{Tab}')
      expect(question.element().contains(focused())).toBe(true)
    }
    await press('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(ask).toHaveFocus()
    await press('{Escape}')
    await expect.element(accounts).not.toBeInTheDocument()
    await expect.element(menu).toHaveFocus()
  })

  it('has the focus while what was pressed is at work, and gives it back then', async () => {
    const answer = Promise.withResolvers<never>()
    desk.answers.testAccount = () => answer.promise
    const test = accounts.getByRole('button', { name: /^Test/ })
    await test.click()
    await expect.element(test).toBeDisabled()
    await expect.element(accounts).toHaveFocus()
    answer.resolve(fail('not-sent', 'No way there.') as never)
    await expect.element(test).toBeEnabled()
    await expect.element(test).toHaveFocus()
  })

  it('is closed by a press beside it, but not by the rest of a double click', async () => {
    await accounts.getByRole('button', { name: 'Add account' }).click()
    const form = page.getByRole('dialog', { name: 'Add account' })
    await expect.element(form).toBeVisible()
    pressBeside(form.element(), performance.now() + 100)
    await expect.element(form).toBeVisible()
    pressBeside(form.element(), performance.now() + 5000)
    await expect.element(form).not.toBeInTheDocument()
  })
})
