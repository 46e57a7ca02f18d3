import type { Intent } from '../../../src/shared/orders/intents.ts'
import type { RunRecord } from '../record.ts'

/** What a window knows that has its whole view, and a line that stands. */
export interface KnownToWindow {
  name: string
  place: string
  intents: ReadonlyMap<string, Intent>
  isStopped: boolean
  /** When it asks again before it sends, in the time of the run; 0 where it does already. */
  armedUntil: number
  /** The same of each window that it was told of, by their places. */
  heardArmed: ReadonlyMap<string, number>
}

const said = ({ state, parts }: Intent): string =>
  [state, ...parts.map((part) => part.state)].join()

/** Of these orders every window shows what was told last, whichever of them confirmed it. */
export function windowsShow(
  { told }: Pick<RunRecord, 'told'>,
  windows: readonly KnownToWindow[],
  ids: Iterable<string>,
): string[] {
  return [...ids].flatMap((id) => {
    const intent = told.get(id)
    if (intent === undefined) return []
    return windows.flatMap(({ name, intents }) => {
      const known = intents.get(id)
      if (known === undefined) return [`${name} does not know of ${id}, which is ${said(intent)}`]
      return said(known) === said(intent)
        ? []
        : [`${name} shows ${id} as ${said(known)}, and it is ${said(intent)}`]
    })
  })
}

/** Milliseconds around its end in which arming is said and not said. */
const fading = 5

/** Each stands in a place of its own, and all say the same of the stop and of who is armed. */
export function windowsAgree(
  { isStopped, now }: Pick<RunRecord, 'isStopped' | 'now'>,
  windows: readonly KnownToWindow[],
): string[] {
  const places = new Set(windows.map(({ place }) => place))
  const shared = places.size === windows.length ? [] : ['two windows have one place']
  return [
    ...shared,
    ...windows.flatMap((one) => [
      ...(one.isStopped === isStopped ? [] : [`${one.name} shows another stop than there is`]),
      ...windows.flatMap((other) => {
        const heard = one.heardArmed.get(other.place)
        if (heard === undefined) return [`${one.name} does not know that ${other.name} is there`]
        const ends = [heard, other.armedUntil]
        if (ends.some((end) => Math.abs(end - now()) < fading)) return []
        const [isSaid, isSo] = ends.map((end) => end > now())
        return isSaid === isSo
          ? []
          : [`${one.name} says that ${other.name} is ${isSaid ? '' : 'not '}armed`]
      }),
    ]),
  ]
}
