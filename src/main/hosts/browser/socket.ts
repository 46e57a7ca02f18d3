import { type RawData, WebSocket } from 'ws'
import * as z from 'zod'
import { fail } from '../../../shared/core/errors.ts'
import type { Desk } from '../../desk.ts'

/** Calls that one window may have in progress; the next ones wait in its socket. */
const mostCalls = 64
/** Bytes that may wait for a window before it counts as gone. */
const mostWaiting = 32 * 1024 * 1024
const heartbeat = 15_000

const Call = z.strictObject({ id: z.int().min(0), name: z.string(), input: z.unknown() })

/** Joins one window's socket to the desk. */
export function serveWindow(socket: WebSocket, desk: Desk): void {
  let calls = 0
  let isAlive = true

  const say = (message: unknown): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const answer = async (data: RawData, isBinary: boolean): Promise<void> => {
    const call = isBinary ? null : readCall(String(data))
    if (call === null) {
      return say({ id: null, reply: fail('invalid', 'This is not a call that a window makes.') })
    }
    calls += 1
    if (calls >= mostCalls) socket.pause()
    say({ id: call.id, reply: await desk.answer(call.name, call.input) })
    calls -= 1
    if (calls < mostCalls && socket.isPaused) socket.resume()
  }

  const stopListening = desk.listen((event, data) => {
    // A window that does not read must not fill our memory. Ended, not closed: a closing frame
    // would wait behind the very queue that is in the way. The window connects anew and asks for
    // what it missed.
    if (socket.bufferedAmount > mostWaiting) return socket.terminate()
    say({ event, data })
  })
  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, heartbeat)

  socket.on('message', (data, isBinary) => void answer(data, isBinary))
  socket.on('pong', () => {
    isAlive = true
  })
  // What breaks a socket closes it too; ws wants to be heard all the same.
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(beat)
    stopListening()
  })
}

function readCall(text: string): z.infer<typeof Call> | null {
  try {
    return Call.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
