import type { Row } from '../../shared/core/patch.ts'
import { sideOfWord } from '../../shared/service/words.ts'
import { madeTogetherWithin, mayBeOfOneRequest } from '../picture/orders/another-number.ts'
import { momentEntered, tellMinutesAlone } from '../picture/times/entered-at.ts'
import { keyOfPosition, positionOfRow } from '../picture/rows/instruments.ts'

/** When the orders of a book were entered, by side and position, so that one more costs nothing of all of them. */
export class OrdersBeside {
  /** By side, position and stretch of time: what is of one request lies in the same one or the next. */
  readonly #moments = new Map<string, number[]>()

  constructor(rows: Iterable<Row>) {
    for (const row of rows) {
      const entered = momentEntered(row)
      if (entered === null) continue
      const key = keyAt(row, stretchOf(entered))
      const moments = this.#moments.get(key)
      if (moments === undefined) this.#moments.set(key, [entered])
      else if (!moments.includes(entered)) moments.push(entered)
    }
  }

  /** Whether an order of one of their positions, on its side, was entered no later than that, and may be of the same request. */
  hasLater(row: Row): boolean {
    const entered = momentEntered(row)
    if (entered === null) return false
    const stretch = stretchOf(entered)
    return [stretch, stretch + 1]
      .flatMap((at) => this.#moments.get(keyAt(row, at)) ?? [])
      .some(
        (other) =>
          !tellMinutesAlone(entered, other) &&
          entered <= other &&
          mayBeOfOneRequest(entered, { entered: other }),
      )
  }
}

const stretchOf = (entered: number): number => Math.floor(entered / madeTogetherWithin)

const keyAt = (row: Row, stretch: number): string =>
  `${sideOfWord(row['action']) ?? ''} ${stretch} ${keyOfPosition(positionOfRow(row))}`
