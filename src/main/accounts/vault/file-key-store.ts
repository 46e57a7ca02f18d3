import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import { AccountId } from '../../../shared/core/account-id.ts'
import { type Reply, fail, ok } from '../../../shared/core/errors.ts'
import { shortestPassphrase } from '../../../shared/core/passphrases.ts'
import { sweepDrafts, syncFolder, writeAtomically } from '../../core/atomic-file.ts'
import { KeptKeys, storedForm } from './kept-keys.ts'
import type { KeyChanges, Opening, KeyStore } from './key-store.ts'
import {
  type Cost,
  type SealKey,
  sealKeyOf,
  newKey,
  passphraseBytes,
  sealWith,
  unsealWith,
  usualCost,
} from '../../core/sealing.ts'

const Contents = z.array(z.tuple([AccountId, KeptKeys]))

type Refusal = ReturnType<typeof fail>

const isLocked = fail('vault-locked', 'The file of keys is locked. Type its passphrase.')

interface Opened {
  /** Derived once: the passphrase itself is not kept. */
  key: SealKey
  byAccount: Map<string, KeptKeys>
  /** The file as we last saw it, to notice another process's writes. */
  bytes: Buffer
}

/** Keys in one file, sealed with a passphrase. */
export class FileKeyStore implements KeyStore {
  readonly #path: string
  readonly #cost: Cost
  #opened: Opened | null = null

  constructor(path: string, cost: Cost = usualCost) {
    this.#path = path
    this.#cost = cost
  }

  exists(): boolean {
    return existsSync(this.#path)
  }

  /** A passphrase that does not open the file leaves it as open as it was. */
  async open({ passphrase = '', mayCreate }: Opening): Promise<Reply<string[]>> {
    if (passphrase === '') return fail('invalid', 'Type the passphrase.', { field: 'passphrase' })
    const isThere = this.exists()
    if (!isThere && !mayCreate)
      return fail(
        'vault-failed',
        `The file of keys ${this.#path} is gone. Put it back, or choose anew where keys are kept.`,
      )
    if (!isThere && passphrase.length < shortestPassphrase)
      return fail('invalid', `Use at least ${shortestPassphrase} characters.`, {
        field: 'passphrase',
      })
    const opened = isThere
      ? await this.#loadBy(passphrase)
      : await this.#save(await this.#newKey(passphrase), new Map())
    if (!opened.ok) return opened
    this.close()
    this.#opened = opened.value
    await sweepDrafts(this.#path)
    return ok([...opened.value.byAccount.keys()])
  }

  async read(account: string): Promise<Reply<KeptKeys | null>> {
    return this.#opened === null ? isLocked : ok(this.#opened.byAccount.get(account) ?? null)
  }

  async change(changes: KeyChanges): Promise<Reply<null>> {
    if (this.#opened === null) return isLocked
    const { key } = this.#opened
    // What another process wrote since is kept; what we cannot read is never written over.
    const current = this.exists() ? await this.#loadAnew(this.#opened) : ok(this.#opened)
    if (!current.ok) return current
    const next = new Map(current.value.byAccount)
    for (const [account, keys] of changes)
      if (keys === null) next.delete(account)
      else next.set(account, keys)
    const saved = await this.#save(key, next)
    if (!saved.ok) return saved
    this.#opened = saved.value
    return ok(null)
  }

  /** Whether this is the passphrase of the file, as it is now; nothing is opened or closed by it. */
  async prove(passphrase: string): Promise<Reply<null>> {
    const loaded = await this.#loadBy(passphrase)
    if (loaded.ok) loaded.value.key.secret.fill(0)
    return loaded.ok ? ok(null) : loaded
  }

  /** Seals the same keys under another passphrase: a crash leaves the file under one or the other. */
  async changePassphrase({ from, to }: { from: string; to: string }): Promise<Reply<null>> {
    if (to.length < shortestPassphrase)
      return fail('invalid', `Use at least ${shortestPassphrase} characters.`, { field: 'to' })
    const loaded = await this.#loadBy(from)
    if (!loaded.ok) return loaded
    loaded.value.key.secret.fill(0)
    const saved = await this.#save(await this.#newKey(to), loaded.value.byAccount)
    if (!saved.ok) return saved
    this.close()
    this.#opened = saved.value
    return ok(null)
  }

  async discard(): Promise<Reply<null>> {
    try {
      await rm(this.#path, { force: true })
      await syncFolder(dirname(this.#path))
    } catch (cause) {
      return this.#diskRefused(cause)
    }
    this.close()
    return ok(null)
  }

  close(): void {
    this.#opened?.key.secret.fill(0)
    this.#opened = null
  }

  async #newKey(passphrase: string): Promise<SealKey> {
    const typed = passphraseBytes(passphrase)
    return newKey(typed, this.#cost).finally(() => typed.fill(0))
  }

  async #loadBy(passphrase: string): Promise<Reply<Opened>> {
    const read = await this.#read()
    if (!read.ok) return read
    const typed = passphraseBytes(passphrase)
    const key = await sealKeyOf(read.value, typed).finally(() => typed.fill(0))
    return 'kind' in key ? this.#damaged() : this.#unseal(key, read.value)
  }

  /** As it is now, where another process wrote it since. */
  async #loadAnew(opened: Opened): Promise<Reply<Opened>> {
    const read = await this.#read()
    if (!read.ok) return read
    return opened.bytes.equals(read.value) ? ok(opened) : this.#unseal(opened.key, read.value)
  }

  async #read(): Promise<Reply<Buffer>> {
    try {
      return ok(await readFile(this.#path))
    } catch (cause) {
      return this.#diskRefused(cause)
    }
  }

  #unseal(key: SealKey, bytes: Buffer): Reply<Opened> {
    const unsealed = unsealWith(key, bytes)
    switch (unsealed.kind) {
      case 'damaged':
      case 'other-cost':
        return this.#damaged()
      case 'wrong-passphrase':
        return fail(
          'wrong-passphrase',
          `This passphrase does not open ${this.#path}. If it is lost, move that file away and choose the passphrase file again to begin a new one.`,
          { field: 'passphrase' },
        )
      case 'opened': {
        const byAccount = readContents(unsealed.text)
        unsealed.text.fill(0)
        return byAccount === null ? this.#damaged() : ok({ key, byAccount, bytes })
      }
    }
  }

  async #save(key: SealKey, byAccount: Map<string, KeptKeys>): Promise<Reply<Opened>> {
    const text = Buffer.from(
      JSON.stringify([...byAccount].map(([account, keys]) => [account, storedForm(keys)])),
      'utf8',
    )
    try {
      const bytes = sealWith(key, text)
      await writeAtomically(this.#path, bytes)
      return ok({ key, byAccount, bytes })
    } catch (cause) {
      return this.#diskRefused(cause)
    } finally {
      text.fill(0)
    }
  }

  #damaged(): Refusal {
    return fail(
      'vault-failed',
      `The file of keys ${this.#path} is damaged and was left as it is. Put a copy of it back, or move it away and choose the passphrase file again to begin a new one.`,
    )
  }

  #diskRefused(cause: unknown): Refusal {
    const detail = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
    return fail(
      'storage-failed',
      `The file of keys ${this.#path} could not be read or written. Check that its folder is yours and has room; what was kept there before is unchanged.`,
      detail === undefined ? {} : { detail },
    )
  }
}

function readContents(text: Buffer): Map<string, KeptKeys> | null {
  try {
    return new Map(Contents.parse(JSON.parse(text.toString('utf8'))))
  } catch {
    // The cause is not passed on: it could quote a secret.
    return null
  }
}
