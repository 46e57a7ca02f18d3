import { brief } from '../../shared/core/visible-text.ts'
import type { Arming } from './arming.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Command } from '../core/commands.svelte.ts'
import { type ExitPercent, exitPercents } from './exit-part.ts'
import {
  exitFrom,
  type PositionRow,
  reverseFrom,
  type Start,
  startFrom,
  type TradedRow,
} from './row-tickets.ts'
import type { Session } from '../core/session.svelte.ts'
import type { TicketWindows } from './ticket/tickets.svelte.ts'

/** What can be done with the row that the keys are on. */
export function rowCommands({
  session,
  desktop,
  tickets,
  arming,
}: {
  session: Session
  desktop: Desktop
  tickets: TicketWindows
  arming: Arming
}): Command[] {
  const open = (start: Start, sends = false): void => {
    if (!start.ok) session.notices.say({ level: 'info', message: start.why })
    else if (sends && arming.isArmed()) void tickets.send(start.fields, arming.isArmed)
    else void tickets.show(start.fields)
  }
  const row = (): TradedRow | null => tickets.held?.row ?? null
  const position = (): PositionRow | null => {
    const held = tickets.held
    const position = held?.book === 'positions' ? (held.row as PositionRow) : null
    return position?.record.netqty === 0 ? null : position
  }
  /** Nobody trades by a key what was scrolled, sorted or folded out of sight: it is shown first. */
  const seen =
    <Row extends TradedRow>(find: () => Row | null, act: (row: Row) => void) =>
    (): void => {
      const found = find()
      if (found === null) return
      if (tickets.held?.reveal?.() !== true) return act(found)
      const message = `${brief(found.record.symbol, 40)} was out of sight: look at it, and press again.`
      session.notices.say({ level: 'info', message })
    }
  /** A netted line is left leg by leg: what they are is looked at first, also while armed. */
  const exit = (percent: ExitPercent) => (): void => {
    const positions = tickets.legs.map(({ id }) => id)
    if (positions.length > 0)
      desktop.show({ kind: 'exit-chosen', positions, percent, isLine: true })
    else seen(position, (held) => open(exitFrom(held, percent, session.accounts.shown), true))()
  }
  const trade = (action: 'BUY' | 'SELL') =>
    seen(row, (held) => open(startFrom(held, action, session.accounts.shown)))
  const onRow = { group: 'Rows', worksIn: 'row', isOpen: () => row() !== null } as const
  const onPosition = {
    group: 'Rows',
    worksIn: 'row',
    sends: true,
    isOpen: () => position() !== null,
  } as const
  return [
    { id: 'row.buy', title: 'Buy more of the row', keys: 'B', ...onRow, run: trade('BUY') },
    { id: 'row.sell', title: 'Sell of the row', keys: 'S', ...onRow, run: trade('SELL') },
    ...exitPercents.map((percent, index): Command => ({
      id: `row.exit-${percent}`,
      title: percent === 100 ? 'Exit the position' : `Exit ${percent} % of the position`,
      words: 'close square off',
      keys: percent === 100 ? 'X' : String(index + 1),
      ...onPosition,
      isOpen: () => position() !== null || tickets.legs.length > 0,
      run: exit(percent),
    })),
    {
      id: 'row.reverse',
      title: 'Reverse the position',
      keys: 'Shift+X',
      ...onPosition,
      run: seen(position, (held) => open(reverseFrom(held, session.accounts.shown), true)),
    },
  ]
}
