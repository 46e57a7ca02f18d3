import { join } from 'node:path'
import * as z from 'zod'
import { VaultKind, type VaultStatus } from '../../../shared/accounts/accounts.ts'
import { type Failure, type Reply, fail, ok } from '../../../shared/core/errors.ts'
import { type Document, type OpenConf, openDocument, tryWrite } from '../../core/documents.ts'
import { FileKeyStore } from './file-key-store.ts'
import { type KeychainModule, KeychainKeyStore, loadKeytar } from './keychain-key-store.ts'
import type { KeptKeys } from './kept-keys.ts'
import { copyKeys } from './move-keys.ts'
import type { KeyChanges, Opening, KeyStore } from './key-store.ts'
import { type Cost, usualCost } from '../../core/sealing.ts'
import { type VaultState, firstState, isOfPlace, leftBehind, stateOf } from './vault-state.ts'
import { sessionKeyStore } from './session-key-store.ts'

/** Where the keys are, and the one way to them. */
export interface Vault {
  status(): VaultStatus
  /**
   * Only ever called because a person chose. Keys move along from a vault that is open; `may` is
   * asked in its turn, since others before it may have opened it.
   */
  choose(kind: VaultKind, passphrase?: string, may?: () => Reply<null>): Promise<Reply<VaultStatus>>
  unlock(passphrase?: string): Promise<Reply<VaultStatus>>
  /** Whether this is the passphrase of the file. It opens a file that is locked, and closes none. */
  prove(passphrase: string): Promise<Reply<null>>
  changePassphrase(change: { from: string; to: string }): Promise<Reply<VaultStatus>>
  read(account: string): Promise<Reply<KeptKeys | null>>
  /** All of these, or none. */
  change(changes: KeyChanges): Promise<Reply<null>>
  /** As far as is known without asking: nothing is, of a vault that is not open. */
  has(account: string): boolean
  /** All that it has, as far as is known so. */
  names(): string[]
  onChange(listener: () => void): () => void
}

export interface VaultOptions {
  open: OpenConf
  dataDir: string
  /** The accounts that may have keys. */
  accounts: () => string[]
  loadKeychain?: () => Promise<KeychainModule>
  /** Milliseconds that a call to the keychain may take. */
  keychainLimit?: number
  /** Milliseconds that the start waits for the keychain before going on without it. */
  patience?: number
  cost?: Cost
}

const Choice = z.strictObject({ kind: VaultKind.nullable() })
type Choice = z.infer<typeof Choice>

const notChosen = fail('vault-not-chosen', 'Choose first where keys are kept.')

const noFile = fail('vault-failed', 'The keys are in no file, so there is no passphrase to it.')

export async function openVault(options: VaultOptions): Promise<Vault> {
  const vault = new ChosenVault(options)
  await vault.start(options.patience ?? 1000)
  return vault
}

class ChosenVault implements Vault {
  readonly #choice: Document<Choice>
  readonly #file: FileKeyStore
  readonly #keychain: KeychainKeyStore
  readonly #session = sessionKeyStore()
  readonly #listeners = new Set<() => void>()
  #accounts = new Set<string>()
  #state: VaultState
  #keychainTrouble: Failure | null = null
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: VaultOptions) {
    const { open, dataDir, accounts, loadKeychain = loadKeytar, keychainLimit = 20_000 } = options
    const { document, setAside } = openDocument<Choice>({
      open,
      dataDir,
      name: 'vault',
      version: 1,
      schema: Choice,
      initial: () => ({ kind: null }),
    })
    this.#choice = document
    this.#file = new FileKeyStore(join(dataDir, 'keys.sealed'), options.cost ?? usualCost)
    this.#keychain = new KeychainKeyStore({
      load: loadKeychain,
      accounts,
      timeLimit: keychainLimit,
    })
    this.#state = firstState(document.read().kind, setAside)
  }

  /** Waits for the keychain as long as patience lasts; what comes later is told as a change. */
  async start(patience: number): Promise<void> {
    const { kind } = this.#choice.read()
    const started = kind === 'keychain' ? this.unlock() : this.#lookForKeychain()
    if (kind === 'session') await this.unlock()
    let timer: NodeJS.Timeout | undefined
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    await Promise.race([started, waited])
    clearTimeout(timer)
  }

  status(): VaultStatus {
    return {
      kind: this.#choice.read().kind,
      ...this.#state,
      keychain: this.#keychainTrouble,
      hasFile: this.#file.exists(),
    }
  }

  choose(
    kind: VaultKind,
    passphrase?: string,
    may: () => Reply<null> = () => ok(null),
  ): Promise<Reply<VaultStatus>> {
    return this.#exclusively(async () => {
      const allowed = may()
      if (!allowed.ok) return allowed
      const from = this.#choice.read().kind
      if (kind === from) return this.#reopen(kind, { passphrase, mayCreate: true })
      const moved = await this.#move(from, kind, passphrase)
      this.#tell()
      return moved.ok ? ok(this.status()) : moved
    })
  }

  unlock(passphrase?: string): Promise<Reply<VaultStatus>> {
    return this.#exclusively(async () => {
      const { kind } = this.#choice.read()
      if (kind === null) return notChosen
      return this.#reopen(kind, { passphrase, mayCreate: false })
    })
  }

  prove(passphrase: string): Promise<Reply<null>> {
    return this.#exclusively(async () => {
      if (this.#choice.read().kind !== 'file') return noFile
      if (this.#state.state === 'open') return this.#file.prove(passphrase)
      const opened = await this.#reopen('file', { passphrase, mayCreate: false })
      return opened.ok ? ok(null) : opened
    })
  }

  changePassphrase(change: { from: string; to: string }): Promise<Reply<VaultStatus>> {
    return this.#exclusively(async () => {
      if (this.#choice.read().kind !== 'file') return noFile
      if (this.#state.state !== 'open') {
        const opened = await this.#reopen('file', { passphrase: change.from, mayCreate: false })
        if (!opened.ok) return opened
      }
      const changed = await this.#file.changePassphrase(change)
      return changed.ok ? ok(this.status()) : changed
    })
  }

  read(account: string): Promise<Reply<KeptKeys | null>> {
    return this.#exclusively(() =>
      this.#use(async (store) => {
        // Polls of accounts without keys come every moment, and must not trouble the keychain.
        if (!this.#accounts.has(account)) return ok(null)
        const keys = await store.read(account)
        if (keys.ok && keys.value === null) {
          this.#accounts.delete(account)
          this.#tell()
        }
        return keys
      }),
    )
  }

  has(account: string): boolean {
    return this.#accounts.has(account)
  }

  names(): string[] {
    return [...this.#accounts]
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  change(changes: KeyChanges): Promise<Reply<null>> {
    return this.#exclusively(async () => {
      const done = await this.#use((store) => store.change(changes))
      if (!done.ok) return done
      for (const [account, keys] of changes)
        if (keys === null) this.#accounts.delete(account)
        else this.#accounts.add(account)
      this.#tell()
      return done
    })
  }

  async #use<T>(act: (store: KeyStore) => Promise<Reply<T>>): Promise<Reply<T>> {
    const { kind } = this.#choice.read()
    if (kind === null) return notChosen
    if (this.#state.state !== 'open') {
      const { trouble } = this.#state
      return trouble === null
        ? fail('vault-locked', 'The keys are locked. Unlock them first.')
        : { ok: false, error: trouble }
    }
    const done = await act(this.#storeOf(kind))
    // A keychain that failed is asked again only when a person says so: each asking may open a prompt.
    if (!done.ok && kind === 'keychain' && isOfPlace(done.error)) {
      this.#keychainTrouble = done.error
      this.#end(done.error)
      this.#tell()
    }
    return done
  }

  async #reopen(kind: VaultKind, opening: Opening): Promise<Reply<VaultStatus>> {
    const opened = await this.#open(kind, opening)
    // A mistyped passphrase locks nothing that is open.
    const isStillOpen = this.#state.state === 'open' && kind === 'file'
    if (opened.ok) this.#begin(opened.value)
    else if (!isStillOpen) this.#end(opened.error)
    this.#tell()
    return opened.ok ? ok(this.status()) : opened
  }

  async #open(kind: VaultKind, opening: Opening): Promise<Reply<string[]>> {
    const opened = await this.#storeOf(kind).open(opening)
    if (kind === 'keychain') this.#keychainTrouble = opened.ok ? null : opened.error
    return opened
  }

  #begin(accounts: Iterable<string>): void {
    this.#state = { state: 'open', trouble: null }
    this.#accounts = new Set(accounts)
  }

  #end(trouble: Failure): void {
    this.#state = stateOf(trouble)
    this.#accounts.clear()
  }

  /** The old place is emptied last, when the new one surely has everything and the choice is on disk. */
  async #move(
    from: VaultKind | null,
    kind: VaultKind,
    passphrase: string | undefined,
  ): Promise<Reply<null>> {
    const old = from !== null && this.#state.state === 'open' ? this.#storeOf(from) : null
    const next = this.#storeOf(kind)
    const isNewFile = kind === 'file' && !this.#file.exists()
    const opened = await this.#open(kind, { passphrase, mayCreate: true })
    if (!opened.ok) return opened

    const commit = (): Reply<null> => tryWrite(this.#choice, { kind })
    const moving = old === null ? [] : [...this.#accounts]
    const done =
      old === null ? commit() : await copyKeys({ accounts: moving, from: old, to: next, commit })
    if (!done.ok) {
      if (isNewFile) await next.discard()
      next.close()
      return done
    }
    this.#begin([...opened.value, ...moving])
    const emptied = (await old?.discard()) ?? ok(null)
    if (!emptied.ok) this.#state = { state: 'open', trouble: leftBehind(emptied.error) }
    return ok(null)
  }

  async #lookForKeychain(): Promise<void> {
    const trouble = await this.#keychain.check()
    if (this.#choice.read().kind === 'keychain') return
    this.#keychainTrouble = trouble
    this.#tell()
  }

  #storeOf(kind: VaultKind): KeyStore {
    switch (kind) {
      case 'keychain':
        return this.#keychain
      case 'file':
        return this.#file
      case 'session':
        return this.#session
    }
  }

  /** One at a time: two writes must not both start from what was there before. */
  #exclusively<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(act)
    this.#queue = turn.catch(() => undefined)
    return turn
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
