import * as z from 'zod'
import { setImmediate as nextLoopTurn } from 'node:timers/promises'
import { type Failure, type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { StopState } from '../../shared/exits/exits.ts'
import { type Document, type OpenConf, StorageError, openDocument } from '../core/documents.ts'
import type { Journal } from '../journal/journal.ts'

export interface StopOptions {
  open: OpenConf
  dataDir: string
  journal: Pick<Journal, 'append' | 'stopState'>
  /** Wall-clock milliseconds, for display alone. */
  now(): number
  /** Called in the tick in which the stop is pulled. */
  onEngage(): Engaged
  onChange(state: StopState): void
}

/** What the stop has set off. */
export interface Engaged {
  /** Whether the journal says that the stop is on. */
  isOnInJournal: boolean
  /** Settles once the cancels have left. */
  left: Promise<void>
}

const Kept = z.strictObject({ on: z.boolean(), at: z.number().nullable() })

/** The latch that halts every new order, in all accounts, until a person lifts it. */
export class Stop {
  readonly #options: StopOptions
  readonly #document: Document<StopState>
  #state: StopState
  /** The name under which a damaged document was set aside. */
  readonly setAside: string | null

  constructor(options: StopOptions) {
    this.#options = options
    const { open, dataDir, journal } = options
    const { document, setAside } = openDocument<StopState>({
      open,
      dataDir,
      name: 'stop',
      version: 1,
      schema: Kept,
      initial: () => ({ on: false, at: null }),
    })
    this.#document = document
    this.setAside = setAside
    this.#state = stateAtStart({ document: document.read(), isDamaged: setAside !== null, journal })
  }

  get isOn(): boolean {
    return this.#state.on
  }

  read(): StopState {
    return this.#state
  }

  /** Pulled again in a panic, it does all of it again. */
  async engage(): Promise<Reply<StopState>> {
    const { now, onEngage, onChange } = this.#options
    let written: Promise<Reply<StopState>>
    let engaged: Engaged = { isOnInJournal: false, left: Promise.resolve() }
    // It has been on since it was pulled first.
    this.#state = { on: true, at: (this.isOn ? this.#state.at : null) ?? now() }
    try {
      engaged = onEngage()
      onChange(this.#state)
    } finally {
      // A mistake of ours on the way must not keep the latch from the disk.
      written = this.#writeLatch(engaged)
    }
    return written
  }

  async #writeLatch({ isOnInJournal, left }: Engaged): Promise<Reply<StopState>> {
    // The cancels leave first: a connection is begun in this turn and stands in one of the next. What
    // else makes the latch outlive this session is written behind them, unless nothing does yet.
    if (isOnInJournal) await left
    await nextLoopTurn()
    // Lifted meanwhile: there is nothing left to write.
    if (!this.#state.on) return ok(this.#state)
    const inJournal = isOnInJournal ? null : this.#writeJournal('stopped')
    const inDocument = this.#writeDocument(this.#state)
    // Either of the two is enough to be on again after a restart.
    if (inJournal === null || inDocument === null) return ok(this.#state)
    const message = `The stop is on, but would not outlive a restart. ${inJournal.message}`
    return fail('storage-failed', message, { detail: inJournal.detail ?? '' })
  }

  /**
   * Off only once both records say so. The journal's comes last, and it says that the stop is on
   * until then: wherever a disk refuses on the way, a restart finds the stop on.
   */
  lift(): Reply<StopState> {
    const lifted = { on: false, at: this.#options.now() }
    const failure =
      (this.#isOnInJournal() ? null : this.#writeJournal('stopped')) ??
      this.#writeDocument(lifted) ??
      this.#writeJournal('lifted')
    if (failure !== null) return this.#notLifted(failure)
    this.#state = lifted
    this.#options.onChange(lifted)
    return ok(lifted)
  }

  /** A write that was refused may be on disk all the same: both records are to say on again. */
  #notLifted(failure: Failure): Reply<StopState> {
    const isInDocument = this.#writeDocument(this.#state) === null
    const isInJournal = this.#isOnInJournal() || this.#writeJournal('stopped') === null
    if (isInDocument || isInJournal) return { ok: false, error: failure }
    const message = `The stop stays on, but would not outlive a restart. ${failure.message}`
    return fail('storage-failed', message, { detail: failure.detail ?? '' })
  }

  /** Whether the journal says that the stop is on. */
  #isOnInJournal(): boolean {
    try {
      return this.#options.journal.stopState().on
    } catch {
      return false
    }
  }

  #writeJournal(kind: 'stopped' | 'lifted'): Failure | null {
    return failureOf(() => this.#options.journal.append([{ intent: null, event: { kind } }]))
  }

  #writeDocument(state: StopState): Failure | null {
    return failureOf(() => this.#document.write(state))
  }
}

/**
 * On where either record says so. They differ where one of the two could not be written, or was
 * lost; and of a record that cannot be read nobody knows. Lifting a stop that nobody pulled costs
 * a moment; orders that leave through one that somebody did cost money.
 */
function stateAtStart(of: {
  document: StopState
  isDamaged: boolean
  journal: StopOptions['journal']
}): StopState {
  const { document, isDamaged, journal } = of
  if (isDamaged) return { on: true, at: null }
  let noted: StopState
  try {
    noted = journal.stopState()
  } catch {
    return { on: true, at: document.at }
  }
  const on = document.on || noted.on
  const latest = [document, noted].filter((each) => each.on === on).map(({ at }) => at)
  const known = latest.filter((at) => at !== null)
  return { on, at: known.length === 0 ? null : Math.max(...known) }
}

function failureOf(write: () => unknown): Failure | null {
  try {
    write()
    return null
  } catch (cause) {
    if (cause instanceof StorageError) return cause.failure
    throw cause
  }
}
