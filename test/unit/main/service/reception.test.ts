import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { inTurns } from '../../../../src/main/core/turns.ts'
import { Reception, type Visit } from '../../../../src/main/service/reception.ts'

/** So many answers enter, in this order; `received` has those that are received, as far as they had to wait. */
function entered(count: number) {
  const reception = new Reception()
  const received: number[] = []
  const visits: Visit[] = Array.from({ length: count }, (_, nth) =>
    reception.enter(() => received.push(nth)),
  )
  return { reception, received, visits }
}

describe('large answers', () => {
  test('are received four at once, the others in turn', async () => {
    const { received, visits } = entered(7)
    expect(visits.map(({ isWaiting }) => isWaiting)).toEqual([
      ...[false, false, false, false],
      ...[true, true, true],
    ])
    visits[2]!.leave()
    // Whoever leaves is in the midst of reading.
    expect(received).toEqual([])
    await setImmediate()
    expect(received).toEqual([4])
    visits[0]!.leave()
    visits[1]!.leave()
    await setImmediate()
    expect(received).toEqual([4, 5, 6])
  })

  test('that come slowly hold up nobody for long', async () => {
    const { received } = entered(6)
    await vi.waitFor(() => expect(received).toEqual([4, 5]), 30_000)
  })

  test('that end while they wait are not received', async () => {
    const { received, visits } = entered(6)
    visits[4]!.leave()
    visits[0]!.leave()
    visits[0]!.leave()
    await setImmediate()
    expect(received).toEqual([5])
  })

  test('wait while those that came before are taken in', async () => {
    let isDone = false
    const works = Array.from({ length: 4 }, () => inTurns(untilDone()))
    const { received, visits } = entered(1)
    expect(visits[0]!.isWaiting).toBe(true)
    await setTimeout(50)
    expect(received).toEqual([])
    isDone = true
    await Promise.all(works)
    await vi.waitFor(() => expect(received).toEqual([0]), 30_000)

    function* untilDone(): Generator<void, void> {
      while (!isDone) yield
    }
  })

  test('wait for no longer than a second', async () => {
    let isDone = false
    const works = Array.from({ length: 4 }, () => inTurns(untilDone()))
    const { received } = entered(2)
    await vi.waitFor(() => expect(received).toEqual([0, 1]), 30_000)
    isDone = true
    await Promise.all(works)

    function* untilDone(): Generator<void, void> {
      while (!isDone) yield
    }
  })
})
