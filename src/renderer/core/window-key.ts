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
export async function keepWindowKey(name: string, key: string): Promise<WindowKey> {
  const secret = await hmac(key, name)
  sessionStorage.setItem(place, `${name} ${secret}`)
  return { name, secret }
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
