import { BookRows } from '../../src/main/books/book.ts'
import type { Measured } from './goals.ts'
import { orderBook } from './order-book.ts'
import { interleave, ratioOf } from './timing.ts'

const rows = 5000
const onePercent = 0.01

function versions({ share, seed }: { share: number; seed: number }) {
  const source = orderBook({ rows, seed })
  const book = new BookRows('orders')
  take(book, source.bytes())
  return {
    book,
    /** The next version's bytes. Made outside of what is measured. */
    next: (): Buffer => {
      source.change(share)
      return source.bytes()
    },
  }
}

function take(book: BookRows, bytes: Buffer) {
  const taken = book.take({ status: 200, bytes })
  if (!taken.ok) throw new Error(taken.error.message)
  return taken.value
}

/** A changed order book, bytes → patch, against JSON.parse of the same bytes. */
export async function p1(): Promise<Measured<'P1'>> {
  const against = async (share: number) => {
    const { book, next } = versions({ share, seed: 11 })
    const measured = await interleave({
      rounds: 60,
      prepare: next,
      subject: (bytes) => take(book, bytes),
      baseline: (bytes) => JSON.parse(bytes.toString()) as unknown,
    })
    return ratioOf(measured)
  }
  const few = await against(onePercent)
  const all = await against(1)
  return {
    figures: { few: few.ratio, all: all.ratio },
    note: `${few.spread}; every row ${all.spread}`,
  }
}

/** An unchanged poll against a changed one. */
export async function p2(): Promise<Measured<'P2'>> {
  const { book, next } = versions({ share: onePercent, seed: 12 })
  const measured = await interleave({
    rounds: 60,
    prepare: () => {
      const bytes = next()
      return { bytes, again: Buffer.from(bytes) }
    },
    // Each round first takes a new version in, and then the same bytes once more.
    baseline: ({ bytes }) => take(book, bytes),
    subject: ({ again }) => take(book, again),
    order: 'baseline-first',
  })
  const { ratio, spread } = ratioOf(measured)
  return { figures: { unchanged: ratio }, note: spread }
}

/** The size of a patch, as it is sent, against that of a snapshot. */
export function p3(): Promise<Measured<'P3'>> {
  const { book, next } = versions({ share: onePercent, seed: 13 })
  const shares = Array.from({ length: 20 }, () => {
    const patch = take(book, next())
    return (100 * JSON.stringify(patch).length) / JSON.stringify([...book.rows]).length
  })
  const [least, most] = [Math.min(...shares), Math.max(...shares)]
  return Promise.resolve({
    figures: { patch: most },
    note: `${least.toFixed(3)}–${most.toFixed(3)} %`,
  })
}
