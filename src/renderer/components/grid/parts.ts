import type { RowChoice } from './choice.svelte.ts'
import type { ColumnsShown } from './columns-shown.svelte.ts'
import type { Cursor } from './cursor.svelte.ts'
import type { Lines } from './lines.svelte.ts'
import type { ScrollWindow } from './scroll.svelte.ts'

/** What a grid is made of. */
export interface GridParts<Row extends { id: string }> {
  columns: ColumnsShown<Row>
  lines: Lines<Row>
  view: ScrollWindow
  cursor: Cursor<Row>
  choice: RowChoice<Row>
}
