import { lengthIfLong, piecesOf } from './long-messages.ts'

/** A message for a socket, written once for all windows that are told the same. */
export interface SharedText {
  /** Characters, roughly where it is long. */
  length: number
  isLong: boolean
  /** One piece, where it is short; of a long one as much as may be written in a turn of the loop at a time. */
  pieces(): Generator<Buffer>
}

let latest: { event: string; data: object; text: SharedText } | null = null

/**
 * The text of an event that is told to all windows at once. What is told later is written anew: it
 * may be the same object, and say something else by then.
 */
export function sharedText(event: string, data: object): SharedText {
  if (latest?.data === data && latest.event === event) return latest.text
  const text = ownText({ event, data })
  latest = { event, data, text }
  queueMicrotask(() => (latest = null))
  return text
}

export function ownText(message: unknown): SharedText {
  const long = lengthIfLong(message)
  if (long === 0) {
    const bytes = Buffer.from(JSON.stringify(message))
    return { length: bytes.length, isLong: false, pieces: () => only(bytes) }
  }
  const written: Buffer[] = []
  const rest = piecesOf(message)
  return {
    length: long,
    isLong: true,
    *pieces() {
      for (let at = 0; ; at += 1) {
        if (at === written.length) {
          const next = rest.next()
          if (next.done === true) return
          written.push(Buffer.from(next.value))
        }
        yield written[at]!
      }
    },
  }
}

function* only(bytes: Buffer): Generator<Buffer> {
  yield bytes
}
