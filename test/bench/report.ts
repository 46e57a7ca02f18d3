import { type Goal, type Measured, type RowName, goals, goalsOf, isMet } from './goals.ts'

/** A row that has run, or why it could not; and how long that took. */
export type Outcome = { row: RowName; seconds: number } & (Measured | { problem: string })

/** What a row came to; one that has no goals is only told. */
function stateOf(outcome: Outcome): 'met' | 'missed' | 'told' {
  if (!hasMet(outcome)) return 'missed'
  const hasGoals = Object.values(goalsOf(outcome.row)).some((goal) => boundOf(goal) !== noGoal)
  return hasGoals ? 'met' : 'told'
}

const hasMet = (outcome: Outcome): boolean =>
  'figures' in outcome &&
  Object.entries(goalsOf(outcome.row)).every(([name, goal]) => isMet(goal, figureOf(outcome, name)))

const figureOf = ({ figures }: Measured, name: string): number =>
  (figures as Record<string, number>)[name] ?? Number.NaN

/** A row in two lines: its figures beside their goals, and what it is about. */
export function linesOf(outcome: Outcome): string {
  const { row, seconds } = outcome
  const said = Object.entries(goalsOf(row)).map(([name, goal]) =>
    'problem' in outcome
      ? `${goal.what} ${boundOf(goal)}`
      : `${goal.what} ${written(figureOf(outcome, name))}${unitOf(goal)} (${boundOf(goal)})`,
  )
  const about = [goals[row].about, 'note' in outcome ? outcome.note : `goal: ${said.join(', ')}`]
  const main = 'problem' in outcome ? `could not run: ${outcome.problem}` : said.join(', ')
  return (
    `${row.padEnd(4)}${stateOf(outcome).padEnd(6)}  ${main}  [${seconds.toFixed(1)} s]\n` +
    `            ${about.join('; ')}`
  )
}

const unitOf = ({ unit }: Goal): string => (unit === '' ? '' : ` ${unit}`)

const noGoal = 'no goal'

function boundOf(goal: Goal): string {
  const { most, least } = goal
  if (most !== undefined) return `≤ ${most}${unitOf(goal)}`
  return least === undefined ? noGoal : `≥ ${least}${unitOf(goal)}`
}

/** A row that could not run is missed as well. */
export function closingLine(outcomes: readonly Outcome[]): string {
  const states = outcomes.map(stateOf)
  const [met, missed] = ['met', 'missed'].map(
    (state) => states.filter((one) => one === state).length,
  )
  const failed = outcomes.filter((outcome) => 'problem' in outcome).length
  const took = outcomes.reduce((sum, { seconds }) => sum + seconds, 0)
  const some = failed === 0 ? '' : `, ${failed} of them could not run`
  return `${met} met, ${missed} missed${some} (${took.toFixed(0)} s)`
}

/** A missed goal is a finding, reported as measured; only a row that could not run is a failure. */
export const exitCodeOf = (outcomes: readonly Outcome[]): 0 | 1 =>
  outcomes.some((outcome) => 'problem' in outcome) ? 1 : 0

/** Three digits that say something, also of the smallest figure. */
const written = (figure: number): string => {
  if (figure === 0 || Math.abs(figure) >= 100) return figure.toFixed(0)
  return Math.abs(figure) >= 0.1 ? figure.toFixed(2) : figure.toPrecision(2)
}
