import * as z from 'zod'
import { AccountId } from '../core/account-id.ts'
import type { Failure } from '../core/errors.ts'
import { mostOrders } from '../orders/tickets.ts'
import { type ReadOperation, operationNames, operations } from '../service/operations.ts'

const mostFields = 40

/** The fields of one order or of one question, as they are typed. The desk adds the broker and the keys. */
const Fields = z
  .record(z.string().max(60), z.string().max(300))
  .refine((fields) => Object.keys(fields).length <= mostFields, 'has too many fields')

export const CallToDescribe = z.strictObject({
  account: AccountId,
  operation: z.enum(operationNames),
  /** One, but for an operation that takes several. */
  each: z.array(Fields).min(1).max(mostOrders),
})

const readNames = operationNames.filter(
  (name): name is ReadOperation => operations[name].kind === 'read',
)

export const ReadToRun = z.strictObject({
  account: AccountId,
  operation: z.enum(readNames),
  fields: Fields,
})

/** A request to the byte, but for the keys. */
export interface DescribedCall {
  url: string
  body: string
}

/** What came of a read, as it came and as it was understood. */
export interface ReadAnswer {
  id: string
  /** Wall-clock milliseconds at which it was asked. */
  at: number
  /** Milliseconds until the answer was whole, or was given up. */
  took: number
  /** Of HTTP; null where no answer came. */
  status: number | null
  /** Bytes of the whole answer, decompressed. */
  size: number
  /** The answer, keys masked; only its beginning where it `isCut`. */
  raw: string
  isCut: boolean
  /** The first of the records, and how many there are. */
  records: Record<string, unknown>[]
  count: number
  /** Rows that could not be read, as they came; the first of them, and how many there are. */
  unreadable: string[]
  unreadableCount: number
  /** Why there are no records; null where it was understood. */
  failure: Failure | null
}
