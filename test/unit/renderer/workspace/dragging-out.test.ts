import { describe, expect, it } from 'vitest'
import { endOutside } from '../../../../src/renderer/workspace/dragging-out.ts'
import { windowAt } from '../../../../src/renderer/workspace/windows.ts'

const own = { x: 100, y: 50, width: 800, height: 600 }
const end = (screenX: number, screenY: number, how: { by?: string } = { by: 'none' }) =>
  endOutside({ screenX, screenY, dropEffect: how.by }, own)

describe('A drag', () => {
  it('ends outside where nothing took it and the pointer is beyond the window', () => {
    expect(end(950, 300)).toEqual({ x: 950, y: 300 })
    expect(end(-1200, 300)).toEqual({ x: -1200, y: 300 })
    expect(end(500, 650)).toEqual({ x: 500, y: 650 })
  })

  it('ends within at any of its pixels, where a panel took it, and where nobody says', () => {
    expect([end(100, 50), end(899, 649)]).toEqual([null, null])
    expect(end(950, 300, { by: 'move' })).toBeNull()
    expect(end(950, 300, {})).toBeNull()
    expect(end(0, 0)).toBeNull()
  })
})

it('The window under a point is one that is there, and never that which is dragged from', () => {
  const standing = (id: string, x: number, more: object = {}) => ({
    ...{ id, number: 1, link: null, armedFor: null, isOpen: true, isHere: true },
    bounds: { x, y: 0, width: 100, height: 100 },
    ...more,
  })
  const session = {
    window: { id: 'own' },
    windows: [
      standing('own', 0),
      standing('gone', 200, { isHere: false }),
      standing('untold', 200, { bounds: null }),
      standing('there', 200),
    ],
  } as never
  const at = (x: number) => windowAt(session, { x, y: 50 })?.id
  expect([at(50), at(250), at(299), at(300)]).toEqual([undefined, 'there', 'there', undefined])
})
