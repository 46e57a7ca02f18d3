import * as z from 'zod'

const column = z.string().min(1).max(40)

/** How a person arranged one grid; columns that are not named are as they come. */
export const GridLook = z.strictObject({
  /** Columns in their order. */
  order: z.array(column).max(60),
  /** Those that were shown or hidden otherwise than they come. */
  visible: z.record(column, z.boolean()),
  /** Those that stay while the others scroll sideways; null for the usual ones. */
  pinned: z.array(column).max(60).nullable(),
  /** Pixels, of the columns that were made wider or narrower. */
  widths: z.record(column, z.int().min(32).max(1200)),
  /** Null for rows as they come; absent for the grid's usual order. */
  sort: z.strictObject({ column, down: z.boolean() }).nullable().optional(),
  /** What the rows are grouped by. */
  group: column.nullable(),
  /** What rows must say in each column. */
  filters: z.record(column, z.string().max(1000)),
})
export type GridLook = z.infer<typeof GridLook>

/** One for each grid, by its name. */
export const GridLooks = z.record(z.string().min(1).max(40), GridLook)

export const usualLook: GridLook = {
  order: [],
  visible: {},
  pinned: null,
  widths: {},
  group: null,
  filters: {},
}
