import { randomUUID } from 'node:crypto'
import type { Alert } from '../../shared/alerts/alerts.ts'
import type { AlertSettings } from '../../shared/alerts/alert-settings.ts'
import { StorageError } from '../core/documents.ts'
import type { Clock } from '../core/clock.ts'
import type { AlertLog } from './alert-log.ts'
import { asSentence } from '../../shared/core/sentences.ts'
import { type AlertEvent, manyWords, wordsOfMatter } from './alert-events.ts'

export interface AlertDispatchOptions {
  log: Pick<AlertLog, 'put' | 'causes' | 'lastSeq'>
  clock: Pick<Clock, 'now'>
  /** Wall-clock milliseconds. */
  now(): number
  ways(): AlertSettings
  isMuted(): boolean
  /** Whether an account is one of practice beside real ones: its news is counted with nobody else’s. */
  isApart(account: string): boolean
  onAlert(alert: Alert): void
}

/**
 * Milliseconds after the latest of a kind within which another is counted in: those of one moment,
 * and longer where several came at once, which more of the same are likely to follow.
 */
const foldsFor = { one: 1500, burst: 5000 }
/** A burst that goes on is told anew after so many milliseconds. */
const foldsAtMost = 30_000
const mostLines = 5

interface Line {
  line: string
  heading: string | undefined
}

interface Told {
  alert: Alert
  lines: Line[]
  firstAt: number
  lastAt: number
}

const silent = { toast: false, sound: false, system: false }

/**
 * Decides who is told what: each cause once, and what comes in a burst as one alert that counts. A
 * thousand fills are one line in the log and one card on the screen.
 */
export class AlertDispatch {
  readonly #options: AlertDispatchOptions
  readonly #causes: Set<string>
  readonly #latest = new Map<string, Told>()
  #seq: number

  constructor(options: AlertDispatchOptions) {
    this.#options = options
    this.#causes = options.log.causes()
    this.#seq = options.log.lastSeq
  }

  tell(all: readonly AlertEvent[]): void {
    const news = all.filter(({ cause }) => {
      if (this.#causes.has(cause)) return false
      this.#causes.add(cause)
      return true
    })
    if (news.length === 0) return
    const alerts = [...Map.groupBy(news, (event) => this.#groupOf(event))].map(([group, of]) =>
      this.#alertOf(group, of),
    )
    try {
      this.#options.log.put(
        alerts,
        news.map(({ cause }) => cause),
      )
    } catch (cause) {
      // What cannot be written down is said all the same.
      if (!(cause instanceof StorageError)) throw cause
    }
    for (const alert of alerts) this.#options.onAlert(alert)
  }

  /** A cleared log has nothing that could be counted on. */
  forget(): void {
    this.#latest.clear()
  }

  #alertOf(group: string, news: readonly AlertEvent[]): Alert {
    const { clock, now, ways, isMuted } = this.#options
    const ticks = clock.now()
    const latest = this.#latest.get(group)
    const open = latest !== undefined && isOpen(latest, ticks) ? latest : undefined
    const count = (open?.alert.count ?? 0) + news.length
    const lines = [...(open?.lines ?? []), ...news.map(({ line, heading }) => ({ line, heading }))]
    const base = open?.alert ?? this.#begin(news[0]!)
    const alert: Alert = {
      ...base,
      ...(count > 1 && {
        ...wordsOfMany({ ...base, about: news[0]!.about }, { count, lines }),
        ...ownerOf(open === undefined ? news : [base, ...news]),
      }),
      at: now(),
      count,
      isOurs: open?.alert.isOurs === true || news.some(({ intent }) => typeof intent === 'string'),
      isRead: false,
      told: isMuted() ? silent : ways()[base.kind],
    }
    const firstAt = open?.firstAt ?? ticks
    this.#latest.set(group, { alert, lines: lines.slice(0, mostLines), firstAt, lastAt: ticks })
    return alert
  }

  /** What is told as one; a cause by itself where it never is. */
  #groupOf({ kind, tone, account, cause, about }: AlertEvent): string {
    const words = manyWords[kind]
    if (words === null) return cause
    const group = (about && wordsOfMatter[about].group) ?? words.group
    const isAlone = group === 'account' || (account !== null && this.#options.isApart(account))
    return `${kind} ${about ?? ''} ${tone} ${isAlone ? account : ''}`
  }

  #begin(news: AlertEvent): Omit<Alert, 'at' | 'count' | 'isOurs' | 'isRead' | 'told'> {
    const { kind, tone, account, title, message } = news
    const { intent = null, orderId = null, symbol = null } = news
    const seq = ++this.#seq
    return {
      ...{ id: randomUUID(), seq, kind, tone, account, title, message },
      ...{ intent, orderId, symbol },
    }
  }
}

const isOpen = ({ alert, firstAt, lastAt }: Told, now: number): boolean =>
  now - lastAt < foldsFor[alert.count > 1 ? 'burst' : 'one'] && now - firstAt < foldsAtMost

function wordsOfMany(
  { kind, tone, about }: Pick<AlertEvent, 'kind' | 'tone'> & { about: AlertEvent['about'] },
  { count, lines }: { count: number; lines: readonly Line[] },
): Pick<Alert, 'title' | 'message'> {
  const { title, means } = about === undefined ? manyWords[kind]! : wordsOfMatter[about]
  const shown = lines.slice(0, mostLines)
  const more = count - shown.length
  const list = `${together(shown).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
  return {
    title: title(count, tone === 'good'),
    message: [means, asSentence(list)].filter(Boolean).join(' '),
  }
}

/** 'No usable answer: Main, Swing': what several have in common is said once. */
function together(lines: readonly Line[]): string[] {
  const byHeading = [...Map.groupBy(lines, ({ heading, line }) => heading ?? line).values()]
  return byHeading.map((some) => {
    const { heading } = some[0]!
    const said = some.map(({ line }) => line).join(heading === undefined ? '; ' : ', ')
    return heading === undefined ? said : `${heading}: ${said}`
  })
}

/** Of several orders none is what the alert is about; an account is, where it is that of all. */
function ownerOf(
  of: readonly Pick<AlertEvent, 'account' | 'symbol'>[],
): Pick<Alert, 'account' | 'intent' | 'orderId' | 'symbol'> {
  const same = <Key extends 'account' | 'symbol'>(key: Key): string | null =>
    of.every((one) => one[key] === of[0]![key]) ? (of[0]![key] ?? null) : null
  return { account: same('account'), intent: null, orderId: null, symbol: same('symbol') }
}
