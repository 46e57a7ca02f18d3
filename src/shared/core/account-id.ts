import * as z from 'zod'

/** What everything that belongs to an account names it by. */
export const AccountId = z.string().min(1).max(64)
