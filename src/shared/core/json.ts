/** What a text says in JSON, to be checked by a schema; undefined, which no JSON says, where it says nothing. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
