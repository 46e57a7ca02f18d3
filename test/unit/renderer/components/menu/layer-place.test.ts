import { describe, expect, it } from 'vitest'
import { layerPlace } from '../../../../../src/renderer/components/menu/layer-place.ts'

const room = { width: 1000, height: 600 }
const size = { width: 200, height: 300 }
const button = { left: 400, right: 460, top: 10, bottom: 40 }
const below = { side: 'below', align: 'start', gap: 6 } as const
const beside = { side: 'right', align: 'start', gap: 2 } as const
const at = (x: number, y: number) => ({ left: x, right: x, top: y, bottom: y })

describe('what lies over the deck', () => {
  it('stands below its button, in line with its left edge or with its right', () => {
    expect(layerPlace(button, below, { size, room })).toEqual({ left: 400, top: 46 })
    const end = { ...below, align: 'end' } as const
    expect(layerPlace(button, end, { size, room })).toEqual({ left: 260, top: 46 })
  })

  it('goes above where there is no room below, and only there is some', () => {
    const foot = { ...button, top: 560, bottom: 590 }
    expect(layerPlace(foot, below, { size, room })).toEqual({ left: 400, top: 254 })
    const middle = { ...button, top: 290, bottom: 320 }
    expect(layerPlace(middle, below, { size, room })).toEqual({ left: 400, top: 300 })
  })

  it('stands beside the mouse, on its other side at the edge, and never outside', () => {
    expect(layerPlace(at(300, 100), beside, { size, room })).toEqual({ left: 302, top: 100 })
    expect(layerPlace(at(950, 100), beside, { size, room })).toEqual({ left: 748, top: 100 })
    expect(layerPlace(at(300, 550), beside, { size, room })).toEqual({ left: 302, top: 300 })
  })

  it('begins at the edge where it is larger than the window', () => {
    const large = { width: 1200, height: 700 }
    expect(layerPlace(button, below, { size: large, room })).toEqual({ left: 0, top: 0 })
  })
})
