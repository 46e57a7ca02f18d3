/** What a window and the desk of a browser prove to each other: that they know the window's secret. */
export type Prover = 'desk' | 'window'

/** What is new with each handshake, so that nothing that was overheard is good for another. */
export interface HandshakeParties {
  /** Where they meet: what is proved at one port proves nothing at another. */
  host: string
  /** What each of them made up for this handshake. */
  window: string
  desk: string
}

/** The text whose HMAC, under the secret, is the proof. It names who proves, so that none can be sent back. */
export const proofText = (by: Prover, { host, window, desk }: HandshakeParties): string =>
  ['quarterdeck', by, host, window, desk].join(' ')

/** How a socket of the desk ends for a reason that the window has to know. */
export const closings = {
  /** The desk has stopped, or does; or the page has, for which its browser says so. */
  goingAway: 1001,
  /** The desk does not know the window, or was not convinced. */
  unknownWindow: 4001,
  tooManyWindows: 4002,
  /** Another window has unlocked the screen, and has the new secret. */
  secretAnew: 4003,
} as const

/** Windows that a desk serves at a time. */
export const mostWindows = 16
