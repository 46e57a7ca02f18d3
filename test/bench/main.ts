import { p1, p2, p3 } from './book.ts'
import { p6 } from './client.ts'
import { p11 } from './memory.ts'
import { type Outcome, closingLine, exitCodeOf, lineOf } from './report.ts'
import type { BenchResult } from './result.ts'
import { p10 } from './start.ts'

const rows: Record<string, () => Promise<BenchResult>> = {
  P1: p1,
  P2: p2,
  P3: p3,
  P6: p6,
  P10: p10,
  P11: p11,
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
