import { expect, it } from 'vitest'
import { belongsAt } from '../../../../src/renderer/workspace/window-bounds.ts'

const at = (x: number) => ({ x, y: 0, width: 960, height: 600 })
const far = { bounds: at(2000), belongs: null }

it('a window that was put elsewhere belongs where it was, until its person moves it', () => {
  expect(belongsAt(far, { now: at(100), isMoved: false })).toEqual(at(2000))
  const kept = { bounds: at(100), belongs: at(2000) }
  // Also once it is put elsewhere again.
  expect(belongsAt(kept, { now: at(200), isMoved: false })).toEqual(at(2000))
  expect(belongsAt(kept, { now: at(2000), isMoved: false })).toBeNull()
  expect(belongsAt(kept, { now: at(300), isMoved: true })).toBeNull()
})

it('a window that never said where it stood belongs where it stands', () => {
  expect(belongsAt({ bounds: null, belongs: null }, { now: at(100), isMoved: false })).toBeNull()
})
