import type { EventName } from '../../shared/channels.ts'
import type { Emit, Events } from '../../shared/contract.ts'

interface Line {
  /** Sends one event on its way. Answers its size, in whatever unit `most` is. */
  send<Name extends EventName>(name: Name, event: Events[Name]): number
  /** How much may be on its way to the window. */
  most: number
}

/**
 * What one window is told, as long as it takes it. A window that stands still, being frozen or
 * busy, must not fill the desk's memory: beyond the most that may wait for it, it is told nothing
 * more. Once it has taken all that was on its way, it is told to take the whole view anew.
 */
export class WindowEvents {
  readonly #line: Line
  #waiting = 0
  #hasMissed = false

  constructor(line: Line) {
    this.#line = line
  }

  readonly tell: Emit = (name, event) => {
    if (this.#waiting > this.#line.most) this.#hasMissed = true
    if (!this.#hasMissed) this.#send(name, event)
  }

  /** The window has taken so much of what was sent. */
  taken(size: number): void {
    this.#waiting = Math.max(0, this.#waiting - size)
    if (!this.#hasMissed || this.#waiting > 0) return
    this.#hasMissed = false
    this.#send('line', { state: 'anew' })
  }

  #send<Name extends EventName>(name: Name, event: Events[Name]): void {
    this.#waiting += this.#line.send(name, event)
  }
}
