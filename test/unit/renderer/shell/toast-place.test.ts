import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Box, toastPlace } from '../../../../src/renderer/shell/toast-place.ts'

const room: Box = { left: 8, top: 120, right: 1432, bottom: 860 }
const size = { width: 380, height: 90 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const anyBox = fc
  .tuple(
    fc.nat(1400),
    fc.nat(800),
    fc.integer({ min: 1, max: 600 }),
    fc.integer({ min: 1, max: 400 }),
  )
  .map((of) => box(...of))
const boxAt = ({ left, bottom }: { left: number; bottom: number }): Box =>
  box(left, bottom - size.height, size.width, size.height)
const isFree = (one: Box, others: readonly Box[]): boolean =>
  others.every(
    (other) =>
      one.left >= other.right ||
      other.left >= one.right ||
      one.top >= other.bottom ||
      other.top >= one.bottom,
  )
const find = (more: Partial<Parameters<typeof toastPlace>[0]>) =>
  toastPlace({ size, room, clear: [], worked: [], now: null, ...more })

describe('what comes by itself', () => {
  it('stands in the lower right where nothing is there', () => {
    expect(find({})).toEqual({ left: 1052, bottom: 860 })
  })

  it('leaves clear what is read at this moment, and then what is worked with', () => {
    const curve = box(1060, 540, 372, 320)
    const status = box(820, 540, 240, 320)
    const place = boxAt(find({ clear: [curve, status] }))
    expect(isFree(place, [curve, status])).toBe(true)
    const rows = box(8, 540, 1424, 200)
    expect(isFree(boxAt(find({ worked: [rows] })), [rows])).toBe(true)
  })

  it('never leaves the room, and covers nothing that is kept clear where it need not', () => {
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 6 }), fc.array(anyBox), (clear, worked) => {
        const place = boxAt(find({ clear, worked }))
        expect(place.left >= room.left && place.right <= room.right).toBe(true)
        expect(place.top >= room.top && place.bottom <= room.bottom).toBe(true)
        const couldBeFree = [1052, 908, 548, 308].some((left) =>
          [860, 740, 500, 380].some((bottom) => isFree(boxAt({ left, bottom }), clear)),
        )
        if (couldBeFree) expect(isFree(place, clear)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('moves for nothing but what is kept clear', () => {
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 4 }), fc.array(anyBox), (clear, worked) => {
        const now = { left: 500, bottom: 700 }
        const place = find({ clear, worked, now })
        if (isFree(boxAt(now), clear)) expect(place).toEqual(now)
        else if (isFree(boxAt(place), clear)) expect(place).not.toEqual(now)
      }),
    )
  })
})
