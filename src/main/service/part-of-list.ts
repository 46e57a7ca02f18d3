import { isNone } from './envelope.ts'

/** Names of fields by which a service says that a list goes on elsewhere, without their separators. */
const goesOn =
  /^(has_?more|has_?next(_?page)?|next(_?(page|cursor|token|link|url|page_?token))?|(is_?)?(partial|truncated|incomplete))$/i
const pageCounts = /^(total_?pages|page_?count)$/i
const rowCounts = /^total_?(records|rows|count|items)$/i

/** The field that says that these are not all rows; undefined where nothing says so. */
export const markOfPart = (
  fields: Readonly<Record<string, unknown>>,
  rows: number,
): string | undefined =>
  Object.entries(fields).find(
    ([name, value]) =>
      (goesOn.test(name) && isSaid(value)) ||
      (pageCounts.test(name) && Number(value) > 1) ||
      (rowCounts.test(name) && Number(value) > rows),
  )?.[0]

const isSaid = (value: unknown): boolean => {
  if (typeof value === 'string') return !isNone(value) && !/^(0|f|false|n|no)$/i.test(value.trim())
  return value !== undefined && value !== null && value !== false && value !== 0
}
