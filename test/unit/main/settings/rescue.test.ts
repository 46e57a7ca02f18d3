import { describe, expect, it } from 'vitest'
import { rescueSettings } from '../../../../src/main/settings/rescue.ts'
import { defaultSettings } from '../../../../src/shared/settings/settings.ts'

const used = {
  ...defaultSettings,
  theme: 'light',
  lockAfter: 5,
  limits: { ...defaultSettings.limits, value: 100_000, loss: 5000 },
}

describe('settings of which a part is damaged', () => {
  it('keep the rest, the limits and the lock above all', () => {
    expect(rescueSettings({ ...used, density: 'airy' })).toEqual({
      ...used,
      density: defaultSettings.density,
    })
    const { theme: _, ...without } = used
    expect(rescueSettings(without)).toEqual({ ...used, theme: defaultSettings.theme })
  })

  it('keep the limits beside one that is none', () => {
    const limits = { ...used.limits, perMinute: 'many' }
    expect(rescueSettings({ ...used, limits })?.limits).toEqual({ ...used.limits, perMinute: null })
  })

  it('keep how other alerts are told where one is missing', () => {
    const { filled: _, ...alerts } = {
      ...used.alerts,
      rejected: { toast: false, sound: false, system: false },
    }
    expect(rescueSettings({ ...used, alerts })?.alerts).toEqual({
      ...alerts,
      filled: defaultSettings.alerts.filled,
    })
  })

  it('are gone where nothing of them can be read', () => {
    expect(rescueSettings([])).toBeNull()
    expect(rescueSettings('dark')).toBeNull()
  })
})
