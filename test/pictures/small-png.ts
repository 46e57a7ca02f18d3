import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const mostColours = 256

/** A picture of a screen with at most 256 colours, which is a fraction of the bytes and looks the same. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, colours } = read(png)
  const { palette, nearest } = chooseColours(colours)
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      lines[y * (width + 1) + 1 + x] = nearest.get(colours[y * width + x]!)!
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(partsOf))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The colours that are there most often, and for each one there is the nearest of them. */
function chooseColours(colours: Uint32Array): { palette: number[]; nearest: Map<number, number> } {
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const common = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!)
  // Surfaces keep their colours; then comes what is rare but far from all others, such as a mark.
  const palette = common.slice(0, 64)
  for (const least of [300, 120, 50, 0])
    for (const colour of common) {
      if (palette.length === mostColours) break
      if (palette.every((one) => distance(one, colour) > least)) palette.push(colour)
    }
  const indexOfNearest = (colour: number): number => {
    let best = 0
    palette.forEach((one, index) => {
      if (distance(one, colour) < distance(palette[best]!, colour)) best = index
    })
    return best
  }
  return { palette, nearest: new Map(common.map((colour) => [colour, indexOfNearest(colour)])) }
}

const partsOf = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255]

function distance(a: number, b: number): number {
  const red = (a >> 16) - (b >> 16)
  const green = ((a >> 8) & 255) - ((b >> 8) & 255)
  const blue = (a & 255) - (b & 255)
  return red * red + green * green + blue * blue
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A PNG as browsers write them: eight bits a channel, no interlacing, opaque. */
function read(png: Buffer): { width: number; height: number; colours: Uint32Array } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const channels = { 2: 3, 6: 4 }[png[25]!]
  if (png[24] !== 8 || png[28] !== 0 || channels === undefined)
    throw new Error('This is no PNG that can be read here.')
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const bytes = unfiltered(inflateSync(Buffer.concat(data)), { stride: width * channels, channels })
  const colours = Uint32Array.from({ length: width * height }, (_, index) =>
    bytes.readUIntBE(index * channels, 3),
  )
  return { width, height, colours }
}

function unfiltered(
  lines: Buffer,
  { stride, channels }: { stride: number; channels: number },
): Buffer {
  const height = lines.length / (stride + 1)
  const bytes = Buffer.alloc(height * stride)
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)]!
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < channels ? 0 : bytes[at - channels]!
      const up = y === 0 ? 0 : bytes[at - stride]!
      const corner = x < channels || y === 0 ? 0 : bytes[at - stride - channels]!
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!
      bytes[at] = lines[y * (stride + 1) + 1 + x]! + guess
    }
  }
  return bytes
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(guess - one))
  return toLeft! <= toUp! && toLeft! <= toCorner! ? left : toUp! <= toCorner! ? up : corner
}
