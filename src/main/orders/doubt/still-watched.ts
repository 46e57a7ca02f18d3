import type { Intent } from '../../../shared/orders/intents.ts'
import type { Journal } from '../../journal/journal.ts'
import { mayBeFoundBeside } from './found-ones.ts'
import { lateFor, mayBeLate } from './late-arrivals.ts'

/** Orders that an earlier session knew what became of, and which the book may yet put in doubt again. */
export const stillWatchedIn = (journal: Pick<Journal, 'since'>, now: number): Intent[] =>
  journal.since(now - lateFor).filter((intent) => mayBeLate(intent) || mayBeFoundBeside(intent))
