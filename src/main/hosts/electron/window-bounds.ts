import { type BrowserWindow, type Rectangle, screen } from 'electron'
import * as z from 'zod'
import { type Document, type OpenConf, openDocument, tryWrite } from '../../core/documents.ts'

const pixels = z.int().min(-100_000).max(100_000)
const Place = z.strictObject({
  bounds: z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels }).nullable(),
  isMaximized: z.boolean(),
})
type Place = z.infer<typeof Place>

export const leastSize = { width: 960, height: 600 }
const usualSize = { width: 1440, height: 900 }

/** How much of a window has to be on a display for it to be found again. */
const leastInSight = 80

/** Where the window was left, as long as a display is still there. */
export class WindowBounds {
  readonly #document: Document<Place>

  constructor({ open, dataDir }: { open: OpenConf; dataDir: string }) {
    this.#document = openDocument({
      open,
      dataDir,
      name: 'window',
      version: 1,
      schema: Place,
      initial: (): Place => ({ bounds: null, isMaximized: false }),
    }).document
  }

  get isMaximized(): boolean {
    return this.#document.read().isMaximized
  }

  bounds(): Partial<Rectangle> {
    const { bounds } = this.#document.read()
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
    return bounds === null ? usualSize : (broughtBack(bounds, areas) ?? usualSize)
  }

  follow(window: BrowserWindow): void {
    window.on('close', () => {
      const { x, y, width, height } = window.getNormalBounds()
      // A place that cannot be kept is no reason to say anything to somebody who leaves.
      tryWrite(this.#document, {
        bounds: { x, y, width, height },
        isMaximized: window.isMaximized(),
      })
    })
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
