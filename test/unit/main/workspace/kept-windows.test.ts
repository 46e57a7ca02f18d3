import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterLeaving,
  keptWindowFor,
  withWindow,
  workspaceMigrations,
  workspaceOfBefore,
} from '../../../../src/main/workspace/kept-windows.ts'
import { Workspace, mostKept } from '../../../../src/shared/workspace/windows.ts'
import { linkColours, usualWindow } from '../../../../src/shared/workspace/usual-window.ts'

const id = (at: number): string => `window-${at}`
const ids = fc.integer({ min: 0, max: 25 }).map(id)
const bounds = fc.option(
  fc.record({
    ...{ x: fc.integer({ min: -4000, max: 4000 }), y: fc.integer({ min: -4000, max: 4000 }) },
    ...{ width: fc.integer({ min: 1, max: 8000 }), height: fc.integer({ min: 1, max: 8000 }) },
  }),
)
const window = fc.record({
  link: fc.constantFrom(...linkColours, null),
  id: ids,
  layout: fc.option(fc.string()),
  selected: fc.constantFrom('all', 'main'),
  bounds,
  belongs: bounds,
  place: fc.constant(null),
  isOpen: fc.boolean(),
})
const workspace = fc
  .uniqueArray(window, { selector: (one) => one.id, maxLength: mostKept })
  .map((windows): Workspace => ({ windows }))

describe('What is kept for a window that comes', () => {
  it('is never one that another window has', () => {
    const had = fc.option(ids)
    fc.assert(
      fc.property(workspace, had, fc.array(ids), (kept, own, present) => {
        const taken = new Set(present)
        const window = keptWindowFor(kept, {
          had: own,
          taken,
          broken: [],
          newId: () => 'window-new',
        })
        expect(taken.has(window.id)).toBe(false)
        expect(window.isOpen).toBe(true)
      }),
    )
  })

  it('is that which it had, with all that was in it, where nobody else took it', () => {
    fc.assert(
      fc.property(workspace, ids, (kept, own) => {
        const window = keptWindowFor(kept, {
          had: own,
          taken: new Set(),
          broken: [],
          newId: () => 'window-new',
        })
        const known = kept.windows.find((one) => one.id === own)
        expect(window.id).toBe(own)
        if (known !== undefined) expect(window).toEqual({ ...known, isOpen: true })
      }),
    )
  })

  it('is the first that is to be put back, for a window that knows of none', () => {
    const kept = {
      windows: [
        { ...usualWindow, id: id(1), isOpen: false },
        { ...usualWindow, id: id(2), layout: 'two', isOpen: true },
        { ...usualWindow, id: id(3), isOpen: true },
      ],
    }
    const newId = () => 'window-new'
    const next = (...taken: string[]) =>
      keptWindowFor(kept, { had: null, taken: new Set(taken), broken: [], newId }).id
    expect([next(), next(id(2)), next(id(2), id(3))]).toEqual([id(2), id(3), 'window-new'])
  })

  it('is kept as its own, and changes no other', () => {
    fc.assert(
      fc.property(workspace, window, (kept, put) => {
        const after = withWindow(kept, put)
        expect(Workspace.safeParse(after).success).toBe(true)
        const isKnown = kept.windows.some((one) => one.id === put.id)
        const isFull = kept.windows.length === mostKept && kept.windows.every((one) => one.isOpen)
        if (isKnown || !isFull) expect(after.windows).toContainEqual(put)
        // One goes for it where there is no room: never one that is to be put back.
        const others = kept.windows.filter((one) => one.id !== put.id)
        const gone = others.filter((one) => !after.windows.includes(one))
        expect(gone.length).toBeLessThanOrEqual(1)
        for (const one of gone) expect(one.isOpen).toBe(false)
      }),
    )
  })
})

describe('A window that left', () => {
  it('is put away only where another one is there and it did not come back', () => {
    fc.assert(
      fc.property(workspace, ids, fc.array(ids), (kept, left, there) => {
        const present = new Set(there)
        const after = afterLeaving(kept, left, present)
        const isAway = present.size > 0 && !present.has(left)
        expect(after.windows).toEqual(
          kept.windows.map((one) => (isAway && one.id === left ? { ...one, isOpen: false } : one)),
        )
      }),
    )
  })
})

describe('Settings from before there were several windows', () => {
  it('become one window, which shows what they showed', () => {
    const before = { theme: 'dark', layout: '{"grid":1}', selected: 'group:x' }
    expect(workspaceOfBefore(before, id(1))).toEqual({
      windows: [
        { ...usualWindow, id: id(1), layout: '{"grid":1}', selected: 'group:x', isOpen: true },
      ],
    })
  })

  it('that are damaged lose only what is', () => {
    expect(workspaceOfBefore({ layout: 7, selected: 'main' }, id(1)).windows).toEqual([
      { ...usualWindow, id: id(1), selected: 'main', isOpen: true },
    ])
    for (const nothing of [undefined, null, 7, [], {}])
      expect(workspaceOfBefore(nothing, id(1))).toEqual({ windows: [] })
  })
})

it('A workspace of before says nothing of where its windows stand', () => {
  const { place: _, ...former } = { ...usualWindow, id: id(1), isOpen: true }
  expect(Workspace.parse(workspaceMigrations[1]({ windows: [former] }))).toEqual({
    windows: [{ ...former, place: null }],
  })
  expect(workspaceMigrations[1]('damaged')).toBe('damaged')
})
