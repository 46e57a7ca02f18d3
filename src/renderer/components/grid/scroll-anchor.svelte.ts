import { untrack } from 'svelte'
import { RowGroup, type GridLine } from './grouping.ts'
import type { GridParts } from './parts.ts'

type Watched<Row extends { id: string }> = Pick<GridParts<Row>, 'lines' | 'view'>

/** Scrolls the first row that something elsewhere is about into sight. */
export function revealLinked<Row extends { id: string }>(
  { lines, view }: Watched<Row>,
  isLinked: () => ((row: Row) => boolean) | null,
): void {
  // When what is linked changes, and not with every poll.
  $effect(() => {
    const isSought = isLinked()
    if (isSought === null) return
    untrack(() => {
      const index = lines.all.findIndex((line) => !(line instanceof RowGroup) && isSought(line))
      if (index >= 0) view.reveal(index)
    })
  })
}

/** Rows that come above those in sight do not move these. */
export function holdRows<Row extends { id: string }>(
  { lines, view }: Watched<Row>,
  isSteady: () => boolean,
): void {
  let before: readonly GridLine<Row>[] = []
  $effect(() => {
    if (!isSteady()) return
    const now = lines.all
    const index = before.length === 0 ? 0 : view.topIndex
    const first = before[index]
    before = now
    if (index < 1 || first === undefined) return
    view.moveBy(now.findIndex(({ id }) => id === first.id) - index)
  })
}
