import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A connection asks one thing at a time, as all browsers do. Whoever asks before they were answered
 * has thousands of answers made at once by a few bytes, and is cut off.
 */
export class OneQuestionEach {
  readonly #asking = new WeakSet<Socket>()

  /** Whether it is to be answered. */
  begin(socket: Socket, response: ServerResponse): boolean {
    if (this.#asking.has(socket)) {
      socket.destroy()
      return false
    }
    this.#asking.add(socket)
    response.once('close', () => this.#asking.delete(socket))
    return true
  }
}
