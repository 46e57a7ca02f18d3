import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Row,
  apply,
  changedKeys,
  diff,
  isSame,
  keyed,
} from '../../../../src/shared/core/patch.ts'
import { sampleCount } from '../../../sample-count.ts'

const value = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.constant(null),
  fc.boolean(),
  fc.record({ exchange: fc.string(), token: fc.string() }, { requiredKeys: [] }),
  fc.array(fc.string(), { maxLength: 3 }),
)
const row: fc.Arbitrary<Row> = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), value)
const key = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6')
const rows = fc
  .uniqueArray(fc.tuple(key, row), { selector: ([name]) => name })
  .map((all) => new Map(all))

/** What a patch goes through on its way to a window. */
const sent = <T>(patch: T): T => JSON.parse(JSON.stringify(patch)) as T

describe('a patch', () => {
  it('makes the later rows of the earlier ones, also after a journey as JSON', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const patch = diff(before, after)
        const made = patch === null ? before : apply(before, sent(patch))
        expect(Object.fromEntries(made)).toEqual(Object.fromEntries(after))
      }),
      { seed: 1, numRuns: sampleCount(2000) },
    )
  })

  it('is absent exactly where nothing changed', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const isUnchanged = isSame(Object.fromEntries(before), Object.fromEntries(after))
        expect(diff(before, after) === null).toBe(isUnchanged)
      }),
      { seed: 2, numRuns: sampleCount(2000) },
    )
  })

  it('names only the fields that changed', () => {
    const before = new Map<string, Row>([['x', { ltp: 1, symbol: 'INFY-EQ' }]])
    const after = new Map<string, Row>([['x', { ltp: 2, symbol: 'INFY-EQ' }]])
    expect(diff(before, after)).toEqual({ set: [['x', { ltp: 2 }]] })
  })

  it('names the rows that are others or gone, as a look through both readings does', () => {
    const sorted = ({ changed, gone }: ReturnType<typeof changedKeys>) => [
      changed.toSorted(),
      gone.toSorted(),
    ]
    fc.assert(
      fc.property(rows, rows, (before, drawn) => {
        const patch = diff(before, drawn)
        // A row that did not change is still the same object.
        const after = patch === null ? before : apply(before, patch)
        const lookedThrough = changedKeys(before, after, null)
        expect(sorted(changedKeys(before, after, { before, patch }))).toEqual(sorted(lookedThrough))
        const another = { before: new Map(before), patch: null }
        expect(changedKeys(before, after, another)).toEqual(lookedThrough)
      }),
      { seed: 4, numRuns: sampleCount(1000) },
    )
  })

  it('keeps the identity of rows that it does not touch', () => {
    const still = { ltp: 1 }
    const before = new Map<string, Row>([
      ['still', still],
      ['moves', { ltp: 1 }],
    ])
    const patch = diff(before, new Map<string, Row>([...before, ['moves', { ltp: 2 }]]))
    expect(apply(before, patch!).get('still')).toBe(still)
  })
})

describe('sameness', () => {
  it('agrees with what JSON says of two values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(isSame(one, sent(one))).toBe(true)
        if (isSame(one, other)) expect(sent(one)).toEqual(sent(other))
      }),
      { seed: 3, numRuns: sampleCount(2000) },
    )
  })
})

describe('keys', () => {
  it('lose no row when they repeat', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'a#2', 'b#2', 'a#3')), (names) => {
        const made = keyed(
          names.map((name) => ({ name })),
          ({ name }) => name,
        )
        expect(made.size).toBe(names.length)
        expect([...made.values()].map(({ name }) => name)).toEqual(names)
      }),
      { seed: 4 },
    )
  })
})
