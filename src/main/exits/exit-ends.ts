import type { Intent } from '../../shared/orders/intents.ts'
import { StorageError } from '../core/documents.ts'
import type { EventWriter } from '../journal/event-writer.ts'
import { ImpossibleStep } from '../journal/intent.ts'
import type { Journal } from '../journal/journal.ts'
import type { LoginPictures } from '../picture/login-pictures.ts'
import type { AccountExit } from './account-exit.ts'
import { operationsOf } from './exit-entries.ts'

interface ExitEndsOptions {
  journal: Pick<Journal, 'append' | 'unsettled'>
  writer: Pick<EventWriter, 'note' | 'tell'>
  pictures: Pick<LoginPictures, 'intents'>
}

/** Writes down how exits ended: what was watched, and what is in doubt no more. */
export class ExitEnds {
  readonly #options: ExitEndsOptions

  constructor(options: ExitEndsOptions) {
    this.#options = options
  }

  /** Only the next start asks for this: where it cannot be written, the exit is watched once more. */
  noteWatched(intents: readonly Intent[], end: NonNullable<Intent['watched']>): void {
    this.note(
      intents.filter(({ watched }) => watched === null),
      end,
    )
  }

  /** What was said once may be taken back, and said again. */
  note(intents: readonly Intent[], end: NonNullable<Intent['watched']>): void {
    const event = { kind: 'watched', end } as const
    const exits = intents.filter(
      ({ ticket, state }) => ticket === null && state !== 'recorded' && state !== 'sent',
    )
    try {
      const { journal, writer } = this.#options
      writer.tell(journal.append(exits.map(({ id }) => ({ intent: id, event }))))
    } catch (cause) {
      if (!(cause instanceof StorageError) && !(cause instanceof ImpossibleStep)) throw cause
    }
  }

  /**
   * An exit in doubt is in doubt no more when the books show what it was to bring about; and so are
   * earlier ones of the account that were to bring about the same.
   */
  settle({ account, strategy, what, intents }: AccountExit): void {
    const { journal, writer, pictures } = this.#options
    const own = new Set(intents.map(({ id }) => id))
    const earlier = journal
      .unsettled()
      .filter(
        (exit) =>
          !own.has(exit.id) &&
          exit.account === account &&
          exit.ticket === null &&
          strategy === null &&
          pictures.intents.isOfLogin(account, exit) === 'yes' &&
          operationsOf[what].some((name) => name === exit.operation),
      )
    const doubtful = [...intents, ...earlier].filter(({ state }) => state === 'in-doubt')
    if (doubtful.length > 0) writer.note(doubtful, () => ({ kind: 'seen-done' }))
  }
}
