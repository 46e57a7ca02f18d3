import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  type ClockReading,
  type KnownEntry,
  skewFrom,
  timingOf,
} from '../../../../../src/main/orders/doubt/entry-time.ts'
import { sentAt } from './doubts.ts'

const second = 1000
const minute = 60_000
const hour = 60 * minute

/** A broker whose clock is wrong by any time, and who writes seconds or full minutes alone. */
const Broker = fc.record({
  ahead: fc.integer({ min: -48 * hour, max: 48 * hour }),
  resolution: fc.constantFrom(second, minute),
})
type Broker = typeof Broker extends fc.Arbitrary<infer T> ? T : never

const writtenBy = ({ ahead, resolution }: Broker, at: number): number =>
  Math.floor((at + ahead) / resolution) * resolution

/** An order whose answer came: some time before or after ours, entered at any moment until its answer. */
const Known = fc.record({
  since: fc.integer({ min: -6 * hour, max: 6 * hour }),
  took: fc.integer({ min: 0, max: 15 * second }),
  enteredAt: fc.double({ min: 0, max: 1, noNaN: true }),
})
type Known = typeof Known extends fc.Arbitrary<infer T> ? T : never

const entryOf = (broker: Broker, { since, took, enteredAt }: Known): KnownEntry => ({
  sentAt: sentAt + since,
  answeredAt: sentAt + since + took,
  entered: writtenBy(broker, sentAt + since + Math.round(took * enteredAt)),
})

const World = fc.record({
  broker: Broker,
  known: fc.array(Known, { minLength: 1, maxLength: 2 }),
  isBookSure: fc.boolean(),
})

const timed = (
  { broker, known, isBookSure }: typeof World extends fc.Arbitrary<infer T> ? T : never,
  at: number,
  seenAfter: number | null,
) => {
  const clock = skewFrom(known.map((one) => entryOf(broker, one)))
  expect(clock).not.toBeNull()
  const entered = writtenBy(broker, at)
  return timingOf({ at: sentAt, clock: clock!, isBookSure }, { entered, seenAfter, wasThere: 'no' })
}

describe('by a broker’s clock that known orders have shown, however wrong it is,', () => {
  test('ours fits', () => {
    fc.assert(
      fc.property(World, fc.integer({ min: 0, max: 18 * second }), (world, way) => {
        expect(timed(world, sentAt + way, null)).toBe('fits')
      }),
    )
  })

  test('no order of some minutes before it is taken for ours, nor competes with it', () => {
    fc.assert(
      fc.property(World, fc.integer({ min: 3 * minute, max: 72 * hour }), (world, earlier) => {
        for (const seenAfter of [100, null])
          expect(timed(world, sentAt - earlier, seenAfter)).toBe('other')
      }),
    )
  })

  test('no order of some minutes later is taken for ours', () => {
    fc.assert(
      fc.property(World, fc.integer({ min: 4 * minute, max: 72 * hour }), (world, later) => {
        expect(timed(world, sentAt + later, later + 500)).toBe('unknown')
      }),
    )
  })
})

test('a broker’s clock that was set between two known orders is not known', () => {
  fc.assert(
    fc.property(
      Broker,
      fc.tuple(Known, Known),
      fc.integer({ min: 4 * minute, max: 24 * hour }),
      (broker, [one, other], by) => {
        const later = { ...broker, ahead: broker.ahead + by }
        expect(skewFrom([entryOf(broker, one), entryOf(later, other)])).toBeNull()
      },
    ),
  )
})

it('nothing is known of a clock without an order that is known', () => {
  expect(skewFrom([])).toBeNull()
})

describe('where the broker’s clock is not known,', () => {
  const Any = fc.record({
    clock: fc.constantFrom<ClockReading>('presumed', 'unknown'),
    entered: fc.option(fc.integer({ min: sentAt - 48 * hour, max: sentAt + 48 * hour })),
    seenAfter: fc.option(fc.integer({ min: -minute, max: 5 * hour })),
    wasThere: fc.constantFrom('no', 'earlier', 'today'),
    isBookSure: fc.boolean(),
  })

  test('ours is what a sure book did not have and a later one has, within a minute', () => {
    fc.assert(
      fc.property(Any, ({ clock, isBookSure, ...appearance }) => {
        const { seenAfter, wasThere, entered } = appearance
        if (timingOf({ at: sentAt, clock, isBookSure }, appearance) !== 'fits') return
        expect(isBookSure && wasThere === 'no').toBe(true)
        expect(seenAfter).toBeGreaterThanOrEqual(0)
        expect(seenAfter).toBeLessThanOrEqual(minute)
        if (clock !== 'presumed' || entered === null) expect(seenAfter).toBeLessThanOrEqual(20_000)
        else {
          const leftOut = entered % minute === 0 ? minute + second : 2 * second
          expect(entered).toBeGreaterThanOrEqual(sentAt - leftOut)
          expect(entered).toBeLessThanOrEqual(sentAt + 20 * second)
        }
      }),
    )
  })

  test('what a sure book did not have is not set aside unless something speaks against it', () => {
    fc.assert(
      fc.property(Any, ({ clock, isBookSure, entered, seenAfter }) => {
        const isBefore = clock === 'presumed' && entered !== null && entered < sentAt - minute
        const wasSeen = seenAfter !== null && seenAfter < 0
        const appearance = { entered, seenAfter, wasThere: 'no' as const }
        const timing = timingOf({ at: sentAt, clock, isBookSure }, appearance)
        expect(timing === 'other').toBe(isBefore || wasSeen)
      }),
    )
  })
})
