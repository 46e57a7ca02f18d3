import { randomUUID } from 'node:crypto'
import { type Failure, type Reply, fail, ok } from '../../../shared/core/errors.ts'
import { jsonOf } from '../../../shared/core/json.ts'
import { KeptKeys, storedForm } from './kept-keys.ts'
import type { KeyChanges, KeyStore } from './key-store.ts'

/**
 * What is used of keytar. Never its search for all credentials: with a locked keyring that reads
 * secrets that are not there, and takes the whole process down.
 */
export interface KeychainModule {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

interface KeychainOptions {
  load: () => Promise<KeychainModule>
  accounts: () => string[]
  /** How long a call may take: a keychain may be waiting for its own password to be typed. */
  timeLimit: number
}

/** What is, or shall be, under an account's name; null where nothing. */
interface Entry {
  account: string
  text: string | null
}

const service = 'Quarterdeck'
const probe = 'Quarterdeck checks that this keychain works'

/** keytar is an optional dependency, and its native library may not load even where it is there. */
export const loadKeytar = async (): Promise<KeychainModule> =>
  ((await import('keytar')) as { default: KeychainModule }).default

/** The operating system's keychain: one entry an account. */
export class KeychainKeyStore implements KeyStore {
  readonly #options: KeychainOptions
  #module: KeychainModule | null = null
  /** A call that outlived its limit. It holds one of Node's few threads, so it must stay the only one. */
  #hanging: Promise<void> | null = null

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

  async read(account: string): Promise<Reply<KeptKeys | null>> {
    const kept = await this.#get(account)
    if (!kept.ok) return kept
    if (kept.value !== null) return parseKeys(kept.value)
    // A locked keychain says of its entries that they are not there.
    const probed = await this.#probe()
    return probed.ok ? ok(null) : probed
  }

  async change(changes: KeyChanges): Promise<Reply<null>> {
    // A locked keychain says that entries were never there, and that removing them was no trouble.
    const probed = await this.#probe()
    if (!probed.ok) return probed
    const done: Entry[] = []
    for (const [account, keys] of changes) {
      const before = await this.#get(account)
      if (!before.ok) return this.#undo(done, before.error)
      const after = keys === null ? null : JSON.stringify(storedForm(keys))
      const put = await this.#put(account, after, before.value)
      if (!put.ok) return this.#undo(done, put.error)
      done.push({ account, text: before.value })
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
    return fail('vault-failed', 'The keychain did not keep what it was given.')
  }

  #get(account: string): Promise<Reply<string | null>> {
    return this.#call('secretly', (keychain) => keychain.getPassword(service, account))
  }

  /** Where the keychain obeys too late, it is given what was there before: the person has been told that it failed. */
  async #put(account: string, text: string | null, before: string | null): Promise<Reply<null>> {
    const done = await this.#call(
      'secretly',
      (keychain) => put(keychain, { account, text }),
      (keychain) => put(keychain, { account, text: before }),
    )
    return done.ok ? ok(null) : done
  }

  async #undo(done: Entry[], error: Failure): Promise<Reply<null>> {
    const undo = async (): Promise<void> => {
      for (const { account, text } of done.toReversed()) await this.#put(account, text, text)
    }
    if (this.#hanging === null) await undo()
    else void this.#hanging.then(undo)
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
      return fail('vault-missing', 'There is no keychain library here.', { detail: wordsOf(cause) })
    }
    const acting = (async () => act(keychain))()
    const limit = timeLimit(this.#options.timeLimit)
    try {
      const first = await Promise.race([acting.then((value) => ({ value })), limit.passed])
      if (first !== 'passed') return ok(first.value)
    } catch (cause) {
      return refusal(wordsOf(cause), manner)
    } finally {
      limit.cancelTimer()
    }
    this.#hang(acting.then(() => whenTooLate?.(keychain)))
    return notAnswering
  }

  #hang(call: Promise<unknown>): void {
    // Node waits at its exit for the thread that the call holds: for ever, and deaf to Ctrl-C.
    const die = (): void => void process.kill(process.pid, 'SIGKILL')
    process.on('exit', die)
    const over = (): void => {
      process.off('exit', die)
      this.#hanging = null
    }
    this.#hanging = call.then(over, over)
  }
}

async function put(keychain: KeychainModule, { account, text }: Entry): Promise<void> {
  if (text === null) await keychain.deletePassword(service, account)
  else await keychain.setPassword(service, account, text)
}

const notAnswering = fail(
  'vault-locked',
  'The keychain does not answer. If it is asking for its password, type it there and try again.',
)

function refusal(words: string, manner: 'openly' | 'secretly'): { ok: false; error: Failure } {
  const more = manner === 'openly' ? { detail: words } : {}
  if (wasRestarted.test(words)) {
    return fail(
      'vault-failed',
      'The keychain was restarted. Start Quarterdeck anew to use it again.',
      more,
    )
  }
  if (isAbsent.test(words)) return fail('vault-missing', 'No keychain runs on this machine.', more)
  if (isShut.test(words))
    return fail('vault-locked', 'The keychain is locked. Unlock it and try again.', more)
  return fail('vault-failed', 'The keychain refused.', more)
}

/** What a keychain that was restarted answers to the connection that we had with the one before. */
const wasRestarted = /session wrapping|name :[\d.]+ was not provided|connection is closed/i
const isAbsent =
  /autolaunch|not provided by any|could not connect|cannot connect|refused|no such file/i
/** Without a keyring, one is made; when its prompt is declined, it "does not exist". */
const isShut =
  /locked|dismissed|not allowed|interaction|cancell?ed|authenticat|prompt|does not exist/i

const wordsOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).slice(0, 300)

function parseKeys(text: string): Reply<KeptKeys> {
  const parsed = KeptKeys.safeParse(jsonOf(text))
  if (parsed.success) return ok(parsed.data)
  return fail(
    'no-keys',
    'The keychain holds something under this account that is not a pair of keys. Type the keys anew.',
  )
}

function timeLimit(milliseconds: number): { passed: Promise<'passed'>; cancelTimer: () => void } {
  let timer: NodeJS.Timeout
  const passed = new Promise<'passed'>((resolve) => {
    timer = setTimeout(() => resolve('passed'), milliseconds)
  })
  return { passed, cancelTimer: () => clearTimeout(timer) }
}
