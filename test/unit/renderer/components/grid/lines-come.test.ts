import { expect, it } from 'vitest'
import { linesCome } from '../../../../../src/renderer/components/grid/lines-come.ts'

const lines = (text: string) => text.split('').map((id) => ({ id }))

it.each([
  ['two that come above', 'abcdef', 'xyabcdef', 3, 2],
  ['one that comes below', 'abcdef', 'abcdexf', 3, 0],
  ['one that goes above', 'abcdef', 'acdef', 3, -1],
  ['one that comes above and one that goes', 'abcdef', 'xacdef', 3, 0],
  ['the one at the edge goes, and one comes above', 'abcdef', 'xabcef', 3, 0],
  ['one comes above, and one goes far below', 'abcdefghi', 'xabcdefgh', 3, 1],
  ['many come and go', 'abcdefghi', 'axdyezwgv', 3, 0],
  ['another order of the same ones', 'abcdef', 'dabcef', 3, 0],
  ['one that comes above, in another order', 'abcdef', 'xcabdef', 3, 1],
  ['all others', 'abcdef', 'uvwxyz', 3, 0],
])('%s', (_, before, now, place, come) => {
  expect(linesCome(lines(before), lines(now), place)).toBe(come)
})
