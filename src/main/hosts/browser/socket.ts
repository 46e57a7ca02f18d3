import { type RawData, WebSocket } from 'ws'
import * as z from 'zod'
import { fail } from '../../../shared/core/errors.ts'
import type { Desk } from '../../desk.ts'
import { WindowEvents } from '../window-events.ts'
import { readAs } from './meeting.ts'

/** Calls of one window that it has no answer to yet; the next ones wait in its socket. */
const mostCalls = 64
/** Characters of events that may wait for a window. */
const mostWaiting = 32 * 1024 * 1024
const heartbeat = 15_000

const Call = z.strictObject({ id: z.int().min(0), name: z.string(), input: z.unknown() })

/** Joins one window's socket to the desk. */
export function serveWindow(socket: WebSocket, desk: Desk): void {
  let calls = 0
  let isAlive = true

  /** Answers the length of what was sent, all of which is on its way until `onTaken`. */
  const say = (message: unknown, onTaken: (length: number) => void): number => {
    if (socket.readyState !== WebSocket.OPEN) return 0
    const text = JSON.stringify(message)
    socket.send(text, () => onTaken(text.length))
    return text.length
  }
  const answer = async (data: RawData, isBinary: boolean): Promise<void> => {
    calls += 1
    if (calls >= mostCalls) socket.pause()
    const answered = (): void => {
      calls -= 1
      if (calls < mostCalls && socket.isPaused) socket.resume()
    }
    const call = isBinary ? null : readAs(Call, data)
    const reply =
      call === null
        ? fail('invalid', 'This is not a call that a window makes.')
        : await desk.answer(call.name, call.input)
    say({ id: call?.id ?? null, reply }, answered)
  }

  const events = new WindowEvents({
    send: (event, data) => say({ event, data }, (length) => events.taken(length)),
    most: mostWaiting,
  })
  const stopListening = desk.listen(events.tell)
  const beat = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, heartbeat)

  socket.on('message', (data, isBinary) => void answer(data, isBinary))
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('close', () => {
    clearInterval(beat)
    stopListening()
  })
}
