import * as z from 'zod'
import { asRead, visible } from './visible-text.ts'

/** A name that a person gives: two that differ look different, and none turns what stands beside it. */
export const nameOf = (most: number) =>
  z
    .string()
    // A tab or the end of a line would break what it stands in.
    .overwrite((text) => text.replaceAll(/[ \t\r\n]+/g, ' '))
    .trim()
    .max(most)
    .refine((text) => asRead(text) !== '', 'must not be empty')
    .refine((text) => visible(text) === text, 'must not have marks that cannot be seen')

/** The name under which orders are sent: one that merely looks like another would not be found by it. */
export const Strategy = z.string().overwrite(asRead).min(1, 'must not be empty').max(60)

/** Names are read by people: letter case, the way an accent is encoded, and what nobody sees make no difference. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other)

const folded = (name: string): string => asRead(name).normalize('NFKC').toLocaleLowerCase('en')

/** The name of a copy, of at most so many characters, that none of the others has. */
export function freeName(
  name: string,
  { taken, longest }: { taken: readonly string[]; longest: number },
): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? ' copy' : ` copy ${count}`
    const free = name.slice(0, longest - suffix.length).trimEnd() + suffix
    if (!taken.some((other) => isSameName(other, free))) return free
  }
}
