import type { Desktop } from '../core/desktop.svelte.ts'
import { wantLock } from '../core/lock-wanted.ts'
import type { Session } from '../core/session.svelte.ts'
import type { ConsolePlace } from '../console/console-place.svelte.ts'
import type { TicketWindows } from '../orders/ticket/tickets.svelte.ts'
import { type ClosingParts, typedOrOpenIn } from './typed.ts'

/** Where the page that comes reads what the one before it took away. */
const key = 'quarterdeck.closed-by-lock'
interface Parts {
  session: Session
  tickets: TicketWindows
  console: ConsolePlace
  desktop: Desktop
  /** Takes the page down, and loads it anew once that is safe. */
  leave: () => void
}

/**
 * A page that showed anything loads itself anew when the screen is locked: it is the only way to be
 * sure that no book, view or draft stays in its memory. Where the desk is away it is only taken
 * down, for what answers at its address may be another's. What was typed and not sent goes with it,
 * and is said, without what it was about.
 */
export class LockedAway {
  readonly #parts: Parts
  #hasShown = $state(false)
  /** What the lock closed, in words; null where it closed nothing that was typed. */
  readonly closed: string | null

  /** The page is about to go: nobody should type into what it still shows. */
  readonly isLeaving: boolean = $derived.by(
    () => this.#hasShown && (this.#parts.session.isLocked || this.#parts.session.screen.isHidden),
  )

  constructor(parts: Parts) {
    this.#parts = parts
    this.closed = sessionStorage.getItem(key)
  }

  /** Returns what stops it. */
  follow(): () => void {
    const { session, leave } = this.#parts
    return $effect.root(() => {
      $effect(() => {
        if (this.isLeaving) {
          this.#write(closedWords(this.#parts))
          if (!session.isLocked) wantLock()
          leave()
        } else if (!session.isLocked && !this.#hasShown) {
          this.#hasShown = true
          this.#write(null)
          if (this.closed !== null) session.notices.say({ level: 'warning', message: this.closed })
        }
      })
    })
  }

  #write(words: string | null): void {
    if (words === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, words)
  }
}

/** What was typed that a person would miss. */
function closedWords(parts: ClosingParts): string | null {
  const { unsent, isSending } = typedOrOpenIn(parts)
  const words = [
    ...(unsent.length === 0 ? [] : [`The lock closed what was not sent: ${unsent.join(', ')}.`]),
    ...(isSending
      ? ['It closed what was being sent: Orders and the journal say what became of it.']
      : []),
  ]
  return words.length === 0 ? null : words.join(' ')
}
