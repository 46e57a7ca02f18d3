import type { KeptWindow } from '../../shared/workspace/windows.ts'
import type { ArrangedWindow } from '../../shared/workspace/workspaces.ts'

/** What is kept of a window under a name: of where it stands, where it belongs. */
export const arranged = ({
  layout,
  selected,
  link,
  place,
  bounds,
  belongs = null,
}: ArrangedWindow & Partial<Pick<KeptWindow, 'belongs'>>): ArrangedWindow => ({
  ...{ layout, selected, link, place },
  bounds: belongs ?? bounds,
})

const screenOf = ({ place }: ArrangedWindow): number | null =>
  typeof place === 'number' || place === null ? null : place.screen.id

/**
 * Puts a set of windows where another is. Windows that are there become those of the set, so that
 * what is typed into them stays: first the one that asked, then each that is on the screen on which
 * one is wanted, then the rest. Those that are too many are to go, and come last until they have.
 */
export function rearranged({
  here,
  wanted,
  newId,
}: {
  /** Those that are there, the one that asked first. */
  here: readonly KeptWindow[]
  wanted: readonly ArrangedWindow[]
  newId: () => string
}): { windows: KeptWindow[]; toOpen: string[]; toGo: string[] } {
  const free = new Set(wanted.keys())
  const becomes = new Map<number, KeptWindow>()
  const take = (window: KeptWindow, at: number | undefined): boolean => {
    if (at === undefined) return false
    free.delete(at)
    becomes.set(at, window)
    return true
  }
  const onItsScreen = (window: KeptWindow): number | undefined => {
    const screen = screenOf(window)
    return screen === null ? undefined : [...free].find((at) => screenOf(wanted[at]!) === screen)
  }
  const nextFree = (): number | undefined => [...free][0]
  const [asking, ...others] = here
  if (asking !== undefined) take(asking, onItsScreen(asking) ?? nextFree())
  const rest = others.filter((window) => !take(window, onItsScreen(window)))
  const toGo = rest.filter((window) => !take(window, nextFree()))
  const toOpen: string[] = []
  const windows = wanted.map((window, at) => {
    const id = becomes.get(at)?.id ?? newId()
    if (!becomes.has(at)) toOpen.push(id)
    return { ...arranged(window), belongs: null, id, isOpen: true }
  })
  return { windows: [...windows, ...toGo], toOpen, toGo: toGo.map(({ id }) => id) }
}
