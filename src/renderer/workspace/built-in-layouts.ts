import type { Arrangement, PanelId } from '../core/panels.ts'
import { usualArrangement } from './arrangements.ts'

export const tabs = (share: number, ...ids: PanelId[]) => ({ share, tabs: ids })
export const column = (share: number, ...parts: ReturnType<typeof tabs>[]) => ({ share, parts })

/** Layouts that are always there, as one window shows them. */
export const builtInLayouts = {
  Usual: usualArrangement,
  'Orders and books': [
    column(0.6, tabs(0.62, 'orders', 'journal'), tabs(0.38, 'trades', 'timeline')),
    column(0.4, tabs(0.62, 'positions', 'holdings'), tabs(0.38, 'funds', 'account')),
  ],
  'Four books': [
    column(0.5, tabs(0.5, 'positions'), tabs(0.5, 'orders', 'timeline')),
    column(0.5, tabs(0.5, 'holdings', 'funds', 'account'), tabs(0.5, 'trades', 'journal')),
  ],
  'Profit and loss': [
    column(0.6, tabs(0.55, 'pnl'), tabs(0.45, 'positions', 'holdings')),
    column(0.4, tabs(0.55, 'trades', 'orders', 'journal'), tabs(0.45, 'funds', 'account')),
  ],
  'One panel': [
    tabs(1, 'positions', 'orders', 'holdings', 'trades', 'funds', 'account', 'timeline', 'journal'),
  ],
} as const satisfies Readonly<Record<string, Arrangement>>

export type BuiltInName = keyof typeof builtInLayouts
export const isBuiltIn = (name: string): name is BuiltInName => Object.hasOwn(builtInLayouts, name)
export const builtInNames = Object.keys(builtInLayouts).filter(isBuiltIn)

/** For how many screens they can be had. */
export const screenCounts = ['one', 'two', 'three'] as const
export type ScreenCount = (typeof screenCounts)[number]
