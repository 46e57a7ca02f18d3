/** Words for 'none' that the service writes where JSON knows no word. */
const bareNone = /-?(?<![\w/.+])(?:N\/A|NA|NaN|Infinity|None|nil|undefined)(?![\w/.])/gi

/** A whole number of so many digits may be more than a JSON number can hold. */
const longNumber = /(?<![\w.+-])-?\d{16,}(?![\w.])/g
const hasLongNumber = /[:[,\s]-?\d{16,}[\s,}\]]/
/** The least of them. */
const leastLong = 1e15

/** A text or a name of the service is read to here; what is longer is none, and would cost time wherever it is looked at. */
const longestText = 2000

/**
 * What is parsed as one: a reply that is larger is a book, of which each row is parsed by itself. A
 * person waits meanwhile, and so does the stop.
 */
export const largestWhole = 2 * 1024 * 1024
const mostValues = 100_000

/** Counts at least as many values as a text has, without parsing it. */
function holdsTooMuch(text: string): boolean {
  if (text.length > largestWhole) return true
  if (text.length < mostValues) return false
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    // A comma, or what opens a list or an object.
    if (char === 0x2c || char === 0x5b || char === 0x7b) values++
  }
  return values > mostValues
}

/**
 * JSON as the service writes it: plain JSON.parse, and only where that fails a second try with
 * bare markers for 'none' read as null. Undefined where it is no JSON at all,
 * or more than is parsed as one. A number of which
 * the last digits would be lost is read as text: it may be an id. Texts are cut to a bound.
 */
export const parseLoosely = (bytes: Uint8Array): { value: unknown } | undefined =>
  parseText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))

export function parseText(text: string): { value: unknown } | undefined {
  if (holdsTooMuch(text)) return undefined
  const plain = parsed(text)
  const read = plain === undefined || holdsLongNumber(plain.value) ? repaired(text, plain) : plain
  // Where the whole is no longer, no text in it is.
  if (read !== undefined && text.length > longestText) read.value = withCutTexts(read.value)
  return read
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function repaired(
  text: string,
  plain: { value: unknown } | undefined,
): { value: unknown } | undefined {
  const whole = hasLongNumber.test(text) ? withLongNumbersAsText(text) : text
  const read = whole === text ? plain : parsed(whole)
  if (read !== undefined) return read
  const known = withoutBareNone(whole)
  return known === whole ? undefined : parsed(known)
}

/** Whether a number may have lost its last digits. Looked for in what was parsed: to search the text of each row costs as much as a third of parsing it. */
function holdsLongNumber(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) >= leastLong
  const waiting = isHolder(value) ? [value] : []
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop())
    for (const name in holder) {
      const held = holder[name]
      if (typeof held === 'number') {
        if (Math.abs(held) >= leastLong) return true
      } else if (isHolder(held)) waiting.push(held)
    }
  return false
}

const cut = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text

type Holder = Record<string, unknown>
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

/** Changes the value itself. A loop, since a service may nest what it says as deeply as it likes. */
function withCutTexts(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  const waiting = isHolder(value) ? [value] : []
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    for (const name of Object.keys(holder)) {
      const held = holder[name]
      if (name.length > longestText) delete holder[name]
      else if (typeof held === 'string') {
        if (held.length > longestText) holder[name] = cut(held)
      } else if (isHolder(held)) waiting.push(held)
    }
  }
  return value
}

export const withoutBareNone = (text: string): string =>
  outsideStrings(text, (gap) => gap.replace(bareNone, 'null'))

/** Whether a text is read only with bare markers for 'none' read as null. */
export function hasBareNone(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return withoutBareNone(text) !== text.replace(/^\ufeff/, '')
}

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
