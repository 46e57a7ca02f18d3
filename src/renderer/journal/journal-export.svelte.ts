import type { Failure } from '../../shared/core/errors.ts'
import type { JournalFilter } from '../../shared/journal/journal.ts'
import type { Session } from '../core/session.svelte.ts'

export type ExportFormat = 'csv' | 'jsonl'

/** The journal as a file, fetched a part at a time. */
export class JournalExport {
  readonly #session: Session
  /** Entries passed so far; null while nothing is exported. */
  #at = $state<number | null>(null)
  #failure = $state.raw<Failure | null>(null)
  #run = 0

  constructor(session: Session) {
    this.#session = session
  }

  get isRunning(): boolean {
    return this.#at !== null
  }
  get failure(): Failure | null {
    return this.#failure
  }
  /** Percent; null where nothing is exported. */
  get percent(): number | null {
    const { total } = this.#session.journal
    return this.#at === null || total === 0 ? this.#at : Math.min(100, (100 * this.#at) / total)
  }

  cancel(): void {
    this.#run++
    this.#at = null
  }

  /** All parts, joined; null where it was cancelled or failed. */
  async fetch(filter: JournalFilter, format: ExportFormat): Promise<Blob | null> {
    const run = ++this.#run
    const parts: string[] = []
    this.#failure = null
    for (let from: number | null = 0; from !== null;) {
      this.#at = from
      const reply = await this.#session.bridge.exportJournal({ filter, format, from })
      if (run !== this.#run) return null
      if (!reply.ok) {
        this.#failure = reply.error
        this.#at = null
        return null
      }
      parts.push(reply.value.text)
      from = reply.value.next
    }
    this.#at = null
    return new Blob(parts, { type: types[format] })
  }
}

const types: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  jsonl: 'application/x-ndjson;charset=utf-8',
}
