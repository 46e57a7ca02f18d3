import * as z from 'zod'
import { visible } from './visible-text.ts'

/** A name that a person gives: two that differ look different, and none turns what stands beside it. */
export const nameOf = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most)
    .refine((text) => visible(text) === text, 'must not have marks that cannot be seen')

/** Names are read by people: letter case and the way an accent is encoded make no difference. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other)

const folded = (name: string): string => name.normalize('NFKC').toLocaleLowerCase('en')

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
