import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Column } from '../../../../../src/renderer/components/grid/columns.ts'
import { Sorter } from '../../../../../src/renderer/components/grid/sorting.ts'

interface Thing {
  worth: number | string | null
}
const worth: Column<Thing> = {
  id: 'worth',
  title: 'Worth',
  width: 10,
  value: (row) => row.worth,
  text: (row) => String(row.worth),
}

it('what was sorted poll by poll is what would be sorted at once', () => {
  const thing = fc.record({
    worth: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(null)),
  })
  const poll = fc.record({
    changed: fc.array(fc.tuple(fc.nat(), thing), { maxLength: 4 }),
    gone: fc.array(fc.nat(), { maxLength: 2 }),
    come: fc.array(thing, { maxLength: 3 }),
    isTurned: fc.boolean(),
    down: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(thing, { maxLength: 20 }),
      fc.array(poll, { maxLength: 5 }),
      (rows, polls) => {
        const sorter = new Sorter<Thing>()
        let now: Thing[] = rows
        for (const { changed, gone, come, isTurned, down } of polls) {
          now = [...now]
          for (const [at, other] of changed) if (now.length > 0) now[at % now.length] = { ...other }
          for (const at of gone) if (now.length > 0) now.splice(at % now.length, 1)
          now.push(...come.map((one) => ({ ...one })))
          if (isTurned) now.reverse()
          const sort = { column: 'worth', down }
          const anew = new Sorter<Thing>().sort(now, [worth], sort)
          const kept = sorter.sort(now, [worth], sort)
          expect(kept.length).toBe(now.length)
          kept.forEach((row, at) => expect(row).toBe(anew[at]))
        }
      },
    ),
  )
})

it('rows that did not change are not asked for their value again', () => {
  let asked = 0
  const column = { ...worth, value: (row: Thing) => (asked++, row.worth) }
  const sorter = new Sorter<Thing>()
  const rows: Thing[] = Array.from({ length: 100 }, (_, worth) => ({ worth }))
  sorter.sort(rows, [column], { column: 'worth', down: true })
  const next = rows.with(7, { worth: 1000 })
  expect(sorter.sort(next, [column], { column: 'worth', down: true })[0]).toBe(next[7])
  expect(asked).toBe(101)
})
