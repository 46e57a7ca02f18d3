import type { TicketKind } from '../../shared/orders/tickets.ts'
import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import type { Arming } from './arming.svelte.ts'
import type { TicketWindows } from './ticket/tickets.svelte.ts'

const kinds: Record<TicketKind, string> = {
  regular: 'New order',
  smart: 'New smart order',
  bracket: 'New bracket order',
  cover: 'New cover order',
  option: 'New option order',
}

export const ticketCommands = (tickets: TicketWindows): Command[] => [
  ...(Object.keys(kinds) as TicketKind[]).map((kind): Command => ({
    id: kind === 'regular' ? 'order.new' : `order.${kind}`,
    title: kinds[kind],
    group: 'Orders',
    words: 'ticket buy sell place',
    ...(kind === 'regular' && { keys: 'N' }),
    run: () => void tickets.show({ kind }),
  })),
  {
    id: 'order.basket',
    title: 'New basket',
    group: 'Orders',
    words: 'many orders csv',
    run: () => void tickets.showBasket(),
  },
  {
    id: 'ticket.next',
    title: 'Go to the open ticket, or to the next',
    group: 'Orders',
    words: 'back focus',
    keys: 'Alt+KeyT',
    isOpen: () => tickets.open.length > 0,
    run: () => tickets.callNext(document.activeElement?.closest('.float') != null),
  },
]

export const doubtCommands = (desktop: Desktop): Command[] => [
  {
    id: 'orders.doubt',
    title: 'Orders in doubt',
    group: 'Orders',
    run: () => desktop.show({ kind: 'doubt', intent: null }),
  },
]

export const armingCommands = ({
  arming,
  session,
}: {
  arming: Arming
  session: Session
}): Command[] => [
  {
    id: 'orders.arm',
    title: 'Arm one-key sending',
    group: 'Orders',
    words: 'fast at once without review',
    keys: '$mod+Shift+A',
    isOpen: () => !arming.isArmed() && !session.stop.on,
    run: () => arming.ask(),
  },
  {
    id: 'orders.disarm',
    title: 'Disarm one-key sending',
    group: 'Orders',
    keys: '$mod+Shift+D',
    isOpen: arming.isAnyArmed,
    run: () => arming.disarm(),
  },
]

export const presetCommands = (desktop: Desktop): Command[] => [
  {
    id: 'tickets.presets',
    title: 'Presets of tickets…',
    group: 'Orders',
    words: 'default quantity product template',
    run: () => desktop.show({ kind: 'presets', start: null }),
  },
]
