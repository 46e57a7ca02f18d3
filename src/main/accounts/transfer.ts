import { randomUUID } from 'node:crypto'
import type {
  AccountFile,
  ExportedAccounts,
  ImportedAccounts,
} from '../../shared/accounts/account-file.ts'
import type { Parsed } from '../../shared/contract.ts'
import { type Reply, ok } from '../../shared/core/errors.ts'
import type { Profile } from '../../shared/accounts/accounts.ts'
import type { AccountGroup } from '../../shared/accounts/groups.ts'
import { type AccountFileContents, sealAccounts, unsealAccounts } from './account-file.ts'
import { newExport, sweepExports } from './exported-files.ts'
import { namesake, planImport } from './import-plan.ts'
import type { AccountDocument } from './account-document.ts'
import type { AccountKeys } from './account-keys.ts'
import { writeAtomically } from '../core/atomic-file.ts'
import { StorageError, tryWrite } from '../core/documents.ts'
import type { Vault } from './vault/vault.ts'
import { type Cost, usualCost } from '../core/sealing.ts'
import { whyClosed } from './vault/vault-state.ts'

export interface TransferOptions {
  document: AccountDocument
  vault: Pick<Vault, 'status'>
  keys: AccountKeys
  /** Where files with keys are written. */
  exports: string
  /** Whether who asks is who may have the keys, shown now. */
  prove(proof: string | undefined): Promise<Reply<null>>
  /** Told of the accounts whose keys are in a file now, and of where that is. */
  onKeysExported(of: { names: readonly string[]; path: string }): void
  now(): number
  /** Told of the accounts that are new or another's now. */
  onImport(accounts: readonly string[]): void
  newId?: () => string
  cost?: Cost
}

/** What holds on another day as well: of an account that was off for one, that it is off. */
const lasting = ({ offOn: _, ...profile }: Profile): Profile => profile

/** Accounts and groups, to a file under a passphrase and back. Keys are in it only where a person said so. */
export class Transfer {
  readonly #options: TransferOptions

  constructor(options: TransferOptions) {
    this.#options = options
  }

  async export({
    passphrase,
    withKeys,
    accounts,
    proof,
  }: Parsed<'exportAccounts'>): Promise<Reply<ExportedAccounts>> {
    const { document, vault, prove, now, cost = usualCost } = this.#options
    if (withKeys) {
      const closed = whyClosed(vault.status())
      if (closed !== null) return closed
      const proved = await prove(proof)
      if (!proved.ok) return proved
    }
    const chosen = new Set(accounts)
    const { profiles, groups } = document.read()
    const held: AccountFileContents['accounts'] = []
    for (const profile of profiles.filter(({ id }) => chosen.has(id))) {
      const keys = withKeys ? await this.#options.keys.of(profile) : ok(null)
      if (!keys.ok) return keys
      held.push({ profile: lasting(profile), keys: keys.value })
    }
    const sealed = await sealAccounts(
      { at: now(), accounts: held, groups: within(groups, chosen) },
      { passphrase, cost },
    )
    if (!sealed.ok) return sealed
    if (!withKeys) return ok({ kind: 'sealed', file: sealed.value })
    return this.#write(
      sealed.value,
      held.filter(({ keys }) => keys !== null).map(({ profile }) => profile.name),
    )
  }

  /** A window is told where it is and not what is in it: one that was taken over chose the passphrase. */
  async #write(sealed: string, names: readonly string[]): Promise<Reply<ExportedAccounts>> {
    const { exports, now, onKeysExported } = this.#options
    const path = newExport(exports, now())
    try {
      await writeAtomically(path, Buffer.from(sealed, 'base64'))
    } catch (cause) {
      return { ok: false, error: new StorageError(path, cause).failure }
    }
    if (names.length > 0) onKeysExported({ names, path })
    return ok({ kind: 'written', path })
  }

  /** Removes the files with keys that nobody took for a day. */
  sweep(): Promise<void> {
    const { exports, now } = this.#options
    return sweepExports(exports, now())
  }

  async look({ file, passphrase }: Parsed<'readAccountFile'>): Promise<Reply<AccountFile>> {
    const read = await unsealAccounts(file, passphrase)
    if (!read.ok) return read
    const { profiles, groups } = this.#options.document.read()
    const { at, accounts } = read.value
    return ok({
      at,
      accounts: accounts.map(({ profile: { id, name, broker, service }, keys }) => ({
        id,
        name,
        broker,
        host: service.kind === 'url' ? new URL(service.url).host : null,
        hasKeys: keys !== null,
        taken: namesake(profiles, name)?.id ?? null,
      })),
      groups: read.value.groups.map(({ id, name, members }) => ({
        id,
        name,
        members: members.length,
        taken: namesake(groups, name)?.id ?? null,
      })),
    })
  }

  /** All of it or nothing, whenever it is cut off. */
  import({
    file,
    passphrase,
    accounts,
    groups,
  }: Parsed<'importAccounts'>): Promise<Reply<ImportedAccounts>> {
    const { document, keys, onImport, newId = randomUUID } = this.#options
    return keys.exclusively(async () => {
      const read = await unsealAccounts(file, passphrase)
      if (!read.ok) return read
      const choice = {
        accounts: new Map(accounts.map(({ id, how }) => [id, how])),
        groups: new Map(groups.map(({ id, how }) => [id, how])),
      }
      const given = read.value.accounts.flatMap(({ profile: { id, service }, keys: its }) =>
        its === null || (choice.accounts.get(id) ?? 'skip') === 'skip'
          ? []
          : [[id, { service, keys: its }] as const],
      )
      return keys.change(new Map(given), (keyNames) => {
        const plan = planImport(read.value, { stored: document.read(), choice, keyNames, newId })
        const written = tryWrite(document, plan.stored)
        if (!written.ok) return written
        onImport(plan.accounts)
        return ok({ accounts: plan.accounts.length, groups: plan.groups, keys: keyNames.size })
      })
    })
  }
}

/** Groups as far as these accounts are in them. */
const within = (groups: readonly AccountGroup[], accounts: ReadonlySet<string>): AccountGroup[] =>
  groups
    .map((group) => ({
      ...group,
      members: group.members.filter(({ account }) => accounts.has(account)),
    }))
    .filter(({ members }) => members.length > 0)
