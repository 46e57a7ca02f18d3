import { untrack } from 'svelte'
import type { Arming } from '../orders/arming.svelte.ts'
import { type Command, commandGroups, type Commands, isAvailable } from '../core/commands.svelte.ts'
import type { Desktop } from '../core/desktop.svelte.ts'
import { type FuzzyMatch, fuzzyMatch } from '../core/fuzzy.ts'
import { exitFrom, type PositionRow, reverseFrom, type Start } from '../orders/row-tickets.ts'
import {
  knownPositionsOf,
  legsOf,
  moreThanLegs,
  type NamedExit,
  openPositionsOf,
  withoutLeg,
} from '../exits/named-exit.ts'
import type { Session } from '../core/session.svelte.ts'
import type { ShortcutState } from '../core/shortcuts.svelte.ts'
import { type Cannot, cannotBeDone } from './cannot.ts'
import { hasSide } from './order-text/complete-ticket.ts'
import { parseOrder } from './order-text/parser.ts'
import type {
  Addressed,
  TextChoice,
  Listed,
  Nameable,
  ParsedOrder,
} from './order-text/order-text.ts'
import { ticketStart } from './order-text/ticket-start.ts'
import { rowNames, type RowName } from '../books/row-names.ts'
import { namedSymbols, tradedSymbols, withSeen } from '../books/symbols.ts'
import { Exchange } from '../../shared/service/words.ts'
import { TicketDraft } from '../orders/ticket/ticket.svelte.ts'
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

const most = 40
/** Below it letters here and there are all that is found of a word: what was typed is likely something else. */
const leastWhole = 1.5
const mostSymbols = 8
const mostSaid = 50

/** One field that takes orders as they are typed, and finds everything else. */
export class Palette {
  readonly #parts: PaletteParts
  #text = $state('')
  #at = $state(0)
  /** How far back in what was typed before; -1 in what is typed now. */
  #back = -1

  readonly #known: Nameable = $derived.by(() => {
    const { session } = this.#parts
    const accounts = session.accounts.enabled
    const ids = accounts.map(({ id }) => id)
    return {
      accounts,
      tagged: session.accounts.all,
      groups: session.groups,
      everyone: session.accounts.every.map(({ id }) => id),
      symbols: withSeen(tradedSymbols(session, ids, session.stores.books.atHand), [
        ...namedSymbols(session.symbolNames),
        ...session.knownSymbols,
      ]),
      held: (to) =>
        heldOnce(
          openPositionsOf(addressees(to, session), knownPositionsOf(session)),
          rowNames(session.symbolNames),
        ),
    }
  })

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

  /** The ticket that would be opened, as it would be. */
  readonly draft: TicketDraft | null = $derived.by(() => {
    const start = this.#start
    if (start === null) return null
    return untrack(
      () => new TicketDraft(this.#parts.session, { kind: 'regular', ...JSON.parse(start) }),
    )
  })

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
    const isSent = this.#canSend(parts.verb)
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

  #canSend(verb: string): boolean {
    const { arming } = this.#parts
    if (arming.left === null || this.missing.length > 0) return false
    if (verb === 'order') return true
    const isOne = !this.#isForSeveral && this.#positions().length === 1
    return isOne && !(verb === 'exit' && this.#mayHoldMore())
  }

  /** Whether the position that is known may be only a part of what the account holds of it. */
  #mayHoldMore(): boolean {
    const named = this.#named()
    const { session } = this.#parts
    return (
      named !== null && moreThanLegs(named, knownPositionsOf(session), session.clock.now).length > 0
    )
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
    const accounts = addressees(parts.to, session)
    if (parts.verb === 'cancel-all') desktop.show({ kind: 'exit', what: 'orders', accounts })
    else if (parts.verb === 'exit-all') desktop.show({ kind: 'exit', what: 'both', accounts })
    else if (parts.verb !== 'order') this.#leave()
    else {
      const start = ticketStart(parts, session)
      const isForAll = !this.#leavesOut
      // Only what was typed in full is sent without another look, and to nobody who was said to be left out.
      if (this.missing.length === 0 && arming.isArmed())
        void tickets.send(start, () => isForAll && arming.isArmed())
      else void tickets.showExact(start)
    }
  }

  /** What is to be left, as it was said. */
  #named(): NamedExit | null {
    const { symbol, exchange, to, percent = 100 } = this.parsed?.parts ?? {}
    if (symbol === undefined || exchange === undefined) return null
    return { symbol, exchange, percent, accounts: addressees(to, this.#parts.session) }
  }

  #positions(): readonly PositionRow[] {
    const named = this.#named()
    return named === null ? [] : legsOf(named, knownPositionsOf(this.#parts.session))
  }

  /** Whether several accounts were named: who of them has none is then worth a look. */
  get #isForSeveral(): boolean {
    const to = this.parsed?.parts.to
    return to !== undefined && ('group' in to || to.accounts.length > 1)
  }

  #leave(): void {
    const { session, desktop, tickets, arming } = this.#parts
    const { verb, percent } = this.parsed!.parts
    const named = this.#named()
    const [row, ...others] = this.#positions()
    if (named === null) return
    const isOne = row !== undefined && others.length === 0
    if (verb === 'reverse' && !isOne)
      return session.notices.say({ level: 'info', message: this.#whyNotReversed(named) })
    if (!isOne || (verb === 'exit' && (this.#isForSeveral || this.#mayHoldMore())))
      return desktop.show({ kind: 'exit-chosen', positions: named })
    const start: Start =
      verb === 'exit'
        ? exitFrom(row, percent ?? 100, session.accounts.shown)
        : reverseFrom(row, session.accounts.shown)
    if (!start.ok) session.notices.say({ level: 'info', message: start.why })
    else if (arming.isArmed()) void tickets.send(start.fields, arming.isArmed)
    else void tickets.show(start.fields)
  }

  #whyNotReversed(named: NamedExit): string {
    const { session } = this.#parts
    if (this.#positions().length > 0)
      return 'Several accounts hold it. Reverse one at a time: say its account, such as @name.'
    return withoutLeg(named, knownPositionsOf(session), session.clock.now)
      .map(({ message }) => message)
      .join(' ')
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
    const before = new Map(session.settings.said.map((title, place) => [title, place]))
    const helps = this.cannot?.helps ?? []
    return commands.list
      .filter(isAvailable)
      .flatMap((command) => {
        const help = helps.indexOf(command.id)
        const found =
          help >= 0
            ? { score: 100 - help, marks: [] }
            : text === ''
              ? { score: 0, marks: [] }
              : search(text, command)
        if (found === null || (this.cannot !== null && found.score < leastWhole)) return []
        const place = before.get(command.title)
        return [{ command, found, score: found.score + (place === undefined ? 0 : 2 - place / 25) }]
      })
      .toSorted(
        (one, other) =>
          (text === '' ? placeOf(one.command) - placeOf(other.command) : 0) ||
          other.score - one.score,
      )
      .slice(0, most)
      .map(({ command, found }) =>
        this.#item({
          key: command.id,
          group:
            text === '' ? command.group : helps.includes(command.id) ? 'What helps' : 'Commands',
          title: command.title,
          hint: text === '' ? '' : command.group,
          keys: shortcuts.textOf(command.id),
          marks: found.marks,
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

const placeOf = ({ group }: Command): number => commandGroups.indexOf(group)

function search(text: string, { title, group, words }: Command): FuzzyMatch | null {
  const found = fuzzyMatch(text, title)
  if (found !== null) return { ...found, score: found.score + 1 }
  // Found by another word: nothing of the title lights up.
  const other = fuzzyMatch(text, `${title} ${group} ${words ?? ''}`)
  if (other === null) return null
  // Whoever says just this ('square off') means it, whatever else has letters of it in its title.
  const isMeant = ` ${words ?? ''} `.includes(` ${text.toLowerCase().trim()} `)
  return { score: other.score + (isMeant ? 1.5 : 0), marks: [] }
}

/** By their ids; of a group or a tag also accounts that are switched off. */
function addressees(to: Addressed | undefined, session: Session): readonly string[] {
  if (to === undefined) return session.accounts.shown.map(({ id }) => id)
  if ('accounts' in to) return to.accounts
  const group = session.groups.find(({ id }) => id === to.group)
  return group?.members.map(({ account }) => account) ?? []
}

/** Each by its name over brokers, and as its broker writes it. */
function heldOnce(rows: readonly PositionRow[], nameOf: RowName): readonly Listed[] {
  const found = new Map<string, Listed>()
  for (const row of rows) {
    const exchange = Exchange.safeParse(row.record.exchange?.trim().toUpperCase()).data
    if (exchange === undefined) continue
    const name = nameOf(row)
    for (const symbol of [row.record.symbol, name])
      found.set(`${exchange}/${symbol}`, { exchange, symbol, name })
  }
  return [...found.values()]
}
