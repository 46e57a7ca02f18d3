import { type Outcome, closingLine, exitCodeOf, lineOf } from './report.ts'
import type { BenchResult } from './result.ts'

/** Loaded when its turn comes, so that no row carries the memory or the crash of another. */
const rows: Record<string, () => Promise<BenchResult>> = {
  P1: async () => (await import('./book.ts')).p1(),
  P2: async () => (await import('./book.ts')).p2(),
  P3: async () => (await import('./book.ts')).p3(),
  P4: async () => (await import('./grids.ts')).p4(),
  P5: async () => (await import('./grids.ts')).p5(),
  P6: async () => (await import('./client.ts')).p6(),
  P7: async () => (await import('./placing.ts')).p7(),
  P8: async () => (await import('./stop.ts')).p8(),
  P9: async () => (await import('./basket.ts')).p9(),
  P10: async () => (await import('./start.ts')).p10(),
  P11: async () => (await import('./memory.ts')).p11(),
  P12: async () => (await import('./shipped.ts')).p12(),
}

const asked = process.argv.slice(2).map((name) => name.toUpperCase())
const unknown = asked.filter((name) => !(name in rows))
if (unknown.length > 0) {
  console.error(`No such row: ${unknown.join(', ')}. There are ${Object.keys(rows).join(', ')}.`)
  process.exit(2)
}

const outcomes: Outcome[] = []
for (const [row, measure] of Object.entries(rows)) {
  if (asked.length > 0 && !asked.includes(row)) continue
  // One after the other: rows that shared the cores would measure each other.
  const outcome = await measure().catch((cause: unknown) => ({
    row,
    problem: cause instanceof Error ? cause.message : String(cause),
  }))
  outcomes.push(outcome)
  console.log(lineOf(outcome))
}
console.log(closingLine(outcomes))
process.exit(exitCodeOf(outcomes))
