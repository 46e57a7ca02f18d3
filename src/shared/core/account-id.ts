import * as z from 'zod'

/** What everything that belongs to an account names it by. */
export const AccountId = z
  .string()
  .min(1)
  .max(64)
  // In a record by account, these would find what every record has.
  .refine((id) => !(id in {}), 'must be a name that no record has by itself')
