import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Screen,
  knownAgain,
  leastSize,
  placeOnceMoved,
  standingOn,
  wholeScreen,
} from '../../../../../src/main/hosts/electron/screens.ts'
import type {
  WindowBounds,
  WindowPlace,
} from '../../../../../src/shared/workspace/window-places.ts'

const length = (least: number, most: number) => fc.integer({ min: least, max: most })

/** Screens side by side, as they stand on desks; some of few pixels, as a scale of 200 % leaves. */
const screens = fc
  .array(
    fc.record({ width: length(640, 3840), height: length(360, 2160), top: length(-800, 800) }),
    { minLength: 1, maxLength: 4 },
  )
  .chain((sizes) => fc.tuple(fc.constant(sizes), length(-4000, 0)))
  .map(([sizes, left]): Screen[] => {
    let x = left
    return sizes.map(({ width, height, top }, at) => {
      const area = { x, y: top, width, height }
      x += width
      return { id: at + 1, label: `Screen ${at + 1}`, area }
    })
  })

const isIn = (box: WindowBounds, area: WindowBounds): boolean =>
  box.x >= area.x &&
  box.y >= area.y &&
  box.x + box.width <= area.x + area.width &&
  box.y + box.height <= area.y + area.height

/** A window that was left inside of one of these screens, and how large it is there. */
const placeOn = (all: Screen[]): fc.Arbitrary<WindowPlace> =>
  fc
    .record({
      at: fc.nat(all.length - 1),
      left: fc.double({ min: 0, max: 1, noNaN: true }),
      top: fc.double({ min: 0, max: 1, noNaN: true }),
      wide: fc.double({ min: 0, max: 1, noNaN: true }),
      high: fc.double({ min: 0, max: 1, noNaN: true }),
      isMaximised: fc.boolean(),
      isFullScreen: fc.boolean(),
    })
    .map(({ at, left, top, wide, high, ...fills }) => {
      const screen = all[at]!
      const { area } = screen
      const least = { width: Math.min(960, area.width), height: Math.min(600, area.height) }
      const width = Math.round(least.width + wide * (area.width - least.width))
      const height = Math.round(least.height + high * (area.height - least.height))
      const x = area.x + Math.floor(left * (area.width - width))
      const y = area.y + Math.floor(top * (area.height - height))
      return { bounds: { x, y, width, height }, ...fills, screen, away: null }
    })

const desk = screens.chain((all) => fc.tuple(fc.constant(all), placeOn(all)))
const own = ({ bounds, isMaximised, isFullScreen }: WindowPlace) => ({
  bounds,
  isMaximised,
  isFullScreen,
})

describe('A window', () => {
  it('stands as it was left where its screen is there, whichever others come and go', () => {
    fc.assert(
      fc.property(desk, fc.array(fc.boolean()), ([all, place], gone) => {
        const there = all.filter(({ id }, at) => id === place.screen.id || gone[at] !== true)
        expect(standingOn(place, there)).toMatchObject(own(place))
      }),
    )
  })

  it('goes with its screen where that stands elsewhere', () => {
    fc.assert(
      fc.property(desk, length(-3000, 3000), length(-3000, 3000), ([all, place], right, down) => {
        const moved = all.map((one) => ({
          ...one,
          area: { ...one.area, x: one.area.x + right, y: one.area.y + down },
        }))
        const { bounds } = place
        const there = { ...bounds, x: bounds.x + right, y: bounds.y + down }
        expect(standingOn(place, moved).bounds).toEqual(there)
      }),
    )
  })

  it('folds inside of a screen that is there, where its own is gone or has fewer pixels', () => {
    fc.assert(
      fc.property(desk, screens, ([, place], others) => {
        const there = others.map((one) => ({ ...one, id: one.id + 100 }))
        const smaller = others.map((one, at) => (at === 0 ? { ...one, id: place.screen.id } : one))
        const { bounds: folded, isFullScreen } = standingOn(place, there)
        expect(there.some(({ area }) => isIn(folded, area))).toBe(true)
        expect(isFullScreen).toBe(false)
        const { bounds: cut } = standingOn(place, smaller)
        const home = smaller[0]!.area
        const isUncut =
          home.width === place.screen.area.width && home.height === place.screen.area.height
        expect(isUncut || isIn(cut, home)).toBe(true)
      }),
    )
  })

  it('can be taken by its title bar wherever it was left, on whatever screens there are', () => {
    const anywhere = fc.record({
      x: length(-9000, 9000),
      y: length(-9000, 9000),
      width: length(100, 6000),
      height: length(100, 6000),
    })
    fc.assert(
      fc.property(desk, anywhere, screens, ([, place], bounds, there) => {
        const { bounds: now } = standingOn({ ...place, bounds }, there)
        const bar = (area: WindowBounds) =>
          Math.min(now.x + now.width, area.x + area.width) - Math.max(now.x, area.x) >= 80 &&
          now.y >= area.y &&
          now.y + 24 <= area.y + area.height
        expect(there.some(({ area }) => bar(area))).toBe(true)
      }),
    )
  })

  it('goes back to where it was when its screen returns, whatever was done to it meanwhile', () => {
    const moves = fc.array(
      fc.record({
        x: length(0, 900),
        y: length(0, 300),
        width: length(960, 1400),
        height: length(600, 900),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(desk, moves, ([all, place], moved) => {
        const laptop = { id: 99, label: 'Built-in', area: { x: 0, y: 0, width: 1440, height: 860 } }
        let now = place
        for (const bounds of moved) {
          const seen = { bounds, actual: bounds, isMaximised: false, isFullScreen: false }
          now = placeOnceMoved(now, seen, [laptop])!
        }
        expect(standingOn(now, [...all, laptop])).toMatchObject(own(place))
        const last = moved.at(-1)
        if (last !== undefined) expect(standingOn(now, [laptop]).bounds).toEqual(last)
      }),
    )
  })

  it('has a new place where its person moved it to, on whichever of the screens', () => {
    fc.assert(
      fc.property(
        screens.chain((all) => fc.tuple(fc.constant(all), placeOn(all), placeOn(all))),
        ([all, place, to]) => {
          const seen = { ...own(to), actual: to.bounds }
          const after = placeOnceMoved(place, seen, all)!
          expect(after).toEqual({ ...own(to), screen: to.screen, away: null })
          expect(standingOn(after, all)).toMatchObject(own(to))
        },
      ),
    )
  })

  const left = { id: 1, label: '', area: { x: 0, y: 0, width: 1920, height: 1040 } }
  const right = { id: 2, label: '', area: { x: 1920, y: 0, width: 1920, height: 1040 } }
  const bounds = { x: 2000, y: 100, width: 1200, height: 800 }
  const onRight = { bounds, isMaximised: false, isFullScreen: true, screen: right, away: null }

  it('that fills a screen belongs to the one that it fills, and not to where it was before', () => {
    const seen = { bounds, actual: left.area, isMaximised: true, isFullScreen: false }
    expect(placeOnceMoved(null, seen, [left, right])).toEqual({
      ...{ isMaximised: true, isFullScreen: false, screen: left, away: null },
      bounds: { ...bounds, x: 80 },
    })
  })

  it('that filled a screen alone fills none that others stand on, but is as large as there is room', () => {
    const { isMaximised, isFullScreen } = standingOn(onRight, [left])
    expect([isMaximised, isFullScreen]).toEqual([true, false])
  })

  it('may be smaller than elsewhere on a screen of few pixels', () => {
    const small = { ...left, area: { ...left.area, width: 683, height: 360 } }
    expect(standingOn(onRight, [small])).toMatchObject({
      bounds: small.area,
      least: { width: 683, height: 360 },
    })
    expect(standingOn(onRight, [left]).least).toEqual(leastSize)
  })

  it('stands where it was left where no screen is known of', () => {
    expect(standingOn(onRight, [])).toMatchObject(own(onRight))
  })

  it('that has a screen by its number fills it, from the left; the last one for what is beyond', () => {
    const at = (number: number) => wholeScreen(number, [right, left])
    expect([at(0)?.screen, at(1)?.screen, at(2)?.screen]).toEqual([left, right, right])
    expect(isIn(at(1)!.bounds, right.area)).toBe(true)
    expect(wholeScreen(0, [])).toBeNull()
  })

  describe('knows its screen again', () => {
    const none = new Set<number>()

    it('by where it is, where the system numbers screens anew', () => {
      const anew = [
        { ...right, id: 7 },
        { ...left, id: 8 },
      ]
      expect(knownAgain([left, right], anew, none)).toEqual(
        new Map([
          [1, 8],
          [2, 7],
        ]),
      )
    })

    it('by its name, wherever it stands by now', () => {
      const named = { ...right, label: 'DELL U2720Q' }
      const moved = { ...named, id: 9, area: { ...named.area, x: -1920 } }
      expect(knownAgain([named], [{ ...right, id: 8 }, moved], none)).toEqual(new Map([[2, 9]]))
    })

    it('and no other one for it that stood beside it and has taken its room', () => {
      const slid = { ...right, area: left.area }
      expect(knownAgain([left], [slid], new Set([1, 2]))).toEqual(new Map())
      // One that is the screen of another window is not free, whatever was seen.
      expect(knownAgain([left, right], [slid], none)).toEqual(new Map())
    })
  })
})
