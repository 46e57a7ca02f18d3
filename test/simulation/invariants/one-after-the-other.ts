import type { Departure, RunRecord } from '../record.ts'

/** Of orders that leave one after the other, none leaves before all that stand before it were accepted. */
export const oneAfterTheOther = (
  { asked, accepted }: Pick<RunRecord, 'asked' | 'accepted'>,
  { legs }: Pick<Departure, 'legs'>,
): string[] =>
  legs.flatMap(({ tag }) => {
    const inTurn = (tag === null ? undefined : asked.get(tag))?.inTurn ?? []
    return inTurn
      .slice(0, Math.max(0, inTurn.indexOf(tag ?? '')))
      .filter((before) => !accepted.has(before))
      .map((before) => `${tag} leaves, and ${before} before it was not accepted`)
  })
