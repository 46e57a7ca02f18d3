/**
 * Memory of large answers. Books of megabytes come every second: what is taken anew for each comes
 * from the system page by page, which takes longer than to read the book, holds the loop meanwhile,
 * and leaves holes behind. So whoever has no more use for an answer says so, and the next one is
 * written there.
 */

/** Bytes below which it is not worth the care. */
const leastKept = 128 * 1024
/** Whether an answer of so many bytes is cared for here. */
export const isLarge = (size: number): boolean => size >= leastKept

/** What lies ready at the most: answers that are under way at once are few. */
const mostReady = 4
const mostBytesReady = 16 * 1024 * 1024

/** The latest last. */
const ready: ArrayBuffer[] = []
/** What was made here, and is somebody's. */
const lent = new WeakSet<ArrayBufferLike>()

/** Room for an answer of so many bytes. What is in it is anything. */
export function memoryFor(size: number): Buffer {
  if (!isLarge(size)) return Buffer.allocUnsafeSlow(size)
  const at = ready.findLastIndex(({ byteLength }) => byteLength >= size && byteLength <= 2 * size)
  const [memory] =
    at === -1
      ? // Books grow: the next version is to have room, too.
        [paged(size + Math.ceil(size / 8))]
      : ready.splice(at, 1)
  lent.add(memory!)
  return Buffer.from(memory!, 0, memory!.byteLength)
}

/**
 * Gives the memory of an answer back, where it is from here: nobody may read these bytes any more, nor
 * what shares their memory.
 */
export function giveBack({ buffer }: Buffer): void {
  if (!lent.delete(buffer)) return
  ready.push(buffer as ArrayBuffer)
  while (ready.length > mostReady || sizeOf(ready) > mostBytesReady) ready.shift()!.resize(0)
}

/**
 * What may change its size is taken from the system by itself, and goes back there as it becomes
 * nothing. The C library would keep all other memory that was freed, for what it does not fit.
 */
const paged = (size: number): ArrayBuffer => new ArrayBuffer(size, { maxByteLength: size })

const sizeOf = (all: readonly ArrayBuffer[]): number =>
  all.reduce((sum, { byteLength }) => sum + byteLength, 0)

const unneeded: ArrayBuffer[] = []

/**
 * Frees what a piece of an answer came in, once whoever reads it is done with it: until the collector
 * finds them, pieces are many times what they are at once. One that shares its memory stays as it is,
 * but for the first of an answer, before which stand the headers that were read with it.
 */
export function detachSoon(piece: Buffer, { isFirst = false } = {}): void {
  const { buffer, byteOffset, byteLength } = piece
  const begins = isFirst && !mayBePooled(piece) ? byteOffset : 0
  const isAllOfIt = begins === byteOffset && begins + byteLength === buffer.byteLength
  if (!isAllOfIt || !(buffer instanceof ArrayBuffer)) return
  if (unneeded.push(buffer) === 1) queueMicrotask(() => unneeded.splice(0).forEach(free))
}

/** Node gives small buffers out of memory that many share. */
const mayBePooled = ({ byteLength }: Buffer): boolean => byteLength <= Buffer.poolSize / 2

/** Memory that is moved is freed where it was. */
const free = (memory: ArrayBuffer): void => void memory.transfer(0)
