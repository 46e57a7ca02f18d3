import type { Session } from '../core/session.svelte.ts'
import { closeOwn } from '../workspace/windows.ts'
import { type ClosingParts, typedOrOpenIn } from './typed.ts'

/**
 * Closes this window where the workspace has it no more; with something typed into it, it stays, and
 * says why. Returns what ends that.
 */
export function followGoing(session: Session, parts: ClosingParts): () => void {
  const go = (): void => {
    const { unsent, isSending } = typedOrOpenIn(parts)
    const typed = [...unsent, ...(isSending ? ['what is being sent'] : [])]
    if (typed.length === 0) return void closeOwn(session, { isAsked: true })
    void session.bridge.stayOpen({})
    session.notices.say({
      level: 'warning',
      message: `The workspace that is shown has no place for this window. It stayed, since something was open in it: ${typed.join(', ')}. Close it once that is done.`,
    })
  }
  // What it was told while it was away it never heard.
  const goWhereAsked = (): void => {
    if (!session.isLocked && session.window?.isToGo === true) go()
  }
  const stops = [session.bridge.on('windowGoes', go), session.line.onRenewed(goWhereAsked)]
  goWhereAsked()
  return () => {
    for (const stop of stops) stop()
  }
}
