import { randomUUID } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import { BookName } from '../../shared/books/books.ts'
import { jsonOf } from '../../shared/core/json.ts'
import type { Row } from '../../shared/core/patch.ts'
import { makeFolders, ownFile } from '../core/disk.ts'

const Line = z.object({
  /** The session that wrote it. */
  session: z.string().max(100),
  account: z.string(),
  login: z.string(),
  fingerprint: z.string().max(200).optional(),
  book: BookName,
  /** Wall-clock milliseconds. */
  at: z.number(),
  rows: z.array(z.unknown()),
})
type Line = z.infer<typeof Line>

/** More come with the first answer of a day, or of a service that lies: these are written with their book. */
const mostAtOnce = 200
/** Of one account, until its books are written again. */
const mostBytes = 4 * 1024 * 1024

interface OpenFile {
  file: number
  bytes: number
  /** How often something was added. */
  added: number
}

/**
 * Rows that came, or that stand otherwise, since the books of their account were last written: added
 * to a file within the turn in which they were read, so that a desk that is killed leaves them. The
 * file stays open, and is not synced: what was written outlives the process, and not the machine.
 */
export class UnwrittenRows {
  readonly #session = randomUUID()
  /** By their paths; null for one that cannot be written. */
  readonly #open = new Map<string, OpenFile | null>()

  add(path: string, of: Omit<Line, 'session' | 'rows'> & { rows: readonly Row[] }): void {
    if (of.rows.length === 0 || of.rows.length > mostAtOnce) return
    const open = this.#openFile(path)
    if (open === null || open.bytes > mostBytes) return
    const line = Buffer.from(`${JSON.stringify({ session: this.#session, ...of })}\n`)
    try {
      if (writeSync(open.file, line) < line.length) return this.#giveUp(path)
      open.bytes += line.length
      open.added++
    } catch {
      this.#giveUp(path)
    }
  }

  /** How often rows were added to a file. */
  addedTo(path: string): number {
    return this.#open.get(path)?.added ?? 0
  }

  /** All that was in a file is in another by now, unless more was added to it since. */
  clear(path: string, added: number): void {
    const open = this.#open.get(path)
    if (open === null || this.addedTo(path) !== added) return
    try {
      if (open === undefined) return remove(path)
      ftruncateSync(open.file, 0)
      open.bytes = 0
    } catch {
      this.#giveUp(path)
    }
  }

  /** What earlier sessions left in a file, the oldest first; the last line may be cut short. */
  async read(path: string): Promise<readonly Line[]> {
    const text = await readFile(path, 'utf8').catch(() => '')
    return text.split('\n').flatMap((line) => {
      const read = Line.safeParse(jsonOf(line))
      return read.success && read.data.session !== this.#session ? [read.data] : []
    })
  }

  drop(path: string): void {
    this.#close(path)
    this.#open.delete(path)
    remove(path)
  }

  /** Nothing is added any more; a file in which nothing is left goes. */
  close(): void {
    for (const [path, open] of this.#open) {
      this.#giveUp(path)
      if (open?.bytes === 0) remove(path)
    }
  }

  #openFile(path: string): OpenFile | null {
    const known = this.#open.get(path)
    if (known !== undefined) return known
    try {
      makeFolders(dirname(path))
      const opened = { file: openSync(path, 'a', ownFile), bytes: 0, added: 0 }
      this.#open.set(path, opened)
      // The last line of a session that was killed may be cut short.
      writeSync(opened.file, '\n')
      return opened
    } catch {
      // A convenience, as the books themselves.
      this.#giveUp(path)
      return null
    }
  }

  #giveUp(path: string): void {
    this.#close(path)
    this.#open.set(path, null)
  }

  #close(path: string): void {
    const open = this.#open.get(path)
    if (open) closeSync(open.file)
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // As with the books themselves: what cannot be removed now is at a later start.
  }
}
