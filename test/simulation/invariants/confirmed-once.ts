import type { RunRecord } from '../record.ts'

/**
 * Once an order was taken, whoever confirms it, in whichever window and how often, is answered the
 * same: the orders that the first one made, of which there are no more.
 */
export function confirmedOnce(
  { answers, told }: Pick<RunRecord, 'answers' | 'told'>,
  confirmation: string,
): string[] {
  const all = answers.get(confirmation) ?? []
  const first = all.find(({ took }) => took !== null)
  const took = first?.took ?? null
  if (first === undefined || took === null) return []
  const wrongs = all
    .slice(all.indexOf(first) + 1)
    .filter((other) => other.took?.join() !== took.join())
    .map(({ window }) => `${window} was not answered what ${first.window} was`)
  const made = [...told.values()].filter((intent) => intent.confirmation === confirmation)
  const more = made.filter(({ id }) => !took.includes(id))
  return more.length === 0
    ? wrongs
    : [...wrongs, `${more.length} more orders were made of what ${first.window} confirmed`]
}
