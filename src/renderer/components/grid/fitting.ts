import { scaleOf } from './header-drag.svelte.ts'
import type { GridParts } from './parts.ts'

/** What stands beside a cell's text: its padding, and room to breathe. */
const around = 18

/** As wide as the longest text in sight of a column, its header's included. */
export function fitColumn<Row extends { id: string }>(
  { columns, view: { element } }: Pick<GridParts<Row>, 'columns' | 'view'>,
  id: string,
): void {
  if (element === null) return
  const texts = element.querySelectorAll(
    `[data-column="${id}"] > span, [data-column="${id}"] > button > span:first-child`,
  )
  const width = around + Math.max(0, ...[...texts].map((text) => text.scrollWidth))
  columns.size(id, width / scaleOf(element))
}
