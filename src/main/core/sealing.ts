import {
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'

/**
 * The bytes of the passphrase file:
 *
 *   magic 8 | log2(N) 1 | r 1 | p 1 | salt 16 | nonce 12 | sealed text | tag 16 | checksum 32
 *
 * All before the sealed text is authenticated with it. The checksum, over all that precedes it,
 * proves nothing against a forger; it is there to tell a damaged file from a wrong passphrase,
 * which no authenticated cipher can, and to do so before the costly derivation.
 */
const keysMagic = Buffer.from('QDKEYS\r\n', 'latin1')
const magicLength = keysMagic.length
const saltLength = 16
const nonceLength = 12
const tagLength = 16
const checksumLength = 32
const headerLength = magicLength + 3 + saltLength + nonceLength

/** What a guess costs: memory is 128 × 2^logN × r bytes. */
export interface Cost {
  logN: number
  r: number
  p: number
}

export const usualCost: Cost = { logN: 17, r: 8, p: 1 }

/** What is written here, and one step of margin: a file from a stranger must not cost gigabytes. */
const isOurs = ({ logN, r, p }: Cost): boolean =>
  logN >= 14 && logN <= usualCost.logN + 1 && r === usualCost.r && p >= 1 && p <= 2

/** Typed on another machine or keyboard, the same letters may come composed differently. */
export const passphraseBytes = (passphrase: string): Buffer =>
  Buffer.from(passphrase.normalize('NFKC'), 'utf8')

/** What a passphrase came to with a salt: it costs a moment, and opens and seals at once. */
export interface SealKey {
  cost: Cost
  salt: Buffer
  secret: Buffer
}

type Unsealed =
  | { kind: 'opened'; text: Buffer }
  | { kind: 'wrong-passphrase' }
  | { kind: 'damaged' }
  /** It asks for more, or less, work than anything that is written here: that is not paid. */
  | { kind: 'other-cost' }

export const newKey = (passphrase: Buffer, cost: Cost = usualCost): Promise<SealKey> =>
  derive(passphrase, randomBytes(saltLength), cost)

/** `magic` tells what the file is for; eight bytes. */
export async function seal(
  text: Buffer,
  passphrase: Buffer,
  { cost, magic }: { cost?: Cost; magic?: Buffer } = {},
): Promise<Buffer> {
  const key = await newKey(passphrase, cost)
  try {
    return sealWith(key, text, magic)
  } finally {
    key.secret.fill(0)
  }
}

/** The nonce is another each time, so that one key seals as often as it has to. */
export function sealWith(
  { cost, salt, secret }: SealKey,
  text: Buffer,
  magic: Buffer = keysMagic,
): Buffer {
  const nonce = randomBytes(nonceLength)
  const header = Buffer.concat([magic, Buffer.from([cost.logN, cost.r, cost.p]), salt, nonce])
  const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagLength })
  cipher.setAAD(header)
  const sealed = [header, cipher.update(text), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([...sealed, checksum(sealed)])
}

export async function unseal(
  bytes: Buffer,
  passphrase: Buffer,
  magic: Buffer = keysMagic,
): Promise<Unsealed> {
  const key = await sealKeyOf(bytes, passphrase, magic)
  if ('kind' in key) return key
  try {
    return unsealWith(key, bytes, magic)
  } finally {
    key.secret.fill(0)
  }
}

/** What a passphrase comes to for these bytes; whether it opens them is not known yet. */
export async function sealKeyOf(
  bytes: Buffer,
  passphrase: Buffer,
  magic: Buffer = keysMagic,
): Promise<SealKey | { kind: 'damaged' | 'other-cost' }> {
  if (!isWhole(bytes, magic)) return { kind: 'damaged' }
  const { cost, salt } = readHeader(bytes)
  return isOurs(cost) ? derive(passphrase, Buffer.from(salt), cost) : { kind: 'other-cost' }
}

export function unsealWith(
  { secret }: SealKey,
  bytes: Buffer,
  magic: Buffer = keysMagic,
): Unsealed {
  if (!isWhole(bytes, magic)) return { kind: 'damaged' }
  const { header, nonce } = readHeader(bytes)
  const end = bytes.length - checksumLength
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagLength })
  decipher.setAAD(header)
  decipher.setAuthTag(bytes.subarray(end - tagLength, end))
  const text = decipher.update(bytes.subarray(headerLength, end - tagLength))
  return isAuthentic(decipher) ? { kind: 'opened', text } : { kind: 'wrong-passphrase' }
}

function isWhole(bytes: Buffer, magic: Buffer): boolean {
  if (bytes.length < headerLength + tagLength + checksumLength) return false
  if (!bytes.subarray(0, magicLength).equals(magic)) return false
  const end = bytes.length - checksumLength
  return timingSafeEqual(checksum([bytes.subarray(0, end)]), bytes.subarray(end))
}

function readHeader(bytes: Buffer) {
  const header = bytes.subarray(0, headerLength)
  const [logN = 0, r = 0, p = 0] = header.subarray(magicLength)
  return {
    header,
    cost: { logN, r, p },
    salt: header.subarray(magicLength + 3, -nonceLength),
    nonce: header.subarray(-nonceLength),
  }
}

function isAuthentic(decipher: { final(): Buffer }): boolean {
  try {
    decipher.final()
    return true
  } catch {
    return false
  }
}

function checksum(parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

let latest: Promise<unknown> = Promise.resolve()

/** One at a time, whoever asks: each takes the memory that makes guessing dear. */
function derive(passphrase: Buffer, salt: Buffer, cost: Cost): Promise<SealKey> {
  const derived = latest.then(() => deriveNow(passphrase, salt, cost))
  const forget = (): void => {}
  latest = derived.then(forget, forget)
  return derived
}

function deriveNow(passphrase: Buffer, salt: Buffer, cost: Cost): Promise<SealKey> {
  const { logN, r, p } = cost
  const N = 2 ** logN
  // Node refuses above 32 MB unless told how much this may take.
  const options = { N, r, p, maxmem: 128 * N * r * p + 2 ** 20 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, options, (error, secret) => {
      if (error === null) resolve({ cost, salt, secret })
      else reject(error)
    })
  })
}
