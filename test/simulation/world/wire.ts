import type { Delivery, Post, Transport } from '../../../src/main/service/transport.ts'
import type { OperationName } from '../../../src/shared/service/operations.ts'
import type { Answer } from '../service/answers.ts'
import type { Request, Service, Treatment } from '../service/service.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface WireOptions {
  clock: VirtualClock
  service: Service
  /** Whether the desk that this wire belongs to lives; its wire goes with it. */
  isAlive(): boolean
  /** Called between any two steps of a request: a desk can be killed there. */
  between(request: Request, step: 'begun' | 'left' | 'answered'): void
  /** The first byte of it leaves now. */
  onLeave(request: Request, treatment: Treatment): void
  onArrive(request: Request): void
  /** The desk has its answer, or waits for none any more. */
  onEnd(request: Request, answer: Answer | null): void
}

/** Bytes in, bytes out, and no socket: what is below a desk's client. */
export function wireOf(options: WireOptions): Transport {
  const { isAlive } = options
  const closed = new Set<Post['lane']>()
  const under = new Map<Post['lane'], Set<() => void>>([
    ['orders', new Set()],
    ['reads', new Set()],
  ])
  return {
    post: (post) =>
      new Promise((resolve) => {
        if (!isAlive()) return
        const calledOff = { answered: false, sent: false, why: 'called-off', detail: '' } as const
        if (post.signal?.aborted === true || closed.has(post.lane)) resolve(calledOff)
        else new Exchange(post, resolve, options).begin(under.get(post.lane)!)
      }),
    close: async (lane) => {
      closed.add(lane)
      for (const breakOff of under.get(lane)!) breakOff()
    },
  }
}

/** One request on its way and back. What has left arrives, whatever becomes of who sent it. */
class Exchange {
  readonly #post: Post
  readonly #settle: (delivery: Delivery) => void
  readonly #options: WireOptions
  readonly #request: Request
  #isSent = false
  #isOver = false
  #cancelTimer: () => void = () => undefined

  constructor(post: Post, settle: (delivery: Delivery) => void, options: WireOptions) {
    this.#post = post
    this.#settle = settle
    this.#options = options
    this.#request = requestOf(post)
  }

  begin(under: Set<() => void>): void {
    const { clock, service, isAlive, between, onEnd } = this.#options
    const { signal, within } = this.#post
    const breakOff = (): void => this.#lose('called-off')
    under.add(breakOff)
    const settle = this.#settle
    this.#finish = (delivery, answer = null) => {
      this.#isOver = true
      this.#cancelTimer()
      under.delete(breakOff)
      signal?.removeEventListener('abort', breakOff)
      if (!isAlive()) return
      onEnd(this.#request, answer)
      settle(delivery)
    }
    signal?.addEventListener('abort', breakOff, { once: true })
    this.#cancelTimer = clock.after(Math.max(0, Math.floor(within)), () => this.#lose('too-late'))
    const treatment = service.treat(this.#request)
    between(this.#request, 'begun')
    clock.after(1, () => this.#leave(treatment))
  }

  #finish: (delivery: Delivery, answer?: Answer | null) => void = () => undefined

  #leave(treatment: Treatment): void {
    const { clock, isAlive, between, onLeave, onArrive } = this.#options
    if (this.#isOver || !isAlive()) return
    if (!treatment.isConnected) return this.#lose('connection')
    if (this.#post.tryToLeave?.() === false) return this.#lose('called-off')
    this.#isSent = true
    onLeave(this.#request, treatment)
    between(this.#request, 'left')
    const { losesAfter } = treatment
    if (losesAfter !== undefined) clock.after(losesAfter, () => this.#lose('connection'))
    if (treatment.arrivesAfter === null) {
      clock.after(treatment.answersAfter, () => this.#lose('connection'))
      return
    }
    clock.after(treatment.arrivesAfter, () => {
      onArrive(this.#request)
      const answer = treatment.answer()
      clock.after(treatment.answersAfter, () => {
        if (this.#isOver) return
        if (answer === null) this.#lose('connection')
        else {
          const { status, bytes } = answer
          this.#finish({ answered: true, status, bytes }, answer)
        }
        between(this.#request, 'answered')
      })
    })
  }

  #lose(why: 'connection' | 'too-late' | 'called-off'): void {
    if (this.#isOver) return
    this.#finish({ answered: false, sent: this.#isSent, why, detail: why })
  }
}

interface WireOrder {
  api_key: string
  data: Record<string, string>
}

interface WireEnvelope {
  api_key: string
  data: Record<string, string> & { orders?: WireOrder[] }
}

function requestOf({ origin, path, body }: Post): Request {
  const { api_key, data } = JSON.parse(body.toString()) as WireEnvelope
  return {
    origin,
    operation: path.slice(path.lastIndexOf('/') + 1) as OperationName,
    fields: data.orders?.map((order) => order.data) ?? [data],
    apiKey: api_key,
    apiKeys: data.orders?.map((order) => order.api_key) ?? [api_key],
  }
}
