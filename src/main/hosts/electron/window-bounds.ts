import { type BrowserWindow, type Rectangle, screen } from 'electron'
import * as z from 'zod'
import { type Document, type OpenConf, openDocument, tryWrite } from '../../core/documents.ts'

const pixels = z.int().min(-100_000).max(100_000)
const Place = z.strictObject({
  bounds: z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels }).nullable(),
  isMaximized: z.boolean(),
})
type Place = z.infer<typeof Place>

/** By the place of the window in the workspace; `former` is from before there were several. */
const Places = z.strictObject({
  former: Place.nullable(),
  windows: z.array(z.strictObject({ id: z.string().max(40), place: Place })).max(100),
})
type Places = z.infer<typeof Places>

/** More than a workspace has; those of windows that are gone go first. */
const mostPlaces = 40

/** Where one window is to stand, and what follows it. */
export interface WindowPlace {
  readonly isMaximized: boolean
  bounds(): Partial<Rectangle>
  follow(window: BrowserWindow): void
}

export const leastSize = { width: 960, height: 600 }
const usualSize = { width: 1440, height: 900 }

/** How much of a window has to be on a display for it to be found again. */
const leastInSight = 80

/** Where the windows were left, as long as a display is still there. */
export class WindowBounds {
  readonly #document: Document<Places>

  constructor({ open, dataDir }: { open: OpenConf; dataDir: string }) {
    this.#document = openDocument({
      open,
      dataDir,
      name: 'window',
      version: 2,
      schema: Places,
      migrations: { 1: (former) => ({ former, windows: [] }) },
      initial: (): Places => ({ former: null, windows: [] }),
    }).document
  }

  /** Of the window in this place of the workspace. */
  of(id: string): WindowPlace {
    const { former, windows } = this.#document.read()
    const known = windows.find((one) => one.id === id)?.place
    // The one window of before is the first that comes.
    const { bounds, isMaximized } = known ?? former ?? { bounds: null, isMaximized: false }
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
    const at = bounds === null ? usualSize : (broughtBack(bounds, areas) ?? usualSize)
    return {
      isMaximized,
      bounds: () => at,
      follow: (window) =>
        void window.on('close', () => {
          const { x, y, width, height } = window.getNormalBounds()
          const place = { bounds: { x, y, width, height }, isMaximized: window.isMaximized() }
          const others = this.#document.read().windows.filter((one) => one.id !== id)
          // A place that cannot be kept is no reason to say anything to somebody who leaves.
          tryWrite(this.#document, {
            former: null,
            windows: [...others, { id, place }].slice(-mostPlaces),
          })
        }),
    }
  }
}

/** The bounds, whole on the display that shows most of them; null where none shows enough. */
export function broughtBack(bounds: Rectangle, areas: readonly Rectangle[]): Rectangle | null {
  const shown = areas
    .map((area) => ({ area, across: overlap(bounds, area) }))
    .filter(({ across }) => across.width >= leastInSight && across.height >= leastInSight)
    .toSorted((one, other) => size(other.across) - size(one.across))[0]
  if (shown === undefined) return null
  const { area } = shown
  const width = Math.max(Math.min(bounds.width, area.width), leastSize.width)
  const height = Math.max(Math.min(bounds.height, area.height), leastSize.height)
  return {
    x: within(bounds.x, area.x, area.x + area.width - width),
    y: within(bounds.y, area.y, area.y + area.height - height),
    width,
    height,
  }
}

const within = (at: number, least: number, most: number): number =>
  Math.max(least, Math.min(at, most))

const size = ({ width, height }: { width: number; height: number }): number => width * height

const overlap = (one: Rectangle, other: Rectangle): { width: number; height: number } => ({
  width: Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x),
  height: Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y),
})
