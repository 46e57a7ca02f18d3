import type { Emit } from '../../shared/contract.ts'
import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import { fail } from '../../shared/core/errors.ts'
import type { LockStatus } from '../../shared/lock/lock.ts'
import type { settingsCalls } from '../../shared/settings/calls.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { Document } from '../core/documents.ts'
import { changeSettings } from './change-settings.ts'

export interface SettingsParts {
  settings: Document<Settings>
  lock: { status(): Pick<LockStatus, 'way'>; touch(): void }
  emit: Emit
}

export const settingsAnswers = ({ settings, lock, emit }: SettingsParts) =>
  ({
    saveSettings: (change) => {
      if ((change.lockAfter ?? null) !== null && lock.status().way === null)
        return fail('invalid', 'Choose first what opens the locked screen.', { field: 'lockAfter' })
      lock.touch()
      return changeSettings({ settings, emit }, change as Partial<Settings>)
    },
  }) satisfies HandlersOf<typeof settingsCalls>
