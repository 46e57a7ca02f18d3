/**
 * One-key sending, while it lasts. It begins with a deliberate act and ends by itself: with time, and
 * whenever what a key would do is not what it was when it was armed.
 */
export type Armed = {
  readonly until: number
  /** The same on the wall clock, which goes on where the machine sleeps. */
  readonly untilWall: number
  readonly selected: string
} | null

/** What arming depends on at one moment. */
export interface ArmingConditions {
  /** On a clock that only runs forward, and may stand still in a sleep. */
  now: number
  /** A wall clock that was set ahead ends it early, and one that was set back changes nothing. */
  wall: number
  isStopped: boolean
  isDeskThere: boolean
  isLocked: boolean
  /** The account, the group or all that is shown. */
  selected: string
}

export type EndOfArming = 'time' | 'stop' | 'desk' | 'lock' | 'selected'

/** Why it cannot go on; null where it can. */
export function armingEnd(
  armed: NonNullable<Armed>,
  conditions: ArmingConditions,
): EndOfArming | null {
  if (conditions.isStopped) return 'stop'
  if (conditions.isLocked) return 'lock'
  if (!conditions.isDeskThere) return 'desk'
  if (conditions.selected !== armed.selected) return 'selected'
  const { now, wall } = conditions
  return now < armed.until && wall < armed.untilWall ? null : 'time'
}

/** What cannot be armed now stays as it is: not armed. */
export function arm(conditions: ArmingConditions, seconds: number): Armed {
  const { now, wall, selected } = conditions
  const time = seconds * 1000
  const armed = { until: now + time, untilWall: wall + time, selected }
  return armingEnd(armed, conditions) === null ? armed : null
}

/** Once ended it stays so, whatever comes back. */
export const stepArming = (armed: Armed, conditions: ArmingConditions): Armed =>
  armed !== null && armingEnd(armed, conditions) === null ? armed : null

/** `4:05` */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
