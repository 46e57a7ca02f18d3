import type { ErrorCode, Failure } from '../../../shared/core/errors.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import { type PlannedOrder, type Preview, shownOf } from '../../../shared/orders/placing.ts'
import { consentTo, type Problem } from '../../../shared/orders/problems.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import { rememberTraded } from '../../books/symbols.ts'
import type { Session } from '../../core/session.svelte.ts'
import { goingAgain } from './account-outcomes.ts'
import { alikeOnes, alikeText, ownUnits } from './alike.ts'
import { bareOf } from './ticket-remarks.ts'
import { ownSymbol } from './own-symbol.ts'
import { Previews } from './ticket-preview.svelte.ts'

/** Codes that leave open whether the desk heard of it. */
const unanswered: ReadonlySet<ErrorCode> = new Set([
  'not-sent',
  'no-answer',
  'too-late',
  'cancelled',
  'internal',
])

/** Codes that say nothing of what became of an earlier asking. */
const untold: ReadonlySet<ErrorCode> = new Set(['desk-away', 'screen-locked', 'forbidden'])

/** Accounts that are named where several orders have something in common. */
const mostNamed = 3

/** Milliseconds: two presses that follow each other faster are one wish, and read nothing between. */
const aGlance = 300

export interface ReviewStart {
  tickets: readonly Ticket[]
  preview: Preview
  isOneByOne: boolean
  isOneRequest: boolean
  /** What was confirmed for the same wish before. */
  sent: () => readonly Intent[]
}

/** What is said of some orders in the same words, be it in other figures. */
interface Said {
  /** The same while figures move on. */
  id: string
  message: string
  problems: readonly Problem[]
}

/** Something that is to be read before it is confirmed. */
interface Question extends Said {
  /** Whether the desk asks it no more: it was so since the review began, and is not now. */
  isOver: boolean
  /** It is over, and nothing of it is to be read any more. */
  isSettled: boolean
}

/** What was done does not become undone by time: it is read also where the desk asks it no more. */
const stillSo: ReadonlySet<Problem['code']> = new Set(['duplicate', 'again'])

/**
 * One act of confirming: its orders stand still, and its confirmation is good for one sending,
 * however often the button is pressed or the call has to be made.
 */
export class Review {
  readonly confirmation = crypto.randomUUID()
  readonly tickets: readonly Ticket[]
  readonly isOneByOne: boolean
  readonly isOneRequest: boolean
  readonly previews: Previews
  readonly #session: Session
  readonly #start: Preview
  readonly #sent: ReviewStart['sent']
  #agreed = $state.raw<ReadonlySet<string>>(new Set())
  /** How the orders became worse since they were looked at: to be read before they are confirmed. */
  #changes = $state.raw<readonly Problem[]>([])
  /** What the desk said instead of taking them; until it says more of the same orders. */
  #returned = $state.raw<{ problems: readonly Problem[]; before: Preview } | null>(null)
  /** It was confirmed, and the desk asked something instead of taking it. */
  #isReturned = $state(false)
  #step = $state.raw<'open' | 'sending' | 'unanswered' | 'taken'>('open')
  #failure = $state.raw<Failure | null>(null)
  #isSeen = $state(false)

  readonly intents: readonly Intent[] = $derived.by(() =>
    this.#session.stores.intents.ofConfirmation(this.confirmation),
  )

  readonly problems: readonly Problem[] = $derived.by(() => {
    const now = [...this.preview.problems, ...this.#again, ...this.#changes, ...this.#turns]
    if (this.#returned?.before !== this.preview) return now
    const known = new Set(now.map(consentTo))
    return [...now, ...this.#returned.problems.filter((one) => !known.has(consentTo(one)))]
  })

  /** What the desk does not ask: it is told each order by itself, and not for whom else it was meant. */
  readonly #again: readonly Problem[] = $derived.by(() => {
    const isOther = ({ confirmation }: Intent): boolean => confirmation !== this.confirmation
    return goingAgain(this.tickets, {
      intents: this.#session.stores.intents.list.filter(isOther),
      sent: this.#sent(),
      now: this.#session.clock.time.wall(),
    })
  })

  /** A smart order follows what is held: its side and size may turn between a look and a key. */
  readonly #turns: readonly Problem[] = $derived.by(() =>
    this.#start.orders.flatMap((seen, order) => {
      const now = this.preview.orders[order]
      if (seen === null || now === null || now === undefined) return []
      if (seen.action === now.action && seen.quantity === now.quantity) return []
      const before = now.action === seen.action ? units(seen.quantity) : deedOf(seen)
      const message = `It ${deedOf(now)} now, and not ${before}: what is held has changed.`
      return [{ order, field: null, level: 'ask', code: 'changed', message }]
    }),
  )

  /** Whether each goes to its broker under the symbol that somebody wrote. */
  get isAsTyped(): boolean {
    return this.tickets.every((ticket, order) => {
      const planned = this.preview.orders[order] ?? null
      return planned === null || ownSymbol(ticket, planned) === null
    })
  }

  /** As it was last said, by what was read. */
  readonly #asked = new Map<string, Problem>()
  /**
   * All that was asked since the review began, in the order in which it came: what a flickering book
   * asks once is read once, and no question goes from under the hand. A change is of now, or gone.
   */
  readonly asks: readonly Problem[] = $derived.by(() => {
    const now = this.#unique('ask')
    for (const ask of now) if (ask.code !== 'changed') this.#asked.set(readOf(ask), ask)
    return [...this.#asked.values(), ...now.filter(({ code }) => code === 'changed')]
  })
  /** What stands beside the orders: what was asked stays there, too. */
  readonly said: readonly Problem[] = $derived.by(() => [
    ...this.problems.filter(({ level }) => level !== 'ask'),
    ...this.asks,
  ])
  /** Of these, what has to be agreed to: what is no longer so asks nothing, until it is so again. */
  readonly #askedNow: ReadonlySet<string> = $derived.by(
    () =>
      new Set([
        ...this.#unique('ask').map(readOf),
        ...this.asks.filter(({ code }) => stillSo.has(code)).map(readOf),
      ]),
  )
  /** Questions that were not answered yet. */
  readonly unread: number = $derived.by(
    () =>
      this.questions.filter(({ problems }) => problems.some((ask) => this.#isUnread(ask))).length,
  )
  /** What is asked of many orders in the same words is read, and agreed to, once. */
  readonly questions: readonly Question[] = $derived.by(() => {
    const now = new Set(this.#unique('ask').map(readOf))
    return this.#saidOf(this.asks).map((said) => ({
      ...said,
      isOver: !said.problems.some((problem) => now.has(readOf(problem))),
      isSettled: !said.problems.some((problem) => this.#askedNow.has(readOf(problem))),
    }))
  })
  /** What is only told, once of all of which it is so. */
  readonly notes: readonly Said[] = $derived.by(() =>
    this.#saidOf(this.problems.filter(({ level }) => level === 'note')),
  )
  readonly refusals: readonly Problem[] = $derived.by(() => this.#unique('refuse'))

  readonly canConfirm: boolean = $derived.by(
    () =>
      this.step === 'unanswered' ||
      (this.step === 'open' &&
        this.refusals.length === 0 &&
        !this.asks.some((ask) => this.#isUnread(ask))),
  )

  constructor(session: Session, { tickets, preview, isOneByOne, isOneRequest, sent }: ReviewStart) {
    this.#session = session
    this.#sent = sent
    this.isOneByOne = isOneByOne
    this.isOneRequest = isOneRequest
    this.tickets = tickets
    this.#start = preview
    this.previews = new Previews(session.bridge, session.clock.time, () => isOneRequest)
    this.previews.ask(tickets)
    this.previews.stop()
  }

  /** The figures go on with the market while the orders stand still. */
  get preview(): Preview {
    return this.previews.current ?? this.#start
  }

  /** Orders that the journal knows were taken, whatever became of the answer. */
  get step(): 'open' | 'sending' | 'unanswered' | 'taken' {
    return this.intents.length > 0 ? 'taken' : this.#step
  }

  get failure(): Failure | null {
    return this.#failure
  }

  get isReturned(): boolean {
    return this.#isReturned
  }

  /** It was in sight for long enough that a key can be meant for it. */
  get isSeen(): boolean {
    return this.#isSeen
  }

  /** It has come into sight. Returns what calls off the waiting. */
  show(): () => void {
    const stop = this.#session.clock.time.every(aGlance, () => {
      this.#isSeen = true
      stop()
    })
    return stop
  }

  /** What stands against many orders in the same words is said once. */
  get refused(): readonly Said[] {
    return this.#saidOf(this.refusals)
  }

  isAgreed({ problems }: Said): boolean {
    return problems.every((ask) => this.#agreed.has(readOf(ask)))
  }

  #isUnread(ask: Problem): boolean {
    return this.#askedNow.has(readOf(ask)) && !this.#agreed.has(readOf(ask))
  }

  agree({ problems }: Said, isAgreed: boolean): void {
    const agreed = new Set(this.#agreed)
    for (const ask of problems) agreed[isAgreed ? 'add' : 'delete'](readOf(ask))
    this.#agreed = agreed
  }

  async confirm(): Promise<void> {
    if (!this.canConfirm) return
    const before = this.#step
    this.#step = 'sending'
    this.#failure = null
    this.#isReturned = false
    const reply = await this.#session.bridge.placeOrders({
      confirmation: this.confirmation,
      orders: [...this.tickets],
      accepted: this.asks.filter((ask) => this.#agreed.has(readOf(ask))).map(consentTo),
      shown: this.preview.orders.map((order) => order && shownOf(order)),
      ...(this.isOneByOne && { oneByOne: true }),
      ...(this.isOneRequest && { oneRequest: true }),
    })
    if (!reply.ok) {
      const { code } = reply.error
      const isLeftOpen = before === 'unanswered' && untold.has(code)
      this.#step = unanswered.has(code) || isLeftOpen ? 'unanswered' : 'open'
      this.#failure = reply.error
    } else if (reply.value.isTaken) {
      this.#step = 'taken'
      this.#session.stores.intents.learn(reply.value.intents)
      rememberTraded(this.#session, this.tickets)
    } else await this.#lookAgain(reply.value.problems)
  }

  /** An order that became worse is looked at anew, with what it is now. */
  async #lookAgain(problems: readonly Problem[]): Promise<void> {
    this.#isReturned = true
    const changes = problems.filter(({ code }) => code === 'changed')
    if (changes.length > 0) {
      const worse = new Set(changes.map(readOf))
      this.#agreed = new Set([...this.#agreed].filter((read) => !worse.has(read)))
      this.#changes = changes.map((change) => ({ ...change, level: 'ask' }))
      await this.previews.now()
    } else {
      this.#returned = { problems, before: this.preview }
      this.previews.refresh()
    }
    this.#step = 'open'
  }

  /** Whose it is stands before it, where there are several. */
  #saidOf(some: readonly Problem[]): readonly Said[] {
    const of = { tickets: this.tickets, nameOf: this.#session.accounts.nameOf }
    const kinds = alikeOnes(some, (one) => ({
      message: bareOf(one, of),
      ticket: this.tickets[one.order ?? -1],
    }))
    return [...kinds].map(([id, problems]) => {
      const messages = problems.map((one) => bareOf(one, of))
      const message = alikeText(messages)
      const whose = this.#whose(problems, ownUnits(messages))
      return { id, problems, message: whose === null ? message : `${whose}: ${message}` }
    })
  }

  /** Each by its name, where each is about units of its own. */
  #whose([first, ...others]: readonly Problem[], own: readonly string[]): string | null {
    const isOwn = own.some((units) => units !== '')
    const all = [first, ...others].flatMap((one, at) => {
      const account = this.tickets[one?.order ?? -1]?.account
      if (account === undefined) return []
      const name = this.#session.accounts.nameOf(account)
      return own[at] === '' ? name : `${name} (${own[at]})`
    })
    const accounts = [...new Set(all)]
    if (others.length > 0)
      return isOwn || (accounts.length > 1 && accounts.length <= mostNamed)
        ? `${units(others.length + 1)} orders, of ${accounts.join(', ')}`
        : `${units(others.length + 1)} orders`
    return this.tickets.length === 1 ? null : (accounts[0] ?? null)
  }

  #unique(level: Problem['level']): readonly Problem[] {
    const byConsent = new Map<string, Problem>()
    for (const problem of this.problems)
      if (problem.level === level) byConsent.set(readOf(problem), problem)
    return [...byConsent.values()]
  }
}

/** What was read: a change is one of its own each time, and agreed to with its words. */
const readOf = (problem: Problem): string =>
  problem.code === 'changed' ? `${consentTo(problem)} ${problem.message}` : consentTo(problem)

const deedOf = ({ action, quantity }: PlannedOrder): string =>
  `${action === 'BUY' ? 'buys' : 'sells'} ${units(quantity)}`

const units = (count: number): string => count.toLocaleString('en-IN')
