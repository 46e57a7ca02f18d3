import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arranged, rearranged } from '../../../../src/main/workspace/rearranging.ts'
import type { KeptWindow } from '../../../../src/shared/workspace/windows.ts'
import { usualWindow } from '../../../../src/shared/workspace/usual-window.ts'

const bounds = { x: 0, y: 0, width: 960, height: 600 }
const place = fc.option(fc.integer({ min: 1, max: 3 })).map((id) =>
  id === null
    ? null
    : {
        ...{ bounds, isMaximised: false, isFullScreen: false, away: null },
        screen: { id, label: '', area: bounds },
      },
)
const window = fc.record({
  layout: fc.option(fc.string()),
  selected: fc.constantFrom('all', 'main'),
  link: fc.constant(usualWindow.link),
  place,
  bounds: fc.option(
    fc.record({ x: fc.nat(4000), y: fc.nat(4000), width: fc.nat(4000), height: fc.nat(4000) }),
  ),
})
const here = fc.array(window, { minLength: 1, maxLength: 6 }).map((all) =>
  all.map((one, at): KeptWindow => ({
    ...{ ...one, id: `window-${at}`, belongs: null },
    isOpen: true,
  })),
)
const wanted = fc.array(window, { minLength: 1, maxLength: 6 })

it('Windows that are put in place of others', () => {
  fc.assert(
    fc.property(here, wanted, (all, set) => {
      let made = 0
      const { windows, toOpen, toGo } = rearranged({
        ...{ here: all, wanted: set },
        newId: () => `window-new-${(made += 1)}`,
      })
      // All that are wanted are there, in their order, and those that go after them.
      expect(windows.slice(0, set.length).map(arranged)).toEqual(set)
      expect(windows.slice(set.length).map(({ id }) => id)).toEqual(toGo)
      // Each of before is one of them or goes; none is both, and none goes that has room.
      const ids = windows.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(new Set(ids)).toEqual(new Set([...all.map(({ id }) => id), ...toOpen]))
      expect(toGo).toHaveLength(Math.max(0, all.length - set.length))
      expect(toOpen).toHaveLength(Math.max(0, set.length - all.length))
      // What is typed where somebody asked for it stays.
      expect(toGo).not.toContain('window-0')
      const own = windows.find(({ id }) => id === 'window-0')!
      const screen = (one: Pick<KeptWindow, 'place'>) =>
        typeof one.place === 'object' ? one.place?.screen.id : undefined
      const isWanted = set.some(
        (one) => screen(one) !== undefined && screen(one) === screen(all[0]!),
      )
      if (isWanted) expect(screen(own)).toBe(screen(all[0]!))
    }),
  )
})
