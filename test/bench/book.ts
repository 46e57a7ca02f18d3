import { BookRows } from '../../src/main/books/book.ts'
import { orderBook } from './order-book.ts'
import type { BenchResult } from './result.ts'
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
export async function p1(): Promise<BenchResult> {
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
    row: 'P1',
    ...few,
    goal: '≤ 1.7',
    met: few.ratio <= 1.7,
    note: `1 % of 5,000 rows changed; with every row changed ${all.ratio.toFixed(2)}`,
  }
}

/** An unchanged poll against a changed one. */
export async function p2(): Promise<BenchResult> {
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
  const result = ratioOf(measured)
  return { row: 'P2', ...result, goal: '≤ 0.1', met: result.ratio <= 0.1 }
}

/** The size of a patch, as it is sent, against that of a snapshot. */
export async function p3(): Promise<BenchResult> {
  const { book, next } = versions({ share: onePercent, seed: 13 })
  const ratios = Array.from({ length: 20 }, () => {
    const patch = take(book, next())
    return JSON.stringify(patch).length / JSON.stringify([...book.rows]).length
  }).sort((one, other) => one - other)
  const ratio = ratios.at(-1)!
  return {
    row: 'P3',
    ratio,
    spread: `${ratios[0]!.toFixed(4)}–${ratio.toFixed(4)}`,
    goal: '≤ 0.02',
    met: ratio <= 0.02,
    note: 'largest of 20 patches',
  }
}
