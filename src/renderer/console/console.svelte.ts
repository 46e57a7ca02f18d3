import { SvelteMap } from 'svelte/reactivity'
import type { DescribedCall, ReadAnswer } from '../../shared/console/console.ts'
import { type Failure, type Reply, ok } from '../../shared/core/errors.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import {
  type OperationName,
  operations,
  type ReadOperation,
} from '../../shared/service/operations.ts'
import { ConsoleDraft } from './console-draft.svelte.ts'
import type { ServiceFields } from '../orders/ticket/field-values.ts'
import { exitSummary } from '../exits/exits.ts'
import { stateWords } from '../orders/intent-words.ts'
import type { Session } from '../core/session.svelte.ts'

/** Something that was run from the console in this session. */
export interface Run {
  id: string
  /** Wall-clock milliseconds. */
  at: number
  account: string
  accountName: string
  operation: OperationName
  each: readonly ServiceFields[]
  /** As they were sent, but for the keys. */
  requests: readonly DescribedCall[]
  /** Of a read: null while it runs, and once it is so long ago that only the line is kept. */
  reply: Reply<ReadAnswer> | null
  isRunning: boolean
  /** In a word, for the list. */
  outcome: string
}

const mostRuns = 100
/** Answers can be large: of older runs only the line is kept. */
const mostAnswers = 10
/** Keys that follow each other are one question. */
const settles = 150

/** Reviewed, and then left: nothing was run. */
const notConfirmed = ''

export const operationKinds = { read: 'Read', place: 'Placement', exit: 'Exit' } as const

/** Every operation of the service, by hand. */
export class ConsoleView {
  readonly #session: Session
  readonly #drafts = new SvelteMap<OperationName, ConsoleDraft>()
  #draft = $state.raw<ConsoleDraft>() as ConsoleDraft
  #runs = $state.raw<readonly Run[]>([])
  #shown = $state.raw<string | null>(null)
  #request = $state.raw<{ key: string; reply: Reply<DescribedCall> } | null>(null)
  #wanted = $state('')
  #failure = $state.raw<Failure | null>(null)
  #stopWaiting: (() => void) | null = null
  search = $state('')

  /** The forms that were opened, each with what was typed into it. */
  get drafts(): readonly ConsoleDraft[] {
    return [...this.#drafts.values()]
  }

  readonly found: readonly Run[] = $derived.by(() => {
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean)
    return this.#runs.filter((run) => {
      const outcome = this.outcomeOf(run)
      if (outcome === notConfirmed) return false
      const text = [run.operation, run.accountName, outcome, JSON.stringify(run.each)]
      return words.every((word) => text.join(' ').toLowerCase().includes(word))
    })
  })

  constructor(session: Session) {
    this.#session = session
    this.#draft = this.#draftOf('Funds')
  }

  get draft(): ConsoleDraft {
    return this.#draft
  }
  get runs(): readonly Run[] {
    return this.#runs
  }
  /** The run whose answer is shown: one that was chosen, or the latest. */
  get shown(): Run | null {
    return this.#runs.find(({ id }) => id === this.#shown) ?? null
  }
  /** The request that the form makes now; null while it makes none, or it is not known yet. */
  get request(): Reply<DescribedCall> | null {
    return this.#request?.key === this.#wanted && this.#wanted !== '' ? this.#request.reply : null
  }
  /** What would be sent as the form is now: planned by the desk where it is a placement. */
  get requests(): readonly DescribedCall[] {
    const { request } = this
    if (!request?.ok) return []
    if (!this.#draft.isPlacement) return [request.value]
    const base = request.value.url.slice(0, -this.#draft.operation.length)
    const planned = this.#draft.previews.current?.requests ?? []
    return planned.map(({ operation, body }) => ({ url: base + operation, body }))
  }
  /** Another text whenever the form makes another request. */
  get typed(): string {
    return this.#wanted
  }
  get failure(): Failure | null {
    return this.#failure
  }
  get isRunning(): boolean {
    return this.#runs.some((run) => run.isRunning)
  }

  choose(operation: OperationName): void {
    if (operation === this.#draft.operation) return
    // An order that may be on its way keeps its window: it is found again with its operation.
    this.#draft = this.#draftOf(operation)
    this.#failure = null
  }

  show(run: Run): void {
    this.#shown = run.id
  }

  /** Fills the form with what was run; it is looked at, and run, anew. */
  fill(run: Run): void {
    const known = this.#session.accounts.all.some(({ id }) => id === run.account)
    const account = known ? run.account : this.#draft.accountId
    const before = this.#drafts.get(run.operation)
    const step = before?.review?.step
    // What may be on its way is not left without an answer.
    if (step === 'sending' || step === 'unanswered') return this.choose(run.operation)
    before?.close()
    const draft = new ConsoleDraft(this.#session, run.operation, { account, each: run.each })
    this.#drafts.set(run.operation, draft)
    this.#draft = draft
    this.#failure = null
  }

  /** Shows a form as it was typed in another window. */
  takeOver(form: {
    operation: OperationName
    account: string
    each: readonly ServiceFields[]
  }): void {
    this.#drafts.get(form.operation)?.close()
    const draft = new ConsoleDraft(this.#session, form.operation, form)
    this.#drafts.set(form.operation, draft)
    this.#draft = draft
    this.#failure = null
  }

  /** What is typed into the form that is in sight is in another window now. */
  leave(): void {
    const { operation } = this.#draft
    this.#draft.close()
    this.#drafts.delete(operation)
    this.#draft = this.#draftOf(operation)
  }

  /** Asks the desk what the form's request is, once the typing settles. */
  describe(): void {
    const { each, accountId, operation } = this.#draft
    const key = each === null ? '' : JSON.stringify([accountId, operation, each])
    if (key === this.#wanted) return
    this.#wanted = key
    this.#stopWaiting?.()
    this.#stopWaiting = null
    if (each === null) return
    this.#stopWaiting = this.#session.clock.time.every(settles, () => {
      this.#stopWaiting?.()
      this.#stopWaiting = null
      void this.#ask(key)
    })
  }

  async runRead(): Promise<void> {
    const { each, account, operation } = this.#draft
    const fields = each?.[0]
    if (fields === undefined || account === null || this.isRunning) return this.#draft.touchAll()
    this.#failure = null
    const described = await this.#session.bridge.describeCall({
      account: account.id,
      operation,
      each: [fields],
    })
    if (!described.ok) {
      this.#failure = described.error
      return
    }
    const run = this.#note({ isRunning: true, requests: [described.value] })
    const reply = await this.#session.bridge.runRead({
      account: account.id,
      operation: operation as ReadOperation,
      fields,
    })
    this.#replace(run.id, { reply, isRunning: false, outcome: outcomeOfRead(reply) })
    this.#forgetOldAnswers()
  }

  /** A placement or an exit that is about to be confirmed, under the id of its confirmation. */
  begin(confirmation: string): void {
    this.#note({ id: confirmation, requests: this.requests })
  }

  /** What became of it: orders and exits go on after they were sent. */
  outcomeOf(run: Run): string {
    const { kind } = operations[run.operation]
    if (kind === 'read') return run.outcome
    if (kind === 'place') {
      const titles = this.intentsOf(run).map(({ state }) => stateWords[state].title)
      return titles.length === 0 ? notConfirmed : [...new Set(titles)].join(', ')
    }
    const exit = this.#session.exits.find(({ id }) => id === run.id)
    return exit === undefined ? notConfirmed : exitSummary(exit)
  }

  intentsOf(run: Run): readonly Intent[] {
    return this.#session.stores.intents.ofConfirmation(run.id)
  }

  /** The whole of an answer that was cut; why not, where it is not to be had. */
  async whole({ id }: ReadAnswer): Promise<Reply<Blob>> {
    const parts: string[] = []
    for (let from: number | null = 0; from !== null;) {
      const part = await this.#session.bridge.readAnswer({ id, from })
      if (!part.ok) return part
      parts.push(part.value.text)
      from = part.value.next
    }
    return ok(new Blob(parts, { type: 'application/json' }))
  }

  async #ask(key: string): Promise<void> {
    const { each, accountId, operation } = this.#draft
    if (each === null || key !== this.#wanted) return
    const reply = await this.#session.bridge.describeCall({
      account: accountId,
      operation,
      each: each.map((fields) => ({ ...fields })),
    })
    if (key === this.#wanted) this.#request = { key, reply }
  }

  #draftOf(operation: OperationName): ConsoleDraft {
    const known = this.#drafts.get(operation)
    if (known !== undefined) return known
    const { shown, enabled } = this.#session.accounts
    const account = this.#draft?.accountId ?? (shown[0] ?? enabled[0])?.id ?? ''
    const draft = new ConsoleDraft(this.#session, operation, { account })
    this.#drafts.set(operation, draft)
    return draft
  }

  #note(more: Pick<Run, 'requests'> & Partial<Run>): Run {
    const { account, operation, each } = this.#draft
    const run: Run = {
      id: crypto.randomUUID(),
      at: this.#session.clock.time.wall(),
      account: account?.id ?? '',
      accountName: account?.name ?? '',
      operation,
      each: each ?? [],
      reply: null,
      isRunning: false,
      outcome: 'running',
      ...more,
    }
    this.#runs = [run, ...this.#runs.filter(({ id }) => id !== run.id)].slice(0, mostRuns)
    this.#shown = run.id
    return run
  }

  #replace(id: string, part: Partial<Run>): void {
    this.#runs = this.#runs.map((run) => (run.id === id ? { ...run, ...part } : run))
  }

  #forgetOldAnswers(): void {
    let answers = 0
    this.#runs = this.#runs.map((run) =>
      run.reply !== null && ++answers > mostAnswers ? { ...run, reply: null } : run,
    )
  }
}

function outcomeOfRead(reply: Reply<ReadAnswer>): string {
  if (!reply.ok) return reply.error.code
  const { status, failure, count } = reply.value
  if (failure !== null) return status === null ? failure.code : `HTTP ${status}, ${failure.code}`
  return `HTTP ${status}, ${count} ${count === 1 ? 'record' : 'records'}`
}
