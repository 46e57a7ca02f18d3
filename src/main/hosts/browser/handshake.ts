import { randomBytes } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import * as z from 'zod'
import { closings, proofText } from '../../../shared/core/window-proofs.ts'
import { type BrowserSession, isSameProof } from './session.ts'

/** Milliseconds within which a socket has to prove itself. */
const longestHandshake = 5000

const made = z.string().regex(/^[\w-]{16,100}$/)
/** What a window begins with: its name, and what it made up for this handshake. */
const Hello = z.strictObject({ window: made, nonce: made })
const Proof = z.strictObject({ proof: made })

interface HandshakeOptions {
  session: BrowserSession
  /** The desk's host and port, as the window's address names them. */
  host: string
  /** It serves as many windows as it can: one more is told so at once. */
  isFull: boolean
  /** Called with the window's name. */
  onProved: (name: string) => void
}

/**
 * The first words of a socket. The desk proves that it knows the window's secret, since the port of
 * a desk that is gone may be somebody else's. Then the window does, since the cookie that brought it
 * here is sent to every port of this machine. Nothing else is said or heard before.
 */
export function meetWindow(
  socket: WebSocket,
  { session, host, isFull, onProved }: HandshakeOptions,
): void {
  const turnAway = (): void => socket.close(closings.unknownWindow)
  const deadline = setTimeout(() => socket.terminate(), longestHandshake)
  socket.once('close', () => clearTimeout(deadline))
  // What breaks a socket closes it too; ws wants to be heard all the same.
  socket.on('error', () => socket.terminate())
  if (isFull) return socket.close(closings.tooManyWindows)
  socket.once('message', (data, isBinary) => {
    const hello = isBinary ? null : readAs(Hello, data)
    if (hello === null) return turnAway()
    const handshake = { host, window: hello.nonce, desk: randomBytes(16).toString('base64url') }
    const own = session.proof(hello.window, proofText('desk', handshake))
    if (own === null) return turnAway()
    socket.send(JSON.stringify({ nonce: handshake.desk, proof: own }))
    socket.once('message', (answer, isBinaryAnswer) => {
      const said = isBinaryAnswer ? null : readAs(Proof, answer)
      // Only now: the secret may have been made anew meanwhile.
      const wanted = session.proof(hello.window, proofText('window', handshake))
      if (said === null || wanted === null || !isSameProof(said.proof, wanted)) return turnAway()
      clearTimeout(deadline)
      onProved(hello.window)
    })
  })
}

/** A message that has this shape; null for any other. */
export function readAs<T>(shape: z.ZodType<T>, data: RawData): T | null {
  try {
    return shape.safeParse(JSON.parse(String(data))).data ?? null
  } catch {
    return null
  }
}
