import { constants, crc32, deflateRawSync } from 'node:zlib'

const MEGABYTE = 1 << 20
const SIZE = 512

let made: Buffer | undefined

/**
 * 512 MB of spaces in half a megabyte: one deflated block, ended on a byte boundary and repeated,
 * so that making it costs neither the time nor the memory that it costs its victim.
 */
export function gzipBomb(): Buffer {
  made ??= make()
  return made
}

function make(): Buffer {
  const spaces = Buffer.alloc(MEGABYTE, ' ')
  const block = deflateRawSync(spaces, { finishFlush: constants.Z_FULL_FLUSH })
  let checksum = 0
  for (let count = 0; count < SIZE; count += 1) checksum = crc32(spaces, checksum)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(SIZE * MEGABYTE, 4)
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
  const blocks = Array.from({ length: SIZE }, () => block)
  return Buffer.concat([header, ...blocks, deflateRawSync(''), trailer])
}

/** A gzip header, and then something else. */
export const badGzip = (body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), Buffer.from(body)])
