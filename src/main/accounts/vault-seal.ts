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

export const shortestPassphrase = 8

export const usualCost: Cost = { logN: 17, r: 8, p: 1 }

/** A file from a stranger must not make the desk spend gigabytes on finding that it is bad. */
const isBearable = ({ logN, r, p }: Cost): boolean =>
  logN >= 14 && logN <= 20 && r === 8 && p >= 1 && p <= 4

type Unsealed =
  { kind: 'opened'; text: Buffer } | { kind: 'wrong-passphrase' } | { kind: 'damaged' }

/** `magic` tells what the file is for; eight bytes. */
export async function seal(
  text: Buffer,
  passphrase: Buffer,
  { cost = usualCost, magic = keysMagic }: { cost?: Cost; magic?: Buffer } = {},
): Promise<Buffer> {
  const salt = randomBytes(saltLength)
  const nonce = randomBytes(nonceLength)
  const header = Buffer.concat([magic, Buffer.from([cost.logN, cost.r, cost.p]), salt, nonce])
  const key = await derive(passphrase, salt, cost)
  try {
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
    cipher.setAAD(header)
    const sealed = [header, cipher.update(text), cipher.final(), cipher.getAuthTag()]
    return Buffer.concat([...sealed, checksum(sealed)])
  } finally {
    key.fill(0)
  }
}

export async function unseal(
  bytes: Buffer,
  passphrase: Buffer,
  magic = keysMagic,
): Promise<Unsealed> {
  if (!isWhole(bytes, magic)) return { kind: 'damaged' }
  const header = bytes.subarray(0, headerLength)
  const cost = readCost(header)
  if (!isBearable(cost)) return { kind: 'damaged' }
  const salt = header.subarray(magicLength + 3, -nonceLength)
  const nonce = header.subarray(-nonceLength)
  const end = bytes.length - checksumLength
  const key = await derive(passphrase, salt, cost)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
    decipher.setAAD(header)
    decipher.setAuthTag(bytes.subarray(end - tagLength, end))
    const text = decipher.update(bytes.subarray(headerLength, end - tagLength))
    return isAuthentic(decipher) ? { kind: 'opened', text } : { kind: 'wrong-passphrase' }
  } finally {
    key.fill(0)
  }
}

function isWhole(bytes: Buffer, magic: Buffer): boolean {
  if (bytes.length < headerLength + tagLength + checksumLength) return false
  if (!bytes.subarray(0, magicLength).equals(magic)) return false
  const end = bytes.length - checksumLength
  return timingSafeEqual(checksum([bytes.subarray(0, end)]), bytes.subarray(end))
}

function readCost(header: Buffer): Cost {
  const at = magicLength
  return {
    logN: header.readUInt8(at),
    r: header.readUInt8(at + 1),
    p: header.readUInt8(at + 2),
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

function derive(passphrase: Buffer, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN
  // Node refuses above 32 MB unless told how much this may take.
  const options = { N, r, p, maxmem: 128 * N * r * p + 2 ** 20 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, options, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
