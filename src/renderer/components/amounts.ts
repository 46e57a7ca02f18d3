/** How figures are written. What is unknown is a dash, never a zero. */
export const unknown = '–'

type Figure = number | null | undefined

/** Written here: the platform's own formats take five milliseconds to make, and the deck waits for them. */
function grouped(value: number, least: number, most: number): string {
  if (!(value >= 0 && value < 1e21)) return groupedByPlatform(value, least, most)
  const text = rounded(value, most)
  const point = text.indexOf('.')
  const whole = point < 0 ? text : text.slice(0, point)
  let end = text.length
  if (point >= 0) while (end > point + 1 + least && text.charAt(end - 1) === '0') end--
  const decimals = point < 0 ? '' : text.slice(point + 1, end)
  const tail = decimals.padEnd(least, '0')
  return tail === '' ? inLakhs(whole) : `${inLakhs(whole)}.${tail}`
}

/** A half is rounded up, by the digits that are seen: 1.005, which is a little less in binary, is 1.01. */
function rounded(value: number, most: number): string {
  const seen = String(value)
  const point = seen.indexOf('.')
  const decimals = point < 0 ? 0 : seen.length - 1 - point
  const isHalf = decimals === most + 1 && seen.endsWith('5')
  if (seen.includes('e') || (decimals > most && !isHalf)) return value.toFixed(most)
  if (!isHalf) return seen
  const digits = BigInt(seen.slice(0, -1).replace('.', '')) + 1n
  const text = String(digits).padStart(most + 1, '0')
  return most === 0 ? text : `${text.slice(0, -most)}.${text.slice(-most)}`
}

/** A comma before the last three digits, and before every two in front of them. */
function inLakhs(whole: string): string {
  let text = whole.slice(-3)
  for (let end = whole.length - 3; end > 0; end -= 2)
    text = `${whole.slice(Math.max(0, end - 2), end)},${text}`
  return text
}

/** What is below nothing, too large for digits, or no number. */
const groupedByPlatform = (value: number, least: number, most: number): string =>
  new Intl.NumberFormat('en-IN', {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  }).format(value)

const isKnown = (value: Figure): value is number =>
  typeof value === 'number' && !Number.isNaN(value)

/** The sign goes with what is shown: an amount that rounds to nothing has none. */
function signed(value: number, text: string, plus: string): string {
  if (!/[1-9∞]/.test(text)) return text
  return value < 0 ? `−${text}` : `${plus}${text}`
}

export function formatPrice(value: Figure): string {
  if (!isKnown(value)) return unknown
  return signed(value, grouped(Math.abs(value), 2, 4), '')
}

/** A price that is decimal text: with all of its digits, and two behind the point at least. */
export function priceText(text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0
  return grouped(Number(text), 2, Math.max(2, decimals))
}

export function quantity(value: Figure): string {
  if (!isKnown(value)) return unknown
  return signed(value, grouped(Math.abs(value), 0, 4), '')
}

export function signedQuantity(value: Figure): string {
  if (!isKnown(value)) return unknown
  return signed(value, grouped(Math.abs(value), 0, 4), '+')
}

/** An amount in a column whose head says what it is: a sign, no unit. */
export function change(value: Figure): string {
  if (!isKnown(value)) return unknown
  return signed(value, grouped(Math.abs(value), 2, 2), '+')
}

export function formatAmount(value: Figure): string {
  if (!isKnown(value)) return unknown
  return signed(value, grouped(Math.abs(value), 2, 2), '')
}

export function money(value: Figure): string {
  if (!isKnown(value)) return unknown
  return signed(value, `₹${grouped(Math.abs(value), 2, 2)}`, '')
}

export function signedMoney(value: Figure): string {
  if (!isKnown(value)) return unknown
  return signed(value, `₹${grouped(Math.abs(value), 2, 2)}`, '+')
}

const lakh = 100_000
const crore = 100 * lakh

/** Three digits that matter: 1.82, 12.4, 124. */
function threeDigits(value: number): string {
  const decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
  return grouped(value, 0, decimals)
}

/** ₹12.4 L and ₹3.6 Cr: the platform's own short forms are not the Indian ones. */
export const shortMoney = (value: Figure): string => inShort(value, '')

export const signedShortMoney = (value: Figure): string => inShort(value, '+')

function inShort(value: Figure, plus: string): string {
  if (!isKnown(value)) return unknown
  const size = Math.abs(value)
  // What would round up to 100 L is 1 Cr, and what would round up to 1,00,000 is 1 L.
  if (size >= 99.95 * lakh) return signed(value, `₹${threeDigits(size / crore)} Cr`, plus)
  if (size >= lakh - 0.5) return signed(value, `₹${threeDigits(size / lakh)} L`, plus)
  return signed(value, `₹${grouped(size, 0, 0)}`, plus)
}

export type Tone = 'up' | 'down' | 'dim' | ''

/** Green and red for what is gained and lost; never the only sign, for amounts carry theirs. */
export function tone(value: Figure): Tone {
  if (!isKnown(value) || Math.abs(value) < 0.005) return 'dim'
  return value > 0 ? 'up' : 'down'
}
