import { untrack } from 'svelte'
import { RowGroup, type GridLine } from './grouping.ts'
import { linesCome } from './lines-come.ts'
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

/** Rows that come or go above those in sight do not move these. */
export function holdRows<Row extends { id: string }>({ lines, view }: Watched<Row>): void {
  let before: readonly GridLine<Row>[] = []
  $effect(() => {
    const now = lines.all
    // Who is at the top sees what comes there.
    const index = before.length === 0 ? 0 : view.topIndex
    if (index > 0) view.moveBy(linesCome(before, now, index))
    before = now
  })
}
