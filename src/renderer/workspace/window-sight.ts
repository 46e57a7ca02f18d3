import type { Session } from '../core/session.svelte.ts'

/** Tells the desk how this window is before its person, now and whenever that changes. Returns what ends it. */
export function followSight(session: Session): () => void {
  let said: string | null = null
  const say = (): void => {
    const seen = document.hasFocus() ? 'front' : 'seen'
    const sight = document.hidden ? 'hidden' : seen
    if (session.isLocked || sight === said) return
    said = sight
    void session.bridge.tellSight({ sight })
  }
  const sayAnew = (): void => {
    said = null
    say()
  }
  document.addEventListener('visibilitychange', say)
  addEventListener('focus', say)
  addEventListener('blur', say)
  const stopRenewing = session.line.onRenewed(sayAnew)
  say()
  return () => {
    document.removeEventListener('visibilitychange', say)
    removeEventListener('focus', say)
    removeEventListener('blur', say)
    stopRenewing()
  }
}
