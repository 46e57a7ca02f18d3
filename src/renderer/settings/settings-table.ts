import type { Bounds } from '../../shared/core/bounds.ts'
import { armedForBounds, type Settings } from '../../shared/settings/settings.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'

export const sections = [
  'Looks',
  'Workspace',
  'Orders',
  'Books',
  'Alerts',
  'Keyboard',
  'Accounts and keys',
  'Lock',
  'Data',
  'About',
] as const
type Section = (typeof sections)[number]

interface Parts {
  session: Session
  desktop: Desktop
}

interface Choice {
  /** The value as text: a number or null as JSON writes it. */
  value: Settings[keyof Settings]
  title: string
}

export type Control =
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'switch' }
  | { kind: 'number'; unit: string; bounds: Bounds }
  | { kind: 'action'; label: string; run: (parts: Parts) => void }
  /** Made by a component that the panel has under the row's id. */
  | { kind: 'part' }

export interface SettingRow {
  id: string
  section: Section
  title: string
  means: string
  /** Other words that a person may look for it by. */
  words: string
  /** What of the settings it changes; none where it does something else. */
  field?: keyof Settings
  control: Control
  /** A command of another feature does the same, so that this row brings none. */
  hasCommand?: true
}

const never = { value: null, title: 'Never' }

const toggle: Control = { kind: 'switch' }
const part: Control = { kind: 'part' }
const choice = (...choices: readonly Choice[]): Control => ({ kind: 'choice', choices })
const shows = (label: string, dialog: Parameters<Desktop['show']>[0]): Control => ({
  kind: 'action',
  label,
  run: ({ desktop }) => desktop.show(dialog),
})

/** Everything that a person can set: the panel, its search and the commands are made of it. */
export const settingsTable: readonly SettingRow[] = [
  {
    id: 'theme',
    section: 'Looks',
    title: 'Theme',
    means: 'The colours of the whole window.',
    words: 'dark light high contrast system appearance colour color mode night',
    field: 'theme',
    control: choice(
      { value: 'system', title: 'As the system' },
      { value: 'dark', title: 'Dark' },
      { value: 'light', title: 'Light' },
      { value: 'contrast', title: 'High contrast' },
    ),
  },
  {
    id: 'colours',
    section: 'Looks',
    title: 'Profit and loss',
    means: 'Green and red, or blue and orange, which stay apart for every common colour blindness.',
    words: 'colour color blind deuteranopia protanopia red green blue orange',
    field: 'colours',
    control: choice(
      { value: 'standard', title: 'Green and red' },
      { value: 'colour-blind', title: 'Blue and orange' },
    ),
  },
  {
    id: 'density',
    section: 'Looks',
    title: 'Density',
    means: 'How much fits on the screen.',
    words: 'compact normal size font letters rows height zoom',
    field: 'density',
    control: choice({ value: 'compact', title: 'Compact' }, { value: 'normal', title: 'Normal' }),
  },
  {
    id: 'flash',
    section: 'Looks',
    title: 'Changed cells light up',
    means: 'For a moment. Never where the system asks for reduced motion.',
    words: 'flash blink highlight animation motion tick',
    field: 'flash',
    control: toggle,
  },
  {
    id: 'linked',
    section: 'Workspace',
    title: 'Panels follow the chosen symbol',
    means: 'Choosing a row points at the same symbol in the other books.',
    words: 'link linked sync symbol selection',
    field: 'linked',
    control: toggle,
  },
  {
    id: 'layouts',
    section: 'Workspace',
    title: 'Layouts',
    means: 'Places of the panels, kept under a name.',
    words: 'workspace arrange save panels dock',
    field: 'layouts',
    hasCommand: true,
    control: shows('Layouts…', { kind: 'layouts' }),
  },
  {
    id: 'workspaces',
    section: 'Workspace',
    title: 'Workspaces',
    means: 'Sets of windows, with their panels, accounts and places, kept under a name.',
    words: 'windows screens monitors arrange save switch',
    field: 'workspaces',
    hasCommand: true,
    control: shows('Workspaces…', { kind: 'workspaces' }),
  },
  {
    id: 'closed-window',
    section: 'Workspace',
    title: 'A window that you close',
    means: 'While others stay. In the workspace it comes back at the next start.',
    words: 'windows screens close keep take out reopen ask',
    field: 'closedWindow',
    control: choice(
      { value: 'ask', title: 'Ask once' },
      { value: 'keep', title: 'Stays in the workspace' },
      { value: 'take-out', title: 'Is taken out' },
    ),
  },
  {
    id: 'layout',
    section: 'Workspace',
    title: 'Places of the panels',
    means: 'As they stand now. The usual ones can be had back at any time.',
    words: 'reset layout default arrange panels dock',
    hasCommand: true,
    control: { kind: 'action', label: 'Reset layout', run: ({ desktop }) => desktop.resetLayout() },
  },
  {
    id: 'grids',
    section: 'Workspace',
    title: 'Columns of the books',
    means:
      'Order, widths, sorting, filters and groups are remembered for each book, and changed there.',
    words: 'grid table columns width sort filter group pin',
    field: 'grids',
    control: part,
  },
  {
    id: 'limits',
    section: 'Orders',
    title: 'Limits over all accounts',
    means: 'What orders may be at most together, beside each account’s own limits.',
    words: 'risk maximum size value quantity loss open orders per minute cap',
    field: 'limits',
    hasCommand: true,
    control: shows('Change…', { kind: 'limits' }),
  },
  {
    id: 'trading',
    section: 'Orders',
    title: 'Trading rules of an account',
    means: 'Its own limits, protection of market orders, orders a second, read only.',
    words: 'risk price distance protection market read-only pace expiry alias',
    control: shows('Accounts…', { kind: 'accounts' }),
  },
  {
    id: 'armed-for',
    section: 'Orders',
    title: 'One-key sending stays armed for',
    means: 'Then every order has its review again.',
    words: 'arm arming time out seconds quick send',
    field: 'armedFor',
    control: { kind: 'number', unit: 's', bounds: armedForBounds },
  },
  {
    id: 'one-by-one',
    section: 'Orders',
    title: 'Several accounts one after the other',
    means: 'None of the rest is sent after the first that is not accepted. Each ticket can differ.',
    words: 'group sequence sending stop first refused in turn',
    field: 'oneByOne',
    control: toggle,
  },
  {
    id: 'presets',
    section: 'Orders',
    title: 'Presets of tickets',
    means: 'What a ticket begins with, by symbol and account.',
    words: 'default quantity product template',
    field: 'presets',
    hasCommand: true,
    control: shows('Presets…', { kind: 'presets', start: null }),
  },
  {
    id: 'polls',
    section: 'Books',
    title: 'How often books are read',
    means: 'For each account: book reads each second, and the pace of each book.',
    words: 'poll rate refresh interval reads per second seconds slow fast',
    control: shows('Accounts…', { kind: 'accounts' }),
  },
  {
    id: 'polling',
    section: 'Books',
    title: 'Reading of all books',
    means: 'While it is paused the books grow old, and are marked so. Orders are still sent.',
    words: 'pause resume stop polling refresh',
    control: part,
  },
  {
    id: 'alerts',
    section: 'Alerts',
    title: 'How you are told',
    means: 'On the screen, by a sound, by the system, for each kind of alert.',
    words: 'alarm notification sound toast mute rejected filled doubt stale loss price',
    field: 'alerts',
    control: part,
  },
  {
    id: 'shortcuts',
    section: 'Keyboard',
    title: 'Keyboard shortcuts',
    means: 'All commands and their keys; export and import of them.',
    words: 'keys hotkeys bindings palette',
    field: 'shortcuts',
    hasCommand: true,
    control: shows('Shortcuts…', { kind: 'shortcuts' }),
  },
  {
    id: 'accounts',
    section: 'Accounts and keys',
    title: 'Accounts',
    means: 'Add, edit, test, switch off, delete; export and import.',
    words: 'broker profile api key secret add new demat client',
    hasCommand: true,
    control: shows('Accounts…', { kind: 'accounts' }),
  },
  {
    id: 'groups',
    section: 'Accounts and keys',
    title: 'Groups of accounts',
    means: 'One order to many accounts, each with its own share.',
    words: 'family multiplier members',
    hasCommand: true,
    control: shows('Groups…', { kind: 'groups' }),
  },
  {
    id: 'vault',
    section: 'Accounts and keys',
    title: 'Where keys are kept',
    means: 'In the system’s keychain, in a file under a passphrase, or for this session only.',
    words: 'keychain vault file passphrase unlock secret storage move',
    hasCommand: true,
    control: {
      kind: 'action',
      label: 'Choose…',
      run: ({ session, desktop }) =>
        void desktop.askVault(session.vault.state === 'locked' ? 'unlock' : 'change'),
    },
  },
  {
    id: 'passphrase',
    section: 'Accounts and keys',
    title: 'Passphrase of the file of keys',
    means: 'It opens the keys, and the locked screen.',
    words: 'password change vault',
    control: part,
  },
  {
    id: 'lock-after',
    section: 'Lock',
    title: 'Lock the screen when idle',
    means:
      'After so long without a touch; in the desktop program also when the system is locked or sleeps.',
    words: 'idle timeout minutes auto away screen password hide',
    field: 'lockAfter',
    control: choice(
      never,
      ...[1, 5, 10, 15, 30, 60].map((value) => ({ value, title: `${value} min` })),
    ),
  },
  {
    id: 'lock-way',
    section: 'Lock',
    title: 'What opens the locked screen',
    means: 'The passphrase of your keys where they are in a file; else what you choose here.',
    words: 'password passphrase unlock system login',
    control: part,
  },
  {
    id: 'file',
    section: 'Data',
    title: 'Settings as a file',
    means: 'To keep, or to take to another machine. No keys and no accounts are in it.',
    words: 'export import backup copy transfer json',
    control: part,
  },
  {
    id: 'reset',
    section: 'Data',
    title: 'Reset all settings',
    means: 'Shows first what would change. Accounts, keys and the journal stay.',
    words: 'default factory restore',
    control: part,
  },
  {
    id: 'folder',
    section: 'Data',
    title: 'Where your files are',
    means: 'Accounts, settings, baskets and the journal, in one folder that is yours to back up.',
    words: 'folder path disk location backup files data',
    control: part,
  },
  {
    id: 'journal',
    section: 'Data',
    title: 'The journal',
    means: 'Its chain of hashes is checked at every start, and whenever you ask.',
    words: 'log verify check hash chain export csv audit',
    control: part,
  },
  {
    id: 'market',
    section: 'Data',
    title: 'Market data',
    means:
      'Hours, holidays and freeze quantities. Put a market.json into the data folder to use yours from the next start.',
    words: 'holidays hours freeze quantity exchange calendar edit market.json',
    control: part,
  },
  {
    id: 'report',
    section: 'About',
    title: 'Report a problem',
    means:
      'A text with the version, the machine and the settings, without names, orders or amounts.',
    words: 'bug help support version diagnostics',
    control: part,
  },
  {
    id: 'licences',
    section: 'About',
    title: 'Licences',
    means: 'The work of others that is part of Quarterdeck.',
    words: 'license open source credits third party',
    control: part,
  },
]
