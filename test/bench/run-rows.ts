import { constants } from 'node:os'
import type { RowName } from './goals.ts'
import { type Outcome, closingLine, exitCodeOf, linesOf } from './report.ts'
import { type RowRun, runRow } from './run-row.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs rows one after the other, since rows that shared the cores would measure each other. Every
 * row is printed and a closing line ends them, also when a signal does: then the rest did not run.
 */
export async function runRows(
  options: Pick<RowRun, 'script' | 'isFull' | 'silence'> & { rows: readonly RowName[] },
): Promise<number> {
  const interrupted = new AbortController()
  let code: number | null = null
  for (const name of signals)
    process.on(name, () => {
      code ??= 128 + constants.signals[name]
      interrupted.abort(`interrupted by ${name}`)
    })

  const outcomes: Outcome[] = []
  for (const row of options.rows) {
    const outcome = await runRow({ ...options, row, signal: interrupted.signal })
    outcomes.push(outcome)
    console.log(linesOf(outcome))
  }
  console.log(closingLine(outcomes))
  return code ?? exitCodeOf(outcomes)
}
