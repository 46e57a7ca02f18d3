import { describe, expect, it } from 'vitest'
import { settingsMigrations } from '../../../../src/main/settings/migrations.ts'
import { noLimits } from '../../../../src/shared/orders/limits.ts'
import { Settings, defaultSettings } from '../../../../src/shared/settings/settings.ts'

const first = {
  theme: 'light',
  colours: 'standard',
  density: 'normal',
  selected: 'a',
  layout: null,
}

const latest = (second: unknown) => settingsMigrations[3](settingsMigrations[2](second))

describe('settings of an earlier version', () => {
  it('are kept, and get what came later', () => {
    const second = settingsMigrations[1](first)
    expect(Settings.parse(latest(second))).toEqual({ ...defaultSettings, ...first })
  })

  it('that had no sounds have none now', () => {
    const second = { ...first, limits: { ...noLimits, loss: 5 }, sounds: false }
    const { alerts, limits } = Settings.parse(latest(second))
    expect(Object.values(alerts).some(({ sound }) => sound)).toBe(false)
    expect(limits.loss).toBe(5)
  })

  it.each([null, [], 7, 'text'])('are left as they are where they are none: %j', (value) => {
    expect(latest(settingsMigrations[1](value))).toEqual(value)
  })
})
