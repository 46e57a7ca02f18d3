import type { Row, Rows } from '../../../shared/core/patch.ts'
import { goesOnUntil } from '../rows/brought-forward.ts'
import { type MissedAt, type WatchedBookName, whoseFigures, missed } from './missed-for.ts'

type RecalledRows = Iterable<readonly [key: string, row: Row]>

/** What an earlier session had seen of a book. */
export interface Recalled {
  /** A key may stand here twice: a row that is missed, and one that falls short of it. */
  rows: RecalledRows
  /** Rows that it missed then, and that had been seen on a day before. */
  overnight?: RecalledRows
  /** Rows that it missed then, closed by all that was known: they count on their day alone. */
  closed?: RecalledRows
  /** When it was read last, by the clock on the wall. */
  readAt: number
  /** Whether that was since midnight, or so shortly before that a position which goes on for days is looked for. */
  when: 'today' | 'lately' | 'long ago'
  day: string
  /** Whether the broker had surely cleared it of the day before. */
  isCleared: boolean
}

/** What the first reading shows, and what is missed with it. */
interface FirstReading {
  book: WatchedBookName
  rows: Rows
  at: number
  day: string | null
  /** For which day of trading an order waits, or goes on, as its row tells; null for one of its day alone. */
  dayWaitedFor(row: Row): string | null
}

/** A row that is missed; `shown` is what stands in its place and falls short of it. */
interface RecalledMiss {
  key: string
  row: Row
  of: MissedAt
  shown?: Row
}

/** What a later reading told of a row holds, whichever session that was of: of several, the rows that no later one tells of, from the latest on. */
export function untoldOf(
  all: readonly Recalled[],
  toldSince: Iterable<string>,
): readonly Required<Recalled>[] {
  const told = new Set(toldSince)
  const latestFirst = all.toSorted((one, other) => other.readAt - one.readAt)
  return latestFirst.map(({ rows, overnight = [], closed = [], ...of }) => {
    const untold = (some: RecalledRows) => [...some].filter(([key]) => !told.has(key))
    const left = { rows: untold(rows), overnight: untold(overnight), closed: untold(closed) }
    for (const [key] of [...left.rows, ...left.overnight, ...left.closed]) told.add(key)
    return { ...of, ...left }
  })
}

/** Rows of an earlier session that are missed in the first reading of this one, and how. */
export function missedOfEarlier(
  recalled: Required<Recalled>,
  reading: FirstReading,
): readonly RecalledMiss[] {
  const { overnight, closed, when, day, isCleared } = recalled
  const { book, at } = reading
  const { fallsShortOf, isLive, matters } = missed[book]
  const rows = [...recalled.rows]
  const isOfSameDay = day === reading.day
  const figuresOf = whoseFigures({ isOfSameDay, isCleared: isCleared && when === 'today' })
  const ofDay = { at, day, seenAt: -Infinity, figuresOf, isLookedFor: when === 'today' }
  const overnightAt = (row: Row, isLong: boolean): MissedAt => {
    const goesOn = reading.day !== null && goesOnUntil(row, reading.day)
    return { ...ofDay, figuresOf: 'an earlier day', isLookedFor: isLong && goesOn }
  }
  // An order that waits for a later day, or goes on over night, is looked for on that.
  const asKept = (row: Row, of: MissedAt): MissedAt => ({
    ...of,
    day: reading.dayWaitedFor(row) ?? of.day,
  })
  // Orders of yesterday are no more, but for those that wait for the next day, or go on over night.
  const isOver = (row: Row): boolean =>
    book === 'orders' &&
    when !== 'today' &&
    (when === 'long ago' || reading.dayWaitedFor(row) === null)
  const isLeftOut = ([key, row]: readonly [string, Row]): boolean =>
    !reading.rows.has(key) && matters(row)
  return [
    ...(isOfSameDay ? rows : []).flatMap(([key, row]): RecalledMiss[] => {
      const shown = reading.rows.get(key)
      return shown !== undefined && fallsShortOf(shown, row) ? [{ key, row, of: ofDay, shown }] : []
    }),
    ...rows.filter(isLeftOut).flatMap(([key, row]): RecalledMiss[] => {
      if (isOver(row)) return []
      if (isOfSameDay) return [{ key, row, of: asKept(row, ofDay) }]
      if (!isLive(row)) return []
      return [{ key, row, of: asKept(row, overnightAt(row, when !== 'long ago')) }]
    }),
    // What a whole day did not bring back is looked for no longer than what nobody misses.
    ...[...overnight]
      .filter((one) => isLeftOut(one) && isLive(one[1]))
      .map(([key, row]) => ({ key, row, of: overnightAt(row, isOfSameDay) })),
    ...[...(isOfSameDay ? closed : [])]
      .filter(isLeftOut)
      .map(([key, row]) => ({ key, row, of: ofDay })),
  ]
}
