import type { Account } from '../../shared/accounts/accounts.ts'
import type { Failure } from '../../shared/core/errors.ts'
import { type PlannedOrder, shownOf } from '../../shared/orders/placing.ts'
import { consentTo, type Problem } from '../../shared/orders/problems.ts'
import type { RegularTicket } from '../../shared/orders/tickets.ts'
import type { PositionRecord } from '../../shared/service/records.ts'
import { type ExitShare, exitOf, type PartExit } from './exit-part.ts'
import type { OwnedRow } from '../books/owned-rows.ts'
import type { Session } from '../core/session.svelte.ts'

interface Line {
  row: OwnedRow<PositionRecord>
  exit: PartExit
}

/** What the desk said of a line's order. */
interface Reviewed {
  planned: PlannedOrder | null
  problems: readonly Problem[]
}

/** Chosen positions on their way out: an opposite order for each, looked at before it is sent. */
export class ExitChosen {
  readonly #session: Session
  readonly #rows: () => readonly OwnedRow<PositionRecord>[]
  /** One for each opening: it is good for one sending. */
  readonly confirmation = crypto.randomUUID()
  #share = $state<ExitShare>(100)
  #without = $state.raw<ReadonlySet<string>>(new Set())
  /** As they were looked at: these are sent, and no others. */
  #lines = $state.raw<readonly Line[]>([])
  #tickets = $state.raw<readonly { id: string; ticket: RegularTicket }[]>([])
  #reviewed = $state.raw<ReadonlyMap<string, Reviewed> | null>(null)
  #ofAll = $state.raw<readonly Problem[]>([])
  #failure = $state.raw<Failure | null>(null)
  #isSending = $state(false)
  #isTaken = $state(false)
  #looks = 0

  constructor(session: Session, rows: () => readonly OwnedRow<PositionRecord>[]) {
    this.#session = session
    this.#rows = rows
  }

  get share(): ExitShare {
    return this.#share
  }
  get lines(): readonly Line[] {
    return this.#lines
  }
  get count(): number {
    return this.#tickets.length
  }
  get failure(): Failure | null {
    return this.#failure
  }
  get isSending(): boolean {
    return this.#isSending
  }
  get isTaken(): boolean {
    return this.#isTaken
  }
  /** What stands against all of them together. */
  get ofAll(): readonly Problem[] {
    return this.#ofAll
  }

  isIn(id: string): boolean {
    return !this.#without.has(id)
  }

  reviewOf(id: string): Reviewed | null {
    return this.#reviewed?.get(id) ?? null
  }

  /** Every problem, of one or of all. */
  get problems(): readonly Problem[] {
    const ofEach = [...(this.#reviewed?.values() ?? [])].flatMap(({ problems }) => problems)
    return [...this.#ofAll, ...ofEach]
  }

  get canSend(): boolean {
    return (
      this.#reviewed !== null &&
      this.#tickets.length > 0 &&
      !this.#isSending &&
      !this.#isTaken &&
      this.problems.every(({ level }) => level !== 'refuse')
    )
  }

  take(share: ExitShare): void {
    this.#share = share
    void this.review()
  }

  toggle(id: string): void {
    const without = new Set(this.#without)
    if (!without.delete(id)) without.add(id)
    this.#without = without
    void this.review()
  }

  /** Makes the orders anew from what the books hold now, and asks the desk what it thinks of them. */
  async review(): Promise<void> {
    const look = ++this.#looks
    const share = this.#share
    this.#lines = this.#rows().map((row) => ({
      row,
      exit: exitOf(this.#ownerOf(row), row.record, share),
    }))
    this.#tickets = this.#lines.flatMap(({ row, exit }) =>
      exit.ok && this.isIn(row.id) ? [{ id: row.id, ticket: exit.ticket }] : [],
    )
    this.#reviewed = null
    this.#ofAll = []
    this.#failure = null
    if (this.#tickets.length === 0) return
    const orders = this.#tickets.map(({ ticket }) => ticket)
    const reply = await this.#session.bridge.previewOrders({ orders })
    if (look !== this.#looks) return
    if (!reply.ok) this.#failure = reply.error
    else this.#take(reply.value.problems, reply.value.orders)
  }

  /** Sends what was looked at; what was asked there is agreed to by this. */
  async send(): Promise<void> {
    if (!this.canSend) return
    this.#isSending = true
    this.#failure = null
    const reply = await this.#session.bridge.placeOrders({
      confirmation: this.confirmation,
      orders: this.#tickets.map(({ ticket }) => ticket),
      accepted: this.problems.filter(({ level }) => level === 'ask').map(consentTo),
      shown: this.#tickets.map(({ id }) => {
        const planned = this.#reviewed?.get(id)?.planned
        return planned ? shownOf(planned) : null
      }),
    })
    const changes =
      reply.ok && !reply.value.isTaken
        ? reply.value.problems.filter(({ code }) => code === 'changed')
        : []
    if (changes.length > 0) await this.#lookAgain(changes)
    this.#isSending = false
    if (changes.length > 0) return
    if (!reply.ok) {
      this.#failure = reply.error
      return
    }
    if (reply.value.isTaken) {
      this.#session.intents.learn(reply.value.intents)
      this.#isTaken = true
    } else this.#take(reply.value.problems, null)
  }

  /** What became worse is shown as it is now, and said. */
  async #lookAgain(changes: readonly Problem[]): Promise<void> {
    await this.review()
    const said = new Map(changes.map((change) => [change.message, change]))
    this.#ofAll = [
      ...this.#ofAll,
      ...[...said.values()].map((one): Problem => ({ ...one, order: null, level: 'note' })),
    ]
  }

  /** As it is now: a row keeps its owner as it was when the row last changed. */
  #ownerOf({ account }: OwnedRow<PositionRecord>): Account {
    return this.#session.accounts.find(({ id }) => id === account.id) ?? account
  }

  #take(problems: readonly Problem[], planned: readonly (PlannedOrder | null)[] | null): void {
    const before = this.#reviewed
    this.#ofAll = problems.filter(({ order }) => order === null)
    this.#reviewed = new Map(
      this.#tickets.map(({ id }, index) => [
        id,
        {
          planned: planned === null ? (before?.get(id)?.planned ?? null) : (planned[index] ?? null),
          problems: problems.filter(({ order }) => order === index),
        },
      ]),
    )
  }
}
