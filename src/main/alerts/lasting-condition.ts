/** Something that is so for a while: when it began, when it ended, and what was told of it. */
export interface LastingCondition {
  /** When it was first seen to be so, or not so any more, without a break; on the monotonic clock. */
  since: number | null
  isOn: boolean
  isTold: boolean
  /** When its beginning was last told. */
  toldAt: number | null
}

export const noCondition: LastingCondition = {
  since: null,
  isOn: false,
  isTold: false,
  toldAt: null,
}

export interface Patience {
  /** Milliseconds for which it has to be so before it is told. */
  before: number
  /** Milliseconds for which it has to be over. */
  calm: number
  /** The least milliseconds from one beginning that is told to the next. */
  rest: number
}

/** Told once when it begins and once when it is over, however it flickers in between. */
export function followCondition(
  spell: LastingCondition,
  { isOn, now, patience }: { isOn: boolean; now: number; patience: Patience },
): { spell: LastingCondition; tell: 'begin' | 'end' | null } {
  const since = spell.isOn === isOn && spell.since !== null ? spell.since : now
  const next = { ...spell, isOn, since }
  const lasted = now - since
  if (isOn && !spell.isTold) {
    const isRested = spell.toldAt === null || now - spell.toldAt >= patience.rest
    if (lasted >= patience.before && isRested)
      return { spell: { ...next, isTold: true, toldAt: now }, tell: 'begin' }
  }
  if (!isOn && spell.isTold && lasted >= patience.calm)
    return { spell: { ...next, isTold: false }, tell: 'end' }
  return { spell: next, tell: null }
}
