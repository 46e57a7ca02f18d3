import { sharedFields } from '../../shared/settings/settings-file.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import type { Session } from '../core/session.svelte.ts'

/** Settings that say nothing of who uses them: no names, no symbols, no amounts. */
const impersonal = [
  'theme',
  'colours',
  'density',
  'flash',
  'linked',
  'armedFor',
  'lockAfter',
] as const

interface Surroundings {
  agent: string
  screen: string
}

/** What somebody who is to find a fault has to know, and nothing that is a trader's own. */
export function reportOf(session: Session, { agent, screen }: Surroundings): string {
  const { settings, accounts, vault, journal, lock } = session
  const own = sharedFields.filter((field) => !(impersonal as readonly string[]).includes(field))
  const troubles = accounts.all.flatMap(({ health }) => health.trouble?.code ?? [])
  const lines = [
    `Quarterdeck ${session.version}, ${session.host} host`,
    `Window: ${agent}; ${screen}`,
    `Accounts: ${accounts.all.length}, of them ${accounts.enabled.length} switched on and ${accounts.all.filter(({ service }) => service.kind === 'practice').length} practice`,
    `Troubles of accounts: ${troubles.length === 0 ? 'none' : troubles.join(', ')}`,
    `Keys: ${vault.kind ?? 'no place chosen'}, ${vault.state}`,
    `Lock: ${lock.way ?? 'not set up'}`,
    `Journal: ${journal.state}, ${journal.total} entries`,
    `Reading: ${session.isPaused ? 'paused' : 'on'}; stop: ${session.stop.on ? 'on' : 'off'}`,
    ...impersonal.map((field) => `${field}: ${String(settings[field])}`),
    ...own.map((field) => `${field}: ${sizeOf(settings[field])}`),
  ]
  return `${lines.join('\n')}\n`
}

const sizeOf = (value: Settings[keyof Settings]): string => {
  if (typeof value === 'string') return 'own'
  if (value === null) return 'usual'
  return `${Object.values(value).filter((part) => part !== null).length}`
}
