import * as z from 'zod'
import { dayOf } from '../../shared/core/india.ts'
import { type Document, type OpenConf, openDocument, tryWrite } from '../core/documents.ts'

/** How far the chain had come at a time: as many entries, the last of them with this hash. */
const Mark = z.strictObject({
  /** Wall-clock milliseconds. */
  at: z.int(),
  seq: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type WitnessMark = z.infer<typeof Mark>

const Kept = z.strictObject({ marks: z.array(Mark) })

/** Two of each day at most: a hundred days with orders. */
const mostMarks = 200

/**
 * Stands beside the journal, in a file apart, and remembers how far its chain had come at the first
 * entry of each day and when the desk was closed. Whoever cuts the journal or writes it anew has to
 * know of this file as well. It is written in idle moments: no order waits for it.
 */
export class Witness {
  readonly #document: Document<z.infer<typeof Kept>>
  /** The name under which a damaged document was set aside. */
  readonly setAside: string | null
  /** The first entry of a day, and not on disk yet. */
  #unwritten: WitnessMark | null = null
  #latest: WitnessMark | null = null

  constructor({ open, dataDir }: { open: OpenConf; dataDir: string }) {
    const { document, setAside } = openDocument({
      open,
      dataDir,
      name: 'journal-witness',
      version: 1,
      schema: Kept,
      initial: () => ({ marks: [] }),
    })
    this.#document = document
    this.setAside = setAside
  }

  get marks(): readonly WitnessMark[] {
    return this.#document.read().marks
  }

  /** Told of the end of the chain after every append. */
  see(mark: WitnessMark): void {
    this.#latest = mark
    const known = this.#unwritten ?? this.marks.at(-1)
    if (known === undefined || dayOf(known.at) !== dayOf(mark.at)) this.#unwritten = mark
  }

  /** Writes the first entry of a day down. A disk that refuses is asked again in the next idle moment. */
  write(): void {
    if (this.#unwritten !== null && this.#keep(this.#unwritten)) this.#unwritten = null
  }

  /** Writes down where the chain ends. */
  close(): void {
    this.write()
    const latest = this.#latest
    if (latest !== null && latest.seq !== this.marks.at(-1)?.seq) this.#keep(latest)
  }

  /** A journal that was set aside takes with it what was seen of it. */
  beginAnew(): void {
    if (this.marks.length > 0) tryWrite(this.#document, { marks: [] })
  }

  /** Of a day its first entry stays, and the latest. */
  #keep(mark: WitnessMark): boolean {
    const day = dayOf(mark.at)
    const isOfDay = ({ at }: WitnessMark): boolean => dayOf(at) === day
    const first = this.marks.find(isOfDay)
    const others = this.marks.filter((each) => !isOfDay(each))
    const marks = [...others, ...(first === undefined ? [] : [first]), mark]
    return tryWrite(this.#document, { marks: marks.slice(-mostMarks) }).ok
  }
}
