import { type EventName, callNames, eventNames } from '../../shared/channels.ts'
import type { Bridge, Events } from '../../shared/contract.ts'
import type { DeskView } from '../../shared/desk-view.ts'
import { type Reply, fail } from '../../shared/core/errors.ts'
import { hasBrowserSession } from './browser-session.ts'

const firstDelay = 250
const longestDelay = 5000

type Listener = (event: never) => void
type Message = { id: number; reply: Reply<unknown> } | { event: EventName; data: unknown }

const noAnswer = fail('no-answer', 'The connection to the desk broke before it answered.')

/** Carries the contract over a WebSocket, and connects anew whenever that breaks. */
export class SocketBridge {
  readonly bridge: Bridge
  readonly #pending = new Map<number, (reply: Reply<unknown>) => void>()
  readonly #listeners = new Map<EventName, Set<Listener>>(
    eventNames.map((name) => [name, new Set()]),
  )
  #socket!: WebSocket
  /** Settles when the present socket is open, or has failed to. */
  #opened!: Promise<void>
  #lastId = 0
  #failures = 0

  constructor() {
    const calls = callNames.map((name) => [name, (input: unknown) => this.#call(name, input)])
    // Made from the list of names; that each has its own types is the contract's promise.
    this.bridge = {
      ...Object.fromEntries(calls),
      on: (name: EventName, listener: Listener) => this.#on(name, listener),
    } as unknown as Bridge
    this.#connect()
  }

  async #call(name: string, input: unknown): Promise<Reply<unknown>> {
    await this.#opened
    if (this.#socket.readyState !== WebSocket.OPEN) return noAnswer
    const id = (this.#lastId += 1)
    return new Promise((resolve) => {
      this.#pending.set(id, resolve)
      this.#socket.send(JSON.stringify({ id, name, input }))
    })
  }

  #on(name: EventName, listener: Listener): () => void {
    this.#listeners.get(name)?.add(listener)
    return () => this.#listeners.get(name)?.delete(listener)
  }

  #emit<Name extends EventName>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(event as never)
  }

  #connect(): void {
    const socket = new WebSocket(`ws://${location.host}/bridge`)
    this.#socket = socket
    this.#opened = new Promise((resolve) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('close', () => resolve())
    })
    socket.addEventListener('open', () => {
      if (this.#failures > 0) void this.#catchUp()
      this.#failures = 0
    })
    socket.addEventListener('message', ({ data }) =>
      this.#hear(JSON.parse(String(data)) as Message),
    )
    socket.addEventListener('close', () => {
      for (const resolve of this.#pending.values()) resolve(noAnswer)
      this.#pending.clear()
      void this.#connectAgain()
    })
  }

  #hear(message: Message): void {
    if ('event' in message) return this.#emit(message.event, message.data as never)
    this.#pending.get(message.id)?.(message.reply)
    this.#pending.delete(message.id)
  }

  async #connectAgain(): Promise<void> {
    const delay = Math.min(longestDelay, firstDelay * 2 ** this.#failures)
    this.#failures += 1
    await new Promise((resolve) => setTimeout(resolve, delay))
    const known = await hasBrowserSession()
    if (known.ok || known.error.code === 'no-answer') return this.#connect()
    // Another desk has taken the place of ours: there is no way back in from here.
    this.#emit('notice', { level: 'warning', message: known.error.message })
  }

  /** Says again what was perhaps said while nobody listened. The books find their own gaps. */
  async #catchUp(): Promise<void> {
    const opened = (await this.bridge.openDesk({})) as Reply<DeskView>
    if (!opened.ok) return
    const { accounts, vault, settings, polling } = opened.value
    this.#emit('accounts', accounts)
    this.#emit('vault', vault)
    this.#emit('settings', settings)
    this.#emit('polling', polling)
  }
}
