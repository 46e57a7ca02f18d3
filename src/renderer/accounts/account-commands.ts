import { practiceChoice } from '../../shared/accounts/accounts.ts'
import { choiceOf } from '../../shared/accounts/groups.ts'
import type { Command } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import type { Session } from '../core/session.svelte.ts'

export const accountCommands = ({
  session,
  desktop,
}: {
  session: Session
  desktop: Desktop
}): Command[] => [
  {
    id: 'account.all',
    title: 'Show all accounts',
    group: 'Accounts',
    words: 'switch',
    keys: 'Alt+0',
    isOpen: () => session.accounts.selected !== 'all',
    run: () => void session.arrange({ selected: 'all' }),
  },
  {
    id: 'account.practice',
    title: 'Show practice accounts',
    group: 'Accounts',
    words: 'switch',
    isOpen: () =>
      session.accounts.practice.length > 0 && session.accounts.selected !== practiceChoice,
    run: () => void session.arrange({ selected: practiceChoice }),
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
]

/** One for each account that is switched on, and for each group; the first nine accounts have keys. */
export const showAccountCommands = (session: Session): Command[] => [
  ...session.accounts.enabled.map(({ id, name, broker }, index): Command => ({
    id: `account.${id}`,
    title: `Show ${name}`,
    group: 'Accounts',
    words: `switch account ${broker}`,
    ...(index < 9 && { keys: `Alt+${index + 1}` }),
    isOpen: () => session.accounts.selected !== id,
    run: () => void session.arrange({ selected: id }),
  })),
  ...session.groups.map((group): Command => ({
    id: `account.${choiceOf(group)}`,
    title: `Show the group ${group.name}`,
    group: 'Accounts',
    words: 'switch accounts',
    isOpen: () => session.accounts.selected !== choiceOf(group),
    run: () => void session.arrange({ selected: choiceOf(group) }),
  })),
]

export const manageAccountCommands = (desktop: Desktop): Command[] => [
  {
    id: 'accounts.manage',
    title: 'Accounts…',
    group: 'Accounts',
    words: 'broker api keys secret profile client add edit test switch off delete',
    run: () => desktop.show({ kind: 'accounts' }),
  },
  {
    id: 'accounts.add',
    title: 'Add an account…',
    group: 'Accounts',
    run: () => desktop.show({ kind: 'account', id: null }),
  },
  {
    id: 'accounts.csv',
    title: 'Add accounts from a table…',
    group: 'Accounts',
    words: 'csv file many import template',
    run: () => desktop.show({ kind: 'accountsCsv' }),
  },
  {
    id: 'accounts.export',
    title: 'Export accounts…',
    group: 'Accounts',
    words: 'backup file',
    run: () => desktop.show({ kind: 'export' }),
  },
  {
    id: 'accounts.import',
    title: 'Import accounts…',
    group: 'Accounts',
    words: 'restore file',
    run: () => desktop.show({ kind: 'import' }),
  },
  {
    id: 'accounts.symbols',
    title: 'Symbols of each broker…',
    group: 'Accounts',
    words: 'name alias instrument token import export csv',
    run: () => desktop.show({ kind: 'brokerSymbols' }),
  },
  {
    id: 'accounts.groups',
    title: 'Groups of accounts…',
    group: 'Accounts',
    words: 'family members multiplier',
    run: () => desktop.show({ kind: 'groups' }),
  },
]
