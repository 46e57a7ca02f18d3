import type { Session } from '../core/session.svelte.ts'
import { type TypedHere, typedIn } from './typed.ts'

/** Where the page that comes reads that the one before it never went by itself. */
const key = 'quarterdeck.typed'

/**
 * Says what went with a page that died: its process ended, or the system took it. A page that goes
 * by itself takes its note away, so that one which is still there is of a page that could not.
 * Returns what stops it.
 */
export function followDeath({ session, ...held }: { session: Session } & Held): () => void {
  // A browser copies what is kept for a window to each that it opens: only its own note counts.
  const own = `${session.window?.id} `
  const found = sessionStorage.getItem(key)
  const before = found?.startsWith(own) === true ? found.slice(own.length) : null
  const forget = (): void => sessionStorage.removeItem(key)
  let isSaid = before === null
  addEventListener('pagehide', forget)
  const stop = $effect.root(() => {
    $effect(() => {
      if (session.isLocked) return
      const note = wordsOf(typedIn(held))
      if (!isSaid) session.notify({ level: 'warning', message: `${died} ${before}` })
      isSaid = true
      sessionStorage.setItem(key, own + note)
    })
  })
  return () => {
    removeEventListener('pagehide', forget)
    forget()
    stop()
  }
}

type Held = Parameters<typeof typedIn>[0]

const died =
  'The page of this window died, and was loaded anew. Its panels and what they show are kept.'

function wordsOf({ unsent, isSending }: TypedHere): string {
  const lost =
    unsent.length === 0
      ? 'Nothing was typed that is lost.'
      : `What was typed and not sent is lost: ${unsent.join(', ')}.`
  return isSending
    ? `${lost} Something was being sent: Orders and the journal say what became of it.`
    : lost
}
