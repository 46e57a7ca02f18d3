import { randomUUID } from 'node:crypto'
import { Keys } from '../../shared/accounts.ts'
import { type Failure, type Reply, fail, ok } from '../../shared/errors.ts'
import type { KeyChanges, VaultPlace } from './vault-place.ts'

/**
 * What is used of keytar. Never its search for all credentials: with a locked keyring that reads
 * secrets that are not there, and takes the whole process down.
 */
export interface KeychainModule {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export interface KeychainOptions {
  load: () => Promise<KeychainModule>
  accounts: () => string[]
  /** How long a call may take: a keychain may be waiting for its own password to be typed. */
  timeLimit: number
}

const service = 'Quarterdeck'
const probe = 'Quarterdeck checks that this keychain works'

/** keytar is an optional dependency, and its native library may not load even where it is there. */
export const loadKeytar = async (): Promise<KeychainModule> =>
  ((await import('keytar')) as { default: KeychainModule }).default

/** The operating system's keychain: one entry an account. */
export class KeychainPlace implements VaultPlace {
  readonly #options: KeychainOptions
  #module: KeychainModule | null = null
  /** A call that outlived its limit. It holds one of Node's few threads, so it must stay the only one. */
  #hanging: Promise<unknown> | null = null

  constructor(options: KeychainOptions) {
    this.#options = options
  }

  /** Whether there is a keychain at all; writes nothing and can open no prompt. */
  async check(): Promise<Failure | null> {
    const read = await this.#call('openly', (keychain) => keychain.getPassword(service, probe))
    return read.ok ? null : read.error
  }

  async open(): Promise<Reply<string[]>> {
    const probed = await this.#probe()
    if (!probed.ok) return probed
    const held: string[] = []
    for (const account of this.#options.accounts()) {
      const kept = await this.#get(account)
      if (!kept.ok) return kept
      if (kept.value !== null) held.push(account)
    }
    return ok(held)
  }

  async read(account: string): Promise<Reply<Keys | null>> {
    const kept = await this.#get(account)
    if (!kept.ok) return kept
    if (kept.value !== null) return parseKeys(kept.value)
    // A locked keychain says of its entries that they are not there.
    const probed = await this.#probe()
    return probed.ok ? ok(null) : probed
  }

  async change(changes: KeyChanges): Promise<Reply<null>> {
    const before = new Map<string, string | null>()
    for (const [account, keys] of changes) {
      const kept = await this.#get(account)
      if (!kept.ok) return this.#undo(before, kept.error)
      before.set(account, kept.value)
      const put = await this.#put(account, keys === null ? null : JSON.stringify(keys), kept.value)
      if (!put.ok) return this.#undo(before, put.error)
    }
    return ok(null)
  }

  discard(): Promise<Reply<null>> {
    return this.change(new Map(this.#options.accounts().map((account) => [account, null])))
  }

  close(): void {
    this.#module = null
  }

  /** The one sure way to learn that a keychain is open and writable: keep something, and read it back. */
  async #probe(): Promise<Reply<null>> {
    const token = randomUUID()
    const round = await this.#call('openly', async (keychain) => {
      await keychain.setPassword(service, probe, token)
      const back = await keychain.getPassword(service, probe)
      await keychain.deletePassword(service, probe)
      return back
    })
    if (!round.ok) return round
    if (round.value === token) return ok(null)
    return fail('vault-failed', `The keychain did not keep what it was given. ${otherPlaces}`)
  }

  #get(account: string): Promise<Reply<string | null>> {
    return this.#call('secretly', (keychain) => keychain.getPassword(service, account))
  }

  /** Where the keychain obeys too late, what was there before is put back: the person has been told that it failed. */
  async #put(account: string, text: string | null, before: string | null): Promise<Reply<null>> {
    const put = (keychain: KeychainModule, value: string | null): Promise<unknown> =>
      value === null
        ? keychain.deletePassword(service, account)
        : keychain.setPassword(service, account, value)
    const done = await this.#call(
      'secretly',
      async (keychain) => put(keychain, text),
      async (keychain) => put(keychain, before),
    )
    return done.ok ? ok(null) : done
  }

  async #undo(before: ReadonlyMap<string, string | null>, error: Failure): Promise<Reply<null>> {
    for (const [account, text] of [...before].toReversed())
      if (this.#hanging === null) await this.#put(account, text, null)
    return { ok: false, error }
  }

  /**
   * Calls the keychain within the time limit, one call at a time. Its own words are passed on only
   * when it is called `openly`: nothing secret was said then that it could repeat.
   */
  async #call<T>(
    manner: 'openly' | 'secretly',
    act: (keychain: KeychainModule) => Promise<T>,
    whenTooLate?: (keychain: KeychainModule) => Promise<unknown>,
  ): Promise<Reply<T>> {
    if (this.#hanging !== null) return notAnswering
    let keychain: KeychainModule
    try {
      keychain = this.#module ??= await this.#options.load()
    } catch (cause) {
      return fail('vault-missing', `There is no keychain library here. ${otherPlaces}`, {
        detail: wordsOf(cause),
      })
    }
    const acting = act(keychain)
    const limit = timeLimit(this.#options.timeLimit)
    try {
      const first = await Promise.race([acting.then((value) => ({ value })), limit.passed])
      if (first !== 'passed') return ok(first.value)
    } catch (cause) {
      return refusal(wordsOf(cause), manner)
    } finally {
      limit.callOff()
    }
    const settled = acting.then(
      () => whenTooLate?.(keychain),
      () => undefined,
    )
    const over = settled.then(
      () => undefined,
      () => undefined,
    )
    this.#hanging = over.then(() => {
      this.#hanging = null
    })
    return notAnswering
  }
}

const otherPlaces = 'Keys can be kept in a file under a passphrase, or for this session only.'

const notAnswering = fail(
  'vault-locked',
  `The keychain does not answer. If it is asking for its password, type it there and try again. ${otherPlaces}`,
)

function refusal(words: string, manner: 'openly' | 'secretly'): ReturnType<typeof fail> {
  const more = manner === 'openly' ? { detail: words } : {}
  if (isAbsence.test(words))
    return fail('vault-missing', `No keychain runs on this machine. ${otherPlaces}`, more)
  if (isLock.test(words))
    return fail(
      'vault-locked',
      `The keychain is locked. Unlock it and try again. ${otherPlaces}`,
      more,
    )
  return fail('vault-failed', `The keychain refused. ${otherPlaces}`, more)
}

const isAbsence =
  /autolaunch|d-?bus.*(not found|no such)|not provided by any|could not connect|cannot connect|connection refused|no such file|ServiceUnknown|no such interface/i
const isLock = /locked|dismissed|not allowed|interaction|cancell?ed|authenticat|prompt/i

const wordsOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).slice(0, 300)

function parseKeys(text: string): Reply<Keys> {
  const parsed = Keys.safeParse(parseJson(text))
  if (parsed.success) return ok(parsed.data)
  return fail(
    'vault-failed',
    'The keychain holds something under this account that is not a pair of keys. Type the keys anew.',
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function timeLimit(milliseconds: number): { passed: Promise<'passed'>; callOff: () => void } {
  let timer: NodeJS.Timeout
  const passed = new Promise<'passed'>((resolve) => {
    timer = setTimeout(() => resolve('passed'), milliseconds)
  })
  return { passed, callOff: () => clearTimeout(timer) }
}
