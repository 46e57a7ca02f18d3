import { expect, it } from 'vitest'
import * as z from 'zod'
import { sortedId } from '../../../../src/main/core/sorted-id.ts'

const moments = [0, 1, 1_790_000_000_000, 1_790_000_000_001.7, 2 ** 47]

it('is a UUID like any other', () => {
  for (const moment of [-5, ...moments])
    expect(z.uuid().safeParse(sortedId(moment)).success).toBe(true)
})

it('stands in the order of its moment, and is another one each time', () => {
  const ids = moments.map(sortedId)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(Array.from({ length: 1000 }, () => sortedId(1))).size).toBe(1000)
})
