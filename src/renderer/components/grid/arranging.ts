import { type GridLook, usualLook } from '../../../shared/workspace/grid-looks.ts'
import type { Column } from './columns.ts'

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

const pinnedIds = <Row>(columns: readonly Column<Row>[], look: GridLook): readonly string[] =>
  look.pinned ?? columns.filter(({ pinned }) => pinned).map(({ id }) => id)

/** Those that are named come first, in the order of their names; the others follow as they came. */
function inOrder<Row>(columns: readonly Column<Row>[], ids: readonly string[]): Column<Row>[] {
  const named = ids.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  return [...new Set([...named, ...columns])]
}

/** All columns in their order, and whether each is shown and pinned. */
export function columnList<Row>(columns: readonly Column<Row>[], look: GridLook) {
  const pinned = pinnedIds(columns, look)
  return inOrder(columns, look.order).map((column) => ({
    column,
    isShown: look.visible[column.id] ?? !column.hidden,
    isPinned: pinned.includes(column.id),
  }))
}

/** The columns that are shown, from left to right. */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  look: GridLook,
  { isTight = false } = {},
): Arranged<Row>[] {
  const listed = columnList(columns, look).filter(({ isShown }) => isShown)
  // Whoever ordered them, or gave one a width, finds them as they were left.
  const isOwn = look.order.length > 0 || Object.keys(look.widths).length > 0
  const behind = listed.filter(({ column }) => isTight && !isOwn && column.givesWay)
  const shown = [...listed.filter((one) => !behind.includes(one)), ...behind]
  const columnsOf = (list: typeof shown) => list.map(({ column }) => column)
  const widthIn = ({ id, width }: Column<Row>) => boundWidth(look.widths[id] ?? width)
  let left = 0
  const growIn = ({ id, grow = 1 }: Column<Row>) => (id in look.widths ? null : grow)
  // Where a pinned column stays is the sum of those before it, so that of them only the last can grow.
  const pinned = inOrder(
    columnsOf(shown.filter(({ isPinned }) => isPinned)),
    pinnedIds(columns, look),
  ).map((column, index, all) => {
    const width = widthIn(column)
    left += width
    const grow = index === all.length - 1 ? growIn(column) : null
    return { column, width, grow, left: left - width }
  })
  const others = columnsOf(shown.filter(({ isPinned }) => !isPinned)).map((column) => ({
    column,
    width: widthIn(column),
    grow: growIn(column),
    left: null,
  }))
  return [...pinned, ...others]
}

/** Shows or hides a column; the last one that is shown stays. */
export function toggledColumn<Row>(
  columns: readonly Column<Row>[],
  look: GridLook,
  id: string,
): GridLook {
  const shown = arrange(columns, look)
  const isShown = shown.some(({ column }) => column.id === id)
  if (isShown && shown.length === 1) return look
  return { ...look, visible: { ...look.visible, [id]: !isShown } }
}

export function pinnedColumn<Row>(
  columns: readonly Column<Row>[],
  look: GridLook,
  id: string,
): GridLook {
  const pinned = pinnedIds(columns, look)
  const others = pinned.filter((one) => one !== id)
  return { ...look, pinned: others.length < pinned.length ? others : [...pinned, id] }
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
  const pinned = pinnedIds(columns, look)
  const isPinned = pinned.includes(id)
  if (id === to || isPinned !== pinned.includes(to)) return look
  const moved = (ids: readonly string[]): string[] => {
    const [from, target] = [ids.indexOf(id), ids.indexOf(to)]
    const others = ids.filter((one) => one !== id)
    if (from >= 0 && target >= 0) others.splice(target, 0, id)
    return others
  }
  return isPinned
    ? { ...look, pinned: moved(pinned) }
    : { ...look, order: moved(inOrder(columns, look.order).map((column) => column.id)) }
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
