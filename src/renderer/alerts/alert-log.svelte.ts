import type { Alert } from '../../shared/alerts/alerts.ts'
import type { Failure } from '../../shared/core/errors.ts'
import type { AlertKind } from '../../shared/alerts/alert-settings.ts'
import type { Session } from '../core/session.svelte.ts'

/** The filter as a person chooses it: empty for everything. */
export interface AlertFields {
  kind: AlertKind | ''
  account: string
  text: string
}

const everything: AlertFields = { kind: '', account: '', text: '' }
const pageSize = 100
/** The most that the desk gives at a time. */
const mostAtOnce = 500
/** Keys that follow each other are one question, and so are events. */
const settles = 150

/** The log of alerts, the latest first, as far as it was read. */
export class AlertLogView {
  readonly #session: Session
  #fields = $state.raw<AlertFields>(everything)
  #rows = $state.raw<readonly Alert[]>([])
  #hasMore = $state(false)
  #isRead = $state(false)
  #failure = $state.raw<Failure | null>(null)
  /** Answers to an older question are dropped. */
  #question = 0
  #stopWaiting: (() => void) | null = null

  constructor(session: Session) {
    this.#session = session
  }

  get fields(): AlertFields {
    return this.#fields
  }
  get rows(): readonly Alert[] {
    return this.#rows
  }
  get hasMore(): boolean {
    return this.#hasMore
  }
  /** Whether the desk ever answered. */
  get isRead(): boolean {
    return this.#isRead
  }
  get failure(): Failure | null {
    return this.#failure
  }
  get isFiltered(): boolean {
    return Object.values(this.#fields).some((value) => value !== '')
  }

  /** Follows the desk from here on; returns what stops it. */
  start(): () => void {
    const stops = [
      this.#session.bridge.on('alerts', () => this.#soon()),
      this.#session.line.onRenewed(() => void this.#read()),
    ]
    void this.#read()
    return () => {
      for (const stop of stops) stop()
      this.#wait(null)
    }
  }

  change(fields: Partial<AlertFields>): void {
    this.#fields = { ...this.#fields, ...fields }
    this.#soon()
  }

  unfilter(): void {
    this.change(everything)
  }

  async more(): Promise<void> {
    const before = this.#rows.at(-1)?.seq
    if (before === undefined || !this.#hasMore) return
    const reply = await this.#ask({ before, limit: pageSize })
    if (reply === null) return
    this.#rows = [...this.#rows, ...reply.rows]
    this.#hasMore = reply.hasMore
  }

  async markAll(): Promise<void> {
    const upTo = this.#rows[0]?.seq
    if (upTo !== undefined) this.#note(await this.#session.bridge.markAlerts({ upTo }))
  }

  async mark(id: string): Promise<void> {
    this.#note(await this.#session.bridge.markAlerts({ ids: [id] }))
  }

  async clear(): Promise<void> {
    this.#note(await this.#session.bridge.clearAlerts({}))
  }

  #note(reply: { ok: true } | { ok: false; error: Failure }): void {
    this.#failure = reply.ok ? null : reply.error
  }

  async #read(): Promise<void> {
    const limit = Math.min(mostAtOnce, Math.max(pageSize, this.#rows.length))
    const reply = await this.#ask({ limit })
    if (reply === null) return
    this.#rows = reply.rows
    this.#hasMore = reply.hasMore
    this.#isRead = true
  }

  async #ask(page: {
    before?: number
    limit: number
  }): Promise<{ rows: Alert[]; hasMore: boolean } | null> {
    const question = ++this.#question
    const { kind, account, text } = this.#fields
    const filter = {
      ...(kind !== '' && { kind }),
      ...(account !== '' && { account }),
      ...(text.trim() !== '' && { text: text.trim() }),
    }
    const reply = await this.#session.bridge.readAlerts({ filter, ...page })
    if (question !== this.#question) return null
    this.#failure = reply.ok ? null : reply.error
    return reply.ok ? reply.value : null
  }

  #soon(): void {
    this.#wait(
      this.#session.clock.time.every(settles, () => {
        this.#wait(null)
        void this.#read()
      }),
    )
  }

  #wait(stop: (() => void) | null): void {
    this.#stopWaiting?.()
    this.#stopWaiting = stop
  }
}
