import * as z from 'zod'
import { jsonOf } from '../core/json.ts'
import { firstIssue } from '../core/schema-words.ts'
import { limitNames } from '../orders/limits.ts'
import { Settings, defaultSettings } from './settings.ts'

export type SettingField = keyof Settings

/** What is of this person or this machine only, and goes into no file. */
const leftOut = ['recent', 'said', 'places', 'pnl', 'toured', 'knowsArming'] as const

const settingFields = Settings.keyof().options
/** What a file of settings has, and what a reset of all takes back. */
export const sharedFields: readonly SettingField[] = settingFields.filter(
  (field) => !(leftOut as readonly string[]).includes(field),
)

const version = 3
export const longestSettingsFile = 2_000_000

const File = z.object({
  quarterdeck: z.literal('settings'),
  version: z.int().min(1),
  settings: z.record(z.string().max(40), z.unknown()),
})

export interface SettingChange {
  field: SettingField
  from: unknown
  to: unknown
  /** It lets through, or hides, what was held or told before, or makes a key or a ticket do something else. */
  loosens: boolean
}

export type ReadFile =
  | { ok: false; why: string }
  | { ok: true; changes: SettingChange[]; unread: { field: string; why: string }[] }

export function settingsFile(settings: Settings): string {
  const shared = Object.fromEntries(sharedFields.map((field) => [field, settings[field]]))
  return `${JSON.stringify({ quarterdeck: 'settings', version, settings: shared }, null, 2)}\n`
}

/** What a file would change. Each field stands for itself: one that cannot be read hides no other. */
export function readSettingsFile(text: string, now: Settings): ReadFile {
  if (text.length > longestSettingsFile)
    return { ok: false, why: 'It is too large to be one of settings.' }
  const file = File.safeParse(jsonOf(text))
  if (!file.success)
    return { ok: false, why: 'It is not a file of settings that Quarterdeck wrote.' }
  if (file.data.version > version)
    return { ok: false, why: 'A newer Quarterdeck wrote it. Update this one first.' }
  const given = file.data.settings
  const unread: { field: string; why: string }[] = []
  const next: Partial<Settings> = {}
  for (const [field, value] of Object.entries(given)) {
    if (!isShared(field)) {
      const isWindows = field === 'layout'
      const why = isWindows ? 'is each window’s own' : 'is not a setting of this version'
      unread.push({ field, why })
      continue
    }
    const parsed = Settings.shape[field].safeParse(completed(field, value, now))
    if (parsed.success) Object.assign(next, { [field]: parsed.data })
    else unread.push({ field, why: reasonOf(parsed.error) })
  }
  return { ok: true, changes: changesTo(next, now), unread }
}

/** A file from before a kind of alert was known says nothing of it. */
const completed = (field: SettingField, value: unknown, now: Settings): unknown =>
  field === 'alerts' && typeof value === 'object' ? { ...now.alerts, ...value } : value

/** What would be other than it is. */
export function changesTo(next: Partial<Settings>, now: Settings): SettingChange[] {
  return sharedFields
    .filter((field) => field in next && !isSame(next[field], now[field]))
    .map((field) => ({
      field,
      from: now[field],
      to: next[field],
      loosens: loosens(field, { ...now, ...next }, now),
    }))
}

/** What a reset of these fields would change. */
export const resetOf = (fields: readonly SettingField[], now: Settings): SettingChange[] =>
  changesTo(Object.fromEntries(fields.map((field) => [field, defaultSettings[field]])), now)

const isShared = (field: string): field is (typeof sharedFields)[number] =>
  (sharedFields as readonly string[]).includes(field)

function loosens(field: SettingField, next: Settings, now: Settings): boolean {
  switch (field) {
    case 'limits':
      return limitNames.some((name) => isWider(next.limits[name], now.limits[name]))
    case 'lockAfter':
      return isWider(next.lockAfter, now.lockAfter)
    case 'armedFor':
      return next.armedFor > now.armedFor
    case 'oneByOne':
      return now.oneByOne && !next.oneByOne
    case 'alerts':
      return Object.entries(now.alerts).some(([kind, ways]) => {
        const then = next.alerts[kind as keyof Settings['alerts']]
        return (['toast', 'sound', 'system'] as const).some((way) => ways[way] && !then[way])
      })
    case 'presets':
    case 'shortcuts':
      return Object.keys(next[field]).length > 0
    default:
      return false
  }
}

/** Whether a limit lets more through than before; null is no limit. */
const isWider = (next: number | null, now: number | null): boolean =>
  now !== null && (next === null || next > now)

const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

/** With the keys in order: two files may write the same setting in two ways. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : part,
  )

const reasonOf = (error: z.ZodError): string => {
  const { path, message } = firstIssue(error)
  const where = path.length === 0 ? '' : `${path.map(String).join('.')}: `
  return `${where}${message}`.slice(0, 200)
}
