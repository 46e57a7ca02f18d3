import { type CallRows, type EventRows, typed } from '../core/contract-rows.ts'
import { Settings } from './settings.ts'

export const settingsCalls = {
  saveSettings: {
    input: Settings.partial(),
    output: typed<Settings>(),
    whileLocked: 'refused, late answer told',
  },
} satisfies CallRows

export const settingsEvents = {
  settings: { carries: typed<Settings>(), whileLocked: 'dropped' },
} satisfies EventRows
