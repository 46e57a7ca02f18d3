import type { BenchResult } from './result.ts'

/** A row that has run, or why it could not. */
export type Outcome = BenchResult | { row: string; problem: string }

const hasMet = (outcome: Outcome): boolean => 'met' in outcome && outcome.met

export function lineOf(outcome: Outcome): string {
  if ('problem' in outcome) return `${outcome.row.padEnd(4)}failed: ${outcome.problem}`
  const { row, ratio, goal, met, spread, note } = outcome
  const about = note === undefined ? spread : `${spread}; ${note}`
  return `${row.padEnd(4)}ratio ${written(ratio)}  goal ${goal}  ${met ? 'met' : 'missed'}  (${about})`
}

export function closingLine(outcomes: readonly Outcome[]): string {
  const met = outcomes.filter(hasMet).length
  return `${met} met, ${outcomes.length - met} missed`
}

/** A missed goal is a finding, reported as measured; only a row that could not run is a failure. */
export const exitCodeOf = (outcomes: readonly Outcome[]): 0 | 1 =>
  outcomes.some((outcome) => 'problem' in outcome) ? 1 : 0

/** Three digits that say something, also of the smallest ratio. */
const written = (ratio: number): string =>
  ratio >= 0.1 || ratio === 0 ? ratio.toFixed(2) : ratio.toPrecision(2)
