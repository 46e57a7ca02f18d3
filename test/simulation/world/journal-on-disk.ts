import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Looks at journals through connections of its own: what it sees is on the disk. */
export class JournalOnDisk {
  readonly #readers = new Map<string, DatabaseSync>()

  /** Of orders with these tags, how many are written down as sent. */
  noted(dataDir: string, tags: readonly string[]): number {
    const path = join(dataDir, 'journal.db')
    const reader = this.#readers.get(path) ?? new DatabaseSync(path, { readOnly: true })
    this.#readers.set(path, reader)
    const sent = reader.prepare(
      `SELECT count(*) AS sent FROM entries recorded JOIN entries sent ON sent.intent = recorded.intent
        WHERE recorded.kind = 'recorded' AND sent.kind = 'sent'
          AND json_extract(recorded.body, '$.params.strategy') = ?`,
    )
    return tags.reduce((sum, tag) => sum + Math.min(1, Number(sent.get(tag)?.['sent'] ?? 0)), 0)
  }

  clear(): void {
    for (const reader of this.#readers.values()) reader.close()
  }
}
