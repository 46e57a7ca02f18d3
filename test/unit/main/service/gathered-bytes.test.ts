import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryFor } from '../../../../src/main/service/answer-memory.ts'
import { GatheredBytes } from '../../../../src/main/service/gathered-bytes.ts'

const gathered = (chunks: readonly Buffer[], expected?: number): Buffer => {
  const bytes = new GatheredBytes(5000, expected)
  for (const chunk of chunks) bytes.add(chunk)
  return bytes.all()
}

describe('the bytes of an answer', () => {
  test('are those that came, however many were said to come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))),
        fc.nat({ max: 5000 }),
        (chunks, expected) => {
          const copies = chunks.map((chunk) => Buffer.from(chunk))
          expect(gathered(chunks, expected)).toEqual(Buffer.concat(copies))
          // What came belongs to the connection: it is read, and never written to.
          expect(chunks).toEqual(copies)
        },
      ),
    )
  })

  test('are taken as they came where they are one piece', () => {
    const only = Buffer.from('{"data":[]}')
    expect(gathered([only], 11).buffer).toBe(only.buffer)
  })

  test('are copied to where they stay once, where somebody said how many will come', () => {
    const chunks = Array.from({ length: 40 }, () => Buffer.alloc(1000, 'x'))
    const bytes = new GatheredBytes(100_000, 40_000)
    const places = new Set<ArrayBufferLike>()
    for (const chunk of chunks) {
      bytes.add(chunk)
      places.add(bytes.all().buffer)
    }
    // The first piece, and what all of them were copied to.
    expect(places.size).toBe(2)
    expect(bytes.all().buffer.byteLength).toBe(40_000)
  })

  test('leave their memory to the next answer where they do not come to their end', () => {
    const bytes = new GatheredBytes(2_000_000, 1_000_000)
    for (let nth = 0; nth < 2; nth++) bytes.add(Buffer.alloc(1000, 'x'))
    const { buffer } = bytes.all()
    bytes.giveUp()
    expect(memoryFor(1_000_000).buffer).toBe(buffer)
    expect(bytes.all()).toHaveLength(0)
  })
})
