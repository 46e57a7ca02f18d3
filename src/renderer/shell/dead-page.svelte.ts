import type { Session } from '../core/session.svelte.ts'
import { type TypedHere, type TypingParts, typedIn } from './typed.ts'

/** Where the page that comes reads that the one before it never went by itself. */
const key = 'quarterdeck.typed'

/**
 * Says what went with a page that died: its process ended, or the system took it. A page that goes
 * by itself takes its note away, so that one which is still there is of a page that could not: a browser
 * also loads one anew that was too busy to be asked. It does so once it is asked whether it may go,
 * and not at its end: where each page has a process of its own, the next one may begin before that.
 * What it hears from then on puts nothing back; where its person stays, the next key or click does.
 * Returns what stops it.
 */
export function followDeath({ session, ...parts }: { session: Session } & TypingParts): () => void {
  // A browser copies what is kept for a window to each that it opens: only its own note counts.
  const own = `${session.window?.id} `
  const found = sessionStorage.getItem(key)
  const before = found?.startsWith(own) === true ? found.slice(own.length) : null
  let note: string | null = null
  let isGoing = false
  const keep = (): void => {
    if (note !== null && !isGoing) sessionStorage.setItem(key, own + note)
  }
  const forget = (): void => {
    isGoing = true
    sessionStorage.removeItem(key)
  }
  const stay = (): void => {
    if (!isGoing) return
    isGoing = false
    keep()
  }
  let isSaid = before === null
  addEventListener('beforeunload', forget)
  for (const name of signsOfLife) addEventListener(name, stay, { capture: true })
  const stop = $effect.root(() => {
    $effect(() => {
      if (session.isLocked) return
      note = wordsOf(typedIn(parts))
      if (!isSaid) session.notices.say({ level: 'warning', message: `${died} ${before}` })
      isSaid = true
      keep()
    })
  })
  return () => {
    removeEventListener('beforeunload', forget)
    for (const name of signsOfLife) removeEventListener(name, stay, { capture: true })
    forget()
    stop()
  }
}

const signsOfLife = ['keydown', 'pointerdown'] as const

const died =
  'The page of this window died, or was loaded anew while it did not respond. Its panels and what they show are kept.'

function wordsOf({ unsent, isSending }: TypedHere): string {
  const lost =
    unsent.length === 0
      ? 'Nothing was typed that is lost.'
      : `What was typed and not sent is lost: ${unsent.join(', ')}.`
  return isSending
    ? `${lost} Something was being sent: Orders and the journal say what became of it.`
    : lost
}
