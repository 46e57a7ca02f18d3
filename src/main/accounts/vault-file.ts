import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod'
import { AccountId, Keys } from '../../shared/accounts.ts'
import { type Reply, fail, ok } from '../../shared/errors.ts'
import { syncFolder, writeAtomically } from './atomic-file.ts'
import type { KeyChanges, Opening, VaultPlace } from './vault-place.ts'
import { type Cost, seal, unseal, usualCost } from './vault-seal.ts'

const Contents = z.array(z.tuple([AccountId, Keys]))

type Refusal = ReturnType<typeof fail>

const shortestPassphrase = 8

/** Keys in one file, sealed with a passphrase. */
export class FilePlace implements VaultPlace {
  readonly #path: string
  readonly #cost: Cost
  #passphrase: Buffer | null = null
  #kept = new Map<string, Keys>()
  /** The file as we last saw it, to notice another process's writes. */
  #seen: Buffer | null = null

  constructor(path: string, cost: Cost = usualCost) {
    this.#path = path
    this.#cost = cost
  }

  exists(): boolean {
    return existsSync(this.#path)
  }

  async open({ passphrase, mayCreate }: Opening): Promise<Reply<string[]>> {
    if (passphrase === undefined || passphrase === '')
      return fail('invalid', 'Type the passphrase.', { field: 'passphrase' })
    this.close()
    // Typed on another machine, the same letters may come composed differently.
    this.#passphrase = Buffer.from(passphrase.normalize('NFKC'), 'utf8')
    const opened = this.exists() ? await this.#load() : await this.#create(passphrase, mayCreate)
    if (!opened.ok) {
      this.close()
      return opened
    }
    return ok([...this.#kept.keys()])
  }

  async read(account: string): Promise<Reply<Keys | null>> {
    return ok(this.#kept.get(account) ?? null)
  }

  async change(changes: KeyChanges): Promise<Reply<null>> {
    // What another process wrote since is kept; what we cannot read is never written over.
    if (this.exists()) {
      const loaded = await this.#load()
      if (!loaded.ok) return loaded
    }
    const next = new Map(this.#kept)
    for (const [account, keys] of changes)
      if (keys === null) next.delete(account)
      else next.set(account, keys)
    return this.#save(next)
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
    this.#passphrase?.fill(0)
    this.#passphrase = null
    this.#kept.clear()
    this.#seen = null
  }

  async #create(passphrase: string, mayCreate: boolean): Promise<Reply<null>> {
    if (!mayCreate)
      return fail(
        'vault-failed',
        `The file of keys ${this.#path} is gone. Put it back, or choose anew where keys are kept.`,
      )
    if (passphrase.length < shortestPassphrase)
      return fail('invalid', `Use at least ${shortestPassphrase} characters.`, {
        field: 'passphrase',
      })
    return this.#save(new Map())
  }

  async #load(): Promise<Reply<null>> {
    if (this.#passphrase === null) return fail('vault-locked', 'The file of keys is locked.')
    let bytes: Buffer
    try {
      bytes = await readFile(this.#path)
    } catch (cause) {
      return this.#diskRefused(cause)
    }
    if (this.#seen?.equals(bytes)) return ok(null)
    const unsealed = await unseal(bytes, this.#passphrase)
    switch (unsealed.kind) {
      case 'damaged':
        return this.#damaged()
      case 'wrong-passphrase':
        return fail(
          'wrong-passphrase',
          `This passphrase does not open ${this.#path}. If it is lost, move that file away and choose the passphrase file again to begin a new one.`,
          { field: 'passphrase' },
        )
      case 'opened': {
        const contents = readContents(unsealed.text)
        unsealed.text.fill(0)
        if (contents === null) return this.#damaged()
        this.#kept = contents
        this.#seen = bytes
        return ok(null)
      }
    }
  }

  async #save(next: Map<string, Keys>): Promise<Reply<null>> {
    if (this.#passphrase === null) return fail('vault-locked', 'The file of keys is locked.')
    const text = Buffer.from(JSON.stringify([...next]), 'utf8')
    try {
      const bytes = await seal(text, this.#passphrase, this.#cost)
      await writeAtomically(this.#path, bytes)
      this.#kept = next
      this.#seen = bytes
      return ok(null)
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

function readContents(text: Buffer): Map<string, Keys> | null {
  try {
    return new Map(Contents.parse(JSON.parse(text.toString('utf8'))))
  } catch {
    // The cause is not passed on: it could quote a secret.
    return null
  }
}
