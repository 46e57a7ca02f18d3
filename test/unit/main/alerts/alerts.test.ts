import { expect, it } from 'vitest'
import { type AlertsParts, createAlerts } from '../../../../src/main/alerts/alerts.ts'
import type { AlertEvent } from '../../../../src/main/alerts/alert-events.ts'
import type { Account } from '../../../../src/shared/accounts/accounts.ts'
import { defaultSettings } from '../../../../src/shared/settings/settings.ts'
import type { Alert } from '../../../../src/shared/alerts/alerts.ts'
import { tempDir } from '../../../service/running-desk.ts'
import { openConf } from '../accounts/places.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { sentAt } from '../orders/doubt/doubts.ts'

async function setUp(read: AlertsParts['poller']['read'] = () => undefined) {
  const clock = new FakeClock()
  /** What the machine slept: its timers stand still meanwhile. */
  let slept = 0
  const told: Alert[] = []
  const alerts = createAlerts({
    ...{ dataDir: await tempDir(), open: openConf, clock },
    now: () => sentAt + clock.now() + slept,
    poller: { read, paused: false },
    settings: () => defaultSettings,
    accounts: () => [{ id: 'main', name: 'Main', health: {} } as Account],
    losses: () => [],
    dayOfLosses: () => '2026-11-23',
    emit: (name, event) => {
      if (name === 'alert') told.push(event as Alert)
    },
  })
  const sleep = (milliseconds: number) => void (slept += milliseconds)
  return { alerts, clock, told, sleep }
}

const doubt = (cause: string): AlertEvent => ({
  ...{ kind: 'in-doubt', tone: 'urgent', cause, account: 'main', line: cause },
  ...{ title: 'In doubt', message: 'No clear answer came.' },
})

it('what is muted is heard again at the time that is shown, also where the machine slept', async () => {
  const { alerts, clock, told, sleep } = await setUp()
  alerts.mute(60)
  alerts.tell([doubt('1')])
  sleep(2 * 3_600_000)
  alerts.tell([doubt('2')])
  expect(told.map(({ told: { toast } }) => toast)).toEqual([false, true])
  await clock.advance(1000)
  expect(alerts.state().mutedUntil).toBeNull()
  alerts.close()
})

it('a price is that of its exchange, however the book writes that', async () => {
  const rows = new Map([['1', { symbol: 'INFY-EQ', exchange: ' nse', ltp: 1500, tick_size: 0.05 }]])
  const meta = { age: 0, every: 1000, trouble: null }
  const { alerts } = await setUp(((_: string, book: string) =>
    book === 'positions' ? { rows, meta } : undefined) as never)
  const saved = alerts.savePrice({
    ...{ exchange: 'NSE', symbol: 'INFY-EQ', direction: 'above', repeats: 'once' },
    ...{ expires: 'never', note: '', enabled: true, level: { kind: 'percent', percent: '2' } },
  })
  expect(saved).toMatchObject({ ok: true })
  expect(alerts.state().prices).toMatchObject([{ price: '1530' }])
  alerts.close()
})
