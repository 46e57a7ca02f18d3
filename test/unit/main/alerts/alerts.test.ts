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

const profile = (id: string, more: Partial<Account>): Account =>
  ({ ...{ id, name: id, broker: 'ZE', enabled: true, health: {} }, ...more }) as Account
const real = (id: string): Account =>
  profile(id, { service: { kind: 'url', url: 'https://broker.example' } })
const practice = (id: string): Account =>
  profile(id, { service: { kind: 'practice', client: 'practice-1' } })

async function setUp(
  read: AlertsParts['poller']['read'] = () => undefined,
  accounts: readonly Account[] = [real('main')],
) {
  const clock = new FakeClock()
  /** What the machine slept: its timers stand still meanwhile. */
  let slept = 0
  const told: Alert[] = []
  const alerts = createAlerts({
    ...{ dataDir: await tempDir(), open: openConf, clock },
    now: () => sentAt + clock.now() + slept,
    poller: { read, paused: false },
    settings: () => defaultSettings,
    accounts: () => accounts,
    knownAccounts: () => accounts,
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

it('a real account is told nothing of the prices of a practice market', async () => {
  const prices = { play: 1600, own: 1500 }
  const booksOf = (shown: readonly string[]) =>
    ((id: keyof typeof prices, book: string) => {
      if (book !== 'positions' || !shown.includes(id)) return undefined
      const row = { symbol: 'INFY-EQ', exchange: 'NSE', ltp: prices[id], tick_size: 0.05 }
      return { rows: new Map([['1', row]]), meta: { age: 0, every: 1000, trouble: null } }
    }) as AlertsParts['poller']['read']
  const above = (
    level: { kind: 'percent'; percent: string } | { kind: 'price'; price: string },
  ) => ({
    ...({ exchange: 'NSE', symbol: 'INFY-EQ', direction: 'above', repeats: 'once' } as const),
    ...({ expires: 'never', note: '', enabled: true, level } as const),
  })
  const told: Record<string, string[]> = {}
  for (const [name, accounts] of Object.entries({
    'beside a real one': [practice('play'), real('own')],
    'beside a real one that is off': [practice('play'), { ...real('own'), enabled: false }],
    'practice alone': [practice('play')],
  })) {
    const desk = await setUp(booksOf(['play']), accounts)
    expect(desk.alerts.savePrice(above({ kind: 'percent', percent: '2' })).ok, name).toBe(
      name === 'practice alone',
    )
    desk.alerts.savePrice(above({ kind: 'price', price: '1650' }))
    prices.play = 1660
    desk.alerts.seeChangedBook('play', 'positions')
    told[name] = desk.told.map(({ title }) => title)
    desk.alerts.close()
    prices.play = 1600
  }
  expect(told).toEqual({
    'beside a real one': [],
    'beside a real one that is off': [],
    'practice alone': ['Prices reached: 2'],
  })

  const both = await setUp(booksOf(['play', 'own']), [practice('play'), real('own')])
  both.alerts.savePrice(above({ kind: 'percent', percent: '2' }))
  expect(both.alerts.state().prices).toMatchObject([{ price: '1530' }])
  both.alerts.close()
})

it('of practice accounts beside real ones nothing counts as not read, nor with what is told of those', async () => {
  const accounts = [practice('play'), practice('toy')]
  const { alerts, clock, told } = await setUp(undefined, accounts)
  const of = (account: string, cause = account): AlertEvent => ({
    ...{ kind: 'account', tone: 'bad', cause, account, line: account },
    ...{ title: `Keys refused: ${account}`, message: 'Its keys are refused.' },
  })
  alerts.tell([of('play', '1')])
  expect(alerts.state().unread).toBe(1)
  accounts.push(real('main'))
  expect(alerts.state().unread).toBe(0)
  await clock.advance(20_000)
  told.length = 0
  alerts.tell([of('play', '2'), of('toy'), of('main')])
  expect(told.map(({ title, account }) => [title, account])).toEqual([
    ['Keys refused: play', 'play'],
    ['Keys refused: toy', 'toy'],
    ['Keys refused: main', 'main'],
  ])
  expect(alerts.state().unread).toBe(1)
  alerts.close()
})
