import * as z from 'zod'
import { Layout } from './layouts.ts'

/** What a window is known by in its workspace; no secret. */
export const WindowId = z.string().regex(/^[\w-]{8,40}$/, 'must be a name that a window can have')

/** What is shown: an account, 'all', 'practice', a group as `group:` and its id, or several accounts (`pickOf`). */
export const Selected = z.string().max(16_000)

/** A window as it is kept, whether it is there at the moment or not. */
export const KeptWindow = z.strictObject({
  id: WindowId,
  layout: Layout.nullable(),
  selected: Selected,
  /** It is put back at the next start. */
  isOpen: z.boolean(),
})
export type KeptWindow = z.infer<typeof KeptWindow>

/** Windows that are kept at a time, those that are put away among them. */
export const mostKept = 16

/** A set of windows. */
export const Workspace = z.strictObject({ windows: z.array(KeptWindow).max(mostKept) })
export type Workspace = z.infer<typeof Workspace>

/** How a window begins that nobody arranged. */
export const usualWindow = { layout: null, selected: 'all' } as const

/** What any window knows of all. */
export interface WindowStanding {
  id: string
  isOpen: boolean
  /** Somebody has it before them. */
  isHere: boolean
}

/** A window's own place in the workspace, as it is told when it comes. */
export interface OwnWindow extends KeptWindow {
  /** Windows of before that it is to open beside itself: it is the first one that came. */
  toReopen: readonly string[]
}
