import type { RunRecord } from '../record.ts'

/**
 * Whoever confirms, in whichever window and how often, is answered the same: the orders that the
 * first one made, of which there are no more.
 */
export function confirmedOnce(
  { answers, told }: Pick<RunRecord, 'answers' | 'told'>,
  confirmation: string,
): string[] {
  const taken = (answers.get(confirmation) ?? []).flatMap(({ window, took }) =>
    took === null ? [] : [{ window, took: took.toSorted().join() }],
  )
  const [first, ...others] = taken
  if (first === undefined) return []
  const wrongs = others
    .filter(({ took }) => took !== first.took)
    .map(({ window }) => `${window} was answered other orders than ${first.window}`)
  const made = [...told.values()].filter((intent) => intent.confirmation === confirmation)
  const more = made.filter(({ id }) => !first.took.includes(id))
  return more.length === 0
    ? wrongs
    : [...wrongs, `${more.length} more orders were made of what ${first.window} confirmed`]
}
