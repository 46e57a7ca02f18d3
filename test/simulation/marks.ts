import { exitFates, placementFates, readFates } from './service/fates.ts'
import { acts } from './people/people.ts'
import { windowActNames } from './people/windows.ts'
import { themeNames } from './theme.ts'

/** What a long run must have met: a fault that never happens finds nothing. */
const expectedMarks: readonly string[] = [
  ...Object.keys(placementFates),
  ...Object.keys(exitFates),
  ...Object.keys(readFates),
  ...Object.keys(acts),
  ...themeNames,
  ...windowActNames,
  'compared windows',
  'confirmed in two windows at once',
  'confirmed again later',
  'confirmed again after another start',
  'confirmed at a locked desk',
  'a call at a locked desk',
  'locked in the middle of a confirmation',
  'a window went in the middle of a confirmation',
  'clicked twice',
  'one more of the same',
  'sent again',
  'sent again for several',
  'a share of funds',
  'no share of funds',
  'one after the other',
  'members with multiples',
  'left: a share of funds',
  'left: a share of funds that fell',
  'left: a share of a sum',
  'left: when its turn came',
  'left: sent again',
  'ask share',
  'one request of several accounts',
  'not sent after one that was not accepted',
  'not sent, since it was not allowed by then',
  'limits tightened in the middle of a line',
  'an account closed in the middle of a line',
  'settled by hand: is',
  'settled by hand: absent',
  'asked about an exit beside an exit',
  'killed by hand',
  'a desk ended once an order was taken',
  'killed before an append',
  'killed after an append',
  'killed when a request was begun',
  'killed when a request was left',
  'killed when a request was answered',
  'trades are told',
  'a broker with words of its own',
  'a broker that tells no histories',
  'edited: pace',
  'edited: off',
  'edited: on',
  'edited: keys',
  'edited: address',
  'edited: read-only',
  'exit of a strategy',
  'ask exit',
  'ask position',
  'ask stale',
  'refuse pace',
  'refuse quantity',
  'refuse stopped',
  'refuse duplicate',
  'said flat: orders',
  'said flat: positions',
  'said flat: both',
  'said flat: chosen',
  'said flat: stop',
  'told accepted',
  'told refused',
  'told not-sent',
  'told in-doubt',
  'told matched',
  'told absent',
  'told settled',
  'told partly',
]

export class Marks {
  readonly #times = new Map<string, number>()

  add(marks: Iterable<[string, number]>): void {
    for (const [mark, times] of marks) this.#times.set(mark, (this.#times.get(mark) ?? 0) + times)
  }

  missing(): string[] {
    return expectedMarks.filter((mark) => !this.#times.has(mark))
  }

  /** Three in a line, the most frequent first. */
  table(): string {
    const sorted = [...this.#times].toSorted(([, one], [, other]) => other - one)
    const cells = sorted.map(([mark, times]) => `${String(times).padStart(9)} ${mark.padEnd(38)}`)
    const lines = Array.from({ length: Math.ceil(cells.length / 3) }, (_, line) =>
      cells.slice(3 * line, 3 * line + 3).join(''),
    )
    return lines.map((line) => line.trimEnd()).join('\n')
  }
}
