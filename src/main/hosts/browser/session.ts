import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long the printed address can be used. */
const tokenLife = 10 * 60_000

const secret = (): string => randomBytes(32).toString('base64url')
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Who may talk to the desk: whoever brings the token of the printed address, once, and from then
 * on the cookie got for it. Only digests are kept, and they are compared in constant time.
 */
export class BrowserSession {
  /** For the address; whoever reads it first is in. */
  readonly token = secret()
  readonly #cookieName: string
  readonly #now: () => number
  readonly #madeAt: number
  #token: Buffer | null = digest(this.token)
  #cookie: Buffer | null = null

  /**
   * Cookies of 127.0.0.1 are shared by all its ports: the name keeps two desks apart. `now` is in
   * monotonic milliseconds.
   */
  constructor({ port, now = () => performance.now() }: { port: number; now?: () => number }) {
    this.#cookieName = `quarterdeck-${port}`
    this.#now = now
    this.#madeAt = now()
  }

  /** Takes the token, and answers the `Set-Cookie` that replaces it; null where it is not good. */
  enter(token: string): string | null {
    if (this.#token === null || this.#now() - this.#madeAt > tokenLife) return null
    if (!timingSafeEqual(digest(token), this.#token)) return null
    this.#token = null
    const cookie = secret()
    this.#cookie = digest(cookie)
    return `${this.#cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/`
  }

  /** Whether a `Cookie` header holds ours. */
  isHeldBy(header: string | undefined): boolean {
    const cookie = this.#cookie
    if (cookie === null || header === undefined) return false
    const start = `${this.#cookieName}=`
    return header
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(start))
      .some((pair) => timingSafeEqual(digest(pair.slice(start.length)), cookie))
  }
}
