import * as z from 'zod'

const pixels = z.int().min(-100_000).max(100_000)

/** In the system's own pixels, which a screen of another scale factor has fewer or more of. */
export const WindowBounds = z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels })
export type WindowBounds = z.infer<typeof WindowBounds>

/** A screen as it was, by which it is known again. */
const ScreenMark = z.strictObject({
  id: z.number(),
  label: z.string().max(200),
  /** What of it windows may cover. */
  area: WindowBounds,
})

/** How a window stands; `bounds` are those that it has while it is neither maximised nor full screen. */
export const Stance = z.strictObject({
  bounds: WindowBounds,
  isMaximised: z.boolean(),
  isFullScreen: z.boolean(),
})
export type Stance = z.infer<typeof Stance>

/** Where a person put a window: on its screen, and beside that while its screen was missing. */
export const WindowPlace = Stance.extend({
  screen: ScreenMark,
  /** `screens` says which were there then. */
  away: Stance.extend({ screens: z.string().max(2000) }).nullable(),
})
export type WindowPlace = z.infer<typeof WindowPlace>

/** To stand where its place says by now; to fill its screen, or no longer; to be closed. */
export interface WindowWish {
  window: string
  to: 'take its place' | 'toggle full screen' | 'close'
}
