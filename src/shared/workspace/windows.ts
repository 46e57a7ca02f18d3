import * as z from 'zod'
import { Layout } from './layouts.ts'
import { WindowBounds, WindowPlace } from './window-places.ts'
import { type LinkColour, linkColours, usualWindow } from './usual-window.ts'

/** What a window is known by in its workspace; no secret. */
export const WindowId = z.string().regex(/^[\w-]{8,40}$/, 'must be a name that a window can have')

/** What is shown: an account, 'all', 'practice', a group as `group:` and its id, or several accounts (`pickOf`). */
export const Selected = z.string().max(16_000)

export const WindowLink = z.enum(linkColours).nullable()

/** A window as it is kept, whether it is there at the moment or not. */
export const KeptWindow = z.strictObject({
  id: WindowId,
  layout: Layout.nullable(),
  selected: Selected,
  /** Null for one that goes by itself. */
  link: WindowLink.default(usualWindow.link),
  /**
   * Where its page says that it stands now, the corner of the window and the room of the page: by it a
   * panel that is dragged finds the window under it, and a browser is asked for one there again. Null
   * where it never said. In Electron it is not where the window belongs: that is its place.
   */
  bounds: WindowBounds.nullable().default(null),
  /**
   * Where its person had it, while the browser shows it elsewhere: the screen is gone, or the browser
   * may not use it. Null where its bounds are what its person chose.
   */
  belongs: WindowBounds.nullable().default(null),
  /**
   * Where its person put it, as its host knows, also while it stands elsewhere since its screen is
   * gone; null in a browser, where no host moves windows. A number is the whole of a screen, from the
   * left, which its host has yet to find.
   */
  place: z.union([WindowPlace, z.int().min(0).max(9)]).nullable(),
  /** False for one that was closed since the start: the next start puts it back. */
  isOpen: z.boolean(),
})
export type KeptWindow = z.infer<typeof KeptWindow>

/** Windows that are kept at a time, those that are put away among them. */
export const mostKept = 16

/** A set of windows. */
export const Workspace = z.strictObject({
  windows: z.array(KeptWindow).max(mostKept),
  /** Those that were there before another set was put in their place; absent where none was. */
  before: z.array(KeptWindow).max(mostKept).optional(),
})
export type Workspace = z.infer<typeof Workspace>

/** What any window knows of all. */
export interface WindowStanding {
  id: string
  /** By which it is named, from 1 on; 0 for one that was closed. */
  number: number
  link: LinkColour | null
  /** Milliseconds for which a key in it still sends at once; null where it asks first. */
  armedFor: number | null
  /** Where it stands; of one that nobody has before them, where it belongs. */
  bounds: WindowBounds | null
  isOpen: boolean
  /** Somebody has it before them. */
  isHere: boolean
}

/** What becomes of a window that is closed while others stay. */
export const ClosedWindow = z.enum(['ask', 'keep', 'take-out'])
export type ClosedWindow = z.infer<typeof ClosedWindow>

const Count = z.int().min(0).max(10_000)

/** How much is typed into a window and not sent: tickets, baskets, and forms of the console. */
export const TypedCounts = z.strictObject({ tickets: Count, baskets: Count, forms: Count })
export type TypedCounts = z.infer<typeof TypedCounts>

/** How a window is before its person: the focus is in it, it can be seen, or it is minimised or covered. */
export const Sight = z.enum(['front', 'seen', 'hidden'])
export type Sight = z.infer<typeof Sight>

/** A symbol that was chosen in a window, told to those that are linked to it. */
export interface MarkedSymbol {
  window: string
  link: LinkColour
  symbol: string
}

/** A panel that another window sends, with what it has of its own; told to the window that it is for. */
export interface ComingPanel {
  window: string
  /** By which the window says how it went. */
  move: string
  panel: string
  /** A panel into whose group it comes. */
  beside: string | null
  /** The panel that is in sight then: itself, or one that came before it. */
  seen: string
  carried: string | null
  /** Pixels. */
  scroll: number
}

/** What is kept of a window, as it is told when it comes. */
export interface OwnWindow extends KeptWindow {
  /** Windows of before that it is to open beside itself: it is the first one that came. */
  toReopen: readonly string[]
  /** The workspace was shown without it while it was away: it goes, unless something is typed into it. */
  isToGo: boolean
}
