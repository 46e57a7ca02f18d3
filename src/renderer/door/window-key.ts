import { type HandshakeParties, type Prover, proofText } from '../../shared/core/window-proofs.ts'

/** What a window is known by at its desk, and the secret that proves it. */
export interface WindowKey {
  name: string
  secret: string
}

/** Of this tab and this port alone, unlike a cookie; a reload keeps it, and a window opened from here gets it. */
const place = 'quarterdeck'

export function readWindowKey(): WindowKey | null {
  const [name, secret] = sessionStorage.getItem(place)?.split(' ') ?? []
  return name === undefined || secret === undefined ? null : { name, secret }
}

/** Makes the window's secret of the address's key and the name that the desk gave, and keeps it. */
export const makeWindowKey = async (name: string, key: string): Promise<WindowKey> =>
  keep({ name, secret: await hmac(key, name) })

function keep(key: WindowKey): WindowKey {
  sessionStorage.setItem(place, `${key.name} ${key.secret}`)
  return key
}

/** Milliseconds within which another window of this browser says what it has. */
const longestAnswer = 1000

type Said = { ask: true } | { key: WindowKey }

/**
 * A window's key, which its desk makes anew when the screen is unlocked: the window that unlocked it
 * hands it to the others by the browser, where no other program hears it.
 */
export class WindowKeyring {
  #key: WindowKey
  readonly #others = new BroadcastChannel(place)
  readonly #hearing = new Set<() => void>()

  /** `isGood`: whether the desk is known to take the present key. */
  constructor(key: WindowKey, isGood: () => boolean) {
    this.#key = key
    this.#others.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if ('ask' in data) return isGood() ? this.#hand() : undefined
      this.#key = keep(data.key)
      for (const hear of this.#hearing) hear()
    })
  }

  get key(): WindowKey {
    return this.#key
  }

  /** Makes the next key of this one and of what the desk said, and hands it on. */
  async renew(renewal: string): Promise<void> {
    const { name, secret } = this.#key
    this.#key = keep({ name, secret: await hmac(secret, renewal) })
    this.#hand()
  }

  /** Whether another window has another key, which is taken then. */
  async takeFromOthers(): Promise<boolean> {
    const { secret } = this.#key
    this.#say({ ask: true })
    const heard = Promise.withResolvers<void>()
    this.#hearing.add(heard.resolve)
    const late = setTimeout(heard.resolve, longestAnswer)
    await heard.promise
    clearTimeout(late)
    this.#hearing.delete(heard.resolve)
    return this.#key.secret !== secret
  }

  #hand(): void {
    this.#say({ key: this.#key })
  }

  #say(said: Said): void {
    this.#others.postMessage(said)
  }
}

export const proofBy = (
  who: Prover,
  { secret }: WindowKey,
  handshake: HandshakeParties,
): Promise<string> => hmac(secret, proofText(who, handshake))

export const nonce = (): string => base64url(crypto.getRandomValues(new Uint8Array(16)))

async function hmac(key: string, text: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const made = await crypto.subtle.importKey('raw', bytes.encode(key), algorithm, false, ['sign'])
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', made, bytes.encode(text))))
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
