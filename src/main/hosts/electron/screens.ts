import type { WindowBounds, Stance, WindowPlace } from '../../../shared/workspace/window-places.ts'

/** A screen that is there. */
export type Screen = WindowPlace['screen']

export const leastSize = { width: 960, height: 600 }

/** How much of a title bar has to be on a screen for a mouse to take the window by it. */
const leastInSight = { width: 80, height: 24 }

/** Where a window is to stand. */
export interface StandingWindow extends Stance {
  /** On a screen of fewer pixels a window may be smaller than it is elsewhere. */
  least: { width: number; height: number }
}

/**
 * Where a window stands on the screens that are there. On its own it stands as it was left; where
 * that is missing it folds onto another, inside of what windows may cover there. Its place is not
 * touched by that: with its screen it goes back.
 */
export function standingOn(place: WindowPlace, screens: readonly Screen[]): StandingWindow {
  const { bounds, isMaximised, isFullScreen, away } = place
  const home = screens.find(({ id }) => id === place.screen.id)
  if (home !== undefined) {
    const moved = shifted(bounds, place.screen.area, home.area)
    const isAsBefore = isSameSize(place.screen.area, home.area) && isInReach(moved, screens)
    const least = leastOn(home.area)
    return {
      bounds: isAsBefore ? moved : fitted(moved, home.area),
      isMaximised,
      isFullScreen,
      least,
    }
  }
  const other = nearest(bounds, screens)
  if (other === undefined) return { bounds, isMaximised, isFullScreen, least: leastSize }
  const least = leastOn(other.area)
  if (away !== null && away.screens === screensSaid(screens) && isInReach(away.bounds, screens))
    return {
      bounds: away.bounds,
      isMaximised: away.isMaximised,
      isFullScreen: away.isFullScreen,
      least,
    }
  const moved = shifted(bounds, place.screen.area, other.area)
  // What fills a screen of its own does not fill one that others stand on.
  const fills = isMaximised || isFullScreen
  return { bounds: fitted(moved, other.area), isMaximised: fills, isFullScreen: false, least }
}

/** Where the window is on the screen, and where it is while it fills none. */
export interface SeenStance extends Stance {
  actual: WindowBounds
}

/**
 * The place of a window that its person moved. While its screen is missing that is a place beside
 * its own: somebody who works a day on the laptop has not given up the desk.
 */
export function placeOnceMoved(
  before: WindowPlace | null,
  { actual, ...seen }: SeenStance,
  screens: readonly Screen[],
): WindowPlace | null {
  const isAway = before !== null && !screens.some(({ id }) => id === before.screen.id)
  if (isAway) return { ...before, away: { ...seen, screens: screensSaid(screens) } }
  const screen = nearest(actual, screens)
  if (screen === undefined) return before
  // One that fills a screen may have its former bounds on another yet.
  const own = nearest(seen.bounds, screens)
  const bounds =
    own === undefined || own === screen
      ? seen.bounds
      : fitted(shifted(seen.bounds, own.area, screen.area), screen.area)
  return { ...seen, bounds, screen, away: before?.away ?? null }
}

/**
 * Screens that the system gave another number, as Windows does from one start to the next: the number
 * by now of each that is known again by its name and size, or by where it is. None is taken for two,
 * and none that was there beside it (`seen`, by their numbers) for one that has gone.
 */
export function knownAgain(
  marks: readonly Screen[],
  screens: readonly Screen[],
  seen: ReadonlySet<number>,
): Map<number, number> {
  const ids = new Set(marks.map(({ id }) => id))
  const free = new Set(screens.filter(({ id }) => !ids.has(id)))
  const found = new Map<number, number>()
  for (const mark of marks) {
    if (found.has(mark.id) || screens.some(({ id }) => id === mark.id)) continue
    const perhaps = [...free].filter(({ id }) => !(seen.has(mark.id) && seen.has(id)))
    const isNamed = ({ label, area }: Screen): boolean =>
      label !== '' && label === mark.label && isSameSize(area, mark.area)
    const same = perhaps.find(isNamed) ?? perhaps.find(({ area }) => isSameBounds(area, mark.area))
    if (same === undefined) continue
    found.set(mark.id, same.id)
    free.delete(same)
  }
  return found
}

/** The whole of one of the screens, from the left to the right; the last one for what is beyond it. */
export function wholeScreen(at: number, screens: readonly Screen[]): WindowPlace | null {
  const inOrder = screens.toSorted(
    ({ area: one }, { area: other }) => one.x - other.x || one.y - other.y,
  )
  const screen = inOrder[Math.min(at, inOrder.length - 1)]
  if (screen === undefined) return null
  return { bounds: inset(screen.area), isMaximised: true, isFullScreen: false, screen, away: null }
}

/** Which screens are there, and how large. */
export const screensSaid = (screens: readonly Screen[]): string =>
  screens
    .map(({ id, area }) => `${id}:${[area.x, area.y, area.width, area.height].join()}`)
    .toSorted()
    .join(' ')

const leastOn = (area: WindowBounds): StandingWindow['least'] => ({
  width: Math.min(leastSize.width, area.width),
  height: Math.min(leastSize.height, area.height),
})

/** Its title bar is on a screen, where the mouse can take it. */
function isInReach(bounds: WindowBounds, screens: readonly Screen[]): boolean {
  return screens.some(({ area }) => {
    const { width } = overlap(bounds, area)
    const isBelowTop = bounds.y >= area.y && bounds.y + leastInSight.height <= area.y + area.height
    return isBelowTop && width >= Math.min(leastInSight.width, bounds.width)
  })
}

/** As far into one area as it was in another. */
const shifted = (bounds: WindowBounds, from: WindowBounds, to: WindowBounds): WindowBounds => ({
  ...bounds,
  x: bounds.x - from.x + to.x,
  y: bounds.y - from.y + to.y,
})

function fitted(bounds: WindowBounds, area: WindowBounds): WindowBounds {
  const least = leastOn(area)
  const width = Math.max(Math.min(bounds.width, area.width), least.width)
  const height = Math.max(Math.min(bounds.height, area.height), least.height)
  return {
    x: within(bounds.x, area.x, area.x + area.width - width),
    y: within(bounds.y, area.y, area.y + area.height - height),
    width,
    height,
  }
}

const inset = ({ x, y, width, height }: WindowBounds): WindowBounds => ({
  x: Math.round(x + width / 16),
  y: Math.round(y + height / 16),
  width: Math.round(width * 0.875),
  height: Math.round(height * 0.875),
})

/** The screen that shows most of it, or else that which is nearest. */
function nearest(bounds: WindowBounds, screens: readonly Screen[]): Screen | undefined {
  const rated = screens.map((screen) => {
    const { width, height } = overlap(bounds, screen.area)
    const isShown = width > 0 && height > 0
    return {
      screen,
      shown: isShown ? width * height : 0,
      far: Math.hypot(Math.min(width, 0), Math.min(height, 0)),
    }
  })
  return rated.toSorted((one, other) => other.shown - one.shown || one.far - other.far)[0]?.screen
}

const within = (at: number, least: number, most: number): number =>
  Math.max(least, Math.min(at, most))

const isSameSize = (one: WindowBounds, other: WindowBounds): boolean =>
  one.width === other.width && one.height === other.height
export const isSameBounds = (one: WindowBounds, other: WindowBounds): boolean =>
  isSameSize(one, other) && one.x === other.x && one.y === other.y

const overlap = (one: WindowBounds, other: WindowBounds): { width: number; height: number } => ({
  width: Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x),
  height: Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y),
})
