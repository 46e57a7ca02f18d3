import type { Duplex } from 'node:stream'

/**
 * Connections that have proved nothing yet, a limited number of them: whoever opens many takes
 * neither the windows' place nor the descriptors that the desk needs for its brokers.
 */
export class UnprovenConnections {
  readonly #most: number
  readonly #connections = new Set<Duplex>()

  constructor(most: number) {
    this.#most = most
  }

  /** The one that stands there the longest goes for one more: an honest one needs but a moment. */
  greet(connection: Duplex): void {
    this.#connections.add(connection)
    connection.once('close', () => this.#connections.delete(connection))
    const [oldest] = this.#connections
    if (this.#connections.size > this.#most) oldest?.destroy()
  }

  /** It has proved who it is, and counts no more. */
  letIn(connection: Duplex): void {
    this.#connections.delete(connection)
  }
}
