import { randomUUID } from 'node:crypto'
import { Settings, defaultSettings } from '../shared/settings/settings.ts'
import { Workspace } from '../shared/workspace/windows.ts'
import { openAccountDocument } from './accounts/account-document.ts'
import { StoredClients } from './accounts/known-clients.ts'
import { type OpenConf, openDocument, tryWrite } from './core/documents.ts'
import { settingsMigrations, settingsVersion } from './settings/migrations.ts'
import { rescueSettings } from './settings/rescue.ts'
import {
  workspaceMigrations,
  workspaceOfBefore,
  workspaceVersion,
} from './workspace/kept-windows.ts'

/** What the desk itself keeps: how it is set, its windows and its accounts. */
export function openDeskDocuments(of: { open: OpenConf; dataDir: string }) {
  const settings = openDocument({
    ...of,
    name: 'settings',
    version: settingsVersion,
    migrations: settingsMigrations,
    schema: Settings,
    initial: () => defaultSettings,
    rescue: rescueSettings,
  })
  const workspace = openDocument({
    ...of,
    name: 'workspace',
    version: workspaceVersion,
    migrations: workspaceMigrations,
    schema: Workspace,
    initial: () => workspaceOfBefore(settings.former, randomUUID()),
  })
  // Settings that are written from here on know nothing of it.
  if (settings.former !== undefined) workspace.document.write(workspace.document.read())
  const accounts = openAccountDocument(of)
  const clients = openDocument({
    ...{ ...of, name: 'clients', version: 2, schema: StoredClients },
    initial: (): StoredClients => ({}),
    // It had names in the clear, and profiles tell it again.
    migrations: { 1: () => ({}) },
  })
  if (clients.former !== undefined) tryWrite(clients.document, clients.document.read())
  return {
    settings: settings.document,
    workspace: workspace.document,
    accounts: accounts.document,
    clients: clients.document,
    /** Then accounts that are not there may be put back by hand. */
    areAccountsDamaged: accounts.setAside !== null,
    /** The names under which damaged ones were set aside. */
    setAside: [settings, workspace, accounts, clients].flatMap(({ setAside }) => setAside ?? []),
  }
}
