import type { Session } from '../core/session.svelte.ts'

/** Milliseconds within which a window whose line stands hears of the lock by itself. */
const untilHeard = 1000

/** What windows of one browser tell each other by. */
type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>

/**
 * Tells the other windows that the screen is locked: one whose line to the desk is broken would go on
 * showing its books, beside windows that do not. Returns what ends it.
 */
export function followLockOfOthers(
  session: Pick<Session, 'isLocked' | 'clock'> & { screen: Pick<Session['screen'], 'hide'> },
  channel: Channel = new BroadcastChannel('quarterdeck.lock'),
): () => void {
  let stopWaiting = (): void => undefined
  channel.onmessage = () => {
    if (session.isLocked) return
    stopWaiting()
    stopWaiting = session.clock.time.every(untilHeard, () => {
      stopWaiting()
      session.screen.hide()
    })
  }
  const stopTelling = $effect.root(() => {
    // What opens locked says nothing: others may have been opened since.
    let wasOpen = false
    $effect(() => {
      if (!session.isLocked) wasOpen = true
      else {
        stopWaiting()
        if (wasOpen) channel.postMessage(null)
      }
    })
  })
  return () => {
    stopTelling()
    stopWaiting()
    channel.close()
  }
}
