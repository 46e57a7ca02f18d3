import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  type PnlCurve,
  type PnlDay,
  type PnlIndex,
  type PnlKey,
  type PnlPoint,
  type PnlSample,
  emptyDay,
  figureNames,
  noFigures,
  withPoint,
} from '../../shared/pnl/history.ts'
import { inTransaction } from '../core/database.ts'
import { nextTurn } from '../core/turns.ts'
import { dayLength, dayOf, startOfNamedDay } from '../../shared/core/india.ts'
import { thinned, withGaps } from './curve.ts'

const minute = 60_000
const hour = 60 * minute

/** What did not change is written once a minute, which tells it from what nobody watched. */
const heartbeat = minute
/** Days of which whole curves are kept, one point a minute but for today. */
const curveDays = 31
/** Points of a curve that a window is given. */
const mostPoints = 2000
/** Points that are read in one turn of the loop: a millisecond or two. */
const pointsOfATurn = 2000
/** Series that are known at most: strategies may have any name. */
const mostSeries = 400
/** Days that a list of days names. */
const mostDays = 2000

const paise = (rupees: number | null): number | null =>
  rupees === null || !Number.isSafeInteger(Math.round(rupees * 100))
    ? null
    : Math.round(rupees * 100)

/** As the columns are asked for: an array is read in a quarter of the time that an object takes. */
type MomentRow = [at: number, ...figures: (number | null)[]]
interface DayRow extends PnlDay {
  key: string
}

/** P&L over time, on disk. Rupees outside, whole paise inside. */
export class PnlStore {
  readonly #db: DatabaseSync
  readonly #ids = new Map<PnlKey, { id: number; name: string }>()
  readonly #last = new Map<PnlKey, PnlPoint>()
  readonly #addMoment: StatementSync
  readonly #moments: StatementSync
  readonly #days: StatementSync
  readonly #addDay: StatementSync
  readonly #anew: StatementSync
  /** Curves that are being read, by day and key. */
  readonly #underWay = new Map<string, Promise<PnlCurve>>()
  /** Settles once the curves that were asked for before are read. */
  #before: Promise<unknown> = Promise.resolve()
  #day = ''

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#addMoment = db.prepare('INSERT OR REPLACE INTO moments VALUES (?, ?, ?, ?, ?, ?)')
    this.#moments = db.prepare(
      `SELECT at, realised, unrealised, ownRealised, ownUnrealised FROM moments
       WHERE series = ? AND at >= ? AND at < ? ORDER BY at LIMIT ${pointsOfATurn}`,
    )
    this.#moments.setReturnArrays(true)
    this.#days = db.prepare(
      `SELECT day, open, high, low, close, ownClose, drawdown FROM days
       WHERE series = ? AND day >= ? AND day <= ? ORDER BY day DESC LIMIT ?`,
    )
    this.#addDay = db.prepare('INSERT OR IGNORE INTO days VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    this.#anew = db.prepare('SELECT at FROM anew WHERE series = ? AND at >= ? AND at < ?')
    this.#learnIds()
  }

  #learnIds(): void {
    this.#ids.clear()
    for (const row of this.#db.prepare('SELECT id, key, name FROM series').all()) {
      const { id, key, name } = row as { id: number; key: string; name: string }
      this.#ids.set(key, { id, name })
    }
  }

  /** Writes what changed; false where nothing did. */
  add(sample: PnlSample, nameOf: (key: PnlKey) => string): void {
    const { at, day, figures } = sample
    const isNew = figures.filter(({ key, ...point }) => this.#isNews(key, { at, ...point }))
    const areAnew = figures.flatMap(({ key, anewSince: since }) => {
      const id = this.#ids.get(key)?.id
      return since === undefined || id === undefined ? [] : { id, since }
    })
    if (isNew.length + areAnew.length === 0 && day === this.#day) return
    try {
      inTransaction(this.#db, () => {
        if (day !== this.#day)
          this.#db.prepare('INSERT OR IGNORE INTO recorded VALUES (?, 0)').run(day)
        for (const { id, since } of areAnew) {
          // Whose they are that were taken in between is not known.
          this.#db.prepare('DELETE FROM moments WHERE series = ? AND at > ?').run(id, since)
          const begins = Math.max(since + 1, startOfNamedDay(day))
          this.#db.prepare('INSERT OR IGNORE INTO anew VALUES (?, ?)').run(id, begins)
        }
        for (const { key, ...point } of isNew) {
          const id = this.#idOf(key, nameOf(key))
          if (id !== null)
            this.#addMoment.run(id, at, ...figureNames.map((name) => paise(point[name])))
        }
      })
    } catch (cause) {
      // A series that was not kept after all leaves its number to another.
      this.#learnIds()
      throw cause
    }
    // What is read already may not have it: who asks from now on is read for anew.
    this.#underWay.clear()
    this.#day = day
    for (const { key, anewSince: _, ...point } of isNew) this.#last.set(key, { at, ...point })
  }

  /** From here on nobody watches. */
  end(at: number): void {
    const figures = [...this.#last.keys()].map((key) => ({ key, ...noFigures }))
    this.add({ at, day: dayOf(at), figures }, (key) => this.#ids.get(key)?.name ?? key)
    this.#last.clear()
  }

  index(now: number): PnlIndex {
    const today = dayOf(now)
    const days = this.#db
      .prepare('SELECT day FROM recorded WHERE day < ? ORDER BY day DESC LIMIT ?')
      .all(today, mostDays)
      .map((row) => String(row['day']))
    const series = [...this.#ids].map(([key, { name }]) => ({ key, name }))
    return { today, days: [today, ...days], firstCurve: firstCurve(now), series }
  }

  curves(day: string, keys: readonly PnlKey[]): Promise<PnlCurve[]> {
    return Promise.all(keys.map((key) => this.#curve(day, key)))
  }

  /** Whoever asks for one that is being read has the same; of many, one is read after the other. */
  #curve(day: string, key: PnlKey): Promise<PnlCurve> {
    const which = `${day} ${key}`
    const underWay = this.#underWay.get(which)
    if (underWay !== undefined) return underWay
    const reading = this.#before.then(() => this.#readCurve(day, key))
    this.#underWay.set(which, reading)
    const isOver = (): void => {
      if (this.#underWay.get(which) === reading) this.#underWay.delete(which)
    }
    this.#before = reading.then(isOver, isOver)
    return reading
  }

  async #readCurve(day: string, key: PnlKey): Promise<PnlCurve> {
    const points: PnlPoint[] = []
    let summary = emptyDay(day)
    for await (const some of this.#pointsOf(key, day))
      for (const point of some) {
        points.push(point)
        summary = withPoint(summary, point)
      }
    // Of a day that was made small, the figures were taken before.
    const [kept] = this.#daysOf(key, day, day)
    return { key, points: [...thinned(withGaps(points), mostPoints)], summary: kept ?? summary }
  }

  /** Days that are over, each in a few figures, in the order of time. */
  async days(
    keys: readonly PnlKey[],
    from: string,
    to: string,
  ): Promise<{ key: PnlKey; days: PnlDay[] }[]> {
    const found: { key: PnlKey; days: PnlDay[] }[] = []
    for (const key of keys) {
      found.push({ key, days: this.#daysOf(key, from, to) })
      await nextTurn()
    }
    return found
  }

  #daysOf(key: PnlKey, from: string, to: string): PnlDay[] {
    const id = this.#ids.get(key)?.id
    if (id === undefined) return []
    const rows = this.#days.all(id, from, to, mostDays) as unknown as DayRow[]
    return rows.map(inRupees).toReversed()
  }

  /** Makes days that are over small, a piece at a time between other work. */
  async tidy(now: number, signal: AbortSignal): Promise<void> {
    const today = dayOf(now)
    const days = this.#db
      .prepare('SELECT day FROM recorded WHERE isThin = 0 AND day < ? ORDER BY day')
      .all(today)
      .map((row) => String(row['day']))
    for (const day of days) {
      for (const [key, { id }] of this.#ids) await this.#tidyDay({ key, id, day, signal })
      if (signal.aborted) return
      this.#db.prepare('UPDATE recorded SET isThin = 1 WHERE day = ?').run(day)
    }
    const oldest = startOfNamedDay(firstCurve(now))
    this.#db.prepare('DELETE FROM anew WHERE at < ?').run(oldest)
    const old = this.#db.prepare('DELETE FROM moments WHERE series = ? AND at >= ? AND at < ?')
    const first = this.#db.prepare('SELECT min(at) AS at FROM moments WHERE series = ?')
    for (const { id } of this.#ids.values())
      for (;;) {
        if (signal.aborted) return
        const at = first.get(id)?.['at']
        if (typeof at !== 'number' || at >= oldest) break
        old.run(id, at, Math.min(at + dayLength, oldest))
        await nextTurn()
      }
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }

  async #tidyDay(of: { key: PnlKey; id: number; day: string; signal: AbortSignal }): Promise<void> {
    const { key, id, day, signal } = of
    let summary = emptyDay(day)
    for await (const points of this.#pointsOf(key, day)) summary = points.reduce(withPoint, summary)
    if (signal.aborted || (summary.close === null && summary.ownClose === null)) return
    const { open, high, low, close, ownClose, drawdown } = summary
    this.#addDay.run(id, day, ...[open, high, low, close, ownClose, drawdown].map(paise))
    const thin = this.#db.prepare(
      `DELETE FROM moments WHERE series = ?1 AND at >= ?2 AND at < ?3 AND at NOT IN
         (SELECT max(at) FROM moments WHERE series = ?1 AND at >= ?2 AND at < ?3
          GROUP BY at / ${minute})`,
    )
    const start = startOfNamedDay(day)
    for (let from = start; from < start + dayLength; from += hour) {
      await nextTurn()
      if (signal.aborted) return
      thin.run(id, from, from + hour)
    }
  }

  /** In the order of time, as many at once as are read in one turn of the loop. */
  async *#pointsOf(key: PnlKey, day: string): AsyncGenerator<PnlPoint[]> {
    const id = this.#ids.get(key)?.id
    if (id === undefined) return
    const end = startOfNamedDay(day) + dayLength
    for (let from = startOfNamedDay(day); from < end;) {
      const points = (this.#moments.all(id, from, end) as unknown as MomentRow[]).map(pointOf)
      const to = points.length < pointsOfATurn ? end : points.at(-1)!.at + 1
      const anew = this.#anew
        .all(id, from, to)
        .map(({ at }): PnlPoint => ({ at: Number(at), ...noFigures, isAnew: true }))
      from = to
      yield anew.length === 0
        ? points
        : [...anew, ...points].toSorted((one, other) => one.at - other.at)
      await nextTurn()
    }
  }

  #isNews(key: PnlKey, point: PnlPoint): boolean {
    const last = this.#last.get(key)
    // A gap that goes on is still the same gap.
    if (last === undefined) return figureNames.some((name) => point[name] !== null)
    const isSame = figureNames.every((name) => point[name] === last[name])
    const isGap = figureNames.every((name) => point[name] === null)
    return !isSame || (!isGap && Math.abs(point.at - last.at) >= heartbeat)
  }

  #idOf(key: PnlKey, name: string): number | null {
    const known = this.#ids.get(key)
    if (known === undefined) {
      if (this.#ids.size >= mostSeries) return null
      const added = this.#db.prepare('INSERT INTO series (key, name) VALUES (?, ?)').run(key, name)
      const id = Number(added.lastInsertRowid)
      this.#ids.set(key, { id, name })
      return id
    }
    if (known.name !== name) {
      this.#db.prepare('UPDATE series SET name = ? WHERE id = ?').run(name, known.id)
      known.name = name
    }
    return known.id
  }
}

const firstCurve = (now: number): string => dayOf(now - (curveDays - 1) * dayLength)

const rupees = (paise: number | null | undefined): number | null =>
  typeof paise === 'number' ? paise / 100 : null

const pointOf = ([at, realised, unrealised, ownRealised, ownUnrealised]: MomentRow): PnlPoint => ({
  at,
  realised: rupees(realised),
  unrealised: rupees(unrealised),
  ownRealised: rupees(ownRealised),
  ownUnrealised: rupees(ownUnrealised),
})

/** The figures of a row; what else it has stays as it is. */
function inRupees<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ? value / 100 : (value as unknown),
    ]),
  ) as Row
}
