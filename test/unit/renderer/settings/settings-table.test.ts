import { describe, expect, it } from 'vitest'
import { settingsCommands } from '../../../../src/renderer/settings/settings-commands.ts'
import { settingSaid, settingTitle } from '../../../../src/renderer/settings/setting-words.ts'
import { findSettings, marked } from '../../../../src/renderer/settings/settings-search.ts'
import { settingsTable } from '../../../../src/renderer/settings/settings-table.ts'
import { sharedFields } from '../../../../src/shared/settings/settings-file.ts'
import { Settings, defaultSettings } from '../../../../src/shared/settings/settings.ts'

const ids = (query: string) => findSettings(query).map(({ id }) => id)

describe('the search of the settings', () => {
  it('finds them by their words and by what else they are called', () => {
    expect(ids('dark')).toEqual(['theme'])
    expect(ids('Passphrase LOCK')).toEqual(['vault', 'passphrase', 'lock-way'])
    expect(ids('holiday')).toEqual(['market'])
    expect(ids('no such thing')).toEqual([])
    expect(ids('  ')).toHaveLength(settingsTable.length)
  })

  it('marks what was found, and loses no letter', () => {
    expect(marked('Lock the screen', 'lock screen')).toEqual([
      { text: 'Lock', isHit: true },
      { text: ' the ', isHit: false },
      { text: 'screen', isHit: true },
    ])
    for (const query of ['.*', '(', '[a', String.raw`\\`, '', 'İ', 'é'])
      expect(
        marked('Straße (İ) 50 %', query)
          .map(({ text }) => text)
          .join(''),
      ).toBe('Straße (İ) 50 %')
  })
})

describe('the table of the settings', () => {
  it('names each once, and makes commands of each once', () => {
    expect(new Set(settingsTable.map(({ id }) => id)).size).toBe(settingsTable.length)
    const made = settingsCommands(null as never, null as never).map(({ id }) => id)
    expect(new Set(made).size).toBe(made.length)
    for (const { id, hasCommand } of settingsTable)
      expect(made.includes(`settings.${id}`)).toBe(hasCommand !== true)
  })

  it('offers only values that the settings take', () => {
    for (const { field, control } of settingsTable)
      if (control.kind === 'choice')
        for (const { value } of control.choices)
          expect(Settings.shape[field!].safeParse(value).success).toBe(true)
      else if (control.kind === 'number')
        for (const value of [control.bounds.least, control.bounds.most])
          expect(Settings.shape[field!].safeParse(value).success).toBe(true)
  })

  it('has words for everything that a file of settings has', () => {
    for (const field of sharedFields) {
      expect(settingTitle(field)).not.toBe(field)
      expect(settingSaid(field, defaultSettings[field])).not.toBe('')
    }
  })
})
