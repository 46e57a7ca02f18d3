/**
 * One-key sending, while it lasts. It begins with a deliberate act and ends by itself: with time, and
 * whenever what a key would do is not what it was when it was armed.
 */
export type Armed = { readonly until: number; readonly selected: string } | null

/** What arming depends on, at one moment of a clock that only runs forward. */
export interface ArmingConditions {
  now: number
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
  return conditions.now < armed.until ? null : 'time'
}

/** What cannot be armed now stays as it is: not armed. */
export function arm(conditions: ArmingConditions, seconds: number): Armed {
  const { now, selected } = conditions
  const armed = { until: now + seconds * 1000, selected }
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
