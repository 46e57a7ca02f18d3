import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { StopControl } from './stop.svelte.ts'

export const exitCommands = (desktop: Desktop): Command[] => [
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
]

export const stopCommands = ({
  stop,
  desktop,
}: {
  stop: StopControl
  desktop: Desktop
}): Command[] => [
  {
    id: 'stop.engage',
    title: 'Stop all orders',
    group: 'Orders',
    words: 'kill switch halt',
    keys: '$mod+Shift+X',
    worksIn: 'always',
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
