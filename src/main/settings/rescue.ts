import { Settings, defaultSettings } from '../../shared/settings/settings.ts'
import { isObject } from '../../shared/core/json.ts'

/**
 * What can be read of settings that the schema refuses, field by field and part by part: one bad
 * word must not take the limits and the lock with it. Null where nothing can.
 */
export function rescueSettings(value: unknown): Settings | null {
  if (!isObject(value)) return null
  const fields = Settings.keyof().options.map((field) => [field, rescued(field, value[field])])
  return Settings.parse(Object.fromEntries(fields))
}

function rescued(field: keyof Settings, given: unknown): unknown {
  const schema = Settings.shape[field]
  const whole = schema.safeParse(given)
  if (whole.success) return whole.data
  const usual: unknown = defaultSettings[field]
  if (!isObject(given) || !isObject(usual)) return usual
  let kept = usual
  for (const [name, part] of Object.entries(given)) {
    const next = { ...kept, [name]: part }
    if (schema.safeParse(next).success) kept = next
  }
  return kept
}
