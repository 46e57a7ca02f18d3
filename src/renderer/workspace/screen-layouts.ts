import type { Arrangement, Panels } from '../core/panels.ts'
import type { Session } from '../core/session.svelte.ts'
import { layoutOf } from './arrangements.ts'
import { type BuiltInName, type ScreenCount, column, isBuiltIn, tabs } from './built-in-layouts.ts'
import { Workspaces } from './workspaces.ts'

const money = [tabs(0.5, 'pnl'), tabs(0.5, 'funds', 'account', 'health')]
const log = [tabs(0.5, 'timeline', 'journal'), tabs(0.5, 'alerts', 'console')]

/** The built-in layouts for more than one screen: a window for each, from the left. By itself, since nobody needs it at first sight. */
export const screenLayouts: Readonly<
  Record<BuiltInName, Record<Exclude<ScreenCount, 'one'>, readonly Arrangement[]>>
> = {
  Usual: {
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
    two: [
      [tabs(0.72, 'pnl'), column(0.28, tabs(0.5, 'funds', 'account'), tabs(0.5, 'health'))],
      [
        column(0.6, tabs(0.6, 'positions'), tabs(0.4, 'holdings')),
        column(0.4, tabs(0.5, 'orders'), tabs(0.5, 'trades', 'journal')),
      ],
    ],
    three: [
      [tabs(0.72, 'pnl'), column(0.28, tabs(0.5, 'funds', 'account'), tabs(0.5, 'health'))],
      [column(1, tabs(0.6, 'positions'), tabs(0.4, 'holdings'))],
      [column(1, tabs(0.5, 'orders'), tabs(0.5, 'trades', 'journal'))],
    ],
  },
  'One panel': {
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
}

/** Shows a built-in layout in a window on each of so many screens. All show what this one does. */
export async function showOnScreens(
  session: Session,
  panels: Panels,
  { name, count }: { name: string; count: Exclude<ScreenCount, 'one'> },
): Promise<void> {
  if (!isBuiltIn(name)) return
  const size = { width: innerWidth, height: innerHeight }
  const { selected } = session.accounts
  const link = session.window?.link ?? null
  await new Workspaces(session).arrange(
    screenLayouts[name][count].map((arrangement, place) => ({
      layout: JSON.stringify(layoutOf(arrangement, size, panels)),
      ...{ selected, link, place, bounds: null },
    })),
  )
}
