import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import type { ExitOfAccount, ExitRun } from '../../../src/shared/exits/exits.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { uuid } from '../../unit/renderer/intents.ts'
import { openWindow, settled } from '../window.ts'

/** 13:15:52 in India. */
const at = Date.UTC(2026, 10, 21, 7, 45, 52)
const banner = () => page.getByRole('region', { name: 'The stop is on' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

const ofAccount = (id: string, more: Partial<ExitOfAccount>): ExitOfAccount => ({
  account: id,
  strategy: null,
  step: 'waiting',
  cancelled: null,
  closed: null,
  failures: [],
  left: null,
  todo: null,
  ...more,
})
const cancelling = (accounts: ExitOfAccount[]): ExitRun => ({
  id: uuid(1),
  what: 'stop',
  at,
  state: 'running',
  accounts,
})

function stoppable(): MemoryDesk {
  const desk = new MemoryDesk({ accounts: [account('main'), account('swing')] })
  desk.answers.engageStop = () => {
    desk.emit('stop', { on: true, at })
    return ok({ on: true, at })
  }
  return desk
}

describe('the stop', () => {
  it('is engaged by one press, without a question', async () => {
    const desk = stoppable()
    await openWindow(desk)
    await button('Stop').click()
    expect(desk.called('engageStop')).toEqual([{}])
    await expect
      .element(banner())
      .toMatchTextContent(
        'Stopped since 13:15:52. New orders are held in all accounts; exits still work.',
      )
    await expect.element(button('Stopped')).toHaveAttribute('aria-pressed', 'true')
  })

  it('is engaged by its keys from anywhere, in a field or over a dialog, once for one press', async () => {
    const desk = stoppable()
    await openWindow(desk)
    await page.getByRole('searchbox', { name: 'Filter orders' }).click()
    await userEvent.keyboard('{Control>}{Shift>}x{/Shift}{/Control}')
    expect(desk.called('engageStop')).toHaveLength(1)
    await button('Accounts, settings').click()
    await page.getByRole('menuitem', { name: 'Accounts…', exact: true }).click()
    await button('Add account').click()
    await page.getByLabelText('API key').click()
    await userEvent.keyboard('{Control>}{Shift>}x{/Shift}{/Control}')
    expect(desk.called('engageStop')).toHaveLength(2)
    await userEvent.keyboard('{Control>}x{/Control}{Shift>}x{/Shift}')
    expect(desk.called('engageStop')).toHaveLength(2)
  })

  it('of thirty accounts is told in one line, with those that somebody has to look at', async () => {
    const ids = Array.from({ length: 30 }, (_, place) => `client-${place}`)
    const desk = new MemoryDesk({ accounts: ids.map((id) => account(id)) })
    await openWindow(desk)
    desk.emit('stop', { on: true, at })
    desk.emit('exit', {
      ...cancelling(
        ids.map((id, place) => ofAccount(id, { step: place === 3 ? 'failed' : 'flat' })),
      ),
      state: 'left',
    })
    const list = page.getByRole('list', { name: 'What the stop cancelled' })
    await expect.element(list).toMatchTextContent('Stop: 29 of 30 without orders')
    await expect.element(list).toMatchTextContent('Client-3 failed: nothing was cancelled')
    expect(list.getByRole('listitem').elements()).toHaveLength(2)
    // Once it is lifted, orders may work again: what it left is no word of now.
    desk.emit('stop', { on: false, at: null })
    await expect.element(list).not.toBeInTheDocument()
    const said = () => [...document.querySelectorAll('footer :is(.exit, [role=status])')]
    expect(
      said()
        .map((one) => one.textContent)
        .join(),
    ).not.toMatch(/without orders/)
  })

  it('that was lifted is no more told of, also where what it cancelled is still looked for', async () => {
    const desk = stoppable()
    desk.stop = { on: false, at: at + 1000 }
    desk.exits = [cancelling([ofAccount('main', {}), ofAccount('swing', {})])]
    await openWindow(desk)
    await expect.element(page.getByText('The stop was lifted')).toBeVisible()
    expect(page.getByRole('contentinfo').element().textContent).not.toMatch(/without orders/)
  })

  it('shows what it cancels, account by account', async () => {
    const desk = stoppable()
    await openWindow(desk)
    await button('Stop').click()
    desk.emit(
      'exit',
      cancelling([
        ofAccount('main', { step: 'flat', cancelled: 2 }),
        ofAccount('swing', { step: 'sending' }),
      ]),
    )
    await expect
      .element(banner())
      .toMatchTextContent('Main no orders left, the service says 2 cancelled')
    await expect.element(banner()).toMatchTextContent('Swing cancelling…')
    const failure = { code: 'too-late' as const, message: 'No answer within 10 s.' }
    desk.emit(
      'exit',
      cancelling([
        ofAccount('main', { step: 'flat', cancelled: 2 }),
        ofAccount('swing', { step: 'failed', failures: [failure] }),
      ]),
    )
    await expect.element(banner()).toMatchTextContent('Swing failed: No answer within 10 s.')
  })

  it('that cannot be engaged says so loudly, until it is', async () => {
    const desk = stoppable()
    const engage = desk.answers.engageStop!
    desk.answers.engageStop = () => fail('storage-failed', 'The disk is full.')
    await openWindow(desk)
    await button('Stop').click()
    const alert = page.getByRole('alert', { name: 'The stop failed' })
    await expect.element(alert).toMatchTextContent('The stop is not on. The disk is full.')
    desk.answers.engageStop = engage
    await button('Stop again').click()
    await expect.element(banner()).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
  })

  it('of which the answer never came is not said to be off', async () => {
    const desk = stoppable()
    desk.answers.engageStop = () => fail('no-answer', 'The connection broke before it answered.')
    await openWindow(desk)
    await button('Stop').click()
    const alert = page.getByRole('alert', { name: 'The stop failed' })
    await expect.element(alert).toMatchTextContent('Whether the stop is on is not known.')
    await expect.element(alert).toMatchTextContent('Orders may still go out.')
  })

  it('that was on when the window opened is shown', async () => {
    const desk = stoppable()
    const open = desk.view
    desk.answers.openDesk = () => ok({ ...open, stop: { on: true, at } })
    await openWindow(desk)
    await expect.element(banner()).toMatchTextContent('Stopped since 13:15:52.')
  })

  it('is lifted only by typing it; Escape leaves it on', async () => {
    const desk = stoppable()
    desk.answers.liftStop = () => ok({ on: false, at })
    await openWindow(desk)
    await button('Stop').click()
    await button('Lift the stop…').click()
    await expect.element(button('Lift the stop')).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await expect.element(banner()).toBeVisible()
    expect(desk.called('liftStop')).toEqual([])

    await button('Lift the stop…').click()
    await expect.element(page.getByLabelText(/Type LIFT/)).toHaveFocus()
    await userEvent.keyboard('lif{Enter}')
    expect(desk.called('liftStop')).toEqual([])
    await userEvent.keyboard('t{Enter}')
    await expect.element(banner()).not.toBeInTheDocument()
    expect(desk.called('liftStop')).toEqual([{}])
    // One press too many after that stops nothing.
    await settled()
    await userEvent.keyboard('{Enter}')
    await settled()
    expect(desk.called('engageStop')).toHaveLength(1)
  })

  it('stays on, with the reason, where it cannot be lifted', async () => {
    const desk = stoppable()
    desk.answers.liftStop = () => fail('storage-failed', 'The disk is full.')
    await openWindow(desk)
    await button('Stop').click()
    await button('Lift the stop…').click()
    await page.getByLabelText(/Type LIFT/).fill('LIFT')
    await button('Lift the stop').click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent('The disk is full.')
    await expect.element(banner()).toBeInTheDocument()
  })

  it('offers to square off everything, of accounts too that this window does not show', async () => {
    const desk = stoppable()
    const service = { kind: 'url', url: 'https://api.example.com' } as const
    desk.accounts = [account('main', { service }), account('tried')]
    await openWindow(desk)
    await button('Stop').click()
    await button('Square off everything…').click()
    const dialog = page.getByRole('dialog', { name: 'Exit' })
    await expect.element(dialog.getByRole('checkbox', { name: /Main/ })).toBeChecked()
    await expect.element(dialog.getByRole('checkbox', { name: /Tried/ })).toBeChecked()
  })
})
