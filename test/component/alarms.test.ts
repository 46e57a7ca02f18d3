import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Alarm } from '../../src/shared/contract.ts'
import { ok } from '../../src/shared/errors.ts'
import { voices } from '../../src/renderer/shell/voices.ts'
import { usualAlerts, withSounds } from '../../src/shared/settings/alerts.ts'
import { MemoryDesk } from './bridge.ts'
import { intent, uuid } from './intents.ts'
import { openWindow } from './window.ts'

const alarm = (id: string, more: Partial<Alarm> = {}): Alarm => ({
  id,
  at: Date.UTC(2026, 10, 21, 7, 45, 52),
  kind: 'rejected',
  account: 'main',
  title: `Rejected ${id}`,
  message: 'Margin is short. Add funds.',
  intent: null,
  orderId: null,
  ...more,
})
const button = (name: string) => page.getByRole('button', { name, exact: true })

const toasts = () => page.getByRole('alert', { name: /^Rejected/ })

afterEach(() => vi.restoreAllMocks())

describe('an alarm', () => {
  it('stays until it is dismissed, and is kept in a list', async () => {
    const desk = new MemoryDesk()
    const sound = vi.spyOn(voices, 'sound')
    const time = await openWindow(desk)
    desk.emit('alarm', alarm('1'))
    const toast = page.getByRole('alert', { name: 'Rejected 1' })
    await expect.element(toast).toMatchTextContent('Rejected 1 Main · 13:15:52')
    expect(sound).toHaveBeenCalledTimes(1)
    time.pass(5000)
    await expect.element(toast).toBeVisible()
    await button('Dismiss the alarm').click()
    await expect.element(toast).not.toBeInTheDocument()
    await page.getByRole('contentinfo').getByRole('button', { name: 'Alarms 1' }).click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent('Margin is short. Add funds.')
  })

  it('told twice is one', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    desk.emit('alarm', alarm('1'))
    desk.emit('alarm', alarm('1'))
    await expect.element(button('Alarms 1')).toBeVisible()
    expect(toasts().elements()).toHaveLength(1)
  })

  it('is silent where sounds are off, and seen all the same', async () => {
    const desk = new MemoryDesk({ settings: { alerts: withSounds(usualAlerts, false) } })
    const sound = vi.spyOn(voices, 'sound')
    await openWindow(desk)
    desk.emit('alarm', alarm('1'))
    await expect.element(toasts()).toBeVisible()
    expect(sound).not.toHaveBeenCalled()
  })

  it('of an order in doubt leads to it', async () => {
    const desk = new MemoryDesk()
    desk.intents = [intent({ id: uuid(1), state: 'in-doubt' })]
    await openWindow(desk)
    desk.emit('alarm', alarm('1', { kind: 'in-doubt', intent: uuid(1) }))
    await button('Look into it').click()
    await expect.element(page.getByRole('dialog', { name: 'Orders in doubt' })).toBeVisible()
  })

  it('of an order in doubt does not go on saying so once it was found', async () => {
    const desk = new MemoryDesk()
    const doubtful = intent({ id: uuid(1), state: 'in-doubt' })
    desk.intents = [doubtful]
    await openWindow(desk)
    desk.emit('alarm', alarm('1', { kind: 'in-doubt', intent: uuid(1) }))
    await expect.element(toasts()).toMatchTextContent('Margin is short. Add funds.')
    desk.emit('intents', [{ ...doubtful, state: 'matched', changedAt: doubtful.changedAt + 1 }])
    await expect.element(toasts()).toMatchTextContent('no longer in doubt')
    await expect.element(toasts()).not.toMatchTextContent('Margin is short')
  })

  it('when many come, shows the latest and counts the others', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    for (const id of ['1', '2', '3', '4', '5']) desk.emit('alarm', alarm(id))
    await expect.element(page.getByRole('alert', { name: 'Rejected 5' })).toBeVisible()
    expect(toasts().elements()).toHaveLength(3)
    await button('2 more').click()
    await expect.element(page.getByRole('dialog')).toMatchTextContent('Rejected 1')
    await button('Close').last().click()
    await button('Dismiss all').click()
    await expect.poll(() => toasts().elements().length).toBe(0)
  })
})

describe('a system notification', () => {
  const shown = vi.fn()
  class Told {
    static permission = 'granted'
    static requestPermission = vi.fn()
    constructor(title: string) {
      shown(title)
    }
  }
  afterEach(() => {
    vi.unstubAllGlobals()
    shown.mockClear()
  })
  const hidden = (isHidden: boolean) =>
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)

  it('is shown while the window is hidden and may, and never asks by itself', () => {
    vi.stubGlobal('Notification', Told)
    hidden(false)
    voices.notify(alarm('1'))
    expect(shown).not.toHaveBeenCalled()
    hidden(true)
    voices.notify(alarm('2'))
    expect(shown.mock.calls).toEqual([['Rejected 2']])
    Told.permission = 'default'
    voices.notify(alarm('3'))
    expect(shown).toHaveBeenCalledTimes(1)
    expect(Told.requestPermission).not.toHaveBeenCalled()
    Told.permission = 'granted'
  })
})

describe('orders that wait', () => {
  it('stand above the book with the pace, and are called off one by one or all', async () => {
    const desk = new MemoryDesk()
    const queued = [1, 2].map((number) =>
      intent({ id: uuid(number), params: { symbol: `SYM${number}`, action: 'BUY' } }),
    )
    desk.intents = queued
    desk.answers.callOffOrders = ({ intents }) => {
      const off = queued
        .filter(({ id }) => intents.includes(id))
        .map((one) => ({ ...one, changedAt: 1e6, state: 'not-sent' as const }))
      return ok(off)
    }
    await openWindow(desk)
    desk.emit('pace', [{ account: 'main', used: 2, most: 10, waiting: 2 }])
    const queue = page.getByRole('region', { name: 'Orders that wait to be sent' })
    await expect.element(queue).toMatchTextContent('2 orders queued Main 2 of 10/s')
    await expect.element(page.getByRole('banner')).toMatchTextContent('Orders / s 2 of 10')
    await button('Call off BUY 100 SYM1, Main').click()
    await expect.element(queue).toMatchTextContent('1 order queued')
    await button('Call off all').click()
    await expect.element(queue).not.toBeInTheDocument()
    expect(desk.called('callOffOrders')).toEqual([{ intents: [uuid(1)] }, { intents: [uuid(2)] }])
  })
})
