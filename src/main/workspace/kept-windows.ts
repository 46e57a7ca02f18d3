import {
  type KeptWindow,
  type Workspace,
  Selected,
  mostKept,
} from '../../shared/workspace/windows.ts'
import { usualWindow } from '../../shared/workspace/usual-window.ts'
import { Layout } from '../../shared/workspace/layouts.ts'
import { isObject } from '../../shared/core/json.ts'

/** The one window of settings from before there were several; none where those had none. */
export function workspaceOfBefore(settings: unknown, id: string): Workspace {
  if (!isObject(settings)) return { windows: [] }
  const layout = Layout.nullable().safeParse(settings['layout'])
  const selected = Selected.safeParse(settings['selected'])
  if (!layout.success && !selected.success) return { windows: [] }
  const window = {
    id,
    layout: layout.data ?? usualWindow.layout,
    selected: selected.data ?? usualWindow.selected,
    link: usualWindow.link,
    bounds: usualWindow.bounds,
    belongs: usualWindow.belongs,
    place: usualWindow.place,
    isOpen: true,
  }
  return { windows: [window] }
}

/**
 * From version 1 to 2: adds where each window stands, of which the host of before knows. What was
 * closed then was not to come back.
 */
const withPlaces = (value: unknown): unknown => {
  if (!isObject(value) || !Array.isArray(value['windows'])) return value
  const windows = value['windows']
    .filter((one: unknown) => !isObject(one) || one['isOpen'] !== false)
    .map((one: unknown) => (isObject(one) ? { ...one, place: null } : one))
  return { ...value, windows }
}

/** By the version that they start from. */
export const workspaceMigrations = { 1: withPlaces }
export const workspaceVersion = Object.keys(workspaceMigrations).length + 1

/**
 * What is kept for a window that comes: that which it had, or the first of those that are to be
 * put back, or a new one. Two windows never share one: a tab that a browser copies knows its
 * original's.
 */
export function keptWindowFor(
  workspace: Workspace,
  coming: {
    had: string | null
    taken: ReadonlySet<string>
    /** Those whose page may come back yet: nobody gets them that did not have them. */
    broken: readonly string[]
    newId: () => string
  },
): KeptWindow {
  const { had, taken, broken } = coming
  const free = workspace.windows.filter(({ id }) => !taken.has(id))
  const own = free.find(({ id }) => id === had)
  // One that knows of a kept window that is gone is a window of its own, and not the next best.
  const next =
    had === null ? free.find(({ id, isOpen }) => isOpen && !broken.includes(id)) : undefined
  const isNew = had === null || taken.has(had)
  return {
    ...(own ?? next ?? { ...usualWindow, id: isNew ? coming.newId() : had }),
    isOpen: true,
  }
}

/** With this window instead of what was kept of it, or as the last one; without room, one that is put away goes for it. */
export function withWindow({ windows }: Workspace, window: KeptWindow): Workspace {
  if (windows.some(({ id }) => id === window.id))
    return { windows: windows.map((one) => (one.id === window.id ? window : one)) }
  const spare = windows.length < mostKept ? undefined : windows.find(({ isOpen }) => !isOpen)
  return { windows: [...windows.filter((one) => one !== spare), window].slice(0, mostKept) }
}

export const without = ({ windows }: Workspace, id: string): Workspace => ({
  windows: windows.filter((one) => one.id !== id),
})

/**
 * A window that was closed is so until the next start, as long as another one is there: those that
 * go last are what a person had before them.
 */
export function afterLeaving(
  { windows }: Workspace,
  left: string,
  present: ReadonlySet<string>,
): Workspace {
  if (present.size === 0 || present.has(left)) return { windows }
  return { windows: windows.map((one) => (one.id === left ? { ...one, isOpen: false } : one)) }
}
