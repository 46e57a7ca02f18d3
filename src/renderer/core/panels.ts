import type { Component } from 'svelte'
import type { BookName } from '../../shared/books/books.ts'

/** Saved layouts name panels by these; their order is that of the keys. */
export const panelIds = [
  'positions',
  'holdings',
  'orders',
  'trades',
  'journal',
  'funds',
  'account',
  'timeline',
  'console',
  'settings',
  'baskets',
  'alerts',
  'pnl',
  'health',
] as const
export type PanelId = (typeof panelIds)[number]

export const isPanelId = (id: string): id is PanelId => (panelIds as readonly string[]).includes(id)

/** What somebody who looks for a panel has in mind; the menu lists them so. */
export const panelShelves = ['Books', 'Money and accounts', 'What happened', 'Tools'] as const

/** There from the start, or fetched when the panel is first shown. */
type Code = { component: Component } | { load: () => Promise<{ default: Component }> }

/** A panel, as its feature registers it. */
export type Panel = Code & {
  title: string
  shelf: (typeof panelShelves)[number]
  /** It opens as a tab beside another of the same side; where none is open, in a group of its own there. */
  side: 'above' | 'below' | 'right'
  /** What it shows is polled while it is in sight; absent where it reads for itself. */
  book?: BookName
  /** What its tab says beside the title. */
  tab?: Component
  /** What the strip beside its tab holds, before what every panel has there. */
  tools?: Component
}

export type Panels = Readonly<Record<PanelId, Panel>>

/** A group of tabs, or what is split once more. */
export type ArrangedPlace = { share: number; most?: number } & (
  | { tabs: readonly PanelId[] }
  | { parts: readonly ArrangedPlace[] }
)

/** Side by side; within each, one above the other; and so on, in turns. */
export type Arrangement = readonly ArrangedPlace[]
