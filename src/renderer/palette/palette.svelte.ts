import { untrack } from 'svelte'
import type { Arming } from '../orders/arming.svelte.ts'
import { type Commands, isAvailable } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import { type FuzzyMatch, fuzzyMatch } from '../core/fuzzy.ts'
import type { Session } from '../core/session.svelte.ts'
import type { ShortcutState } from '../core/shortcuts.svelte.ts'
import { type Cannot, cannotBeDone } from './cannot.ts'
import { foundCommands, leastWhole } from './found-commands.ts'
import { accountsNamed, nameableOf } from './nameable.ts'
import { hasSide } from './order-text/complete-ticket.ts'
import { parseOrder } from './order-text/parser.ts'
import type {
  TextChoice,
  Listed,
  Nameable,
  ParsedOrder,
  TypedOrderParts,
} from './order-text/order-text.ts'
import { ticketStart } from './order-text/ticket-start.ts'
import { TypedExit } from './typed-exit.ts'
import { TicketDraft } from '../orders/ticket/ticket.svelte.ts'
import { resumed } from '../orders/ticket/resumed.ts'
import type { TicketFields } from '../orders/ticket/ticket-fields.ts'
import type { TicketWindows } from '../orders/ticket/tickets.svelte.ts'
import type { Views } from '../books/views.svelte.ts'

/** A line of the palette. */
export interface Item {
  key: string
  group: string
  title: string
  hint: string
  keys: string | null
  marks: FuzzyMatch['marks']
  /** False where the palette stays, with what was chosen in its field. */
  isLast: boolean
  run: () => void
}

export interface PaletteParts {
  session: Session
  desktop: Desktop
  views: Views
  tickets: TicketWindows
  commands: Commands
  shortcuts: ShortcutState
  arming: Arming
}

/** Dots at the end only say that something opens. */
const bare = (text: string): string =>
  text
    .trim()
    .replace(/(…|\.{3})$/, '')
    .toLowerCase()

const mostSymbols = 8
const mostSaid = 50

/** One field that takes orders as they are typed, and finds everything else. */
export class Palette {
  readonly #parts: PaletteParts
  #text = $state('')
  #at = $state(0)
  /** How far back in what was typed before; -1 in what is typed now. */
  #back = -1

  readonly #known: Nameable = $derived.by(() => nameableOf(this.#parts.session))

  /** What is typed and cannot be had of the service. */
  readonly cannot: Cannot | null = $derived.by(() => cannotBeDone(this.#text))

  /** Null for what is no order; the title of a command, word for word, is never taken for one. */
  readonly parsed: ParsedOrder | null = $derived.by(() => {
    const { list } = this.#parts.commands
    const typed = bare(this.#text)
    return this.cannot !== null ||
      list.some((command) => bare(command.title) === typed && isAvailable(command))
      ? null
      : parseOrder(this.#text, this.#known)
  })

  readonly #start = $derived.by(() => {
    const { parsed } = this
    if (parsed === null || parsed.troubles.length > 0 || parsed.parts.verb !== 'order') return null
    const { session } = this.#parts
    return JSON.stringify(ticketStart(parsed.parts, session))
  })

  readonly #opening = $derived.by(() => {
    const text = this.#start
    if (text === null) return null
    return untrack(() => {
      const start: Partial<TicketFields> = JSON.parse(text)
      const draft = new TicketDraft(this.#parts.session, { kind: 'regular', ...start })
      return { draft, alreadySent: resumed(draft, start) }
    })
  })

  /** The ticket that would be opened, as it would be. */
  get draft(): TicketDraft | null {
    return this.#opening?.draft ?? null
  }

  /** To how many of the accounts that are shown it does not go: they got it a moment ago, or may have. */
  get alreadySent(): number {
    return this.#opening?.alreadySent ?? 0
  }

  readonly missing: readonly string[] = $derived.by(() => {
    const { parsed, draft } = this
    if (parsed === null) return []
    const isNobodys = draft?.fields.recipients.every(({ isOn }) => !isOn) ?? false
    return [...parsed.missing, ...(isNobodys ? ['account, such as @name'] : [])]
  })

  readonly items: readonly Item[] = $derived.by(() => {
    const { parsed } = this
    if (parsed !== null) return [...this.#verbItem(parsed), ...parsed.choices.map(this.#choice)]
    const text = this.#text.trim()
    return [...(text === '' ? this.#before() : []), ...this.#commands(text), ...this.#symbols(text)]
  })

  constructor(parts: PaletteParts) {
    this.#parts = parts
  }

  get text(): string {
    return this.#text
  }

  get at(): number {
    return Math.min(this.#at, this.items.length - 1)
  }

  type(text: string): void {
    this.#text = text
    this.#at = 0
    this.#back = -1
  }

  move(steps: number): void {
    const { length } = this.items
    if (length > 0) this.#at = (this.at + steps + length) % length
  }

  /** What was typed before, further back or nearer; false where there is nothing more. */
  recall(steps: number): boolean {
    const { said } = this.#parts.session.settings
    const back = this.#back + steps
    if (back < -1 || back >= said.length) return false
    this.type(said[back] ?? '')
    this.#back = back
    return true
  }

  get isRecalling(): boolean {
    return this.#back >= 0 || this.#text === ''
  }

  /** Away first, so that what this opens is not taken away with it. */
  run(item: Item, onclose: () => void): void {
    if (item.isLast) {
      this.#remember(this.parsed === null ? item.title : this.#text.trim())
      onclose()
    }
    item.run()
  }

  #remember(text: string): void {
    const { session } = this.#parts
    const others = session.settings.said.filter((one) => one !== text)
    if (text !== '') void session.change({ said: [text, ...others].slice(0, mostSaid) })
  }

  /** What Enter does with the order as it is typed. */
  #verbItem({ parts, troubles }: ParsedOrder): Item[] {
    if (
      troubles.length > 0 ||
      !hasSide(parts) ||
      (parts.verb !== 'order' && this.missing.length > 0)
    )
      return []
    const isSent = this.#canSend(parts) && this.alreadySent === 0
    const isForAll = !this.#leavesOut
    const title = {
      order: !isSent ? 'Open the ticket' : isForAll ? 'Send at once' : 'Review…',
      exit: isSent ? 'Exit at once' : 'Exit…',
      reverse: isSent ? 'Reverse at once' : 'Reverse…',
      'exit-all': 'Exit positions and cancel orders…',
      'cancel-all': 'Cancel all orders…',
    }[parts.verb]
    const hint = !isSent ? '' : isForAll ? 'armed: without a review' : 'somebody is left out'
    return [this.#item({ key: 'verb', group: 'Order', title, hint, run: () => this.#do() })]
  }

  #canSend(parts: TypedOrderParts): boolean {
    if (this.#parts.arming.left === null || this.missing.length > 0) return false
    return parts.verb === 'order' || this.#wayOut(parts).canGoAtOnce
  }

  #wayOut(parts: TypedOrderParts): TypedExit {
    return new TypedExit(parts, this.#parts)
  }

  /** Whether somebody is said to be left out: they may be there again by the time that it is sent. */
  get #leavesOut(): boolean {
    return (this.draft?.cannotSend.size ?? 0) > 0
  }

  #do(): void {
    const { parsed } = this
    const { desktop, session, tickets, arming } = this.#parts
    if (parsed === null || parsed.troubles.length > 0) return
    const { parts } = parsed
    const accounts = accountsNamed(parts.to, session)
    if (parts.verb === 'cancel-all') desktop.show({ kind: 'exit', what: 'orders', accounts })
    else if (parts.verb === 'exit-all') desktop.show({ kind: 'exit', what: 'both', accounts })
    else if (parts.verb !== 'order') this.#wayOut(parts).take()
    else {
      const start = ticketStart(parts, session)
      const isForAll = !this.#leavesOut
      // Only what was typed in full is sent without another look, and to nobody who was said to be left out.
      if (this.missing.length === 0 && this.alreadySent === 0 && arming.isArmed())
        void tickets.send(start, () => isForAll && arming.isArmed())
      else void tickets.showExact(start)
    }
  }

  readonly #choice = ({ from, to, text, hint }: TextChoice): Item =>
    this.#item({
      key: `choice-${from}-${text}`,
      group: 'Did you mean',
      title: text.trim(),
      hint,
      isLast: false,
      run: () => this.type(this.#text.slice(0, from) + text + this.#text.slice(to)),
    })

  #before(): Item[] {
    return this.#parts.session.settings.said.slice(0, 5).map((text) =>
      this.#item({
        key: `said-${text}`,
        group: 'Said before',
        title: text,
        isLast: false,
        run: () => this.type(text),
      }),
    )
  }

  #commands(text: string): Item[] {
    const { commands, shortcuts, session } = this.#parts
    const { said } = session.settings
    const helps = this.cannot?.helps ?? []
    return foundCommands(commands.list.filter(isAvailable), { text, said, helps }).map(
      ({ command, marks }) =>
        this.#item({
          key: command.id,
          group:
            text === '' ? command.group : helps.includes(command.id) ? 'What helps' : 'Commands',
          title: command.title,
          hint: text === '' ? '' : command.group,
          keys: shortcuts.textOf(command.id),
          marks,
          run: command.run,
        }),
    )
  }

  #symbols(text: string): Item[] {
    if (text.length < 2) return []
    const { tickets } = this.#parts
    return this.#known.symbols
      .flatMap((listed) => {
        const found = fuzzyMatch(text, listed.symbol)
        return found === null || found.score < leastWhole ? [] : [{ listed, found }]
      })
      .toSorted((one, other) => other.found.score - one.found.score)
      .slice(0, mostSymbols)
      .flatMap(({ listed: { exchange, symbol }, found: { marks } }) => {
        const show = this.#inBooks({ exchange, symbol })
        const key = `${exchange}/${symbol}`
        return [
          ...(show === null
            ? []
            : [
                this.#item({
                  key: `show-${key}`,
                  group: 'Symbols',
                  title: symbol,
                  hint: `${exchange} · show in the books`,
                  marks,
                  run: show,
                }),
              ]),
          this.#item({
            key: `trade-${key}`,
            group: 'Symbols',
            title: symbol,
            hint: `${exchange} · new order`,
            marks,
            run: () => void tickets.show({ exchange, symbol }),
          }),
        ]
      })
  }

  /** What points at its row in the first book that has one. */
  #inBooks({ exchange, symbol }: Listed): (() => void) | null {
    const { views, desktop } = this.#parts
    for (const view of [views.positions, views.holdings, views.orders, views.trades] as const) {
      const row = view.rows.find(
        ({ record }) =>
          record.symbol === symbol && record.exchange?.trim().toUpperCase() === exchange,
      )
      if (row === undefined) continue
      return () => {
        view.pointed = row.id
        desktop.reveal(view.name)
      }
    }
    return null
  }

  #item(of: Pick<Item, 'key' | 'group' | 'title' | 'run'> & Partial<Item>): Item {
    return { hint: '', keys: null, marks: [], isLast: true, ...of }
  }
}
