/** Words for 'none' that the service writes where JSON knows no word. */
const bareNone = /-?(?<![\w/.+])(?:N\/A|NA|NaN|Infinity|None|nil|undefined)(?![\w/.])/gi

/**
 * JSON as the service writes it: plain JSON.parse, and only where that fails a second try with
 * bare markers for 'none' read as null. Undefined where it is no JSON at all.
 */
export function parseLoosely(bytes: Uint8Array): { value: unknown } | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  try {
    return { value: JSON.parse(text) }
  } catch {
    const repaired = withoutBareNone(text)
    if (repaired === text) return undefined
    try {
      return { value: JSON.parse(repaired) }
    } catch {
      return undefined
    }
  }
}

/** Touches nothing inside strings. One pass by hand: a regular expression over strings backtracks. */
export function withoutBareNone(text: string): string {
  let repaired = ''
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    const gapEnd = quote === -1 ? text.length : quote
    repaired += text.slice(at, gapEnd).replace(bareNone, 'null')
    if (quote === -1) break
    at = endOfString(text, quote)
    repaired += text.slice(quote, at)
  }
  return repaired
}

function endOfString(text: string, open: number): number {
  let at = open + 1
  while (at < text.length) {
    const char = text.charCodeAt(at)
    if (char === 0x22) return at + 1
    at += char === 0x5c ? 2 : 1
  }
  return text.length
}
