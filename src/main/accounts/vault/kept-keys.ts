import * as z from 'zod'
import { Keys } from '../../../shared/accounts/accounts.ts'

/** Keys as a vault keeps them: in one piece with the place that they were typed for. */
export const KeptKeys = z.strictObject({
  ...Keys.shape,
  /** Its scheme, host and port; null of keys that an older version kept, which did not write it. */
  origin: z.string().nullable().default(null),
})
export type KeptKeys = z.infer<typeof KeptKeys>

/** As they are written; keys without a place stay in the form that says so. */
export const storedForm = ({ origin, ...keys }: KeptKeys): object =>
  origin === null ? keys : { ...keys, origin }
