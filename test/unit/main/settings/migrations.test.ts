import { describe, expect, it } from 'vitest'
import { settingsMigrations, settingsVersion } from '../../../../src/main/settings/migrations.ts'
import { noLimits } from '../../../../src/shared/orders/limits.ts'
import { Settings, defaultSettings } from '../../../../src/shared/settings/settings.ts'

const first = {
  theme: 'light',
  colours: 'standard',
  density: 'normal',
  selected: 'a',
  layout: null,
}

const fromFourth = (fourth: unknown) => {
  const { 4: fifth, 5: sixth, 6: seventh, 7: eighth, 8: ninth } = settingsMigrations
  return ninth(eighth(seventh(sixth(fifth(fourth)))))
}
const latest = (second: unknown) => fromFourth(settingsMigrations[3](settingsMigrations[2](second)))

describe('settings of an earlier version', () => {
  it('have a way to the newest, one version at a time', () => {
    expect(Object.keys(settingsMigrations).map(Number)).toEqual(
      Array.from({ length: settingsVersion - 1 }, (_, index) => index + 1),
    )
  })

  it('are kept, and get what came later', () => {
    const second = settingsMigrations[1](first)
    const { selected: _, layout: __, ...kept } = first
    expect(Settings.parse(latest(second))).toEqual({ ...defaultSettings, ...kept })
  })

  it('that had no sounds have none now', () => {
    const second = { ...first, limits: { ...noLimits, loss: 5 }, sounds: false }
    const { alerts, limits } = Settings.parse(latest(second))
    expect(Object.values(alerts).some(({ sound }) => sound)).toBe(false)
    expect(limits.loss).toBe(5)
  })

  it('get alerts of states that are not understood, without a sound where they had none', () => {
    const { 'unknown-state': _, ...alerts } = defaultSettings.alerts
    const fourth = { ...defaultSettings, alerts }
    expect(Settings.parse(fromFourth(fourth))).toEqual(defaultSettings)
    const mute = Object.fromEntries(
      Object.entries(alerts).map(([kind, ways]) => [kind, { ...ways, sound: false }]),
    )
    const { alerts: after } = Settings.parse(fromFourth({ ...fourth, alerts: mute }))
    expect(after['unknown-state']).toMatchObject({ toast: true, sound: false })
  })

  it.each([null, [], 7, 'text'])('are left as they are where they are none: %j', (value) => {
    expect(latest(settingsMigrations[1](value))).toEqual(value)
  })
})
