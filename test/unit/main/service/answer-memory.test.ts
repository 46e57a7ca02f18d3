import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { detachSoon, giveBack, memoryFor } from '../../../../src/main/service/answer-memory.ts'

const size = 1024 * 1024

describe('the memory of a large answer', () => {
  test('is that of the next one, once it was given back', () => {
    const first = memoryFor(size)
    expect(first.length).toBeGreaterThanOrEqual(size)
    expect(memoryFor(size).buffer).not.toBe(first.buffer)
    giveBack(first.subarray(0, size))
    // A book grows by an order.
    expect(memoryFor(size + 500).buffer).toBe(first.buffer)
  })

  test('is given out once, however often it is given back', () => {
    const one = memoryFor(size)
    giveBack(one)
    giveBack(one)
    const others = [memoryFor(size), memoryFor(size)]
    expect(others[0]!.buffer).not.toBe(others[1]!.buffer)
  })

  test('is nobody else’s: what was made elsewhere is left alone', () => {
    const foreign = Buffer.alloc(2 * size)
    giveBack(foreign)
    expect(memoryFor(2 * size).buffer).not.toBe(foreign.buffer)
    expect(foreign).toHaveLength(2 * size)
  })

  test('is freed where more of it lies ready than is used', () => {
    const all = Array.from({ length: 10 }, () => memoryFor(size))
    for (const one of all) giveBack(one)
    expect(all.filter(({ buffer }) => buffer.byteLength > 0)).toHaveLength(4)
  })
})

describe('a piece of an answer', () => {
  test('is freed once whoever reads it is done, and not at the end of the turn', async () => {
    const piece = Buffer.allocUnsafeSlow(64 * 1024)
    detachSoon(piece)
    expect(piece).toHaveLength(64 * 1024)
    await Promise.resolve()
    expect(piece).toHaveLength(0)
  })

  test('is freed with the headers before it, where it is the first', async () => {
    const whole = Buffer.allocUnsafeSlow(64 * 1024)
    detachSoon(whole.subarray(200), { isFirst: true })
    await setImmediate()
    expect(whole).toHaveLength(0)
  })

  test('stays where it is small: others may share its memory with it', async () => {
    const pool = Buffer.allocUnsafeSlow(Buffer.poolSize)
    detachSoon(pool.subarray(Buffer.poolSize / 2), { isFirst: true })
    detachSoon(pool.subarray(200, -1), { isFirst: true })
    await setImmediate()
    expect(pool).toHaveLength(Buffer.poolSize)
  })

  test('stays where it shares its memory', async () => {
    const memory = Buffer.from(new ArrayBuffer(64 * 1024))
    detachSoon(memory.subarray(1))
    detachSoon(memory.subarray(0, -1))
    await setImmediate()
    expect(memory).toHaveLength(64 * 1024)
  })
})
