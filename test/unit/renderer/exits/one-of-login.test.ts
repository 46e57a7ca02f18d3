import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ExitEntry,
  instead,
  oneOfEach,
  wantedAfter,
} from '../../../../src/renderer/exits/one-of-login.ts'
import { sampleCount } from '../../../sample-count.ts'

const entry = (id: string, same: string, books: ExitEntry['books'] = 'fresh'): ExitEntry => ({
  ...{ id, same, books },
})
const none: ReadonlySet<string> = new Set()
const idsOf = (all: readonly ExitEntry[]) => new Set(all.map(({ id }) => id))
const oneOf = (all: ExitEntry[], before = none) => [...oneOfEach(idsOf(all), { all, before })]

describe('of what would be exited twice', () => {
  it('the one with the best books is, and among equals the first', () => {
    expect(oneOf([entry('a', 'x', 'never read'), entry('b', 'x')])).toEqual(['b'])
    expect(oneOf([entry('a', 'x', 'old'), entry('b', 'x')])).toEqual(['b'])
    expect(oneOf([entry('a', 'x', 'never read'), entry('b', 'x', 'old')])).toEqual(['b'])
    expect(oneOf([entry('a', 'x'), entry('b', 'x'), entry('c', 'y')])).toEqual(['a', 'c'])
  })

  it('the one of before stays, though its books grew old, and goes where they were never read', () => {
    const stays = [entry('a', 'x'), entry('b', 'x', 'old')]
    expect(oneOf(stays, new Set(['b']))).toEqual(['b'])
    const goes = [entry('a', 'x'), entry('b', 'x', 'never read')]
    expect(oneOf(goes, new Set(['b']))).toEqual(['a'])
    const unread = goes.map((one) => ({ ...one, books: 'never read' as const }))
    expect(oneOf(unread, new Set(['b']))).toEqual(['b'])
  })

  it('the one that a person ticks stands instead of the other, which comes back by no way of its own', () => {
    const all = [entry('a', 'x'), entry('b', 'x'), entry('c', 'y')]
    const ticked = oneOfEach(idsOf(all), { all, before: none })
    const other = wantedAfter(idsOf(all), 'b', { all, ticked })
    expect(other).toEqual(new Set(['c', 'b']))
    expect(instead(all[0]!, { all, ticked: other })).toBe(all[1])
    expect(wantedAfter(other, 'b', { all, ticked: other })).toEqual(new Set(['c']))
    // Who takes the tick from one means what it stands for.
    expect(wantedAfter(idsOf(all), 'a', { all, ticked })).toEqual(new Set(['c']))
  })

  it('never two are, never none, and nothing that nobody wants, whatever is ticked', () => {
    const entries = fc
      .array(fc.tuple(fc.nat(4), fc.constantFrom('fresh', 'old', 'never read')), { minLength: 1 })
      .map((some) => some.map(([same, books], at) => entry(`${at}`, `${same}`, books)))
    fc.assert(
      fc.property(entries, fc.array(fc.nat(20)), (all, presses) => {
        let wanted = idsOf(all)
        let ticked = oneOfEach(wanted, { all, before: none })
        const areOfAll = () =>
          expect(all.filter(({ id }) => ticked.has(id)).map(({ same }) => same)).toEqual([
            ...new Set(all.filter(({ id }) => ticked.has(id)).map(({ same }) => same)),
          ])
        areOfAll()
        expect(ticked.size).toBe(new Set(all.map(({ same }) => same)).size)
        for (const press of presses) {
          const pressed = all[press % all.length]!
          const was = ticked
          wanted = new Set(wantedAfter(wanted, pressed.id, { all, ticked }))
          ticked = oneOfEach(wanted, { all, before: ticked })
          expect(ticked.has(pressed.id)).toBe(!was.has(pressed.id))
          expect(ticked.isSubsetOf(wanted)).toBe(true)
          areOfAll()
          for (const one of all) {
            const isLeft = all.some(({ id, same }) => same === one.same && ticked.has(id))
            expect(ticked.has(one.id) || instead(one, { all, ticked }) !== undefined).toBe(isLeft)
            // What has nothing to do with it stays as it was.
            if (one.same !== pressed.same) expect(ticked.has(one.id)).toBe(was.has(one.id))
          }
        }
      }),
      { seed: 20261128, numRuns: sampleCount(400) },
    )
  })
})
