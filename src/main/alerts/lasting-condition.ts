/** Something that is so for a while: when it began, when it ended, and what was told of it. */
export interface LastingCondition {
  /** When it was first seen to be so, or not so any more, without a break; on the monotonic clock. */
  since: number | null
  isOn: boolean
  /** Since when it is, or was, so without a break that counts; null where it never was. */
  onSince: number | null
  isTold: boolean
  /** When its beginning was last told. */
  toldAt: number | null
}

export const noCondition: LastingCondition = {
  since: null,
  isOn: false,
  onSince: null,
  isTold: false,
  toldAt: null,
}

export interface ConditionTiming {
  /** Milliseconds for which it has to be so before it is told. */
  before: number
  /** Milliseconds for which it has to be over. */
  calm: number
  /** The least milliseconds from one beginning that is told to the next. */
  rest: number
  /** Milliseconds of a break in it that do not count: none where that is not given. */
  gap?: number
}

/** Told once when it begins and once when it is over, however it flickers in between. */
export function followCondition(
  condition: LastingCondition,
  { isOn, now, patience }: { isOn: boolean; now: number; patience: ConditionTiming },
): { condition: LastingCondition; tell: 'begin' | 'end' | null } {
  const since = condition.isOn === isOn && condition.since !== null ? condition.since : now
  const isBegun =
    isOn &&
    !condition.isOn &&
    (condition.onSince === null || now - (condition.since ?? now) >= (patience.gap ?? 0))
  const onSince = isBegun ? now : condition.onSince
  const next = { ...condition, isOn, since, onSince }
  const lasted = now - since
  if (isOn && !condition.isTold) {
    const isRested = condition.toldAt === null || now - condition.toldAt >= patience.rest
    if (now - (onSince ?? now) >= patience.before && isRested)
      return { condition: { ...next, isTold: true, toldAt: now }, tell: 'begin' }
  }
  if (!isOn && condition.isTold && lasted >= patience.calm)
    return { condition: { ...next, isTold: false }, tell: 'end' }
  return { condition: next, tell: null }
}
