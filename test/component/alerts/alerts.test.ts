import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Alert, PriceAlert } from '../../../src/shared/alerts/alerts.ts'
import { fail, ok } from '../../../src/shared/core/errors.ts'
import { alertSounds } from '../../../src/renderer/alerts/alert-sounds.ts'
import { account, MemoryDesk } from '../../unit/renderer/memory-desk.ts'
import { intent, uuid } from '../../unit/renderer/intents.ts'
import { position } from '../../unit/renderer/records.ts'
import { openWindow } from '../window.ts'

const alert = (id: number, more: Partial<Alert> = {}): Alert => ({
  id: uuid(id),
  seq: id,
  at: Date.UTC(2026, 10, 21, 7, 45, 52),
  kind: 'rejected',
  tone: 'bad',
  account: 'main',
  title: `Rejected ${id}`,
  message: 'Margin is short. Add funds.',
  count: 1,
  intent: null,
  isOurs: false,
  orderId: null,
  symbol: null,
  told: { toast: true, sound: true, system: true },
  isRead: false,
  ...more,
})
const button = (name: string) => page.getByRole('button', { name, exact: true })

const toasts = () => page.getByRole('alert', { name: /^Rejected/ })

afterEach(() => vi.restoreAllMocks())

describe('an alert', () => {
  it('of an order that went wrong stays until it is dismissed, and is read then', async () => {
    const desk = new MemoryDesk()
    const sound = vi.spyOn(alertSounds, 'sound')
    const time = await openWindow(desk)
    desk.emit('alert', alert(1))
    const toast = page.getByRole('alert', { name: 'Rejected 1' })
    await expect.element(toast).toMatchTextContent('Main · 13:15:52')
    expect(sound.mock.calls).toEqual([['bad']])
    time.pass(60_000)
    await expect.element(toast).toBeVisible()
    await button('Dismiss the alert').click()
    await expect.element(toast).not.toBeInTheDocument()
    expect(desk.called('markAlerts')).toEqual([{ ids: [uuid(1)] }])
  })

  it('names its account once, in its title or beside it', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    const title = 'Not known what the stop left in Main'
    desk.emit('alert', alert(1, { kind: 'exit', tone: 'urgent', title }))
    const toast = page.getByRole('alert', { name: title })
    await expect.element(toast).toMatchTextContent('13:15:52')
    await expect.element(toast).not.toMatchTextContent(/Main.*Main/)
  })

  it('of a fill goes by itself, but not from under the mouse', async () => {
    const desk = new MemoryDesk()
    const time = await openWindow(desk)
    desk.emit('alert', alert(1, { kind: 'filled', tone: 'good', title: 'Filled 1' }))
    const toast = page.getByRole('status', { name: 'Filled 1' })
    await toast.hover()
    time.pass(60_000)
    await expect.element(toast).toBeVisible()
    await page.getByRole('banner').hover()
    time.pass(60_000)
    await expect.element(toast).not.toBeInTheDocument()
    expect(desk.called('markAlerts')).toEqual([])
  })

  it('of a price that was waited for covers no fill, and is covered by none', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    const price = (id: number) => alert(id, { kind: 'price', tone: 'good', title: `Reached ${id}` })
    const filled = (id: number) =>
      alert(id, { kind: 'filled', tone: 'good', title: `Filled ${id}` })
    for (const told of [price(1), filled(2), filled(3)]) desk.emit('alert', told)
    await expect.element(page.getByRole('status', { name: 'Reached 1' })).toBeVisible()
    await expect.element(page.getByRole('status', { name: 'Filled 3' })).toBeVisible()
    await expect.element(button('1 more')).toBeVisible()
    for (const told of [alert(4), alert(5), price(6)]) desk.emit('alert', told)
    await expect.element(page.getByRole('status', { name: 'Reached 6' })).toBeVisible()
    await expect.element(page.getByRole('alert', { name: 'Rejected 5' })).toBeVisible()
    await expect.element(button('4 more')).toBeVisible()
    await page.viewport(2560, 800)
    await expect.element(page.getByRole('status', { name: 'Filled 3' })).toBeVisible()
    expect(toasts().elements()).toHaveLength(2)
    await expect.element(button('2 more')).toBeVisible()
  })

  it('lies over nothing, beside exits of thirty accounts and much else that waits', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `client-${at}`)
    const desk = new MemoryDesk({ accounts: ids.map((id) => account(id)) })
    const more = { strategy: null, cancelled: null, closed: null, failures: [], left: null }
    const left = { ...more, step: 'left' as const, todo: null, takenBackAt: null }
    const accounts = ids.map((id) => ({ ...left, account: id }))
    desk.exits = [{ id: '1', what: 'both', at: 1, state: 'left', accounts }]
    await openWindow(desk)
    for (let id = 1; id <= 20; id++)
      desk.emit(
        'alert',
        alert(id, {
          kind: 'exit',
          tone: 'urgent',
          account: ids[id]!,
          title: `The exit left ${id}`,
        }),
      )
    await expect.element(button('Dismiss the alert').first()).toBeVisible()
    for (const width of [480, 720, 1024, 1280, 1440, 1920]) {
      await page.viewport(width, 800)
      await expect.poll(() => innerWidth).toBe(width)
      const rects = () =>
        [...document.querySelectorAll('footer button')]
          .filter((one) => one.checkVisibility())
          .map((one) => one.getBoundingClientRect())
          .toSorted((one, other) => one.left - other.left)
      const overlaps = () =>
        rects().filter((one, at, all) => at > 0 && one.left < all[at - 1]!.right - 1).length
      await expect.poll(overlaps, { message: `at ${width}` }).toBe(0)
      // What dismisses one is there, and is what lies where it is.
      const dismiss = button('Dismiss the alert').first().element()
      const { left: from, right, top, bottom } = dismiss.getBoundingClientRect()
      const there = document.elementFromPoint((from + right) / 2, (top + bottom) / 2)
      expect(dismiss.contains(there), `at ${width}`).toBe(true)
    }
  })

  it('that counts more by now is the same card, and sounds once', async () => {
    const desk = new MemoryDesk()
    const sound = vi.spyOn(alertSounds, 'sound')
    await openWindow(desk)
    desk.emit('alert', alert(1))
    desk.emit('alert', alert(1, { title: 'Rejected: 2 orders', count: 2 }))
    await expect.element(page.getByRole('alert', { name: 'Rejected: 2 orders' })).toBeVisible()
    expect(toasts().elements()).toHaveLength(1)
    expect(sound).toHaveBeenCalledTimes(1)
  })

  it('keeps sound going for as long as a note lasts, and no longer', async () => {
    await openWindow(new MemoryDesk())
    // A browser keeps sound back until the person has touched the page.
    await userEvent.keyboard('x')
    const resume = vi.spyOn(AudioContext.prototype, 'resume')
    const suspend = vi.spyOn(AudioContext.prototype, 'suspend')
    alertSounds.sound('urgent')
    alertSounds.sound('good')
    const audio = resume.mock.contexts[0] as AudioContext
    await expect.poll(() => audio.state).toBe('running')
    const begun = audio.currentTime
    await expect.poll(() => audio.state).toBe('suspended')
    expect(suspend).toHaveBeenCalledTimes(1)
    // Two notes are over before the four of the other one.
    expect(audio.currentTime - begun).toBeGreaterThan(0.4)
    alertSounds.sound('good')
    await expect.poll(() => audio.state).toBe('running')
    await expect.poll(() => audio.state).toBe('suspended')
  })

  it('is told in no way that the desk did not choose', async () => {
    const desk = new MemoryDesk()
    const sound = vi.spyOn(alertSounds, 'sound')
    const notify = vi.spyOn(alertSounds, 'notify')
    await openWindow(desk)
    desk.emit('alert', alert(1, { told: { toast: false, sound: false, system: false } }))
    desk.emit('alert', alert(2, { told: { toast: true, sound: false, system: false } }))
    await expect.element(page.getByRole('alert', { name: 'Rejected 2' })).toBeVisible()
    expect(toasts().elements()).toHaveLength(1)
    expect(sound).not.toHaveBeenCalled()
    expect(notify).not.toHaveBeenCalled()
  })

  it('of an order in doubt leads to it', async () => {
    const desk = new MemoryDesk()
    desk.intents = [intent({ id: uuid(1), state: 'in-doubt' })]
    await openWindow(desk)
    desk.emit('alert', alert(1, { kind: 'in-doubt', intent: uuid(1) }))
    await button('Show what is in doubt').click()
    await expect.element(page.getByRole('dialog', { name: 'Orders in doubt' })).toBeVisible()
  })

  it('of an order in doubt does not go on saying so once it was found', async () => {
    const desk = new MemoryDesk()
    const doubtful = intent({ id: uuid(1), state: 'in-doubt' })
    desk.intents = [doubtful]
    const time = await openWindow(desk)
    desk.emit('alert', alert(1, { kind: 'in-doubt', intent: uuid(1) }))
    await expect.element(toasts()).toMatchTextContent('Margin is short. Add funds.')
    desk.emit('intents', [{ ...doubtful, state: 'matched', changedAt: doubtful.changedAt + 1 }])
    await expect.element(toasts()).toMatchTextContent('no longer in doubt')
    await expect.element(toasts()).not.toMatchTextContent('Margin is short')
    await page.getByRole('banner').hover()
    time.pass(9000)
    await expect.element(toasts()).not.toBeInTheDocument()
  })

  it('when many come, shows the latest and counts the others', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    for (const id of [1, 2, 3, 4, 5]) desk.emit('alert', alert(id))
    await expect.element(page.getByRole('alert', { name: 'Rejected 5' })).toBeVisible()
    await expect.poll(() => toasts().elements().length).toBe(2)
    desk.alerts = [alert(1)]
    await button('3 more').click()
    await expect
      .element(page.getByRole('list', { name: 'Alerts' }))
      .toMatchTextContent('Rejected 1')
    await button('Dismiss all').click()
    await expect.poll(() => toasts().elements().length).toBe(0)
  })

  it('of fills takes the room of one card, and never that of what went wrong', async () => {
    const desk = new MemoryDesk()
    await openWindow(desk)
    const filled = { kind: 'filled', tone: 'good' } as const
    desk.emit('alert', alert(1))
    for (const id of [2, 3, 4]) desk.emit('alert', alert(id, { ...filled, title: `Filled ${id}` }))
    await expect.element(page.getByRole('status', { name: 'Filled 4' })).toBeVisible()
    expect(page.getByRole('status', { name: /^Filled/ }).elements()).toHaveLength(1)
    await expect.element(page.getByRole('alert', { name: 'Rejected 1' })).toBeVisible()
    await expect.element(button('2 more')).toBeVisible()
    desk.emit('alert', alert(5, { kind: 'stale', tone: 'good', title: 'Fresh again: Main' }))
    await expect.element(button('3 more')).toBeVisible()
    await expect.element(page.getByRole('status', { name: 'Filled 4' })).toBeVisible()
    // What was placed from here goes before what was not.
    desk.emit('alert', alert(6, { ...filled, title: 'Filled ours', count: 2, isOurs: true }))
    desk.emit('alert', alert(7, { ...filled, title: 'Filled 7' }))
    await expect.element(button('5 more')).toBeVisible()
    await expect.element(page.getByRole('status', { name: 'Filled ours' })).toBeVisible()
  })

  it('keeps to its card, however long the name of its account is', async () => {
    const name = 'Long-term holdings of the Raghunathan-Venkataraman family'
    const desk = new MemoryDesk()
    desk.accounts[0]!.name = name
    await openWindow(desk)
    desk.emit('alert', alert(1))
    const card = page.getByRole('alert', { name: 'Rejected 1' })
    await expect.element(card).toMatchTextContent(name)
    const end = card.element().getBoundingClientRect().right
    for (const part of card.element().querySelectorAll('*'))
      expect(part.getBoundingClientRect().right).toBeLessThanOrEqual(end)
  })

  it('of keys that are refused is left to the line under the bar', async () => {
    const desk = new MemoryDesk()
    const trouble = { code: 'bad-keys', message: 'The keys were not accepted.' } as const
    desk.accounts[0]!.health = { ...desk.accounts[0]!.health, trouble }
    await openWindow(desk)
    desk.emit('alert', alert(1, { kind: 'account', title: 'Keys refused: Main' }))
    desk.emit('alert', alert(2, { kind: 'account', tone: 'good', title: 'Keys accepted: Main' }))
    await expect.element(page.getByRole('status', { name: 'Keys accepted: Main' })).toBeVisible()
    await expect.element(page.getByRole('alert', { name: 'Keys refused' })).not.toBeInTheDocument()
  })
})

describe('the panel of alerts', () => {
  const open = async (desk: MemoryDesk) => {
    await openWindow(desk)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Alerts/ })
      .click()
    await expect.element(button('Log')).toBeVisible()
  }

  it('shows the log by kind, account and text, and marks what is opened as read', async () => {
    const desk = new MemoryDesk()
    desk.alerts = [alert(2, { kind: 'in-doubt', title: 'In doubt 2' }), alert(1, { isRead: true })]
    await open(desk)
    await expect
      .element(page.getByRole('banner').getByRole('button', { name: 'Alerts, 1 not read' }))
      .toBeVisible()
    const list = page.getByRole('list', { name: 'Alerts', exact: true })
    await expect.element(list).toMatchTextContent('In doubt 2')
    await list.getByRole('button', { name: 'Show what is in doubt' }).click()
    expect(desk.called('markAlerts')).toEqual([{ ids: [uuid(2)] }])
    await button('Close').last().click()
    await page.getByLabelText('Kind').selectOptions('Rejected')
    await page.getByLabelText('Search the alerts').fill('margin')
    await expect.poll(() => desk.called('readAlerts').length).toBe(1)
  })

  it('switches a way of telling off for one kind alone', async () => {
    const desk = new MemoryDesk()
    await open(desk)
    await button('How they are told').click()
    await page.getByLabelText('Rejected: sound').click()
    await expect
      .poll(() => desk.settings.alerts.rejected)
      .toEqual({ toast: true, sound: false, system: true })
    expect(desk.settings.alerts.refused.sound).toBe(true)
  })

  it('sounds and shows an example, of which the desk hears nothing', async () => {
    const desk = new MemoryDesk()
    const sound = vi.spyOn(alertSounds, 'sound')
    await open(desk)
    await button('How they are told').click()
    await button('Try In doubt').click()
    await expect.element(page.getByRole('alert', { name: 'Example: In doubt' })).toBeVisible()
    expect(sound.mock.calls).toEqual([['urgent']])
    await button('Dismiss the alert').click()
    expect(desk.called('markAlerts')).toEqual([])
  })

  it.each([
    { host: 'electron', platform: 'MacIntel', isSaid: true },
    { host: 'browser', platform: 'MacIntel', isSaid: false },
    { host: 'electron', platform: 'Linux x86_64', isSaid: false },
  ] as const)(
    'says that a notification that is allowed may not be seen: $host on $platform',
    async ({ host, platform, isSaid }) => {
      const desk = new MemoryDesk()
      desk.answers.openDesk = () => ok({ ...desk.view, host })
      vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform)
      vi.stubGlobal('Notification', { permission: 'granted' })
      await open(desk)
      await button('How they are told').click()
      await expect.element(page.getByText(/The system notifies/)).toBeVisible()
      expect(page.getByText(/for a signed program only/).query() !== null).toBe(isSaid)
      vi.unstubAllGlobals()
    },
  )

  it('says of a price alert that no book shows its price', async () => {
    const desk = new MemoryDesk()
    desk.fill('main', 'positions', [['k', position({ symbol: 'INFY-EQ', ltp: 1531.9 })]])
    const price: PriceAlert = {
      ...{ id: uuid(1), exchange: 'NSE', symbol: 'INFY-EQ', direction: 'above', price: '1600' },
      ...{ repeats: 'once', expires: 'never', note: '', enabled: true },
      ...{ keptAt: 0, firedAt: null, isArmed: true, side: null },
    }
    desk.priceAlerts = [price, { ...price, id: uuid(2), symbol: 'TCS-EQ' }]
    await open(desk)
    await button('Price alerts 2').click()
    const lines = page.getByRole('list', { name: 'Price alerts' }).getByRole('listitem')
    await expect.element(lines.first()).toMatchTextContent('Watched, once')
    await expect.element(lines.nth(1)).toMatchTextContent('Not watched: no book shows its price')
  })

  it('leaves the box of a price alert as the alert is, where the desk refuses to change it', async () => {
    const desk = new MemoryDesk()
    desk.priceAlerts = [
      {
        ...{ id: uuid(1), exchange: 'NSE', symbol: 'INFY-EQ', direction: 'above', price: '1600' },
        ...{ repeats: 'once', expires: 'never', note: '', enabled: false },
        ...{ keptAt: 0, firedAt: null, isArmed: true, side: null },
      },
    ]
    desk.answers.savePriceAlert = () => fail('invalid', 'The last price is there already.')
    await open(desk)
    await button('Price alerts 1').click()
    const box = page.getByRole('checkbox', { name: /^On: INFY-EQ/ })
    await box.click()
    await expect.element(page.getByText(/The last price is there already/).first()).toBeVisible()
    await expect.element(box).not.toBeChecked()
  })

  it('keeps a price alert as it was typed, and says at its field what the desk refuses', async () => {
    const desk = new MemoryDesk()
    desk.answers.savePriceAlert = () =>
      fail('invalid', 'The last price is there already.', { field: 'level' })
    await open(desk)
    await button('Alert at a price…').click()
    const dialog = page.getByRole('dialog', { name: 'Alert at a price' })
    await dialog.getByRole('button', { name: 'Set the alert' }).click()
    await expect.element(dialog).toMatchTextContent('must not be empty')
    expect(desk.called('savePriceAlert')).toEqual([])
    await dialog.getByRole('combobox', { name: 'Symbol' }).fill('INFY-EQ')
    await dialog.getByLabelText('Percent from now').click()
    await dialog.getByLabelText('Percent', { exact: true }).fill('+2 %')
    await dialog.getByRole('button', { name: 'Set the alert' }).click()
    await expect.element(dialog).toMatchTextContent('The last price is there already.')
    expect(desk.called('savePriceAlert')).toMatchObject([
      { symbol: 'INFY-EQ', direction: 'crosses', level: { kind: 'percent', percent: '2' } },
    ])
  })
})

describe('a system notification', () => {
  const shown = vi.fn()
  const opened = vi.fn()
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
    alertSounds.notify(alert(1), opened)
    expect(shown).not.toHaveBeenCalled()
    hidden(true)
    alertSounds.notify(alert(2), opened)
    expect(shown.mock.calls).toEqual([['Rejected 2']])
    Told.permission = 'default'
    alertSounds.notify(alert(3), opened)
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
    desk.answers.cancelQueuedOrders = ({ intents }) => {
      const off = queued
        .filter(({ id }) => intents.includes(id))
        .map((one) => ({ ...one, changedAt: one.changedAt + 1, state: 'not-sent' as const }))
      return ok(off)
    }
    await openWindow(desk)
    desk.emit('pace', [{ account: 'main', used: 2, most: 10, waiting: 2 }])
    const queue = page.getByRole('region', { name: 'Orders that wait to be sent' })
    await expect.element(queue).toMatchTextContent('2 orders queued Main 2 of 10/s')
    await expect.element(page.getByRole('banner')).toMatchTextContent('Orders / s 2 of 10')
    await button('Cancel unsent BUY 100 SYM1, Main').click()
    await expect.element(queue).toMatchTextContent('1 order queued')
    await button('Cancel all unsent').click()
    await expect.element(queue).not.toBeInTheDocument()
    expect(desk.called('cancelQueuedOrders')).toEqual([
      { intents: [uuid(1)] },
      { intents: [uuid(2)] },
    ])
  })

  it('of many accounts are not pushed out of sight by the names of these', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `account-${index}`)
    const desk = new MemoryDesk({ accounts: ids.map((id) => account(id)) })
    desk.intents = ids.map((id, index) => intent({ id: uuid(index + 1), account: id }))
    await openWindow(desk)
    desk.emit(
      'pace',
      ids.map((id) => ({ account: id, used: 0, most: 10, waiting: 1 })),
    )
    const queue = page.getByRole('region', { name: 'Orders that wait to be sent' })
    await expect.element(queue).toMatchTextContent('12 orders queued at 12 accounts')
    const [strip, last] = [queue, button('Cancel all unsent')].map(
      (one) => one.element().getBoundingClientRect().right,
    )
    expect(last).toBeLessThan(strip!)
  })
})
