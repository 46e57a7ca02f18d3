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
