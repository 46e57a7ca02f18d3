import * as z from 'zod'
import { type CallRows, typed } from '../core/contract-rows.ts'
import { CallToDescribe, type DescribedCall, type ReadAnswer, ReadToRun } from './console.ts'

export const consoleCalls = {
  /** The request that these fields make. Nothing is sent. */
  describeCall: {
    input: CallToDescribe,
    output: typed<DescribedCall>(),
    whileLocked: 'refused, late answer withheld',
  },
  runRead: {
    input: ReadToRun,
    output: typed<ReadAnswer>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** One part of an answer that was too large to be shown whole. */
  readAnswer: {
    input: z.strictObject({ id: z.uuid(), from: z.int().min(0) }),
    output: typed<{ text: string; next: number | null }>(),
    whileLocked: 'refused, late answer withheld',
  },
} satisfies CallRows
