import { type EventName, callNames, eventNames } from '../../shared/channels.ts'
import type { Bridge, Events } from '../../shared/contract.ts'
import type { LineState } from '../../shared/desk-view.ts'
import { type Failure, type Reply, fail, ok } from '../../shared/core/errors.ts'
import { closings, mostWindows } from '../../shared/core/window-proofs.ts'
import { hasBrowserSession } from './browser-session.ts'
import { lineLost } from '../core/line-down.ts'
import { type WindowKey, WindowKeyring, nonce, proofBy } from './window-key.ts'

const firstDelay = 250
const longestDelay = 5000
/** Milliseconds for the first word of the other end. */
const longestSilence = 10_000

type Listener = (event: never) => void
type Message =
  | { id: number; reply: Reply<unknown> }
  | { event: EventName; data: unknown }
  /** By which the window's key is made anew, which its desk takes alone from now on. */
  | { renewal: string }

const noAnswer = fail('no-answer', 'The connection to Quarterdeck broke before it answered.')

const stranger =
  'What answers at this address is not the Quarterdeck that opened this window. It was told nothing.'
const tooMany = `Quarterdeck serves ${mostWindows} windows at a time. Close another one first.`
const unknown = fail(
  'forbidden',
  'Quarterdeck does not know this window. It was started again; or its screen was unlocked in another browser, or all windows of this one had been closed for minutes.',
)

/**
 * Carries the contract over a WebSocket, and connects anew whenever that breaks. Nothing is said to
 * a desk that has not proved to be the window's own, and nothing waits for one to come back.
 */
export class SocketBridge {
  readonly bridge: Bridge
  readonly #keys: WindowKeyring
  readonly #pending = new Map<number, (reply: Reply<unknown>) => void>()
  readonly #listeners = new Map<EventName, Set<Listener>>(
    eventNames.map((name) => [name, new Set()]),
  )
  /** Null while there is none that the desk has proved itself on. */
  #socket: WebSocket | null = null
  #lastId = 0
  #failures = 0

  private constructor(key: WindowKey) {
    this.#keys = new WindowKeyring(key, () => this.#socket !== null)
    const calls = callNames.map((name) => [name, (input: unknown) => this.#call(name, input)])
    // Made from the list of names; that each has its own types is the contract's promise.
    this.bridge = {
      ...Object.fromEntries(calls),
      on: (name: EventName, listener: Listener) => this.#on(name, listener),
    } as unknown as Bridge
  }

  /** The bridge to the window's own desk, once that has proved to be it. */
  static async open(key: WindowKey): Promise<Reply<Bridge>> {
    const made = new SocketBridge(key)
    const failure = await made.#connect()
    if (failure === null) return ok(made.bridge)
    // A browser does not say why a socket was refused.
    const known = failure.code === 'forbidden' ? ok(null) : await hasBrowserSession()
    return { ok: false, error: known.ok ? failure : known.error }
  }

  #call(name: string, input: unknown): Promise<Reply<unknown>> {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(lineLost)
    const id = (this.#lastId += 1)
    return new Promise((resolve) => {
      this.#pending.set(id, resolve)
      socket.send(JSON.stringify({ id, name, input }))
    })
  }

  #on(name: EventName, listener: Listener): () => void {
    this.#listeners.get(name)?.add(listener)
    return () => this.#listeners.get(name)?.delete(listener)
  }

  #emit<Name extends EventName>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event as never)
  }

  /** Answers why there is no connection; null once there is one. */
  async #connect(): Promise<Failure | null> {
    const first = await this.#meet()
    // Another window may have a newer key.
    const met =
      first === unknown && (await this.#keys.takeFromOthers()) ? await this.#meet() : first
    if (!met.ok) return met.error
    const socket = met.value
    this.#socket = socket
    this.#failures = 0
    socket.addEventListener('message', ({ data }) =>
      this.#hear(JSON.parse(String(data)) as Message),
    )
    socket.addEventListener('close', ({ code }) => {
      this.#socket = null
      for (const resolve of this.#pending.values()) resolve(noAnswer)
      this.#pending.clear()
      // One that is not known any more may find a new key with another window.
      if (code === closings.tooManyWindows) this.#say({ state: 'closed', message: tooMany })
      else void this.#connectAgain()
    })
    return null
  }

  /** A socket at whose other end the desk has proved to be ours, and has our own proof on the way. */
  async #meet(): Promise<Reply<WebSocket>> {
    const { host } = location
    const socket = new WebSocket(`ws://${host}/bridge`)
    const own = nonce()
    const { key } = this.#keys
    const hello = JSON.stringify({ window: key.name, nonce: own })
    socket.addEventListener('open', () => socket.send(hello))
    const answer = await firstAnswer(socket)
    if (!answer.ok) return answer
    const handshake = { host, window: own, desk: String(answer.value.nonce) }
    // Both at once: each is made in another thread, which has scripts to compile at a start.
    const [deskProof, proof] = await Promise.all([
      proofBy('desk', key, handshake),
      proofBy('window', key, handshake),
    ])
    // Its own is not said to a stranger.
    if (answer.value.proof !== deskProof) {
      socket.close()
      return fail('forbidden', stranger)
    }
    if (socket.readyState !== WebSocket.OPEN) return noAnswer
    socket.send(JSON.stringify({ proof }))
    return ok(socket)
  }

  #hear(message: Message): void {
    if ('renewal' in message) return void this.#keys.renew(message.renewal)
    if ('event' in message) return this.#emit(message.event, message.data as never)
    this.#pending.get(message.id)?.(message.reply)
    this.#pending.delete(message.id)
  }

  async #connectAgain(): Promise<void> {
    this.#say({ state: 'lost' })
    for (;;) {
      const delay = Math.min(longestDelay, firstDelay * 2 ** this.#failures)
      this.#failures += 1
      await new Promise((resolve) => setTimeout(resolve, delay))
      const known = await hasBrowserSession()
      const failure = known.ok ? await this.#connect() : known.error
      if (failure === null) return this.#say({ state: 'anew' })
      // Another desk, or another program, has taken the place of ours: there is no way back.
      if (failure.code === 'forbidden')
        return this.#say({ state: 'closed', message: failure.message })
    }
  }

  #say(line: LineState): void {
    this.#emit('line', line)
  }
}

/** What the other end says first; why it says nothing. */
const firstAnswer = (socket: WebSocket): Promise<Reply<{ nonce?: unknown; proof?: unknown }>> =>
  new Promise((resolve) => {
    const late = setTimeout(() => {
      socket.close()
      resolve(noAnswer)
    }, longestSilence)
    const hear = ({ data }: MessageEvent): void => {
      clearTimeout(late)
      resolve(readAnswer(String(data)))
    }
    socket.addEventListener('message', hear, { once: true })
    socket.addEventListener('close', ({ code }) => {
      clearTimeout(late)
      resolve(whyClosed(code))
    })
  })

function readAnswer(text: string): Reply<{ nonce?: unknown; proof?: unknown }> {
  try {
    const said: unknown = JSON.parse(text)
    return ok(typeof said === 'object' && said !== null ? said : {})
  } catch {
    return ok({})
  }
}

/** Without an answer it is worth another try. */
function whyClosed(code: number): Reply<never> {
  if (code === closings.unknownWindow) return unknown
  return code === closings.tooManyWindows ? fail('forbidden', tooMany) : noAnswer
}
