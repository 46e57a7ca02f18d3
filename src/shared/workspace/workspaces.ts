import * as z from 'zod'
import { nameOf } from '../core/names.ts'
import { KeptWindow, mostKept } from './windows.ts'

/** A window as it is arranged, without the id that it has while it is there. */
export const ArrangedWindow = KeptWindow.pick({
  layout: true,
  selected: true,
  link: true,
  place: true,
  bounds: true,
})
export type ArrangedWindow = z.infer<typeof ArrangedWindow>

export const WorkspaceName = nameOf(40)
export const ArrangedWindows = z.array(ArrangedWindow).min(1).max(mostKept)

/** A set of windows that a person gave a name. */
const NamedWorkspace = z.strictObject({ name: WorkspaceName, windows: ArrangedWindows })
export type NamedWorkspace = z.infer<typeof NamedWorkspace>

export const mostWorkspaces = 12
export const NamedWorkspaces = z.array(NamedWorkspace).max(mostWorkspaces)
