import * as z from 'zod'
import { type CallRows, type EventRows, nothing, typed } from '../core/contract-rows.ts'
import {
  type ComingPanel,
  KeptWindow,
  type MarkedSymbol,
  Sight,
  TypedCounts,
  WindowId,
  WindowLink,
  type WindowStanding,
} from './windows.ts'
import { WindowBounds } from './window-places.ts'
import { ArrangedWindows, WorkspaceName } from './workspaces.ts'

/** What a page arranges of a window. */
const Arranged = KeptWindow.pick({ layout: true, selected: true }).extend({
  // Without the one that a kept window has by default: what is not said changes nothing.
  link: WindowLink,
  bounds: WindowBounds.nullable(),
})

export const workspaceCalls = {
  /** Changes the window that says it, or that of this id. */
  changeWindow: {
    input: Arranged.extend({ belongs: WindowBounds.nullable() })
      .partial()
      .extend({ id: WindowId.optional() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Keeps a window that is about to come. */
  addWindow: {
    input: Arranged.extend({ id: WindowId }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Nothing of it is kept; one that is there is asked to go, and stays where something is typed into it. */
  takeOutWindow: {
    input: z.strictObject({ id: WindowId }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** The windows as they are, under a new name or in place of those of that name. */
  saveWorkspace: {
    input: z.strictObject({ name: WorkspaceName, replaces: z.boolean() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  renameWorkspace: {
    input: z.strictObject({ from: WorkspaceName, to: WorkspaceName }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  deleteWorkspace: {
    input: z.strictObject({ name: WorkspaceName }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Puts the windows of that name in place of those that are there; null for those of before. Answers which a page has to open. */
  showWorkspace: {
    input: z.strictObject({ name: WorkspaceName.nullable() }),
    output: typed<readonly string[]>(),
    whileLocked: 'refused, late answer told',
  },
  /** The same with windows that have no name. */
  showWindows: {
    input: z.strictObject({ windows: ArrangedWindows }),
    output: typed<readonly string[]>(),
    whileLocked: 'refused, late answer told',
  },
  /** Those that were closed and not taken out are there again, as far as a host can open them. */
  reopenWindows: {
    input: nothing,
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Has its host close the window that says it; one that was asked to go only where it is to go yet. */
  closeWindow: {
    input: z.strictObject({ isAsked: z.boolean() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** The window that was asked to go does not. */
  stayOpen: { input: nothing, output: typed<null>(), whileLocked: 'refused, late answer told' },
  /** The window that says it fills its screen, or no longer. */
  toggleFullScreen: {
    input: nothing,
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  tellSight: {
    input: z.strictObject({ sight: Sight }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** For the windows that are linked to the one that says it. */
  markSymbol: {
    input: z.strictObject({ symbol: z.string().min(1).max(200) }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Of the window that says it; with the screen locked nothing is typed. */
  tellTyped: {
    input: TypedCounts,
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** For how many milliseconds a key in this window sends at once; null where it does so no more. */
  tellArmed: {
    input: z.strictObject({ left: z.int().min(1).max(3_600_000).nullable() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Every window asks again before it sends. */
  disarmAll: { input: nothing, output: typed<null>(), whileLocked: 'refused, late answer told' },
  /** Sends a panel to another window; answered once that one has taken it. */
  movePanel: {
    input: z.strictObject({
      to: WindowId,
      move: z.uuid(),
      /** Asks what became of a move whose answer was lost, and moves nothing. */
      isAgain: z.boolean(),
      panel: z.string().min(1).max(40),
      /** A panel of the group that it comes into; null for where it usually stands. */
      beside: z.string().min(1).max(40).nullable(),
      /** Which is in sight then: itself, or one that came before it. */
      seen: z.string().min(1).max(40),
      carried: z.string().max(500_000).nullable(),
      scroll: z.number().min(0).max(100_000_000),
    }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Says of a panel that came why it is not taken, or null where it is. */
  endMove: {
    input: z.strictObject({ move: z.uuid(), why: z.string().max(300).nullable() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
} satisfies CallRows

export const workspaceEvents = {
  /** Another one changed it; told to that window alone. */
  window: { carries: typed<KeptWindow>(), whileLocked: 'dropped' },
  windows: { carries: typed<readonly WindowStanding[]>(), whileLocked: 'dropped' },
  /** Told to the windows that are linked to it. */
  marked: { carries: typed<MarkedSymbol>(), whileLocked: 'dropped' },
  panelComes: { carries: typed<ComingPanel>(), whileLocked: 'dropped' },
  /** It is in the workspace no more; told to that window alone. */
  windowGoes: { carries: typed<{ window: string }>(), whileLocked: 'dropped' },
  disarmed: { carries: typed<Record<string, never>>(), whileLocked: 'dropped' },
} satisfies EventRows
