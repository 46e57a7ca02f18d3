import type { Column } from './columns.ts'
import { compareValues } from './sorting.ts'
import { compareTexts } from './text-order.ts'

/** Rows of which a column says the same, and their line above them. */
export class RowGroup<Row> {
  readonly id: string
  /** Null where it is not known what the rows belong to. */
  readonly title: string | null
  readonly isOpen: boolean
  readonly order: string
  readonly rows: Row[] = []

  constructor({ id, title, isOpen, order }: GroupParts) {
    this.id = id
    this.title = title
    this.isOpen = isOpen
    this.order = order
  }

  isSameAs({ isOpen, rows }: RowGroup<Row>): boolean {
    return (
      isOpen === this.isOpen &&
      rows.length === this.rows.length &&
      rows.every((row, place) => row === this.rows[place])
    )
  }
}

interface GroupParts {
  id: string
  title: string | null
  isOpen: boolean
  /** What it is put in order by. */
  order: string
}

export type GridLine<Row> = Row | RowGroup<Row>

/** What is not known comes last. */
const byTitle = (one: RowGroup<unknown>, other: RowGroup<unknown>): number =>
  Number(one.title === null) - Number(other.title === null) || compareTexts(one.order, other.order)

interface ColumnSort<Row> {
  column: Column<Row>
  down: boolean
}

/** The id of the line of a row's group; only such ids begin so. */
export const groupIdOf = <Row>({ id, group }: Column<Row>, row: Row): string =>
  groupId(id, group?.(row) || null)

const groupId = (column: string, title: string | null): string => `/${column}/${title ?? ''}`

/**
 * Keeps groups from poll to poll: one of which no row changed is the same object, so that nothing
 * of it is reckoned or drawn anew.
 */
export class Grouper<Row extends object> {
  #column: Column<Row> | null = null
  #titles = new WeakMap<Row, string | null>()
  /** What the groups were made of. */
  #rows: readonly Row[] = []
  #toggled: ReadonlySet<string> = new Set()
  #alone: ReadonlySet<Row> = new Set()
  #groups: ReadonlyMap<string | null, RowGroup<Row>> = new Map()
  #sortedBy: Column<Row> | null = null
  #ranks = new WeakMap<RowGroup<Row>, number | string | null>()

  /**
   * The rows in their order, beneath the lines of their groups; those of a closed one are not there.
   * A group that was toggled is not as groups of its column begin.
   */
  lines(
    rows: readonly Row[],
    {
      column,
      toggled,
      sort,
    }: {
      column: Column<Row> | null
      toggled: ReadonlySet<string>
      /** A column that sorts rows sorts their groups by what it says of each as a whole. */
      sort: ColumnSort<Row> | null
    },
  ): readonly GridLine<Row>[] {
    const { group: titleOf } = column ?? {}
    this.#alone = new Set()
    if (column === null || titleOf === undefined) return rows
    if (column !== this.#column) this.#forget(column)
    const replaced = toggled === this.#toggled ? this.#replacedIn(rows, titleOf) : null
    this.#groups =
      replaced === null
        ? this.#madeAnew(rows, column, toggled)
        : withReplaced(this.#groups, replaced, (row) => this.#title(row, titleOf))
    this.#rows = rows
    this.#toggled = toggled
    const lines: GridLine<Row>[] = []
    const alone = new Set<Row>()
    for (const group of this.#inOrder([...this.#groups.values()], sort)) {
      const isAlone = column.leavesAlone === true && group.rows.length === 1
      if (isAlone) alone.add(group.rows[0]!)
      else lines.push(group)
      if (isAlone || group.isOpen) for (const row of group.rows) lines.push(row)
    }
    this.#alone = alone
    return lines
  }

  /** Whether a row stands by itself, where others are beneath the line of a group. */
  isAlone(row: Row): boolean {
    return this.#alone.has(row)
  }

  #forget(column: Column<Row>): void {
    this.#column = column
    this.#titles = new WeakMap()
    this.#groups = new Map()
    this.#rows = []
  }

  /** Rows that stand where another of their group stood; null where more than that changed. */
  #replacedIn(
    rows: readonly Row[],
    titleOf: (row: Row) => string | null,
  ): ReadonlyMap<Row, Row> | null {
    const before = this.#rows
    if (rows.length === 0 || rows.length !== before.length) return null
    const replaced = new Map<Row, Row>()
    for (let at = 0; at < rows.length; at++) {
      const [old, now] = [before[at]!, rows[at]!]
      if (old === now) continue
      if (this.#title(old, titleOf) !== this.#title(now, titleOf)) return null
      replaced.set(old, now)
    }
    return replaced
  }

  #madeAnew(
    rows: readonly Row[],
    column: Column<Row>,
    toggled: ReadonlySet<string>,
  ): ReadonlyMap<string | null, RowGroup<Row>> {
    const groups = new Map<string | null, RowGroup<Row>>()
    for (const row of rows) {
      const title = this.#title(row, column.group!)
      let group = groups.get(title)
      if (group === undefined) {
        const id = groupId(column.id, title)
        const order = column.groupOrder?.(row) ?? title ?? ''
        const isOpen = toggled.has(id) === (column.folds === true)
        group = new RowGroup<Row>({ id, title, order, isOpen })
        groups.set(title, group)
      }
      group.rows.push(row)
    }
    for (const [title, group] of groups) {
      const before = this.#groups.get(title)
      if (before !== undefined && group.isSameAs(before)) groups.set(title, before)
    }
    return new Map([...groups].sort(([, one], [, other]) => byTitle(one, other)))
  }

  #inOrder(groups: RowGroup<Row>[], sort: ColumnSort<Row> | null): RowGroup<Row>[] {
    const { total, value } = sort?.column ?? {}
    const isMixed = this.#column?.leavesAlone === true
    if (sort === null || value === undefined || (total === undefined && !isMixed)) return groups
    if (sort.column !== this.#sortedBy) this.#ranks = new WeakMap()
    this.#sortedBy = sort.column
    for (const group of groups)
      if (!this.#ranks.has(group))
        this.#ranks.set(
          group,
          // Rows come sorted: the first stands for all.
          total === undefined ? value(group.rows[0]!) : (total(group.rows).value ?? null),
        )
    return groups.sort((one, other) =>
      compareValues(this.#ranks.get(one) ?? null, this.#ranks.get(other) ?? null, sort.down),
    )
  }

  #title(row: Row, titleOf: (row: Row) => string | null): string | null {
    const known = this.#titles.get(row)
    if (known !== undefined) return known
    const title = titleOf(row) || null
    this.#titles.set(row, title)
    return title
  }
}

function withReplaced<Row>(
  groups: ReadonlyMap<string | null, RowGroup<Row>>,
  replaced: ReadonlyMap<Row, Row>,
  titleOf: (row: Row) => string | null,
): ReadonlyMap<string | null, RowGroup<Row>> {
  if (replaced.size === 0) return groups
  const next = new Map(groups)
  for (const title of new Set([...replaced.values()].map(titleOf))) {
    const before = groups.get(title)!
    const group = new RowGroup<Row>(before)
    for (const row of before.rows) group.rows.push(replaced.get(row) ?? row)
    next.set(title, group)
  }
  return next
}
