import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  constructTable,
  tableFeatures,
} from '@tanstack/table-core'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import { type GridLook, usualLook } from '../../../shared/workspace/grid-looks.ts'
import type { Column } from './columns.ts'

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
})

const leastWidth = 40
const mostWidth = 1200

/** A column and how it stands in its grid. */
export interface Arranged<Row> {
  column: Column<Row>
  /** Pixels at least, before they are scaled to the letters. */
  width: number
  /** Its share of what is left over; null where its width is fixed. */
  grow: number | null
  /** Pixels from the left where it stays; null where it scrolls. */
  left: number | null
}

const tableOf = <Row>(columns: readonly Column<Row>[], look: GridLook) =>
  constructTable({
    features,
    data: [],
    columns: columns.map(({ id, width }) => ({
      id,
      size: width,
      minSize: leastWidth,
      maxSize: mostWidth,
    })),
    initialState: {
      columnOrder: [...look.order],
      columnSizing: look.widths,
      columnPinning: {
        start: look.pinned ?? columns.filter(({ pinned }) => pinned).map(({ id }) => id),
        end: [],
      },
      columnVisibility: {
        ...Object.fromEntries(columns.map(({ id, hidden }) => [id, !hidden])),
        ...look.visible,
      },
    },
  })

/** The columns that are shown, from left to right. */
export function arrange<Row>(columns: readonly Column<Row>[], look: GridLook): Arranged<Row>[] {
  const table = tableOf(columns, look)
  const byId = new Map(columns.map((column) => [column.id, column]))
  let left = 0
  // Where a pinned column stays is the sum of those before it, so that none of them can grow.
  const pinned = table.getStartVisibleLeafColumns().map((one) => {
    const width = one.getSize()
    left += width
    return { column: byId.get(one.id)!, width, grow: null, left: left - width }
  })
  const others = table.getCenterVisibleLeafColumns().map((one) => {
    const column = byId.get(one.id)!
    const grow = one.id in look.widths ? null : (column.grow ?? 1)
    return { column, width: one.getSize(), grow, left: null }
  })
  return [...pinned, ...others]
}

/** All columns in their order, and whether each is shown and pinned. */
export function columnList<Row>(columns: readonly Column<Row>[], look: GridLook) {
  const byId = new Map(columns.map((column) => [column.id, column]))
  return tableOf(columns, look)
    .getAllLeafColumns()
    .map((one) => ({
      column: byId.get(one.id)!,
      isShown: one.getIsVisible(),
      isPinned: one.getIsPinned() !== false,
    }))
}

/** Shows or hides a column; the last one that is shown stays. */
export function toggledColumn<Row>(
  columns: readonly Column<Row>[],
  look: GridLook,
  id: string,
): GridLook {
  const table = tableOf(columns, look)
  const column = table.getColumn(id)
  if (column === undefined) return look
  const isShown = column.getIsVisible()
  if (isShown && table.getVisibleLeafColumns().length === 1) return look
  return { ...look, visible: { ...look.visible, [id]: !isShown } }
}

export function pinnedColumn<Row>(
  columns: readonly Column<Row>[],
  look: GridLook,
  id: string,
): GridLook {
  const table = tableOf(columns, look)
  const column = table.getColumn(id)
  column?.pin(column.getIsPinned() === false ? 'start' : false)
  return { ...look, pinned: [...table.store.state.columnPinning.start] }
}

/** Null for its usual width. */
export function sizedColumn(look: GridLook, id: string, width: number | null): GridLook {
  const { [id]: _, ...widths } = look.widths
  return {
    ...look,
    widths: width === null ? widths : { ...widths, [id]: boundWidth(width) },
  }
}

export const boundWidth = (width: number): number =>
  Math.round(Math.min(mostWidth, Math.max(leastWidth, width)))

/** Puts a column where another is, which makes room; pinned ones stay among themselves. */
export function movedColumn<Row>(
  columns: readonly Column<Row>[],
  look: GridLook,
  { id, to }: { id: string; to: string },
): GridLook {
  const table = tableOf(columns, look)
  const isPinned = (one: string): boolean => table.getColumn(one)?.getIsPinned() === 'start'
  if (id === to || isPinned(id) !== isPinned(to)) return look
  const moved = (ids: readonly string[]): string[] => {
    const [from, target] = [ids.indexOf(id), ids.indexOf(to)]
    const others = ids.filter((one) => one !== id)
    if (from >= 0 && target >= 0) others.splice(target, 0, id)
    return others
  }
  return isPinned(id)
    ? { ...look, pinned: moved(table.store.state.columnPinning.start) }
    : { ...look, order: moved(table.getAllLeafColumns().map((one) => one.id)) }
}

/** One place to the left or to the right, over columns that are hidden. */
export function shiftedColumn<Row>(
  columns: readonly Column<Row>[],
  look: GridLook,
  { id, by }: { id: string; by: -1 | 1 },
): GridLook {
  const shown = arrange(columns, look)
  const to = shown[shown.findIndex(({ column }) => column.id === id) + by]?.column.id
  return to === undefined ? look : movedColumn(columns, look, { id, to })
}

const pixels = (width: number): string => `calc(${width}px * var(--scale))`

export const template = <Row>(arranged: readonly Arranged<Row>[]): string =>
  arranged
    .map(({ width, grow }) =>
      grow === null ? pixels(width) : `minmax(${pixels(width)}, ${grow}fr)`,
    )
    .join(' ')

export const widthOf = <Row>(arranged: readonly Arranged<Row>[]): number =>
  arranged.reduce((sum, { width }) => sum + width, 0)

/** The columns as they come; what rows are shown stays a person's. */
export const unarranged = ({ group, filters }: GridLook): GridLook => ({
  ...usualLook,
  group,
  filters,
})
