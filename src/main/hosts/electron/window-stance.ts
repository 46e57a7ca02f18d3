import type { BrowserWindow } from 'electron'
import type { WindowBounds, Stance } from '../../../shared/workspace/window-places.ts'
import { type StandingWindow, isSameBounds } from './screens.ts'

export function stanceOf(window: BrowserWindow): Stance {
  const { x, y, width, height } = window.getNormalBounds()
  return {
    bounds: { x, y, width, height },
    isMaximised: window.isMaximized(),
    isFullScreen: window.isFullScreen(),
  }
}

export const isSameStance = (one: Stance, other: Stance): boolean =>
  one.isMaximised === other.isMaximised &&
  one.isFullScreen === other.isFullScreen &&
  isSameBounds(one.bounds, other.bounds)

/** What windows wait for that are minimised: only once they are back can they be put anywhere. */
const awaited = new WeakMap<BrowserWindow, StandingWindow>()

/** Has a window stand so. One that does is left alone: to fill a screen anew flickers. */
export function stand(window: BrowserWindow, standing: StandingWindow): void {
  if (window.isMinimized()) {
    if (!awaited.has(window))
      window.once('restore', () => {
        const latest = awaited.get(window)
        awaited.delete(window)
        if (latest !== undefined && !window.isDestroyed()) stand(window, latest)
      })
    awaited.set(window, standing)
    return
  }
  window.setMinimumSize(standing.least.width, standing.least.height)
  const now = stanceOf(window)
  if (isSameStance(now, standing) && covers(window.getBounds(), standing.bounds)) return
  if (!now.isFullScreen) return takePlace(window, standing)
  // A full screen can be taken to no other one.
  window.once('leave-full-screen', () => {
    if (!window.isDestroyed()) takePlace(window, standing)
  })
  window.setFullScreen(false)
}

function takePlace(
  window: BrowserWindow,
  { bounds, isMaximised, isFullScreen }: StandingWindow,
): void {
  if (window.isMaximized()) window.unmaximize()
  window.setBounds(bounds)
  if (isMaximised) window.maximize()
  if (isFullScreen) window.setFullScreen(true)
}

/** One that fills a screen does so where its bounds are. */
const covers = (actual: WindowBounds, bounds: WindowBounds): boolean => {
  const x = bounds.x + bounds.width / 2
  const y = bounds.y + bounds.height / 2
  const isAcross = x >= actual.x && x <= actual.x + actual.width
  return isAcross && y >= actual.y && y <= actual.y + actual.height
}
