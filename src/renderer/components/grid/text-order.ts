let collator: Intl.Collator | undefined

/**
 * As a person orders texts: 9 before 10. Most are of letters, digits and signs that every keyboard
 * has, and are compared here: to make a collator takes longer than to draw a grid.
 */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  const order = isPlain(one) && isPlain(other) ? comparePlain(one, other) : 0
  if (order !== 0) return order
  collator ??= new Intl.Collator('en', { numeric: true })
  return collator.compare(one, other)
}

const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** As the collator has them, both cases of a letter as one. */
const inOrder = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz`
const [zero, nine] = ['0'.charCodeAt(0), '9'.charCodeAt(0)]
const places = new Uint8Array(128)
for (const [place, sign] of [...inOrder].entries()) {
  places[sign.charCodeAt(0)] = place
  places[sign.toUpperCase().charCodeAt(0)] = place
}

/** 0 where only their cases or their leading zeros differ. */
function comparePlain(one: string, other: string): number {
  let at = firstDifference(one, other)
  let otherAt = at
  while (at < one.length && otherAt < other.length) {
    if (!isDigit(one, at) || !isDigit(other, otherAt)) {
      const order = placeAt(one, at++) - placeAt(other, otherAt++)
      if (order !== 0) return order
      continue
    }
    at = pastZeros(one, at)
    otherAt = pastZeros(other, otherAt)
    const end = pastDigits(one, at)
    const otherEnd = pastDigits(other, otherAt)
    // As numbers, long ones would lose their last places.
    if (end - at !== otherEnd - otherAt) return end - at - (otherEnd - otherAt)
    while (at < end) {
      const order = one.charCodeAt(at++) - other.charCodeAt(otherAt++)
      if (order !== 0) return order
    }
  }
  return one.length - at - (other.length - otherAt)
}

/** Where the first number begins that differs, or the first sign outside of one. */
function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1
  while (at > 0 && isDigit(one, at - 1)) at -= 1
  return at
}

const placeAt = (text: string, at: number): number => places[text.charCodeAt(at)]!

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= zero && code <= nine
}

function pastZeros(text: string, from: number): number {
  let at = from
  while (text[at] === '0') at += 1
  return at
}

function pastDigits(text: string, from: number): number {
  let at = from
  while (isDigit(text, at)) at += 1
  return at
}
