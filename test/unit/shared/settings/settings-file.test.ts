import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noLimits } from '../../../../src/shared/orders/limits.ts'
import { Settings, defaultSettings } from '../../../../src/shared/settings/settings.ts'
import { usualWindow } from '../../../../src/shared/workspace/usual-window.ts'
import {
  changesTo,
  readSettingsFile,
  resetOf,
  settingsFile,
  sharedFields,
} from '../../../../src/shared/settings/settings-file.ts'

const own: Settings = {
  ...defaultSettings,
  theme: 'light',
  lockAfter: 10,
  limits: { ...noLimits, quantity: 500, loss: 20_000 },
  recent: [{ exchange: 'NSE', symbol: 'practice-one' }],
  said: ['buy 50 infy-eq'],
}

const fileWith = (settings: object, version = 3): string =>
  JSON.stringify({ quarterdeck: 'settings', version, settings })

describe('a file of settings', () => {
  it('changes nothing where it came from', () => {
    expect(readSettingsFile(settingsFile(own), own)).toEqual({ ok: true, changes: [], unread: [] })
  })

  it('brings everything that is shared to another machine, and nothing else', () => {
    const read = readSettingsFile(settingsFile(own), defaultSettings)
    expect(read).toMatchObject({ ok: true, unread: [] })
    expect(read.ok && read.changes.map(({ field }) => field)).toEqual([
      'theme',
      'limits',
      'lockAfter',
    ])
    expect(settingsFile(own)).not.toMatch(/practice-one|infy/)
  })

  it('brings workspaces along, also such as show an account that is not there', () => {
    const { belongs: _, ...usual } = usualWindow
    const window = { ...usual, layout: '{}', selected: 'account-of-another-machine' }
    const workspaces = [{ name: 'Morning', windows: [window, usual] }]
    const read = readSettingsFile(settingsFile({ ...own, workspaces }), own)
    expect(read).toMatchObject({ ok: true, unread: [] })
    expect(read.ok && read.changes).toMatchObject([{ field: 'workspaces', to: workspaces }])
  })

  it('offers what can be read of it, and names the rest', () => {
    const text = fileWith({ theme: 'light', density: 'tiny', flash: 'yes', nonsense: 1 })
    expect(readSettingsFile(text, defaultSettings)).toMatchObject({
      changes: [{ field: 'theme', from: 'system', to: 'light' }],
      unread: [{ field: 'density' }, { field: 'flash' }, { field: 'nonsense' }],
    })
  })

  it('leaves alerts of a kind that its writer did not know as they are', () => {
    const { 'unknown-state': _, ...alerts } = defaultSettings.alerts
    const file = JSON.parse(settingsFile(defaultSettings)) as { settings: object }
    const older = { ...file, settings: { ...file.settings, alerts } }
    expect(readSettingsFile(JSON.stringify(older), defaultSettings)).toEqual({
      ok: true,
      changes: [],
      unread: [],
    })
  })

  it('marks what keys and tickets would do for a person to read first', () => {
    const text = fileWith({ shortcuts: { 'row.exit-100': 'J' }, theme: 'light' })
    expect(readSettingsFile(text, defaultSettings)).toMatchObject({
      changes: [
        { field: 'theme', loosens: false },
        { field: 'shortcuts', loosens: true },
      ],
    })
  })

  it.each([
    ['no JSON', 'theme: dark'],
    ['somebody else’s', '{"version":3}'],
    ['a newer one', fileWith({}, 4)],
    ['too large', ' '.repeat(2_000_001)],
  ])('is refused where it is %s', (_, text) => {
    expect(readSettingsFile(text, own)).toMatchObject({ ok: false })
  })

  it('never throws, and never offers what the settings would not take', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('dark', true, 30, null, {}, []))
    const some = fc.dictionary(fc.constantFrom(...sharedFields, 'x', '__proto__'), value)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          some.map((given) => fileWith(given)),
        ),
        (text) => {
          const read = readSettingsFile(text, own)
          if (!read.ok) return
          const next = Object.fromEntries(read.changes.map(({ field, to }) => [field, to]))
          expect(Settings.safeParse({ ...own, ...next }).success).toBe(true)
        },
      ),
    )
  })
})

describe('a change of settings', () => {
  const loosened = (next: Partial<Settings>, now = own) =>
    changesTo(next, now).map(({ loosens }) => loosens)

  it('loosens where a limit grows or goes, the lock comes later or an alert is silenced', () => {
    expect(loosened({ limits: { ...own.limits, quantity: 501 } })).toEqual([true])
    expect(loosened({ limits: { ...own.limits, loss: null } })).toEqual([true])
    expect(loosened({ lockAfter: null })).toEqual([true])
    expect(loosened({ armedFor: 301 })).toEqual([true])
    const silent = { toast: true, sound: false, system: true }
    expect(loosened({ alerts: { ...own.alerts, rejected: silent } })).toEqual([true])
  })

  it('does not where it holds more, or is a matter of taste', () => {
    expect(loosened({ limits: { ...own.limits, quantity: 499, perMinute: 10 } })).toEqual([false])
    expect(loosened({ lockAfter: 5, theme: 'dark', armedFor: 60 })).toEqual([false, false, false])
    expect(loosened({ lockAfter: 30 }, defaultSettings)).toEqual([false])
  })

  it('back to what is usual is shown like any other', () => {
    expect(resetOf(['theme', 'limits', 'density'], own)).toMatchObject([
      { field: 'theme', to: 'system', loosens: false },
      { field: 'limits', to: noLimits, loosens: true },
    ])
  })
})
