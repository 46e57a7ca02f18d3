import type { Session } from '../core/session.svelte.ts'
import { type TypedHere, typedIn } from './typed.ts'

/** Where the page that comes reads that the one before it never went by itself. */
const key = 'quarterdeck.typed'

/**
 * Says what went with a page that died: its process ended, or the system took it. A page that goes
 * by itself takes its note away, so that one which is still there is of a page that could not. It
 * does so once it is asked whether it may go, and not at its end: where each page has a process of its
 * own, the next one may begin before that. Where its person stays, the next key or click puts it back.
 * Returns what stops it.
 */
export function followDeath({ session, ...held }: { session: Session } & Held): () => void {
  // A browser copies what is kept for a window to each that it opens: only its own note counts.
  const own = `${session.window?.id} `
  const found = sessionStorage.getItem(key)
  const before = found?.startsWith(own) === true ? found.slice(own.length) : null
  let note: string | null = null
  const forget = (): void => sessionStorage.removeItem(key)
  const keep = (): void => {
    if (note !== null) sessionStorage.setItem(key, own + note)
  }
  const keepAgain = (): void => {
    if (sessionStorage.getItem(key) === null) keep()
  }
  let isSaid = before === null
  addEventListener('beforeunload', forget)
  for (const name of signsOfLife) addEventListener(name, keepAgain, { capture: true })
  const stop = $effect.root(() => {
    $effect(() => {
      if (session.isLocked) return
      note = wordsOf(typedIn(held))
      if (!isSaid) session.notify({ level: 'warning', message: `${died} ${before}` })
      isSaid = true
      keep()
    })
  })
  return () => {
    removeEventListener('beforeunload', forget)
    for (const name of signsOfLife) removeEventListener(name, keepAgain, { capture: true })
    forget()
    stop()
  }
}

const signsOfLife = ['keydown', 'pointerdown'] as const

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
