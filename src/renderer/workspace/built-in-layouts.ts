import type { Arrangement, PanelId } from '../core/panels.ts'
import { usualArrangement } from './arrangements.ts'

/** The same for one screen, for two and for three; a window for each, from the left. */
interface BuiltIn {
  one: Arrangement
  two: readonly [Arrangement, Arrangement]
  three: readonly [Arrangement, Arrangement, Arrangement]
}

const tabs = (share: number, ...ids: PanelId[]) => ({ share, tabs: ids })
const column = (share: number, ...parts: ReturnType<typeof tabs>[]) => ({ share, parts })

const money = [tabs(0.5, 'pnl'), tabs(0.5, 'funds', 'account', 'health')]
const log = [tabs(0.5, 'timeline', 'journal'), tabs(0.5, 'alerts', 'console')]

/** Layouts that are always there. */
export const builtInLayouts = {
  Usual: {
    one: usualArrangement,
    two: [
      [column(1, tabs(0.6, 'positions'), tabs(0.4, 'holdings'))],
      [
        column(0.7, tabs(0.6, 'orders'), tabs(0.4, 'trades', 'journal')),
        column(0.3, tabs(0.5, 'pnl'), tabs(0.5, 'funds', 'account', 'timeline')),
      ],
    ],
    three: [
      [column(1, tabs(0.6, 'positions'), tabs(0.4, 'holdings'))],
      [column(1, tabs(0.6, 'orders'), tabs(0.4, 'trades'))],
      [column(0.5, ...money), column(0.5, ...log)],
    ],
  },
  'Orders and books': {
    one: [
      column(0.6, tabs(0.62, 'orders', 'journal'), tabs(0.38, 'trades', 'timeline')),
      column(0.4, tabs(0.62, 'positions', 'holdings'), tabs(0.38, 'funds', 'account')),
    ],
    two: [
      [column(0.7, tabs(0.62, 'orders'), tabs(0.38, 'trades')), tabs(0.3, 'journal', 'timeline')],
      [column(0.7, tabs(0.6, 'positions'), tabs(0.4, 'holdings')), column(0.3, ...money)],
    ],
    three: [
      [column(1, tabs(0.7, 'orders'), tabs(0.3, 'timeline'))],
      [column(1, tabs(0.5, 'trades'), tabs(0.5, 'journal'))],
      [column(0.7, tabs(0.6, 'positions'), tabs(0.4, 'holdings')), column(0.3, ...money)],
    ],
  },
  'Four books': {
    one: [
      column(0.5, tabs(0.5, 'positions'), tabs(0.5, 'orders', 'timeline')),
      column(0.5, tabs(0.5, 'holdings', 'funds', 'account'), tabs(0.5, 'trades', 'journal')),
    ],
    two: [
      [column(1, tabs(0.5, 'positions'), tabs(0.5, 'holdings', 'funds', 'account'))],
      [column(1, tabs(0.5, 'orders', 'timeline'), tabs(0.5, 'trades', 'journal'))],
    ],
    three: [
      [column(1, tabs(0.5, 'positions'), tabs(0.5, 'holdings'))],
      [column(1, tabs(0.5, 'orders'), tabs(0.5, 'trades'))],
      [column(0.5, ...money), column(0.5, ...log)],
    ],
  },
  'Profit and loss': {
    one: [
      column(0.6, tabs(0.55, 'pnl'), tabs(0.45, 'positions', 'holdings')),
      column(0.4, tabs(0.55, 'trades', 'orders', 'journal'), tabs(0.45, 'funds', 'account')),
    ],
    two: [
      [column(1, tabs(0.6, 'pnl'), tabs(0.4, 'funds', 'account'))],
      [
        column(0.6, tabs(0.6, 'positions'), tabs(0.4, 'holdings')),
        column(0.4, tabs(0.5, 'orders'), tabs(0.5, 'trades', 'journal')),
      ],
    ],
    three: [
      [column(1, tabs(0.6, 'pnl'), tabs(0.4, 'funds', 'account'))],
      [column(1, tabs(0.6, 'positions'), tabs(0.4, 'holdings'))],
      [column(1, tabs(0.5, 'orders'), tabs(0.5, 'trades', 'journal'))],
    ],
  },
  'One panel': {
    one: [
      tabs(
        1,
        'positions',
        'orders',
        'holdings',
        'trades',
        'funds',
        'account',
        'timeline',
        'journal',
      ),
    ],
    two: [
      [tabs(1, 'positions', 'holdings', 'funds', 'account', 'pnl')],
      [tabs(1, 'orders', 'trades', 'timeline', 'journal')],
    ],
    three: [
      [tabs(1, 'positions', 'holdings')],
      [tabs(1, 'orders', 'trades', 'timeline', 'journal')],
      [tabs(1, 'pnl', 'funds', 'account')],
    ],
  },
} as const satisfies Readonly<Record<string, BuiltIn>>

type BuiltInName = keyof typeof builtInLayouts
export const isBuiltIn = (name: string): name is BuiltInName => Object.hasOwn(builtInLayouts, name)

export const screenCounts = ['one', 'two', 'three'] as const
export type ScreenCount = (typeof screenCounts)[number]

/** The windows of one of them, each on a screen of its own. */
export const windowsOf = (
  name: BuiltInName,
  count: Exclude<ScreenCount, 'one'>,
): readonly Arrangement[] => builtInLayouts[name][count]

export const builtInNames = Object.keys(builtInLayouts).filter(isBuiltIn)
