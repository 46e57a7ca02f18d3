import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a printed address can be used. */
const addressLife = 10 * 60_000
/** Addresses that may wait for their use at a time; the oldest is forgotten for one more. */
const mostAddresses = 8
/** Of a token and of a key: more than anybody can guess, and both fit into a line of a terminal. */
const addressBytes = 15

/** How long the secret of a browser whose last window was closed goes on being good: that may be a reload. */
const closedLife = 10 * 60_000

interface UnusedAddress {
  /** A digest, compared in constant time. */
  token: Buffer
  key: string
  madeAt: number
}

const secret = (bytes: number): string => randomBytes(bytes).toString('base64url')
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Who may talk to the desk. A printed address holds a token and a key. The token is posted, once,
 * for a cookie and a name; key and name make the window's secret, which is never sent. The cookie
 * lets a browser knock, at any port. A window is let in by its secret, which it keeps where ports
 * are apart.
 */
export class BrowserSession {
  readonly #cookieName: string
  readonly #now: () => number
  #addresses: UnusedAddress[] = []
  /** Digests of the cookies that were given. */
  readonly #cookies: Buffer[] = []
  /** By the names that were given. */
  readonly #secrets = new Map<string, string>()
  /** Names whose windows are all closed, and since when. */
  readonly #closedAt = new Map<string, number>()

  /**
   * Cookies of an address are shared by all its ports: the name keeps two desks apart. `now` is in
   * monotonic milliseconds.
   */
  constructor({ port, now = () => performance.now() }: { port: number; now?: () => number }) {
    this.#cookieName = `quarterdeck-${port}`
    this.#now = now
  }

  /** What stands behind the # of an address: whoever reads it first is in. */
  newAddress(): string {
    const token = secret(addressBytes)
    const key = secret(addressBytes)
    const made = { token: digest(token), key, madeAt: this.#now() }
    this.#addresses = [...this.#addresses.slice(1 - mostAddresses), made]
    return `${token}${key}`
  }

  /** Takes a token; answers the `Set-Cookie` and the window's name, or null where it is not good. */
  enter(token: string): { cookie: string; name: string } | null {
    const given = digest(token)
    const address = this.#addresses.find((one) => timingSafeEqual(one.token, given))
    if (address === undefined || this.#now() - address.madeAt > addressLife) return null
    this.#addresses = this.#addresses.filter((one) => one !== address)
    const cookie = secret(32)
    this.#cookies.push(digest(cookie))
    const name = secret(16)
    this.#secrets.set(name, hmac(address.key, name))
    return {
      cookie: `${this.#cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/`,
      name,
    }
  }

  /** Whether a `Cookie` header holds one of ours. */
  isHeldBy(header: string | undefined): boolean {
    if (header === undefined) return false
    const start = `${this.#cookieName}=`
    return header
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(start))
      .map((pair) => digest(pair.slice(start.length)))
      .some((given) => this.#cookies.some((cookie) => timingSafeEqual(given, cookie)))
  }

  /** The proof of a text by the window of this name; null where there is none. */
  proof(name: string, text: string): string | null {
    const closedAt = this.#closedAt.get(name)
    if (closedAt !== undefined && this.#now() - closedAt > closedLife) this.#secrets.delete(name)
    const known = this.#secrets.get(name)
    return known === undefined ? null : hmac(known, text)
  }

  /** All windows of this name are closed, or one is there again. */
  seeClosed(name: string, isClosed: boolean): void {
    if (isClosed) this.#closedAt.set(name, this.#now())
    else this.#closedAt.delete(name)
  }

  /**
   * Makes all secrets void: who passed a locked screen may have read one. Answers what makes the new
   * one of this name, together with its former one, which is worth nothing else any more.
   */
  renew(name: string): string | null {
    const former = this.#secrets.get(name)
    this.#secrets.clear()
    if (former === undefined) return null
    const renewal = secret(16)
    this.#secrets.set(name, hmac(former, renewal))
    return renewal
  }
}

const hmac = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** In constant time. */
export const isSameProof = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))
