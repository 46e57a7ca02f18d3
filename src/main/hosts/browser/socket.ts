import { type RawData, WebSocket } from 'ws'
import * as z from 'zod'
import { type Reply, fail } from '../../../shared/core/errors.ts'
import { closings } from '../../../shared/core/window-proofs.ts'
import { nextTurn, nextTurnOfWork } from '../../core/turns.ts'
import type { Desk, DeskLine } from '../../desk-for-hosts.ts'
import type { Emit } from '../../../shared/contract.ts'
import { WindowEvents } from '../window-events.ts'
import { type SharedText, sharedText, ownText } from './shared-text.ts'
import { readAs } from './handshake.ts'

/** Calls of one window that it has no answer to yet; the next ones wait in its socket. */
const mostCalls = 64
/** Characters of events that may wait for a window. */
const mostWaiting = 32 * 1024 * 1024
const heartbeat = 15_000

const Call = z.strictObject({ id: z.int().min(0), name: z.string(), input: z.unknown() })

/**
 * Joins one window's socket to the desk; what it asks before that is built is answered then.
 * `onUnlocked` is called once this window has unlocked the screen, before it hears so, and answers
 * what makes its secret anew. Answers what tells this window alone something.
 */
export function serveWindow(
  socket: WebSocket,
  desk: Promise<Desk>,
  onUnlocked: () => string | null,
): Emit {
  let calls = 0
  let isAlive = true

  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN
  /** A long message that is on its way, and those behind it. */
  const waiting: (() => Promise<void> | void)[] = []
  const speak = async (): Promise<void> => {
    for (; waiting[0] !== undefined && isOpen(); waiting.shift()) await waiting[0]()
  }
  /** A large book holds the loop for no longer than some of its rows do; the window has it as one message. */
  const sayInPieces = async (text: SharedText, onTaken: () => void): Promise<void> => {
    let isUnderWay = false
    for (const piece of text.pieces()) {
      socket.send(piece, { fin: false, binary: false })
      await (isUnderWay ? nextTurnOfWork() : nextTurn())
      isUnderWay = true
      if (!isOpen()) return
    }
    socket.send('', { fin: true }, onTaken)
  }
  const sayAtOnce = (text: SharedText, onTaken: () => void): void => {
    for (const piece of text.pieces()) socket.send(piece, { binary: false }, onTaken)
  }
  /** Answers the length of what is said, roughly where it is long; all of it is on its way until `onTaken`. */
  const say = (text: SharedText, onTaken: (length: number) => void): number => {
    if (!isOpen()) return 0
    const { length, isLong } = text
    const taken = (): void => onTaken(length)
    if (!isLong && waiting.length === 0) sayAtOnce(text, taken)
    else {
      const isFirst = waiting.length === 0
      waiting.push(() => (isLong ? sayInPieces(text, taken) : sayAtOnce(text, taken)))
      if (isFirst) void speak()
    }
    return length
  }
  /** To unlock a screen that is not locked proves nothing, and is answered well. */
  const ask = async ({ name, input }: z.infer<typeof Call>): Promise<Reply<unknown>> => {
    const line = await built
    const mayUnlock = name === 'unlockScreen' && (await desk).isLocked()
    const reply = await line.answer(name, input)
    const renewal = mayUnlock && reply.ok && isOpen() ? onUnlocked() : null
    if (renewal !== null) say(ownText({ renewal }), () => undefined)
    return reply
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
      call === null ? fail('invalid', 'This is not a call that a window makes.') : await ask(call)
    say(ownText({ id: call?.id ?? null, reply }), answered)
  }

  const events = new WindowEvents({
    send: (event, data) => say(sharedText(event, data), (length) => events.taken(length)),
    most: mostWaiting,
  })
  let leave: DeskLine['leave'] | null = null
  // It is listened to first and asked then, so that nothing falls between.
  const built = desk.then((there): Pick<Desk, 'answer'> => {
    if (!isOpen()) return there
    const line = there.join(events.tell)
    leave = (how) => line.leave(how)
    return line
  })
  const beat = setInterval(() => {
    // Nothing is heard of one that is made to wait: its answer stands behind its calls.
    if (!isAlive && !socket.isPaused) return socket.terminate()
    isAlive = false
    socket.ping()
  }, heartbeat)

  socket.on('message', (data, isBinary) => {
    isAlive = true
    // One that we are closing may go on talking.
    if (isOpen()) void answer(data, isBinary)
  })
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('close', (code) => {
    clearInterval(beat)
    leave?.({ isBroken: code !== closings.goingAway })
  })
  return events.tell
}
