import type { Session } from '../core/session.svelte.ts'
import { type TypingParts, unsentIn } from './typed.ts'

/**
 * Tells the desk how much is typed here and not sent, whenever that changes: who quits in a terminal
 * sees no window. Returns what ends it.
 */
export function tellTyped(session: Session, parts: TypingParts): () => void {
  let said = unsentIn(parts)
  const tell = (): void => {
    said = unsentIn(parts)
    if (!session.isLocked) void session.bridge.tellTyped(said)
  }
  const stopRenewing = session.line.onRenewed(tell)
  const stopFollowing = $effect.root(() => {
    $effect(() => {
      const { tickets, baskets, forms } = unsentIn(parts)
      if (tickets !== said.tickets || baskets !== said.baskets || forms !== said.forms) tell()
    })
  })
  return () => {
    stopRenewing()
    stopFollowing()
  }
}
