import * as z from 'zod'
import { type CallRows, type EventRows, typed } from '../core/contract-rows.ts'
import { KeptWindow, WindowId, type WindowStanding } from './windows.ts'

/** What a person arranges of a window. */
const Arranged = KeptWindow.pick({ layout: true, selected: true })

export const workspaceCalls = {
  /** Changes the window that says it, or that of this id. */
  changeWindow: {
    input: Arranged.partial().extend({ id: WindowId.optional() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** Keeps a place for a window that is about to come. */
  addWindow: {
    input: Arranged.extend({ id: WindowId }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  /** It is put back no more; where it is not before somebody, nothing of it is kept. */
  takeOutWindow: {
    input: z.strictObject({ id: WindowId }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
} satisfies CallRows

export const workspaceEvents = {
  /** Another one changed it; told to that window alone. */
  window: { carries: typed<KeptWindow>(), whileLocked: 'dropped' },
  windows: { carries: typed<readonly WindowStanding[]>(), whileLocked: 'dropped' },
} satisfies EventRows
