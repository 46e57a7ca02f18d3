import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Paced,
  Pacer,
  type PaceReservation,
} from '../../../../../src/main/orders/sending/pacer.ts'
import { FakeClock } from '../../core/fake-clock.ts'

interface Item extends Paced {
  name: string
}

const order = (name: string, more: Partial<Item> = {}): Item => ({
  name,
  weight: 1,
  isExit: false,
  ...more,
})

const orders = (count: number): Item[] =>
  Array.from({ length: count }, (_, place) => order(`order ${place}`))

/** A pacer whose requests leave the moment that they may, unless `hold` keeps their rooms. */
function newPacer({ most = 10, hold = false } = {}) {
  const clock = new FakeClock()
  const gone: { name: string; weight: number; at: number }[] = []
  const rooms: PaceReservation[] = []
  const stayed: string[] = []
  let changes = 0
  const pacer = new Pacer<Item>({
    clock,
    most,
    leave: ({ name, weight }, room) => {
      gone.push({ name, weight, at: clock.now() })
      if (hold) rooms.push(room)
      else room.left()
    },
    stoodStill: (items) => stayed.push(...items.map(({ name }) => name)),
    onChange: () => changes++,
  })
  return {
    clock,
    stayed,
    pacer,
    gone,
    rooms,
    names: () => gone.map(({ name }) => name),
    changes: () => changes,
  }
}

describe('a pacer', () => {
  it('lets as many orders go at once as may leave in a second, and the next ones after it', async () => {
    const { clock, pacer, gone } = newPacer({ most: 10 })
    pacer.add(orders(25))
    expect(gone).toHaveLength(10)
    expect(pacer).toMatchObject({ used: 10, waiting: 15 })
    await clock.advance(1000)
    expect(gone).toHaveLength(10)
    await clock.advance(100)
    expect(gone).toHaveLength(20)
    await clock.advance(1100)
    expect(gone).toHaveLength(25)
    expect(pacer).toMatchObject({ used: 5, waiting: 0 })
    await clock.advance(1100)
    expect(pacer.used).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('lets nothing go that waited while the machine slept, and then goes on', async () => {
    const { clock, pacer, gone, stayed } = newPacer({ most: 10 })
    pacer.add(orders(25))
    clock.sleep(3_600_000)
    await clock.advance(10_000)
    expect(gone).toHaveLength(10)
    expect(stayed).toEqual(
      orders(25)
        .map(({ name }) => name)
        .slice(10),
    )
    expect(pacer.waiting).toBe(0)
    pacer.add(orders(25))
    await clock.advance(10_000)
    expect(gone).toHaveLength(35)
    expect(stayed).toHaveLength(15)
  })

  it('lets nothing go either where what is on the wire held the queue up meanwhile', async () => {
    const { clock, pacer, rooms, gone, stayed } = newPacer({ most: 1, hold: true })
    pacer.add(orders(2))
    clock.sleep(3_600_000)
    rooms[0]!.left()
    await clock.advance(10_000)
    expect(gone).toHaveLength(1)
    expect(stayed).toEqual(['order 1'])
  })

  it('takes no long queue for one that stood still', async () => {
    const { clock, pacer, gone, stayed } = newPacer({ most: 1 })
    pacer.add([order('first', { weight: 200 }), ...orders(100)])
    await clock.advance(320_000)
    expect(gone).toHaveLength(101)
    expect(stayed).toEqual([])
  })

  it('never lets more than that go in any second, wherever it begins', async () => {
    const step = fc.oneof(
      fc.record({ add: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 }) }),
      fc.record({ wait: fc.integer({ min: 1, max: 1500 }) }),
      fc.record({ settle: fc.constantFrom('left' as const, 'release' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 7, max: 10 }),
        fc.array(step, { maxLength: 40 }),
        async (most, steps) => {
          const { clock, pacer, gone, rooms } = newPacer({ most, hold: true })
          const wire: { at: number; weight: number }[] = []
          const settle = (how: 'left' | 'release'): void => {
            const room = rooms.shift()
            if (room === undefined) return
            const { weight } = gone[gone.length - rooms.length - 1]!
            if (how === 'left') wire.push({ at: clock.now(), weight })
            room[how]()
          }
          for (const one of steps) {
            if ('add' in one) pacer.add(one.add.map((weight) => order('', { weight })))
            else if ('wait' in one) await clock.advance(one.wait)
            else settle(one.settle)
          }
          for (let turn = 0; pacer.waiting > 0 || rooms.length > 0; turn++) {
            expect(turn).toBeLessThan(1000)
            settle('left')
            await clock.advance(37)
          }
          for (const { at: from } of wire) {
            const inside = wire.filter(({ at }) => at >= from && at - from <= 1000)
            expect(inside.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(most)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('has no room for one that comes right before a full second is over', async () => {
    const { clock, pacer } = newPacer({ most: 10 })
    pacer.add(orders(10))
    await clock.advance(1000)
    expect(pacer.take(order('late'))).toBeUndefined()
    await clock.advance(100)
    expect(pacer.take(order('late'))).toBeDefined()
  })

  it('keeps the order in which requests came, also where a small one would fit before a large one', async () => {
    const { clock, pacer, names } = newPacer({ most: 10 })
    pacer.add([order('first', { weight: 6 }), order('large', { weight: 8 }), order('small')])
    expect(names()).toEqual(['first'])
    expect(pacer.take(order('late'))).toBeUndefined()
    await clock.advance(1100)
    expect(names()).toEqual(['first', 'large', 'small'])
  })

  it('lets exits go before all others that wait, in their own order', async () => {
    const { clock, pacer, names } = newPacer({ most: 1 })
    pacer.add([order('a'), order('b'), order('c')])
    pacer.add([order('exit 1', { isExit: true }), order('exit 2', { isExit: true })])
    expect(pacer.take(order('exit 3', { isExit: true }))).toBeUndefined()
    for (let second = 0; second < 5; second++) await clock.advance(1100)
    expect(names()).toEqual(['a', 'exit 1', 'exit 2', 'b', 'c'])
  })

  it('gives an exit the room that others wait for', async () => {
    const { clock, pacer } = newPacer({ most: 10 })
    pacer.add([order('first', { weight: 6 }), order('large', { weight: 8 })])
    expect(pacer.take(order('exit', { isExit: true, weight: 4 }))).toBeDefined()
    await clock.advance(5000)
    // The exit still holds its room: it is not known when it leaves.
    expect(pacer).toMatchObject({ used: 4, waiting: 8 })
  })

  it('gives an order of more slices than fit a window of its own, and charges the rest to the next', async () => {
    const { clock, pacer, gone } = newPacer({ most: 10 })
    pacer.add([order('before'), order('large', { weight: 25 }), ...orders(5), order('last')])
    expect(gone.map(({ name }) => name)).toEqual(['before'])
    await clock.advance(1100)
    expect(gone.map(({ name }) => name)).toEqual(['before', 'large'])
    const { at } = gone[1]!
    await clock.advance(2000)
    expect(gone).toHaveLength(2)
    await clock.advance(2200)
    expect(gone).toHaveLength(8)
    // 25 orders count for two whole windows; five more fit beside the rest of the third.
    expect(gone.slice(2, 7).every((one) => one.at >= at + 2000)).toBe(true)
    expect(gone[7]!.at).toBeGreaterThanOrEqual(at + 3000)
  })

  it('holds the room of a request until its first byte leaves, and counts it from then on', async () => {
    const { clock, pacer, gone, rooms } = newPacer({ most: 2, hold: true })
    pacer.add(orders(3))
    await clock.advance(10_000)
    expect(gone).toHaveLength(2)
    for (const room of rooms.splice(0)) room.left()
    await clock.advance(1000)
    expect(gone).toHaveLength(2)
    await clock.advance(100)
    expect(gone).toHaveLength(3)
  })

  it('gives room back at once for what surely did not leave', () => {
    const { pacer, gone, rooms } = newPacer({ most: 2, hold: true })
    pacer.add(orders(3))
    rooms[0]!.release()
    expect(gone).toHaveLength(3)
    // Told twice, it counts once.
    rooms[0]!.release()
    rooms[0]!.left()
    expect(pacer.used).toBe(2)
  })

  it('lets nothing go that was dropped', async () => {
    const { clock, pacer, names } = newPacer({ most: 1 })
    const [first, second, third] = orders(3) as [Item, Item, Item]
    pacer.add([first, second, third])
    pacer.drop(new Set([second]))
    await clock.advance(1100)
    expect(names()).toEqual([first.name, third.name])
    const many = orders(100)
    pacer.add(many)
    pacer.drop(new Set(many))
    await clock.advance(10_000)
    expect(names()).toHaveLength(2)
    expect(pacer).toMatchObject({ used: 0, waiting: 0 })
  })

  it('follows a limit that is changed while requests wait', async () => {
    const { clock, pacer, gone } = newPacer({ most: 1 })
    pacer.add(orders(4))
    pacer.most = 3
    expect(gone).toHaveLength(3)
    pacer.most = 1
    await clock.advance(1000)
    expect(gone).toHaveLength(3)
    await clock.advance(100)
    expect(gone).toHaveLength(4)
  })

  it('starts no timer where nothing waits', () => {
    const { clock, pacer } = newPacer()
    pacer.add(orders(3))
    expect(clock.pending).toBe(0)
  })
})
