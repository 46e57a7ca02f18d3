/** Rows that are written out between two turns of the loop: a millisecond or two. */
const rowsOfAPiece = 500
/** Rows lie in a patch of an event, or in the value of a reply; inside a row is nothing long. */
const deepest = 4

/** A list that is as short as this may be one of long lists, such as curves with their points. */
const mostLists = 16

/** Characters of a row, roughly. */
const usualRow = 400

/** Characters of a message that is to be written in pieces, roughly; 0 where it is short enough to be written as one. */
export function lengthIfLong(message: unknown, depth = 0): number {
  if (Array.isArray(message) && message.length > mostLists)
    return message.length > rowsOfAPiece ? message.length * usualRow : 0
  if (typeof message !== 'object' || message === null || depth > deepest) return 0
  let length = 0
  for (const part of Object.values(message)) length += lengthIfLong(part, depth + 1)
  return length
}

/** The JSON of a message, as long a piece at a time as may be written in a turn of the loop. */
export function* piecesOf(message: unknown): Generator<string> {
  let piece = ''
  for (const [text, isMuch] of textsOf(message, 0)) {
    piece += text
    if (!isMuch) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** The same in smaller pieces, and whether much was written out for one. */
function* textsOf(part: unknown, depth: number): Generator<[text: string, isMuch: boolean]> {
  // What JSON has no word for is a null in a list, and left out of an object.
  if (lengthIfLong(part, depth) === 0) yield [JSON.stringify(part) ?? 'null', false]
  else if (Array.isArray(part) && part.length <= mostLists) {
    for (const [at, value] of part.entries()) {
      yield [at === 0 ? '[' : ',', false]
      yield* textsOf(value, depth + 1)
    }
    yield [']', false]
  } else if (Array.isArray(part)) {
    for (let from = 0; from < part.length; from += rowsOfAPiece) {
      const rows = JSON.stringify(part.slice(from, from + rowsOfAPiece)).slice(1, -1)
      yield [`${from === 0 ? '[' : ','}${rows}`, true]
    }
    yield [']', false]
  } else {
    let before = '{'
    for (const [name, value] of Object.entries(part as object)) {
      // JSON has no word for it, and leaves it out.
      if (value === undefined) continue
      yield [`${before}${JSON.stringify(name)}:`, false]
      yield* textsOf(value, depth + 1)
      before = ','
    }
    yield ['}', false]
  }
}
