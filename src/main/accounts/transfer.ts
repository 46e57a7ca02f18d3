import { randomUUID } from 'node:crypto'
import type { AccountFile, ImportedAccounts } from '../../shared/accounts/account-file.ts'
import type { Keys, Profile } from '../../shared/accounts/accounts.ts'
import type { Parsed } from '../../shared/contract.ts'
import { type Reply, ok } from '../../shared/core/errors.ts'
import type { AccountGroup } from '../../shared/accounts/groups.ts'
import { type AccountFileContents, sealAccounts, unsealAccounts } from './account-file.ts'
import { namesake, planImport } from './import-plan.ts'
import type { StoredAccounts, AccountDocument } from './account-document.ts'
import { tryWrite } from '../core/documents.ts'
import type { Vault } from './vault/vault.ts'
import type { KeyChanges } from './vault/key-store.ts'
import { type Cost, usualCost } from '../core/sealing.ts'
import { whyClosed } from './vault/vault-state.ts'

export interface TransferOptions {
  document: AccountDocument
  vault: Pick<Vault, 'read' | 'change' | 'status'>
  now(): number
  /** Told of the accounts that are new or another's now. */
  onImport(accounts: readonly string[]): void
  newId?: () => string
  cost?: Cost
}

/** Accounts and groups, to a file under a passphrase and back. Keys are in it only where a person said so. */
export class Transfer {
  readonly #options: TransferOptions
  readonly #newId: () => string
  /** One import or sweep at a time. */
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: TransferOptions) {
    this.#options = options
    this.#newId = options.newId ?? randomUUID
  }

  async export({
    passphrase,
    withKeys,
    accounts,
  }: Parsed<'exportAccounts'>): Promise<Reply<{ file: string }>> {
    const { document, vault, now, cost = usualCost } = this.#options
    if (withKeys) {
      const closed = whyClosed(vault.status())
      if (closed !== null) return closed
    }
    const chosen = new Set(accounts)
    const { profiles, groups } = document.read()
    const held: AccountFileContents['accounts'] = []
    for (const profile of profiles.filter(({ id }) => chosen.has(id))) {
      const keys = withKeys ? await this.#keysOf(profile) : ok(null)
      if (!keys.ok) return keys
      held.push({ profile, keys: keys.value })
    }
    const written = await sealAccounts(
      { at: now(), accounts: held, groups: within(groups, chosen) },
      { passphrase, cost },
    )
    return written.ok ? ok({ file: written.value }) : written
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

  /**
   * All of it or nothing, whenever it is cut off: the keys are put first, under names that are
   * noted as strays; one write of the document then makes them the accounts', and the old ones
   * strays. What is stray is taken out, now or at a later start.
   */
  import({
    file,
    passphrase,
    accounts,
    groups,
  }: Parsed<'importAccounts'>): Promise<Reply<ImportedAccounts>> {
    return this.#inTurn(async () => {
      const { document, onImport } = this.#options
      const read = await unsealAccounts(file, passphrase)
      if (!read.ok) return read
      const choice = {
        accounts: new Map(accounts.map(({ id, how }) => [id, how])),
        groups: new Map(groups.map(({ id, how }) => [id, how])),
      }
      const chosen = read.value.accounts.filter(
        ({ profile }) => (choice.accounts.get(profile.id) ?? 'skip') !== 'skip',
      )
      const keyed = chosen.flatMap(({ profile, keys }) =>
        keys === null ? [] : [{ account: profile.id, name: this.#newId(), keys }],
      )
      const put = await this.#putKeys(new Map(keyed.map(({ name, keys }) => [name, keys])))
      if (!put.ok) return put
      const plan = planImport(read.value, {
        stored: document.read(),
        choice,
        keyNames: new Map(keyed.map(({ account, name }) => [account, name])),
        newId: this.#newId,
      })
      const written = tryWrite(document, plan.stored)
      if (!written.ok) {
        await this.#sweep()
        return written
      }
      onImport(plan.accounts)
      await this.#sweep()
      return ok({
        accounts: plan.accounts.length,
        groups: plan.groups,
        keys: keyed.length,
      })
    })
  }

  /** Takes out of the vault what belongs to no account any more, as soon as it is open. */
  sweep(): Promise<void> {
    return this.#inTurn(() => this.#sweep())
  }

  async #sweep(): Promise<void> {
    const { document, vault } = this.#options
    const { strays } = document.read()
    if (strays.length === 0 || vault.status().state !== 'open') return
    const changes: KeyChanges = new Map(strays.map((name) => [name, null]))
    const swept = await vault.change(changes)
    if (swept.ok)
      this.#keep({ strays: document.read().strays.filter((name) => !changes.has(name)) })
  }

  async #putKeys(keys: ReadonlyMap<string, Keys>): Promise<Reply<null>> {
    if (keys.size === 0) return ok(null)
    const { document, vault } = this.#options
    const closed = whyClosed(vault.status())
    if (closed !== null) return closed
    const noted = this.#keep({ strays: [...document.read().strays, ...keys.keys()] })
    if (!noted.ok) return noted
    const put = await vault.change(keys)
    if (!put.ok) await this.#sweep()
    return put
  }

  #keep(part: Partial<StoredAccounts>): Reply<null> {
    const { document } = this.#options
    return tryWrite(document, { ...document.read(), ...part })
  }

  async #keysOf({ id, service }: Profile): Promise<Reply<Keys | null>> {
    if (service.kind === 'practice') return ok(null)
    return this.#options.vault.read(this.#options.document.read().keysAt[id] ?? id)
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(act)
    this.#queue = turn.catch(() => undefined)
    return turn
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
