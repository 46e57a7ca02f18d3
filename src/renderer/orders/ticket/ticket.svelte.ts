import { type Account, apartFromPractice } from '../../../shared/accounts/accounts.ts'
import { decimalOf } from '../../../shared/core/decimal.ts'
import type { AccountGroup } from '../../../shared/accounts/groups.ts'
import { type PlannedOrder, usualTick } from '../../../shared/orders/placing.ts'
import type { Intent } from '../../../shared/orders/intents.ts'
import type { Ticket } from '../../../shared/orders/tickets.ts'
import type { Preset } from '../../../shared/orders/ticket-settings.ts'
import { booksReadOften } from '../../../shared/books/books.ts'
import type { Input } from '../../../shared/contract.ts'
import { OrderForm } from '../order-form.svelte.ts'
import type { Session } from '../../core/session.svelte.ts'
import type { PresetField } from '../presets/presets.ts'
import { TicketPreset } from '../presets/ticket-preset.svelte.ts'
import { type ListedSymbol, tradedSymbols } from '../../books/symbols.ts'
import {
  portionsIn,
  type ReadFields,
  sharesAsked,
  startFields,
  type TicketFields,
  ticketsOf,
  withGroup,
} from './ticket-fields.ts'
import { whatDeskKnows } from './desk-knows.ts'
import { membersWithoutLine } from './left-out.ts'
import { doShare } from './one-request.ts'
import { isOneNamed, ticked, toChosen, withTicks } from './recipients.ts'
import type { Remark } from '../../components/remarks.ts'
import { remarksByField } from './ticket-remarks.ts'
import { whoCannotSend } from './cannot-send.ts'
import type { FieldName } from './field-table.ts'
import { type PriceOwner, priceOwner, withOwnPrices } from './price-owner.ts'
import {
  isSameOrder,
  type AccountOutcome,
  outcomesByAccount,
  unfinished,
  whatIsMeant,
} from './account-outcomes.ts'
import { fieldAt, isUsed } from './ticket-shape.ts'
import type { FieldProblems } from './ticket-text.ts'

/** One ticket's window: what is typed in it, and what follows from that. */
export class TicketDraft extends OrderForm {
  readonly type = 'ticket'
  #fields = $state.raw<TicketFields>() as TicketFields
  #isTouched = $state(false)
  readonly #preset: TicketPreset
  /** Whom it was ticked for by the window, by its group or all at once: nobody ticked or unticked them one by one. */
  #meant: ReadonlySet<string>
  /** Ticked one by one: they are sent to also where a read says that their keys are refused. */
  #tickedAlone = $state.raw<ReadonlySet<string>>(new Set())
  /** Null as long as it was not chosen in this ticket. */
  #oneByOne = $state<boolean | null>(null)
  /** Chosen for this ticket alone. */
  #oneRequest = $state(false)
  #prices: PriceOwner

  readonly accounts: readonly Account[] = $derived.by(() => this.session.accounts.shown)

  /** What the books show now: of those it goes to, or of all in sight while nobody is chosen. */
  readonly symbols: readonly ListedSymbol[] = $derived.by(() => {
    const chosen = this.#fields.recipients.filter(({ isOn }) => isOn)
    const ids =
      chosen.length > 0 ? chosen.map(({ account }) => account) : this.accounts.map(({ id }) => id)
    return tradedSymbols(this.session, ids, this.session.stores.books)
  })

  /** What the books say of what is typed. */
  readonly listing: ListedSymbol | null = $derived.by(() => {
    const symbol = this.#fields.symbol.trim().toUpperCase()
    return (
      this.symbols.find(
        (one) => one.symbol.toUpperCase() === symbol && one.exchange === this.#fields.exchange,
      ) ?? null
    )
  })

  /** What the desk plans for each account. */
  readonly planned: ReadonlyMap<string, PlannedOrder> = $derived.by(
    () =>
      new Map(
        (this.sendablePreviews.latest ?? this.previews.latest)?.orders.flatMap((order) =>
          order === null || this.cannotSend.has(order.account) ? [] : [[order.account, order]],
        ),
      ),
  )

  readonly #sharesAsked = $derived.by(() => sharesAsked(this.#fields, this.session.accounts.all))

  readonly plan: PlannedOrder | null = $derived.by(() => [...this.planned.values()][0] ?? null)

  readonly ltp: number | null = $derived.by(() =>
    !isUsed('symbol', this.#fields)
      ? (this.plan?.ltp ?? null)
      : (this.listing?.ltp ?? this.plan?.ltp ?? null),
  )

  readonly lot: number | null = $derived.by(() =>
    !isUsed('symbol', this.#fields)
      ? (this.plan?.lot ?? null)
      : (this.listing?.lot ?? this.plan?.lot ?? null),
  )

  readonly tick: string = $derived.by(() =>
    this.listing?.tick != null ? decimalOf(this.listing.tick) : (this.plan?.tick ?? usualTick),
  )

  readonly #known = $derived.by(() => ({ lot: this.lot, money: this.shares.latest }))

  /** What each member of the chosen group is sent, in units. */
  readonly portions = $derived.by(() => portionsIn(this.#fields, this.#known))

  readonly read: ReadFields = $derived.by(() =>
    ticketsOf(this.#fields, this.session.accounts.all, this.#known),
  )

  readonly #wanted: readonly Ticket[] | null = $derived.by(() =>
    this.read.ok ? this.read.tickets : null,
  )

  /** An account is left out as long as it cannot send, and is there again by itself. */
  readonly #cannotSend: ReadonlyMap<string, string> = $derived.by(() => {
    const { told } = this.previews
    if (told === null || told.question.length < 2) return new Map()
    const { question: tickets, answer } = told
    return whoCannotSend({
      tickets,
      problems: answer.problems,
      nameOf: this.session.accounts.nameOf,
      meant: this.#tickedAlone,
    })
  })

  readonly tickets: readonly Ticket[] | null = $derived.by(() => {
    const { cannotSend } = this
    return cannotSend.size === 0
      ? this.wanted
      : (this.wanted?.filter(({ account }) => !cannotSend.has(account)) ?? null)
  })

  /** How many accounts it would be sent from as things are. */
  readonly sendsFrom: number = $derived.by(() => {
    const leftOut = new Set(this.leftOutNow.map(({ account }) => account))
    return this.#fields.recipients.filter(({ isOn, account }) => isOn && !leftOut.has(account))
      .length
  })

  /** What was not typed yet is waited for: no fault is found with it. */
  readonly missing: readonly FieldName[] = $derived.by(() => {
    const places =
      this.read.ok || !this.#isTouched
        ? []
        : Object.keys(this.read.problems).map((field) => fieldAt(field, this.#fields.kind))
    const empty = [...new Set(places)].filter(
      (place) => place !== 'account' && this.#fields[place] === '',
    )
    return places.includes('account') ? [...empty, 'account'] : empty
  })

  /** What is to be said at each field. */
  readonly remarks: ReadonlyMap<string, readonly Remark[]> = $derived.by(() =>
    remarksByField({
      typed: this.read.ok || !this.#isTouched ? {} : this.#wrong(this.read.problems),
      problems: this.read.ok ? (this.sendablePreviews.latest?.problems ?? []) : [],
      tickets: this.tickets ?? [],
      nameOf: this.session.accounts.nameOf,
    }),
  )

  /** Changes whenever the desk may have something else to say of the same orders. */
  readonly market: string = $derived.by(() =>
    whatDeskKnows(this.session, {
      fields: this.#fields,
      ltp: this.listing?.ltp,
      byFunds: this.#sharesAsked?.orders ?? [],
    }),
  )

  override get sharesAsked(): Input<'previewShares'> | null {
    return this.#sharesAsked
  }

  override get wanted(): readonly Ticket[] | null {
    return this.#wanted
  }

  override get cannotSend(): ReadonlyMap<string, string> {
    return this.#cannotSend
  }

  protected override alsoLeftOut() {
    const takesNothing = this.#fields.recipients.flatMap(({ account, isOn, own }) => {
      const portion = isOn && own.trim() === '' ? this.portions.get(account) : undefined
      return portion?.isLeftOut === true ? [{ account, says: portion.says ?? 'Left out.' }] : []
    })
    return [...takesNothing, ...membersWithoutLine(this.#fields, this.session.accounts.all)]
  }

  #wrong(problems: FieldProblems): FieldProblems {
    const { kind } = this.#fields
    const isMissing = (field: string) => this.missing.includes(fieldAt(field, kind))
    return Object.fromEntries(Object.entries(problems).filter(([field]) => !isMissing(field)))
  }

  constructor(session: Session, start: Partial<TicketFields>) {
    super(session)
    this.#preset = new TicketPreset(Object.keys(start) as (keyof TicketFields)[])
    const fields = startFields(session.accounts.shown, start)
    this.#fields =
      start.recipients === undefined ? { ...fields, ...toChosen(fields, session.accounts) } : fields
    this.#meant = isOneNamed(start) ? new Set() : ticked(this.#fields)
    this.#prices = priceOwner(this.#fields)
    this.#followPreset()
  }

  get fields(): TicketFields {
    return this.#fields
  }

  get isTouched(): boolean {
    return this.#isTouched
  }

  change(part: Partial<TicketFields>): void {
    const before = this.#fields
    const { text, owner } = withOwnPrices(this.#prices, before, part)
    this.#fields = text
    this.#prices = owner
    for (const field of Object.keys(part) as (keyof TicketFields)[])
      if (part[field] !== before[field]) this.#preset.learnTyped(field)
    this.#isTouched = true
    if (whatIsMeant(this.#fields) !== whatIsMeant(before)) this.#tickMissing()
    this.#followPreset()
  }

  /** One that was offered: its last price is where a limit begins, unless one was typed for it. */
  take({ symbol, exchange, ltp }: ListedSymbol): void {
    this.change({ symbol, exchange })
    const { price, type } = this.#fields
    if (price === '' && type === 'LIMIT' && ltp !== null) this.change({ price: decimalOf(ltp) })
  }

  /** The preset that something here comes from. */
  get preset(): Preset | null {
    return this.#preset.usedIn(this.#fields)
  }

  /** What comes from it and was not changed since. */
  get fromPreset(): readonly PresetField[] {
    return this.#preset.fieldsIn(this.#fields)
  }

  /** Not this preset, in this ticket. */
  declinePreset(): void {
    this.#preset.decline()
    this.#followPreset()
  }

  #followPreset(): void {
    this.#fields = this.#preset.follow(this.#fields, this.session.settings.presets)
  }

  /** What became, by account, of the order that stands here, where not every account got it. */
  readonly outcomes: ReadonlyMap<string, AccountOutcome> = $derived.by(() => {
    const { session } = this
    const fields = this.#fields
    const own = this.sent.filter((intent) => isSameOrder(intent, fields))
    if (own.length > 0) return outcomesByAccount(own)
    const now = session.clock.time.wall()
    return outcomesByAccount(unfinished(session.stores.intents.list, { fields, now }))
  })

  readonly #isMissing = (account: string): boolean =>
    (this.outcomes.get(account)?.is ?? 'missing') === 'missing'

  /** Of those that it is meant for, only accounts whose order surely is not at the broker. */
  #tickMissing(): void {
    this.#tick(({ account, isOn }) => (this.#meant.has(account) ? this.#isMissing(account) : isOn))
  }

  #tick(isOn: Parameters<typeof withTicks>[1]): void {
    this.#fields = { ...this.#fields, ...withTicks(this.#fields, isOn) }
  }

  /** Only accounts whose order surely is not at the broker stay ticked; a person can tick the others. */
  protected override dropSent(sent: readonly Intent[]): void {
    if (sent.length === 0) return this.resume()
    this.#tick(({ account, isOn }) => isOn && this.#isMissing(account))
    this.#meant = ticked(this.#fields)
    this.#followPreset()
  }

  /** For an order that not every account got: for the rest of them. */
  resume(): void {
    this.#tickMissing()
    this.#followPreset()
  }

  /** Nobody waits with a way out until another account is out. */
  get canBeOneByOne(): boolean {
    const { recipients, exit } = this.#fields
    return exit === 'NO' && recipients.filter(({ isOn }) => isOn).length > 1
  }

  override get isOneByOne(): boolean {
    return (this.#oneByOne ?? this.session.settings.oneByOne) && this.#fields.exit === 'NO'
  }

  /** Remembered for tickets to come. */
  chooseOneByOne(isChosen: boolean): void {
    this.#oneByOne = isChosen
    if (isChosen) this.chooseOneRequest(false)
    void this.session.change({ oneByOne: isChosen })
  }

  /** Whether some of the accounts share a service, and a request for several can have these orders. */
  get canBeOneRequest(): boolean {
    const { recipients, kind } = this.#fields
    const chosen = recipients.filter(({ isOn }) => isOn).map(({ account }) => account)
    return this.canBeOneByOne && kind === 'regular' && doShare(chosen, this.session.accounts.all)
  }

  override get isOneRequest(): boolean {
    return this.#oneRequest && this.canBeOneRequest && !this.isOneByOne
  }

  chooseOneRequest(isChosen: boolean): void {
    if (this.#oneRequest === isChosen) return
    this.#oneRequest = isChosen
    if (isChosen) this.#oneByOne = false
    void this.askAgain()
  }

  /** Sends to a group; to the accounts that are ticked, each the same, for null. */
  chooseGroup(group: AccountGroup | null): void {
    this.change(
      group === null ? { group } : withGroup(this.#fields, group, this.session.accounts.enabled),
    )
    if (group === null) return
    this.#tickedAlone = new Set()
    this.#meant = ticked(this.#fields)
    this.resume()
  }

  /** Whom 'Tick all' means: no practice beside real accounts, and nobody who has the order, or may, or whose keys are refused. */
  readonly tickable: ReadonlySet<string> = $derived.by(() => {
    const here = new Set(this.#fields.recipients.map(({ account }) => account))
    const accounts = this.session.accounts.all.filter(
      (account) =>
        here.has(account.id) && this.#isMissing(account.id) && !this.#areKeysRefused(account),
    )
    return new Set(apartFromPractice(accounts).map(({ id }) => id))
  })

  /** By what the window knows of it: the desk's own word comes with the preview of those that are ticked. */
  #areKeysRefused({ id }: Account): boolean {
    const { books } = this.session.stores
    return booksReadOften.some((book) => books.of(id, book)?.trouble?.code === 'bad-keys')
  }

  tickAll(): void {
    const { tickable } = this
    const off = this.#fields.recipients.filter(
      ({ isOn, account }) => !isOn && tickable.has(account),
    )
    this.#meant = new Set([...this.#meant, ...off.map(({ account }) => account)])
    this.change(withTicks(this.#fields, ({ account, isOn }) => isOn || tickable.has(account)))
  }

  untickAll(): void {
    this.#meant = new Set()
    this.#tickedAlone = new Set()
    this.change(withTicks(this.#fields, () => false))
  }

  setRecipient(account: string, part: { isOn?: boolean; own?: string }): void {
    if (part.isOn === true) this.#tickedAlone = new Set([...this.#tickedAlone, account])
    if (part.isOn !== undefined)
      this.#meant = new Set([...this.#meant].filter((one) => one !== account))
    this.change({
      recipients: this.#fields.recipients.map((one) =>
        one.account === account ? { ...one, ...part } : one,
      ),
    })
  }
}
