import { untrack } from 'svelte'
import {
  type Account,
  areAllPractice,
  isPractice,
  oneOfEachLogin,
  practiceChoice,
} from '../../shared/accounts/accounts.ts'
import { type Failure, ok, type Reply } from '../../shared/core/errors.ts'
import {
  type PnlCurve,
  type PnlDay,
  type PnlIndex,
  type PnlKey,
  type PnlPoint,
  type PnlSample,
  accountKey,
  elsewhereKey,
  emptyDay,
  keyOfAll,
  mostCurves,
  noFigures,
  practiceKey,
  serviceNet,
  totalKey,
  withPoint,
} from '../../shared/pnl/history.ts'
import { PnlLook } from '../../shared/pnl/pnl-settings.ts'
import {
  type BesideGaps,
  besideGaps,
  curveOf,
  overGaps,
  summedDays,
  summedPoints,
} from './summed-curves.ts'
import type { Session } from '../core/session.svelte.ts'
import { steady } from './steady.ts'

export const figureKinds = PnlLook.shape.figure.options
export type FigureKind = PnlLook['figure']

/** Instead of one day: how each of them ended. */
export const allDays = 'all'

/** Of the accounts that are shown, where they are neither one nor all: the desk keeps no such curve. */
export const shownKey: PnlKey = 'shown'

/** More points than a screen has pixels are read anew, thinned. */
const mostPoints = 4000
/** Windows may ask about any day: old enough for the desk to know nothing before. */
const everSince = '2000-01-01'

/** As many curves at a time as the desk gives, for as long as somebody wants them. */
async function inPieces<One>(
  keys: readonly PnlKey[],
  isWanted: () => boolean,
  read: (keys: PnlKey[]) => Promise<Reply<One[]>>,
): Promise<Reply<One[]>> {
  const all: One[] = []
  for (let from = 0; from < keys.length && isWanted(); from += mostCurves) {
    const reply = await read(keys.slice(from, from + mostCurves))
    if (!reply.ok) return reply
    all.push(...reply.value)
  }
  return ok(all)
}

const nothingBeside: BesideGaps = { withOld: [], part: [] }

/** No points where none of them knows anything. */
const whereKnown = (points: PnlPoint[]): PnlPoint[] =>
  points.every((point) => serviceNet(point) === null) ? [] : points

/** P&L over time, as far as it was asked for. */
export class PnlView {
  readonly #session: Session
  #index = $state.raw<PnlIndex | null>(null)
  #curves = $state.raw<readonly PnlCurve[]>([])
  #days = $state.raw<readonly { key: PnlKey; days: PnlDay[] }[]>([])
  /** Why it is not known what there is to ask for. */
  #indexFailure = $state.raw<Failure | null>(null)
  /** Why what was asked for last is not there. */
  #failure = $state.raw<Failure | null>(null)
  #isRead = $state(false)
  #latest = $state.raw<PnlSample | null>(null)
  /** Answers to an older question are dropped. */
  #question = 0
  /** What the curves, or the days, are an answer to. */
  #answered = ''
  #reading: Promise<void> | null = null
  /** Samples that came while curves were read, which may have been read before. */
  #heard: PnlSample[] = []
  #remembered: PnlLook
  readonly #sameMembers = steady<PnlKey>()
  readonly #sameKeys = steady<PnlKey>()
  readonly #sameAsked = steady<PnlKey>()

  /** Null for today, whichever day that is by now. */
  day = $state<string | null>(null)
  lines = $state<PnlLook['lines']>('one')
  #of = $state<PnlKey | null>(null)
  figure = $state<FigureKind>('net')

  constructor(session: Session) {
    this.#session = session
    this.#remembered = session.settings.pnl
    const { lines, of, figure, isOverDays } = this.#remembered
    this.lines = lines
    this.figure = figure
    if (isOverDays) this.day = allDays
    if (of !== null && this.#lasts(of)) this.#of = of
  }

  /** For the next time; a day or a strategy that may be gone by then is not. */
  remember(): void {
    const { lines, figure, isOverDays } = this
    const of = this.#of !== null && this.#lasts(this.#of) ? this.#of : null
    const pnl: PnlLook = { lines, of, figure, isOverDays }
    untrack(() => {
      // What another window chose is not taken back by this one.
      if (JSON.stringify(pnl) !== JSON.stringify(this.#remembered))
        void this.#session.change({ pnl })
      this.#remembered = pnl
    })
  }

  #lasts(key: PnlKey): boolean {
    return key === totalKey || key === practiceKey || this.account(key) !== undefined
  }

  /** Of what is shown, until somebody chooses. */
  get of(): PnlKey {
    const { shown, all, selected } = this.#session.accounts
    const [only, ...others] = shown
    const isOne = only !== undefined && others.length === 0 && all.length > 1
    const several =
      selected === practiceChoice ? practiceKey : this.canSumShown ? shownKey : totalKey
    return this.#of ?? (isOne ? accountKey(only.id) : several)
  }
  set of(key: PnlKey) {
    this.#of = key === shownKey ? null : key
  }

  /** Whether what is shown is some accounts, and neither one nor all of them. */
  get canSumShown(): boolean {
    const { shown, selected } = this.#session.accounts
    return shown.length > 1 && selected !== 'all' && selected !== practiceChoice
  }

  /** The accounts whose sum is drawn. */
  readonly #members: readonly Account[] = $derived.by(() => {
    if (this.lines !== 'one') return []
    const { addedUp, every, practice } = this.#session.accounts
    const { of } = this
    const sumOf =
      of === shownKey ? addedUp : of === totalKey ? every : of === practiceKey ? practice : []
    return oneOfEachLogin(sumOf)
  })

  readonly #memberKeys: readonly PnlKey[] = $derived(
    this.#sameMembers(this.#members.map(({ id }) => accountKey(id))),
  )

  get index(): PnlIndex | null {
    return this.#index
  }
  readonly today: string | undefined = $derived(this.#index?.today)
  get failure(): Failure | null {
    return this.#failure ?? this.#indexFailure
  }
  get isRead(): boolean {
    return this.#isRead
  }
  readonly #summed = $derived.by(() => {
    const keys = new Set(this.#memberKeys)
    return keys.size < 2 ? null : summedPoints(this.#curves.filter(({ key }) => keys.has(key)))
  })
  readonly curves: readonly PnlCurve[] = $derived.by(() => {
    if (!this.keys.includes(shownKey))
      return this.#curves.filter(({ key }) => this.keys.includes(key))
    return this.#summed === null || this.#curves.length === 0
      ? []
      : [curveOf(shownKey, this.day ?? this.today ?? '', this.#summed.whole)]
  })
  /** What stands where the sum has a gap, as far as anything does. */
  readonly beside: BesideGaps = $derived.by(() => {
    const [whole] = this.curves
    if (whole === undefined || this.#summed === null) return nothingBeside
    const { points } = whole
    // Only a gap is worth adding up all accounts for; a sum that was never known is one gap.
    if (points.length > 0 && points.every((point) => serviceNet(point) !== null))
      return nothingBeside
    const { withOld, part } = this.#summed
    return {
      withOld: whereKnown(overGaps(withOld, whole)),
      part: whereKnown(besideGaps(part, whole)),
    }
  })
  get days(): readonly { key: PnlKey; days: PnlDay[] }[] {
    return this.keys.includes(shownKey)
      ? [{ key: shownKey, days: summedDays(this.#days.map(({ days }) => days)) }]
      : this.#days
  }
  /** Accounts of what is drawn, by name, whose P&L the latest sample does not know. */
  get unread(): readonly string[] {
    const figures = new Map(this.#latest?.figures.map((one) => [one.key, one]))
    const about = this.#members.length > 0 ? this.#members : this.#session.accounts.all
    return about.flatMap(({ id, name }) => {
      const own = figures.get(accountKey(id))
      return own !== undefined && own.realised === null && own.ownRealised === null ? [name] : []
    })
  }
  /** Whether some of what is drawn is of a real account: such have no points before trading begins. */
  get isOfReal(): boolean {
    const { all, every } = this.#session.accounts
    const drawn =
      this.#members.length > 0
        ? this.#members
        : all.filter(({ id }) => this.keys.includes(accountKey(id)))
    return (drawn.length > 0 ? drawn : every).some((account) => !isPractice(account))
  }
  get isLive(): boolean {
    return this.day === null
  }
  get isOverDays(): boolean {
    return this.day === allDays
  }

  readonly strategies: readonly PnlKey[] = $derived.by(() =>
    (this.#index?.series ?? []).flatMap(({ key }) => (key.startsWith('strategy:') ? [key] : [])),
  )

  readonly keys: readonly PnlKey[] = $derived(this.#sameKeys(this.#drawn))

  get #drawn(): PnlKey[] {
    if (this.lines === 'one') return [this.of === totalKey ? this.#keyOfAll : this.of]
    return this.lines === 'accounts'
      ? this.#session.accounts.shown.map(({ id }) => accountKey(id))
      : [...this.strategies, elsewhereKey]
  }

  get #keyOfAll(): PnlKey {
    return keyOfAll({ arePractice: areAllPractice(this.#session.accounts.all) })
  }

  /** What the desk is asked for: of a sum over days, only what it keeps none of. */
  readonly asked: readonly PnlKey[] = $derived.by(() => {
    const kept = this.keys.filter((key) => key !== shownKey)
    const members = this.#memberKeys
    const areWanted = this.keys.includes(shownKey) || (members.length > 1 && !this.isOverDays)
    return this.#sameAsked(areWanted ? [...kept, ...members] : kept)
  })

  account(key: PnlKey): Account | undefined {
    return this.#session.accounts.all.find(({ id }) => accountKey(id) === key)
  }

  name(key: PnlKey): string {
    if (key === totalKey) return 'All accounts'
    if (key === practiceKey) return 'Practice accounts'
    if (key === shownKey)
      return (
        this.#session.accounts.group?.name ?? `${this.#session.accounts.addedUp.length} accounts`
      )
    if (key === elsewhereKey) return 'Not from here'
    const kept = this.#index?.series.find((series) => series.key === key)?.name
    return this.account(key)?.name ?? kept ?? key
  }

  /** Follows the desk; returns what stops it. */
  start(): () => void {
    void this.#readIndex()
    const stops = [
      this.#session.bridge.on('pnl', (sample) => this.#hear(sample)),
      this.#session.line.onRenewed(() => void this.#readIndex().then(() => this.read())),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Asks for what is chosen now: one question at a time, and the latest of those that come meanwhile. */
  read(): Promise<void> {
    this.#question++
    // What was asked before says nothing of this.
    this.#isRead = false
    const asked = JSON.stringify([this.day ?? this.#index?.today, this.asked])
    if (asked !== this.#answered) this.#forget()
    this.#answered = asked
    this.#reading ??= this.#readLatest()
    return this.#reading
  }

  #forget(): void {
    this.#curves = []
    this.#days = []
  }

  async #readLatest(): Promise<void> {
    try {
      for (let asked = -1; asked !== this.#question;) {
        asked = this.#question
        const isLatest = (): boolean => asked === this.#question
        await this.#ask(isLatest)
        if (!isLatest()) continue
        const heard = this.#heard.splice(0)
        // What was not read cannot go on.
        if (this.#failure === null)
          for (const sample of heard) this.#draw(sample, { mayBeRead: true })
      }
    } finally {
      this.#reading = null
    }
  }

  async #ask(isWanted: () => boolean): Promise<void> {
    const { bridge } = this.#session
    const keys = [...this.asked]
    if (keys.length === 0) {
      this.#forget()
      this.#failure = null
      this.#isRead = true
      return
    }
    if (this.isOverDays) {
      const to = this.#index?.today ?? '9999-12-31'
      const reply = await inPieces(keys, isWanted, (some) =>
        bridge.readPnlDays({ from: everSince, to, keys: some }),
      )
      if (!isWanted()) return
      this.#failure = reply.ok ? null : reply.error
      if (reply.ok) this.#days = reply.value
    } else {
      const day = this.day ?? this.#index?.today
      if (day === undefined) return
      const reply = await inPieces(keys, isWanted, (some) => bridge.readPnl({ day, keys: some }))
      if (!isWanted()) return
      this.#failure = reply.ok ? null : reply.error
      if (reply.ok) this.#curves = reply.value
    }
    this.#isRead = true
  }

  async #readIndex(): Promise<void> {
    const reply = await this.#session.bridge.listPnl({})
    this.#indexFailure = reply.ok ? null : reply.error
    if (reply.ok) this.#index = reply.value
  }

  #hear(sample: PnlSample): void {
    this.#latest = sample
    const index = this.#index
    if (index === null) {
      if (this.#indexFailure !== null) void this.#readIndex()
      return
    }
    const known = new Set(index.series.map(({ key }) => key))
    if (sample.day !== index.today || sample.figures.some(({ key }) => !known.has(key)))
      void this.#readIndex()
    const isOfToday = this.isLive && sample.day === index.today
    // What was drawn since may be another client's: the desk took it back.
    if (isOfToday && sample.figures.some(({ anewSince }) => anewSince !== undefined)) {
      this.#forget()
      this.#heard = []
      return void this.read()
    }
    // What could not be read is asked for again, of whichever day.
    if (this.#failure !== null && this.#reading === null) return void this.read()
    if (!isOfToday) return
    if (this.#reading !== null) this.#heard.push(sample)
    else this.#draw(sample, { mayBeRead: false })
  }

  /** Lets the curves of today go on. */
  #draw(sample: PnlSample, { mayBeRead }: { mayBeRead: boolean }): void {
    if (!this.isLive || sample.day !== this.#index?.today) return
    const figures = new Map(sample.figures.map((one) => [one.key, one]))
    this.#curves = this.#curves.map((curve) => {
      const { key, points, summary: before } = curve
      if (mayBeRead && (points.at(-1)?.at ?? -Infinity) >= sample.at) return curve
      const { key: _, ...figure } = figures.get(key) ?? { key, ...noFigures }
      const point = { at: sample.at, ...figure }
      const summary = withPoint(before ?? emptyDay(sample.day), point)
      return { ...curve, points: [...points, point], summary }
    })
    if (this.#curves.some(({ points }) => points.length > mostPoints)) void this.read()
  }
}
