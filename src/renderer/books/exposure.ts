import type { GridLook } from '../../shared/workspace/grid-looks.ts'

const columns = ['value', 'gross'] as const

/** Whether a grid has columns that say how much one is in. */
export const canShowExposure = (all: readonly { id: string }[]): boolean =>
  columns.every((id) => all.some((column) => column.id === id))

export const showsExposure = ({ visible }: GridLook): boolean =>
  columns.every((id) => visible[id] === true)

/** Net and gross value, of each row and of each group. */
export const withExposure = (look: GridLook, isShown: boolean): GridLook => ({
  ...look,
  visible: { ...look.visible, ...Object.fromEntries(columns.map((id) => [id, isShown])) },
})
