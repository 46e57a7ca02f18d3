import { hash } from 'node:crypto'

/** What of an entry its hash covers: all of it. */
export interface ChainLink {
  seq: number
  /** Wall-clock milliseconds. */
  at: number
  /** Indian day. */
  day: string
  intent: string | null
  account: string | null
  symbol: string | null
  kind: string
  /** The event as JSON. */
  body: string
}

/** What the first entry follows. */
export const genesis = '0'.repeat(64)

/** SHA-256, in hex, over the hash before, a line feed and the entry as a JSON list. */
export function hashOf(previous: string, link: ChainLink): string {
  const { seq, at, day, intent, account, symbol, kind, body } = link
  const content = JSON.stringify([seq, at, day, intent, account, symbol, kind, body])
  return hash('sha256', `${previous}\n${content}`)
}
