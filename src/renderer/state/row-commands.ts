import type { Arming } from './arming.svelte.ts'
import type { Command } from './commands.svelte.ts'
import { exitShares } from './exit-part.ts'
import {
  exitFrom,
  type PositionRow,
  reverseFrom,
  type Start,
  startFrom,
  type TradedRow,
} from './row-tickets.ts'
import type { Session } from './session.svelte.ts'
import type { Tickets } from './tickets.svelte.ts'

/** What can be done with the row that the keys are on. */
export function rowCommands({
  session,
  tickets,
  arming,
}: {
  session: Session
  tickets: Tickets
  arming: Arming
}): Command[] {
  const open = (start: Start, sends = false): void => {
    if (!start.ok) session.notify({ level: 'info', message: start.why })
    else if (sends && arming.isArmed()) tickets.send(start.fields, arming.isArmed)
    else tickets.show(start.fields)
  }
  const row = (): TradedRow | null => tickets.held?.row ?? null
  const position = (): PositionRow | null => {
    const held = tickets.held
    const position = held?.book === 'positions' ? (held.row as PositionRow) : null
    return position?.record.netqty === 0 ? null : position
  }
  const trade = (action: 'BUY' | 'SELL') => () => {
    const held = row()
    if (held !== null) open(startFrom(held, action, session.shown))
  }
  const onRow = { group: 'Rows', heard: 'row', isOpen: () => row() !== null } as const
  const onPosition = {
    group: 'Rows',
    heard: 'row',
    sends: true,
    isOpen: () => position() !== null,
  } as const
  return [
    { id: 'row.buy', title: 'Buy more of the row', keys: 'B', ...onRow, run: trade('BUY') },
    { id: 'row.sell', title: 'Sell of the row', keys: 'S', ...onRow, run: trade('SELL') },
    ...exitShares.map((share, index): Command => ({
      id: `row.exit-${share}`,
      title: share === 100 ? 'Exit the position' : `Exit ${share} % of the position`,
      words: 'close square off',
      keys: share === 100 ? 'X' : String(index + 1),
      ...onPosition,
      run: () => {
        const held = position()
        if (held !== null) open(exitFrom(held, share, session.shown), true)
      },
    })),
    {
      id: 'row.reverse',
      title: 'Reverse the position',
      keys: 'Shift+X',
      ...onPosition,
      run: () => {
        const held = position()
        if (held !== null) open(reverseFrom(held, session.shown), true)
      },
    },
  ]
}
