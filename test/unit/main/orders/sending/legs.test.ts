import { expect, it } from 'vitest'
import { attributeLegs } from '../../../../campaign/legs.ts'

it('each of up to eight legs, and each slice of them, gets its own outcome or is in doubt', async () => {
  const { cases, wrongs } = await attributeLegs()
  expect(wrongs).toEqual([])
  expect(cases).toBe(6 * (2 ** 9 - 2))
})
