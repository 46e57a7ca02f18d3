import type { Failure } from '../../shared/core/errors.ts'
import { isObject } from '../../shared/core/json.ts'
import { type Intent, type IntentState, intentStates } from '../../shared/orders/intents.ts'
import type { JournalFilter, JournalRow } from '../../shared/journal/journal.ts'
import { readDay } from '../core/day-text.ts'
import { GridState } from '../books/grid-state.svelte.ts'
import { joinHead, replaceIntents } from './journal-rows.ts'
import type { Session } from '../core/session.svelte.ts'

/** The filter as a person types it: empty for everything. */
export interface JournalFields {
  day: string
  account: string
  symbol: string
  state: IntentState | ''
  text: string
}

const everything: JournalFields = { day: '', account: '', symbol: '', state: '', text: '' }
export const journalStates = intentStates

/** What of these another window had; what is none of them is left out. */
export function readFields(value: unknown): Partial<JournalFields> {
  if (!isObject(value)) return {}
  const { state, ...texts } = value
  const known = intentStates.find((one) => one === state)
  const typed = (['day', 'account', 'symbol', 'text'] as const).flatMap((field) => {
    const text = texts[field]
    return typeof text === 'string' ? [[field, text] as const] : []
  })
  return { ...Object.fromEntries(typed), ...(known !== undefined && { state: known }) }
}

const pageSize = 200
/** Keys that follow each other are one question, and so are events. */
const settles = 250

/** The journal's lines, the newest first, as far as they were read. */
export class JournalView {
  readonly grid: GridState
  readonly #session: Session
  #fields = $state.raw<JournalFields>(everything)
  #rows = $state.raw<readonly JournalRow[]>([])
  #hasMore = $state(false)
  #isRead = $state(false)
  #isReading = $state(false)
  #failure = $state.raw<Failure | null>(null)
  #stopWaiting: (() => void) | null = null
  /** Answers to an older question are dropped. */
  #question = 0

  constructor(session: Session) {
    this.#session = session
    this.grid = new GridState(session, 'journal')
  }

  get fields(): JournalFields {
    return this.#fields
  }
  get rows(): readonly JournalRow[] {
    return this.#rows
  }
  get hasMore(): boolean {
    return this.#hasMore
  }
  get isRead(): boolean {
    return this.#isRead
  }
  get isReading(): boolean {
    return this.#isReading
  }
  get failure(): Failure | null {
    return this.#failure
  }
  get isFiltered(): boolean {
    return Object.values(this.#fields).some((value) => value !== '')
  }

  /** Null for all, also where what was typed is no day: it hides nothing. */
  get day(): string | null {
    return readDay(this.#fields.day, this.#session.clock.today)
  }

  get filter(): JournalFilter {
    const { account, symbol, state, text } = this.#fields
    return {
      ...(this.day !== null && { day: this.day }),
      ...(account !== '' && { account }),
      ...(symbol.trim() !== '' && { symbol: symbol.trim() }),
      ...(state !== '' && { state }),
      ...(text.trim() !== '' && { text: text.trim() }),
    }
  }

  /** Follows the desk from here on; returns what stops it. */
  start(): () => void {
    const { bridge } = this.#session
    const stops = [
      bridge.on('intents', (intents) => this.#hear(intents)),
      bridge.on('stop', () => this.#soon(() => this.#readHead())),
      // What changed further down is not in the newest lines.
      this.#session.line.onRenewed(() => void this.#readAnew()),
    ]
    void this.#readHead()
    return () => {
      for (const stop of stops) stop()
      this.#wait(null)
    }
  }

  change(fields: Partial<JournalFields>): void {
    this.#fields = { ...this.#fields, ...fields }
    this.#question++
    this.#soon(() => this.#readAnew())
  }

  clear(): void {
    this.#fields = everything
    void this.#readAnew()
  }

  async more(): Promise<void> {
    const before = this.#rows.at(-1)?.seq
    if (before === undefined || !this.#hasMore || this.#isReading) return
    const read = await this.#read(before)
    // What it would follow may have been read anew meanwhile.
    if (read === null || this.#rows.at(-1)?.seq !== before) return
    this.#rows = [...this.#rows, ...read.rows]
    this.#hasMore = read.hasMore
  }

  #hear(intents: readonly Intent[]): void {
    this.#rows = replaceIntents(this.#rows, intents)
    this.#soon(() => this.#readHead())
  }

  async #readAnew(): Promise<void> {
    this.#question++
    const read = await this.#read()
    if (read === null) return
    this.#rows = read.rows
    this.#hasMore = read.hasMore
  }

  /** The newest lines again: what came above those that are held, and what a change took away. */
  async #readHead(): Promise<void> {
    const read = await this.#read()
    if (read === null) return
    const joined = joinHead(this.#rows, read)
    this.#rows = joined.rows
    if (joined.isAnew || !this.#isRead) this.#hasMore = read.hasMore
  }

  async #read(before?: number): Promise<{ rows: JournalRow[]; hasMore: boolean } | null> {
    const question = this.#question
    this.#isReading = true
    const reply = await this.#session.bridge.readJournal({
      filter: this.filter,
      limit: pageSize,
      ...(before !== undefined && { before }),
    })
    if (question !== this.#question) return null
    this.#isReading = false
    this.#failure = reply.ok ? null : reply.error
    if (!reply.ok) return null
    this.#isRead = true
    return reply.value
  }

  #soon(run: () => Promise<void>): void {
    this.#wait(
      this.#session.clock.time.every(settles, () => {
        this.#wait(null)
        void run()
      }),
    )
  }

  #wait(stop: (() => void) | null): void {
    this.#stopWaiting?.()
    this.#stopWaiting = stop
  }
}
