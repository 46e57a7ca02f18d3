/** Words for 'none' that the service writes where JSON knows no word. */
const bareNone = /-?(?<![\w/.+])(?:N\/A|NA|NaN|Infinity|None|nil|undefined)(?![\w/.])/gi

/** A whole number of so many digits may be more than a JSON number can hold. */
const longNumber = /(?<![\w.+-])-?\d{16,}(?![\w.])/g
const hasLongNumber = /[:[,\s]-?\d{16,}[\s,}\]]/

/**
 * JSON as the service writes it: plain JSON.parse, and only where that fails a second try with
 * bare markers for 'none' read as null. Undefined where it is no JSON at all. A number of which
 * the last digits would be lost is read as text: it may be an id.
 */
export const parseLoosely = (bytes: Uint8Array): { value: unknown } | undefined =>
  parseText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))

export function parseText(text: string): { value: unknown } | undefined {
  const whole = hasLongNumber.test(text) ? withLongNumbersAsText(text) : text
  try {
    return { value: JSON.parse(whole) }
  } catch {
    const repaired = withoutBareNone(whole)
    if (repaired === whole) return undefined
    try {
      return { value: JSON.parse(repaired) }
    } catch {
      return undefined
    }
  }
}

export const withoutBareNone = (text: string): string =>
  outsideStrings(text, (gap) => gap.replace(bareNone, 'null'))

const withLongNumbersAsText = (text: string): string =>
  outsideStrings(text, (gap) =>
    gap.replace(longNumber, (digits) =>
      Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`,
    ),
  )

/** Touches nothing inside strings. One pass by hand: a regular expression over strings backtracks. */
function outsideStrings(text: string, change: (gap: string) => string): string {
  let changed = ''
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    const quote = text.indexOf('"', at)
    const gapEnd = quote === -1 ? text.length : quote
    changed += change(text.slice(at, gapEnd))
    if (quote === -1) break
    at = endOfString(text, quote)
    changed += text.slice(quote, at)
  }
  return changed
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
