/** What a text says in JSON, to be checked by a schema; undefined, which no JSON says, where it says nothing. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A record, as JSON has them: no list, and not null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
