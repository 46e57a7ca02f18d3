import * as z from 'zod'
import { isObject } from '../../shared/core/json.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { LockSetUp, LockStatus, LockWay } from '../../shared/lock/lock.ts'
import type { Clock } from '../core/clock.ts'
import { type Document, type OpenConf, openDocument, tryWrite } from '../core/documents.ts'
import type { CheckSystemPassword } from './system-password.ts'
import type { Vault } from '../accounts/vault/vault.ts'
import { notProven } from '../core/not-proven.ts'
import { type Cost, passphraseBytes, seal, unseal, usualCost } from '../core/sealing.ts'
import { Tries, WrongAnswers } from './tries.ts'

const LockState = z.strictObject({
  locked: z.boolean(),
  failures: WrongAnswers,
  /** Whether the system's password was once told rightly here, so that it can open the screen. */
  system: z.boolean(),
  /** A sealed word, in Base64, that only the lock's own passphrase opens. */
  own: z.string().max(1000).nullable(),
})
type LockState = z.infer<typeof LockState>

/** The first version had one count for all that may be guessed. */
const withCounts = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { failures } = value
  return { ...value, failures: { vault: failures, system: failures, own: failures } }
}

export interface LockOptions {
  open: OpenConf
  dataDir: string
  clock: Clock
  /** Wall-clock milliseconds: a machine that slept has a monotonic clock that did, too. */
  now: () => number
  vault: Pick<Vault, 'status' | 'prove'>
  /** Minutes without a touch; null never locks by itself. */
  after: () => number | null
  /** Null where this machine cannot tell its user's password. */
  checkSystem: CheckSystemPassword | null
  onChange: () => void
  cost?: Cost
}

const word = Buffer.from('This opens the screen.', 'utf8')
const minute = 60_000
/** How often idleness is looked at. */
const beat = 1000

/**
 * The lock of the screen: who sits there has to show who they are before anything but the stop is
 * answered. It keeps passers-by out, and nobody who can read this machine's disk.
 */
export class Lock {
  readonly #options: LockOptions
  readonly #document: Document<LockState>
  /** The lock's state as it counts; the document on disk lags behind it when a write fails. */
  #state: LockState
  readonly #tries: Tries
  #touched: { tick: number; wall: number }
  #unseen = 0
  #cancelTimer: () => void = () => {}
  /** The name under which a damaged document was set aside. */
  readonly setAside: string | null

  constructor(options: LockOptions) {
    this.#options = options
    const { document, setAside } = openDocument<LockState>({
      open: options.open,
      dataDir: options.dataDir,
      name: 'lock',
      version: 2,
      migrations: { 1: withCounts },
      schema: LockState,
      initial: () => ({
        locked: false,
        failures: { vault: 0, system: 0, own: 0 },
        system: false,
        own: null,
      }),
    })
    this.#document = document
    this.setAside = setAside
    this.#state = document.read()
    this.#tries = new Tries({
      clock: options.clock,
      read: () => this.#state.failures,
      write: (failures) => void this.#keep({ failures }),
      onWrong: options.onChange,
    })
    this.#touched = this.#moment()
    // A damaged lock document starts locked, where something can unlock it: else damaging
    // lock.json would open a locked screen. Nobody hears of that: the desk is not there yet.
    if (setAside !== null && this.#way() !== null) this.#keep({ locked: true })
    this.#watch()
  }

  get isLocked(): boolean {
    return this.#state.locked
  }

  status(): LockStatus {
    const way = this.#way()
    return {
      isLocked: this.isLocked,
      way,
      hasSystem: this.#options.checkSystem !== null,
      wait: way === null ? 0 : this.#tries.waitFor(way),
      unseen: this.#unseen,
    }
  }

  /** Somebody is there. */
  touch(): void {
    this.#touched = this.#moment()
  }

  /** Locks at once, where something can open it again. */
  lock(): Reply<LockStatus> {
    if (this.isLocked) return ok(this.status())
    if (this.#way() === null)
      return fail('invalid', 'Choose first what opens the screen again.', { field: 'way' })
    this.#unseen = 0
    // A disk that refuses must not leave the books in sight; only the next start would not know.
    this.#keep({ locked: true })
    this.#options.onChange()
    return ok(this.status())
  }

  /** One more alert that nobody saw. */
  count(): void {
    this.#unseen += 1
    this.#options.onChange()
  }

  async unlock(password: string): Promise<Reply<LockStatus>> {
    if (!this.isLocked) return ok(this.status())
    const way = this.#way()
    if (way === null)
      return fail(
        'vault-failed',
        `What opened this screen is gone from this machine. Quit Quarterdeck, put it back or remove lock.json from ${this.#options.dataDir}, and start again.`,
      )
    const opened = await this.#tries.attempt(way, () => this.#prove(way, password))
    if (!opened.ok) return opened
    this.#keep({ locked: false })
    this.touch()
    this.#options.onChange()
    return ok(this.status())
  }

  /** Whether who asks is who opens the screen, shown now. Wrong answers count as those at the locked screen. */
  async prove(proof: string | undefined): Promise<Reply<null>> {
    const way = this.#way()
    if (way === null) return nothingProves
    if (proof === undefined) return notProven
    const proved = await this.#tries.attempt(way, () => this.#prove(way, proof))
    return !proved.ok && proved.error.code === 'wrong-passphrase' ? wrongProof : proved
  }

  /** Tries the passphrase of the file of keys, whatever for: a wrong one counts as at the locked screen. */
  tryPassphrase<T>(open: () => Promise<Reply<T>>): Promise<Reply<T>> {
    return this.#tries.attempt('vault', open)
  }

  async setUp(chosen: LockSetUp): Promise<Reply<LockStatus>> {
    const isFirst = this.#way() === null
    const proved = isFirst ? ok(null) : await this.prove(chosen.proof)
    if (!proved.ok) return proved
    const part = await this.#settled(chosen)
    if (!part.ok) return part
    // Somebody else may have set one up meanwhile.
    if (isFirst && this.#way() !== null) return notProven
    const before = this.#state
    const kept = this.#keep(part.value)
    if (!kept.ok) {
      this.#state = before
      return kept
    }
    this.#options.onChange()
    return ok(this.status())
  }

  stop(): void {
    this.#cancelTimer()
  }

  async #settled({ way, password }: LockSetUp): Promise<Reply<Partial<LockState>>> {
    if (way === 'system') {
      const proved = await this.#tries.attempt('system', () => this.#prove('system', password))
      return proved.ok ? ok({ system: true, own: null }) : proved
    }
    const sealed = await seal(word, passphraseBytes(password), {
      cost: this.#options.cost ?? usualCost,
    })
    return ok({ own: sealed.toString('base64') })
  }

  async #prove(way: LockWay, password: string): Promise<Reply<null>> {
    switch (way) {
      case 'vault': {
        const proved = await this.#options.vault.prove(password)
        // The place of the file is nothing that a passer-by needs to know.
        return !proved.ok && proved.error.code === 'wrong-passphrase' ? wrong : proved
      }
      case 'system': {
        const check = this.#options.checkSystem
        const told = check === null ? 'unknown' : await check(password)
        if (told === 'unknown')
          return fail('vault-failed', 'This machine could not check its user’s password.')
        return told === 'right' ? ok(null) : wrong
      }
      case 'own': {
        const sealed = Buffer.from(this.#state.own ?? '', 'base64')
        const { kind } = await unseal(sealed, passphraseBytes(password))
        if (kind === 'damaged' || kind === 'other-cost')
          return fail('vault-failed', 'The note of the lock’s passphrase is damaged.')
        return kind === 'opened' ? ok(null) : wrong
      }
    }
  }

  #way(): LockWay | null {
    const { kind, hasFile } = this.#options.vault.status()
    if (kind === 'file' && hasFile) return 'vault'
    const { own, system } = this.#state
    if (own !== null) return 'own'
    return system && this.#options.checkSystem !== null ? 'system' : null
  }

  #keep(part: Partial<LockState>): Reply<null> {
    this.#state = { ...this.#state, ...part }
    return tryWrite(this.#document, this.#state)
  }

  #moment(): { tick: number; wall: number } {
    return { tick: this.#options.clock.now(), wall: this.#options.now() }
  }

  /** A wall clock that jumps ahead locks early, and one that jumps back changes nothing. */
  #watch(): void {
    this.#cancelTimer = this.#options.clock.after(beat, () => {
      const after = this.#options.after()
      const { tick, wall } = this.#moment()
      const idle = Math.max(tick - this.#touched.tick, wall - this.#touched.wall)
      if (after !== null && idle >= after * minute && !this.isLocked) this.lock()
      this.#watch()
    })
  }
}

const wrong = fail('wrong-passphrase', 'That is not the right one.', { field: 'password' })
const wrongProof = fail('wrong-passphrase', 'That is not the right one.', { field: 'proof' })
const nothingProves = fail(
  'invalid',
  'Nothing here can show who asks. Choose first what opens the locked screen.',
  { field: 'way' },
)
