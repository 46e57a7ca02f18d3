import type { Keys } from '../../shared/accounts/accounts.ts'
import { isObject } from '../../shared/core/json.ts'
import { atOnce } from '../core/turns.ts'
import { withoutEscapes } from './escapes.ts'
import { parseLoosely } from './loose-json.ts'

// A shorter text is no secret, and masking it would mangle ordinary words; in records even a
// somewhat longer one may well be a word or a number of its own.
const shortest = 4
const shortestInRecords = 8
// An echo in a large book is searched for as it was sent only: fifteen searches more would cost
// as much as reading the book.
const smallAnswer = 16 * 1024
/** Bytes that are searched in one turn of the loop. */
const bytesOfAStep = 512 * 1024
const deepest = 64
const mask = '•••'

/** A text of the service or of the system, without the keys in any usual encoding. */
export function masked(text: string, keys: readonly Keys[]): string {
  const forms = keys.flatMap((one) => formsOf(one).all)
  // A secret that contains another one must go first, or its rest would stay.
  forms.sort((one, other) => other.length - one.length)
  const clean = forms.reduce((rest, form) => rest.replaceAll(form, mask), text)
  return maskedAsRead(clean, keys)
}

/** In whatever way and case a key is spelt in it; a text that has none stays as it is spelt. */
function maskedAsRead(text: string, keys: readonly Keys[]): string {
  const read = withoutEscapes(text)
  const isEchoed = (secret: RegExp): boolean => read.search(secret) >= 0
  const echoed = keys.flatMap((one) => formsOf(one).read).filter(isEchoed)
  echoed.sort((one, other) => other.source.length - one.source.length)
  return echoed.length === 0
    ? text
    : echoed.reduce((rest, secret) => rest.replaceAll(secret, mask), read)
}

/**
 * An answer without the keys that it echoes. Nearly none does, so that all it usually costs is a
 * search through its bytes; one that does is written anew.
 */
export const withoutSecrets = (bytes: Buffer, keys: readonly Keys[]): Buffer =>
  atOnce(withoutSecretsInSteps(bytes, keys))

/** The same of a book, which takes some milliseconds to be searched through. */
export function* withoutSecretsInSteps(
  bytes: Buffer,
  keys: readonly Keys[],
): Generator<void, Buffer> {
  const isSmall = bytes.length <= smallAnswer
  const all = keys.map(formsOf)
  const forms = all.flatMap((one) => (isSmall ? one.inSmallAnswers : one.inBooks))
  const read = isSmall ? all.flatMap((one) => one.readInSmallAnswers) : []
  const longest = Math.max(0, ...forms.map((form) => Buffer.byteLength(form)))
  for (let from = 0; from < bytes.length; from += bytesOfAStep) {
    if (from > 0) yield
    // One that two pieces share is whole in the first.
    const piece = bytes.subarray(from, from + bytesOfAStep + longest)
    if (forms.some((form) => piece.includes(form))) return rewritten(bytes, keys)
  }
  const text = read.length === 0 ? '' : withoutEscapes(bytes.toString())
  return read.some((secret) => text.search(secret) >= 0) ? rewritten(bytes, keys) : bytes
}

function rewritten(bytes: Buffer, keys: readonly Keys[]): Buffer {
  const parsed = parseLoosely(bytes)
  return Buffer.from(
    parsed === undefined
      ? masked(bytes.toString(), keys)
      : JSON.stringify(maskedValue(parsed.value, keys, 0)),
  )
}

/** Texts and names alone: masking the bytes could make a number, and so the whole, unreadable. */
function maskedValue(value: unknown, keys: readonly Keys[], depth: number): unknown {
  if (depth > deepest) return mask
  if (typeof value === 'string') return masked(value, keys)
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, keys, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      masked(name, keys),
      maskedValue(item, keys, depth + 1),
    ]),
  )
}

interface Forms {
  all: string[]
  inSmallAnswers: string[]
  inBooks: string[]
  /** What to look for in a text that was read, whatever it was written in. */
  read: RegExp[]
  readInSmallAnswers: RegExp[]
}

// One account asks again and again with the same keys.
const formsByKeys = new WeakMap<Keys, Forms>()

function formsOf(keys: Keys): Forms {
  const cached = formsByKeys.get(keys)
  if (cached !== undefined) return cached
  const secrets = [...new Set([keys.apiKey, keys.apiSecret])]
  const masks = secrets.filter((secret) => secret.length >= shortest)
  const long = secrets.filter((secret) => secret.length >= shortestInRecords)
  const forms = {
    all: masks.flatMap(encodings),
    inSmallAnswers: long.flatMap(encodings),
    inBooks: long.flatMap(asSent),
    read: masks.map(asRead),
    readInSmallAnswers: long.map(asRead),
  }
  formsByKeys.set(keys, forms)
  return forms
}

/** Keys of some services are told apart by case, and echoed in another one all the same. */
const asRead = (secret: string): RegExp =>
  new RegExp(withoutEscapes(secret).replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'gi')

/** Signs that writers of JSON escape though they need not: those of .NET and PHP, of Java, of Go and Ruby. */
const escapedBySome = [`"&'+<>`, `&'<=>`, '&<>']

function asSent(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const escaped = escapedBySome.flatMap((signs) => [
    escapedIn(secret, (sign) => signs.includes(sign), false),
    escapedIn(secret, (sign) => signs.includes(sign), true),
  ])
  const all = [secret, json, ...escaped]
  return [...new Set([...all, ...all.map((one) => one.replaceAll('/', '\\/'))])]
}

const escapedIn = (
  text: string,
  isEscaped: (sign: string) => boolean,
  inCapitals: boolean,
): string =>
  Array.from(text, (sign) => {
    if (!isEscaped(sign)) return JSON.stringify(sign).slice(1, -1)
    const code = sign.charCodeAt(0).toString(16)
    return `\\u00${inCapitals ? code.toUpperCase() : code}`
  }).join('')

function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const url = encodeURIComponent(secret)
  const forms = [
    ...asSent(secret),
    url,
    url.replaceAll('%20', '+'),
    hex,
    hex.toUpperCase(),
    // UTF-16 of either order, read as if it were bytes, holds a zero between two characters.
    [...secret].join('\0'),
    [...secret].join('\\u0000'),
    ...base64Forms(bytes),
  ]
  return [...new Set(forms)].filter((form) => form.length >= shortest)
}

/** Inside a longer base64 text a secret looks different at each of three offsets. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes])
    const text = shifted.toString('base64').replace(/={1,2}$/, '')
    // The outermost characters are shared with what stands before and behind.
    const core = text.slice(
      offset === 0 ? 0 : offset + 1,
      shifted.length % 3 === 0 ? text.length : text.length - 1,
    )
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
