import type { Limits } from '../../shared/orders/limits.ts'
import type { SettingChange, SettingField } from '../../shared/settings/settings-file.ts'
import { type Settings, defaultSettings } from '../../shared/settings/settings.ts'
import { limitsSaid } from '../accounts/limits-form.ts'
import { type Control, settingsTable } from './settings-table.ts'

export const settingTitle = (field: SettingField): string =>
  settingsTable.find((row) => row.field === field)?.title ?? field

/** What stands in the settings, as a person reads it. */
export function settingSaid(field: SettingField, value: unknown): string {
  const control = settingsTable.find((row) => row.field === field)?.control
  const said = control === undefined ? null : controlSaid(control, value)
  if (said !== null) return said
  switch (field) {
    case 'limits':
      return limitsSaid(value as Limits)
    case 'alerts': {
      const kinds = Object.values(value as Settings['alerts'])
      const sounds = kinds.filter(({ sound }) => sound).length
      return `${kinds.filter(({ toast }) => toast).length} of ${kinds.length} shown, ${sounds} with a sound`
    }
    default: {
      const count = Object.keys(value as object).length
      const isUsual = JSON.stringify(value) === JSON.stringify(defaultSettings[field])
      return isUsual ? 'as usual' : `${count} of your own`
    }
  }
}

function controlSaid(control: Control, value: unknown): string | null {
  switch (control.kind) {
    case 'switch':
      return value === true ? 'on' : 'off'
    case 'number':
      return `${String(value)} ${control.unit}`
    case 'choice':
      return (
        control.choices.find((choice) => choice.value === value)?.title ??
        (typeof value === 'number' ? `${value} min` : String(value))
      )
    case 'action':
    case 'part':
      return null
  }
}

/** Changes as a partial of the settings, to be kept. */
export const asSettings = (changes: readonly SettingChange[]): Partial<Settings> =>
  Object.fromEntries(changes.map(({ field, to }) => [field, to]))
