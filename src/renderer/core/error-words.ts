import type { ErrorCode } from '../../shared/core/errors.ts'
import { troubleTitles } from '../../shared/core/trouble-titles.ts'

export interface Words {
  /** What happened, in a few words. */
  title: string
  /** Of the same words, where there is little room; without it, the title is that short. */
  short?: string
  /** What it means for what is on the screen, or for the order. */
  means: string
  /** What to do about it. */
  todo: string
}

const fromBefore = 'What is shown is from before.'

/** What to say of each thing that can go wrong. Adding a code without words does not compile. */
export const errorWords: Record<ErrorCode, Words> = {
  invalid: {
    title: 'Something typed does not fit',
    means: 'Nothing was sent or changed.',
    todo: 'Correct the field that is marked.',
  },
  'not-sent': {
    title: troubleTitles['not-sent'],
    short: 'Cannot be reached',
    means: `Nothing left this machine. ${fromBefore}`,
    todo: 'Check the network and the account’s address. It is tried again by itself.',
  },
  cancelled: {
    title: 'The request was cancelled',
    means: 'It was stopped before an answer came.',
    todo: 'Try again if it is still wanted.',
  },
  refused: {
    title: 'The service refused',
    short: 'Refused',
    means: fromBefore,
    todo: 'Read its reason; correct what it names.',
  },
  'bad-keys': {
    title: troubleTitles['bad-keys'],
    means: 'Its books stand still until it has keys that the service accepts.',
    todo: 'Open Accounts, edit the account and type its keys anew.',
  },
  'address-refused': {
    title: troubleTitles['address-refused'],
    short: 'Not registered',
    means: fromBefore,
    todo: 'Register this machine’s IP address with the broker, or work from a machine whose address is registered.',
  },
  'rate-limited': {
    title: troubleTitles['rate-limited'],
    short: 'Too often',
    means: 'Its books come more slowly for a while.',
    todo: 'Wait: fewer requests are sent for a while. If it goes on, let its books be read less often, under Accounts › Edit.',
  },
  'in-doubt': {
    title: 'In doubt',
    means: 'No clear answer came: it may or may not have happened.',
    todo: 'Look in the order book before doing it again.',
  },
  'said-no': {
    title: 'Refused, not known to be final',
    means: 'Its words are not known to be final, so the order may be at the broker all the same.',
    todo: 'Wait: the order book is read for it, and says what became of it.',
  },
  'too-late': {
    title: troubleTitles['too-late'],
    means: fromBefore,
    todo: 'Wait, it is asked again by itself.',
  },
  'no-answer': {
    title: troubleTitles['no-answer'],
    means: fromBefore,
    todo: 'Wait, it is asked again by itself.',
  },
  unreadable: {
    title: 'The answer cannot be read',
    short: 'Cannot be read',
    means: fromBefore,
    todo: 'Check the account’s address. If it is right, the service is at fault: tell whoever runs it.',
  },
  'not-found': {
    title: 'No longer there',
    means: 'It was removed, perhaps in another window.',
    todo: 'Close this and look again.',
  },
  'no-keys': {
    title: 'No keys',
    means: 'This account has no keys for its address, so nothing can be asked in its name.',
    todo: 'Open Accounts, edit the account and type its keys.',
  },
  'vault-not-chosen': {
    title: 'No place for keys yet',
    means: 'Nothing was kept.',
    todo: 'Choose where keys are to be kept.',
  },
  'vault-locked': {
    title: 'Keys are locked',
    short: 'Keys locked',
    means: 'Accounts that need keys stand still until they are unlocked.',
    todo: 'Unlock the keys, or choose another place for them.',
  },
  'vault-missing': {
    title: 'No keychain on this machine',
    means: 'The operating system offers no place for keys here.',
    todo: 'Choose a file with a passphrase, or this session only.',
  },
  'vault-failed': {
    title: 'The place for keys failed',
    means: 'No keys were read or kept.',
    todo: 'Try again, or choose another place for keys.',
  },
  'wrong-passphrase': {
    title: 'Not the right passphrase',
    means: 'Nothing was opened.',
    todo: 'Type it again. It cannot be recovered; without it, start a new file.',
  },
  'screen-locked': {
    title: 'The screen is locked',
    means: 'Nothing was done. Orders that were confirmed before still leave.',
    todo: 'Unlock the screen first.',
  },
  'too-soon': {
    title: 'Too many wrong answers',
    means: 'Another try counts only after a short wait.',
    todo: 'Wait until the time shown has passed.',
  },
  'storage-failed': {
    title: 'Could not be kept on disk',
    means: 'The change may be gone at the next start.',
    todo: 'Check the disk’s space and the folder’s rights, then try again.',
  },
  forbidden: {
    title: 'This window is not let in',
    means: 'Quarterdeck answers only to the window that it opened, or to one with a fresh address.',
    todo: 'Choose ‘New window’ in the menu of a window that is open; or press Enter in the terminal that Quarterdeck runs in, and open the address that it prints.',
  },
  'unknown-call': {
    title: 'This window and Quarterdeck are of different versions',
    means: 'Nothing was done.',
    todo: 'Reload the window. If that does not help, quit Quarterdeck and start it again.',
  },
  'desk-away': {
    title: 'Quarterdeck does not answer',
    means: 'What is shown is from before, and nothing that is asked is kept for later.',
    todo: 'Wait until it answers again, and look; then ask once more if it is still wanted.',
  },
  internal: {
    title: 'A fault in Quarterdeck',
    means: 'Something went wrong inside. What is shown may be from before.',
    todo: 'Try again. If that does not help, quit Quarterdeck and start it again.',
  },
}

/** What to say before a message; null where the message says the same. */
export function titleBefore(code: ErrorCode, message: string): string | null {
  const { title } = errorWords[code]
  const said = new Set(wordsIn(message))
  return wordsIn(title).every((word) => said.has(word)) ? null : title
}

/** What it means for the screen; of what was never read nothing is there from before. */
export const meansOf = (code: ErrorCode, { isShown }: { isShown: boolean }): string =>
  isShown
    ? errorWords[code].means
    : errorWords[code].means.replace(fromBefore, 'Nothing was read yet.')

/** The same where it is said elsewhere that what is shown is from before. */
export const meansBeside = (code: ErrorCode): string =>
  errorWords[code].means.replace(fromBefore, '').trim()

/** Without those that a sentence has for its grammar. */
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => !grammar.has(word))
const grammar = new Set(['', ...'a an the that it is in of to be can cannot could not'.split(' ')])
