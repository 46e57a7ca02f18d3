import { type ErrorCode, fail } from '../../shared/core/errors.ts'

/** Codes that a call answers with when it never reached the desk, as far as is known. */
export const lineDown: ReadonlySet<ErrorCode> = new Set([
  'desk-away',
  'not-sent',
  'no-answer',
  'too-late',
  'cancelled',
])

export const lineLost = fail(
  'desk-away',
  'This window has lost its connection to Quarterdeck: nothing left it.',
)
