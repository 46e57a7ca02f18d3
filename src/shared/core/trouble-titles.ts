import type { ErrorCode } from './errors.ts'

/** What an account’s trouble is called, in its strip, in the list of accounts and in the log of alerts. */
export const troubleTitles = {
  'not-sent': 'The service cannot be reached',
  'bad-keys': 'Keys refused',
  'address-refused': 'This machine’s address is not registered',
  'rate-limited': 'Asked too often',
  'too-late': 'No answer in time',
  'no-answer': 'No usable answer',
} as const satisfies Partial<Record<ErrorCode, string>>
