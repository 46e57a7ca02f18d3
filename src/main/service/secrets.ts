import type { Keys } from '../../shared/accounts.ts'
import { parseLoosely } from './na.ts'

// A shorter text is no secret, and masking it would mangle ordinary words.
const shortest = 4
/** In records a short key may well be an ordinary word or number. */
const shortestInRecords = 8
const mask = '•••'

/** A text of the service or of the system, without the keys in any usual encoding. */
export function masked(text: string, keys: readonly Keys[]): string {
  let clean = text
  for (const secret of secretsOf(keys, shortest))
    for (const form of formsOf(secret)) clean = clean.replaceAll(form, mask)
  return clean
}

function secretsOf(keys: readonly Keys[], atLeast: number): string[] {
  const secrets = new Set<string>()
  for (const { apiKey, apiSecret } of keys)
    for (const secret of [apiKey, apiSecret]) if (secret.length >= atLeast) secrets.add(secret)
  // A secret that contains another one must go first, or its rest would stay.
  return [...secrets].sort((one, other) => other.length - one.length)
}

function formsOf(secret: string): Set<string> {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const json = JSON.stringify(secret).slice(1, -1)
  const wide = [...secret].map((char) => `${char}\0`).join('')
  const forms = [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    hex,
    hex.toUpperCase(),
    wide,
    ...base64Forms(bytes),
  ]
  return new Set(forms.filter((form) => form.length >= shortest))
}

/** In a longer base64 text a secret looks different at each of three offsets; its ends are shared. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
    const text = shifted.toString('base64').replace(/=+$/, '')
    const start = offset === 0 ? 0 : offset + 1
    const end = shifted.length % 3 === 0 ? text.length : text.length - 1
    const core = text.slice(start, end)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/**
 * An answer without the keys that it echoes. Nearly none does, so that all it usually costs is a
 * search through its bytes; one that does is written anew, its numbers and its form unharmed.
 */
export function withoutSecrets(bytes: Buffer, keys: readonly Keys[]): Buffer {
  const secrets = secretsOf(keys, shortestInRecords)
  if (!secrets.some((secret) => bytes.includes(secret))) return bytes
  const parsed = parseLoosely(bytes)
  if (parsed === undefined) return Buffer.from(masked(bytes.toString(), keys))
  return Buffer.from(
    JSON.stringify(parsed.value, (_name, value: unknown) =>
      typeof value === 'string' ? masked(value, keys) : value,
    ),
  )
}
