import { choiceOf } from '../../shared/accounts/groups.ts'
import type { TicketKind } from '../../shared/orders/tickets.ts'
import type { Arming } from '../orders/arming.svelte.ts'
import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'
import type { StopControl } from '../exits/stop.svelte.ts'
import type { TicketWindows } from '../orders/ticket/tickets.svelte.ts'

export interface CommandParts {
  session: Session
  desktop: Desktop
  tickets: TicketWindows
  stop: StopControl
  arming: Arming
}

/** What can be done from anywhere. */
export const usualCommands = (parts: CommandParts): Command[] => [
  ...orderCommands(parts),
  ...deskCommands(parts),
]

const kinds: Record<TicketKind, string> = {
  regular: 'New order',
  smart: 'New smart order',
  bracket: 'New bracket order',
  cover: 'New cover order',
  option: 'New option order',
}

const orderCommands = ({ desktop, tickets, stop, arming }: CommandParts): Command[] => [
  ...(Object.keys(kinds) as TicketKind[]).map((kind): Command => ({
    id: kind === 'regular' ? 'order.new' : `order.${kind}`,
    title: kinds[kind],
    group: 'Orders',
    words: 'ticket buy sell place',
    ...(kind === 'regular' && { keys: 'N' }),
    run: () => tickets.show({ kind }),
  })),
  {
    id: 'order.basket',
    title: 'New basket',
    group: 'Orders',
    words: 'many orders csv',
    run: () => tickets.showBasket(),
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
  {
    id: 'orders.exit',
    title: 'Exit positions and cancel orders…',
    group: 'Orders',
    words: 'square off flat close all everything',
    run: () => desktop.show({ kind: 'exit', what: 'both' }),
  },
  {
    id: 'orders.cancel',
    title: 'Cancel all orders…',
    group: 'Orders',
    run: () => desktop.show({ kind: 'exit', what: 'orders' }),
  },
  {
    id: 'orders.doubt',
    title: 'Orders in doubt',
    group: 'Orders',
    run: () => desktop.show({ kind: 'doubt', intent: null }),
  },
  {
    id: 'orders.arm',
    title: 'Arm one-key sending',
    group: 'Orders',
    words: 'fast at once without review',
    keys: '$mod+Shift+A',
    isOpen: () => !arming.isArmed() && !stop.isOn,
    run: () => arming.ask(),
  },
  {
    id: 'orders.disarm',
    title: 'Disarm one-key sending',
    group: 'Orders',
    keys: '$mod+Shift+D',
    isOpen: arming.isArmed,
    run: () => arming.disarm(),
  },
  {
    id: 'stop.engage',
    title: 'Stop all orders',
    group: 'Orders',
    words: 'kill switch halt',
    keys: '$mod+Shift+X',
    heard: 'always',
    run: () => void stop.engage(),
  },
  {
    id: 'stop.lift',
    title: 'Lift the stop…',
    group: 'Orders',
    isOpen: () => stop.isOn,
    run: () => desktop.show({ kind: 'lift' }),
  },
]

const deskCommands = ({ session, desktop }: CommandParts): Command[] => [
  {
    id: 'palette',
    title: 'Palette',
    group: 'Help',
    keys: '$mod+K',
    isOpen: () => desktop.dialog === null,
    run: () => desktop.show({ kind: 'palette' }),
  },
  {
    id: 'books.refresh',
    title: 'Refresh the books',
    group: 'Panels',
    words: 'poll now reload',
    keys: 'F5',
    run: () => void session.refresh(),
  },
  {
    id: 'books.pause',
    title: 'Pause or resume polling',
    group: 'Panels',
    keys: 'P',
    run: () => void (session.isPaused ? session.resume() : session.pause()),
  },
  {
    id: 'account.all',
    title: 'Show all accounts',
    group: 'Accounts',
    words: 'switch',
    keys: 'Alt+0',
    isOpen: () => session.selected !== 'all',
    run: () => void session.change({ selected: 'all' }),
  },
  {
    id: 'accounts.keys',
    title: 'Where keys are kept…',
    group: 'Accounts',
    words: 'vault unlock passphrase keychain',
    run: () => void desktop.askVault(session.vault.state === 'locked' ? 'unlock' : 'change'),
  },
  {
    id: 'accounts.limits',
    title: 'Limits over all accounts…',
    group: 'Accounts',
    words: 'risk maximum size value quantity loss per minute',
    run: () => desktop.show({ kind: 'limits' }),
  },
  {
    id: 'help.shortcuts',
    title: 'Keyboard shortcuts…',
    group: 'Help',
    words: 'keys hotkeys bindings',
    keys: 'Shift+?',
    run: () => desktop.show({ kind: 'shortcuts' }),
  },
]

/** One for each account that is switched on, and for each group; the first nine accounts have keys. */
export const accountCommands = (session: Session): Command[] => [
  ...session.enabled.map(({ id, name, broker }, index): Command => ({
    id: `account.${id}`,
    title: `Show ${name}`,
    group: 'Accounts',
    words: `switch account ${broker}`,
    ...(index < 9 && { keys: `Alt+${index + 1}` }),
    isOpen: () => session.selected !== id,
    run: () => void session.change({ selected: id }),
  })),
  ...session.groups.map((group): Command => ({
    id: `account.${choiceOf(group)}`,
    title: `Show the group ${group.name}`,
    group: 'Accounts',
    words: 'switch accounts',
    isOpen: () => session.selected !== choiceOf(group),
    run: () => void session.change({ selected: choiceOf(group) }),
  })),
]
