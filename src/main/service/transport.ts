import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import type { Dispatcher } from 'undici'
// The pool alone: the whole of undici is five times as much to load, and a fetch that nobody calls.
// It is no part of what undici promises, so undici-pool.test.ts says first where it has moved.
import Pool from 'undici/lib/dispatcher/pool.js'
import { detachSoon, isLarge } from './answer-memory.ts'
import { holdWorks } from '../core/turns.ts'
import { GatheredBytes } from './gathered-bytes.ts'
import { Reception, type Visit } from './reception.ts'

/** Orders never wait behind a slow poll: each lane has connections of its own. */
type Lane = 'orders' | 'reads'

export interface Post {
  origin: string
  path: string
  body: Buffer
  lane: Lane
  /** Milliseconds for everything: connecting, waiting, the last byte of the body. */
  within: number
  signal?: AbortSignal | undefined
  /** Most bytes of the answer, once decompressed; all that the transport takes where nothing is said. */
  most?: number | undefined
  /** Called once, when the connection stands and the first byte is about to leave; false keeps it here. */
  tryToLeave?: (() => boolean) | undefined
  /** Called when an answer begins to come. */
  onAnswer?: (() => void) | undefined
}

/** What became of one POST. `sent` is false only where no byte of it can have left. */
export type Delivery =
  | { answered: true; status: number; bytes: Buffer }
  | { answered: false; sent: boolean; why: NoAnswer; detail: string }

export type NoAnswer =
  | 'connection'
  | 'untrusted'
  | 'too-late'
  | 'called-off'
  | 'too-large'
  | 'undecodable'

export interface TransportOptions {
  /** Most bytes of one answer, once decompressed. */
  maxBytes: number
  /** Certificate authorities trusted instead of the platform's own. */
  ca?: string | undefined
}

export interface Transport {
  /** One POST, written to a socket at most once. Never rejects. */
  post(post: Post): Promise<Delivery>
  /** Breaks off what is under way in a lane, and takes nothing more in it. */
  close(lane: Lane): Promise<void>
}

// An order written to a connection that its server has just given up is in doubt, which costs
// more than a new handshake; a read is merely asked again.
const idle: Record<Lane, number> = { orders: 4_000, reads: 30_000 }

const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  // Not deflate, which some send raw and some wrapped; it is read all the same.
  'accept-encoding': 'gzip, br',
  'user-agent': 'Quarterdeck',
}

export function createTransport({ maxBytes, ca }: TransportOptions): Transport {
  const pools: Record<Lane, Map<string, Pool>> = { orders: new Map(), reads: new Map() }

  const closed = new Set<Lane>()
  /** Nothing of an order ever waits for another answer. */
  const receptions: Record<Lane, Reception | null> = { orders: null, reads: new Reception() }

  const poolFor = (origin: string, lane: Lane): Pool => {
    const known = pools[lane].get(origin)
    if (known !== undefined) return known
    const pool = new Pool(origin, {
      pipelining: 1,
      // One protocol with one story of when a request may be written again: HTTP/2 has another.
      allowH2: false,
      keepAliveTimeout: idle[lane],
      // Each call has one deadline of its own; timeouts per phase would only blur it.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise switch it off.
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        ...(ca === undefined ? {} : { ca }),
      },
    })
    pools[lane].set(origin, pool)
    return pool
  }

  return {
    post: (post) =>
      new Promise((resolve) => {
        if (post.signal?.aborted || closed.has(post.lane)) {
          resolve({ answered: false, sent: false, why: 'called-off', detail: '' })
          return
        }
        const { path, body, lane, most = maxBytes } = post
        const roundTrip = new RoundTrip({
          ...{ post, maxBytes: Math.min(maxBytes, most), reception: receptions[lane] },
          onLeft: lane === 'orders' ? holdWorks() : () => undefined,
          settle: resolve,
        })
        poolFor(post.origin, lane).dispatch({ path, method: 'POST', headers, body }, roundTrip)
      }),
    close: async (lane) => {
      closed.add(lane)
      await Promise.all([...pools[lane].values()].map((pool) => pool.destroy()))
    },
  }
}

interface RoundTripOptions {
  post: Post
  maxBytes: number
  /** Where a large answer waits for its turn. */
  reception: Reception | null
  /** Called once its first byte has left, or it is over; maybe more than once. */
  onLeft: () => void
  settle: (delivery: Delivery) => void
}

/** One request and its answer, from the queue to the last byte. */
class RoundTrip implements Dispatcher.DispatchHandler {
  readonly #settle: (delivery: Delivery) => void
  readonly #onLeft: () => void
  readonly #maxBytes: number
  readonly #signal: AbortSignal | undefined
  readonly #reception: Reception | null
  readonly #timer: NodeJS.Timeout
  readonly #abort = (): void => this.#lose('called-off', '')
  #controller: Dispatcher.DispatchController | null = null
  readonly #tryToLeave: () => boolean
  readonly #onAnswer: (() => void) | undefined
  #over = false
  #status = 0
  #bytes: GatheredBytes
  /** The only piece so far, as it came. */
  #first: Buffer | null = null
  #decoder: Transform | null = null
  #visit: Visit | null = null

  constructor({ post, maxBytes, reception, onLeft, settle }: RoundTripOptions) {
    this.#settle = settle
    this.#onLeft = onLeft
    this.#reception = reception
    this.#maxBytes = maxBytes
    this.#bytes = new GatheredBytes(maxBytes)
    this.#signal = post.signal
    this.#tryToLeave = post.tryToLeave ?? (() => true)
    this.#onAnswer = post.onAnswer
    // Whole milliseconds: a fraction more makes the timer fire a whole turn of the loop later.
    const within = Math.max(0, Math.floor(post.within))
    this.#timer = setTimeout(() => this.#lose('too-late', ''), within)
    this.#signal?.addEventListener('abort', this.#abort, { once: true })
  }

  /** Called once the connection stands, right before the first byte. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Twice would mean that the request was queued anew after it was written: never send it again.
    if (this.#over || this.#controller !== null) {
      controller.abort(new Error('never sent twice'))
    } else if (!this.#tryToLeave()) {
      this.#lose('called-off', '')
      controller.abort(new Error('called off'))
    } else {
      this.#controller = controller
      this.#onLeft()
    }
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    received: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#onAnswer?.()
    const encoding = String(received['content-encoding'] ?? 'identity').toLowerCase()
    if (encoding === 'identity' || encoding === '') {
      const said = received['content-length']
      this.#bytes = new GatheredBytes(this.#maxBytes, this.#lengthSaid(said))
      if (said === undefined || isLarge(Number(said))) this.#waitForTurn(controller)
      return
    }
    const decoder = decoderFor(encoding)
    if (decoder === null) {
      this.#lose('undecodable', `content-encoding ${encoding.slice(0, 40)}`)
      return
    }
    this.#decoder = decoder
    this.#waitForTurn(controller)
    decoder
      .on('data', (chunk: Buffer) => this.#keep(chunk))
      .on('drain', () => controller.resume())
      .on('end', () => this.#finish())
      .on('error', (error) => this.#lose('undecodable', error.message))
  }

  #waitForTurn(controller: Dispatcher.DispatchController): void {
    if (this.#reception === null || this.#over) return
    this.#visit = this.#reception.enter(() => controller.resume())
    if (this.#visit.isWaiting) controller.pause()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#decoder === null) this.#keepCopied(chunk)
    // Without back-pressure a bomb's compressed bytes would pile up beside its decompressed ones.
    else if (!this.#decoder.write(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#decoder === null) this.#finish()
    else this.#decoder.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const cause = causeOf(error)
    if (isClosing(error)) this.#lose('called-off', '')
    else if (this.#controller === null && untrusted.test(cause)) this.#lose('untrusted', cause)
    else this.#lose('connection', cause)
  }

  /**
   * A piece that comes behind another one is copied, and so is the first then: nobody needs what they
   * came in. Before the first stand the headers, which were read with it.
   */
  #keepCopied(chunk: Buffer): void {
    const first = this.#first
    this.#first = this.#bytes.length === 0 ? chunk : null
    this.#keep(chunk)
    if (this.#first !== null) return
    detachSoon(chunk)
    if (first !== null) detachSoon(first, { isFirst: true })
  }

  #keep(chunk: Buffer): void {
    if (this.#over) return
    const length = this.#bytes.length + chunk.length
    if (length > this.#maxBytes) this.#lose('too-large', `over ${this.#maxBytes} bytes`)
    else this.#bytes.add(chunk)
  }

  /** Nothing where it is more than is taken: a header costs nobody anything. */
  #lengthSaid(header: string | string[] | undefined): number {
    const length = Number(header)
    return length <= this.#maxBytes ? length : 0
  }

  #finish(): void {
    if (this.#over) return
    this.#end({ answered: true, status: this.#status, bytes: this.#bytes.all() })
  }

  #lose(why: NoAnswer, detail: string): void {
    if (this.#over) return
    this.#end({ answered: false, sent: this.#controller !== null, why, detail })
    // What is still to come of the answer must not reach the next call on this connection. A
    // request that still waits for its connection is refused when that stands.
    this.#controller?.abort(new Error(why))
  }

  #end(delivery: Delivery): void {
    this.#over = true
    this.#onLeft()
    clearTimeout(this.#timer)
    this.#visit?.leave()
    this.#signal?.removeEventListener('abort', this.#abort)
    this.#decoder?.destroy()
    if (!delivery.answered) this.#bytes.giveUp()
    this.#bytes = new GatheredBytes(0)
    this.#settle(delivery)
  }
}

function decoderFor(encoding: string): Transform | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip()
    case 'deflate':
      return zlib.createInflate()
    case 'br':
      return zlib.createBrotliDecompress()
    default:
      return null
  }
}

const isClosing = (error: Error & { code?: unknown }): boolean =>
  error.code === 'UND_ERR_DESTROYED' || error.code === 'UND_ERR_CLOSED'

/** Error codes of a handshake that failed for good: a certificate, or no TLS where TLS was due. */
const untrusted =
  /^[A-Z_]*(CERT|CRL|SIGNATURE|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME)|^ERR_(TLS|SSL)_|^EPROTO/

/** Codes say more than messages, and a failed race of addresses says nothing but its parts. */
function causeOf(error: Error & { code?: unknown }): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return error.message
  const { code } = first as { code?: unknown }
  return typeof code === 'string' ? `${code}: ${first.message}` : first.message
}
