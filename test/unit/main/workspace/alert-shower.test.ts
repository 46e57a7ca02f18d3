import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AlertShower } from '../../../../src/main/workspace/alert-shower.ts'
import { bySight } from '../../../../src/main/workspace/window-order.ts'
import type { Alert } from '../../../../src/shared/alerts/alerts.ts'

const alert: Alert = {
  ...{ id: crypto.randomUUID(), seq: 1, at: 0, kind: 'rejected', tone: 'bad', account: null },
  ...{ title: 'Rejected', message: 'No funds.', count: 1, intent: null, orderId: null },
  ...{ symbol: null, told: { toast: true, sound: true, system: true }, isRead: false },
}
const quiet = { toast: false, sound: false, system: false }

/** Windows by their numbers, the one in front first; those that are stuck say nothing. */
function setUp(windows: readonly number[], stuck: readonly number[] = []) {
  const told: [number, Alert][] = []
  const due: (() => void)[] = []
  const held: Alert[] = []
  let isLocked = false
  const shower = new AlertShower({
    clock: {
      after: (_, task) => {
        due.push(task)
        return () => void due.splice(due.indexOf(task), 1)
      },
    },
    order: () => windows,
    isLocked: () => isLocked,
    hold: (news) => held.push(news),
    tell: (window, news) => {
      told.push([window, news])
      const isToldHere = news.told.toast || news.told.sound || news.told.system
      if (isToldHere && !stuck.includes(window)) shower.seeShown(news.id)
    },
  })
  return {
    ...{ shower, told, due, held },
    lock: () => {
      isLocked = true
    },
    pass: () => {
      for (const task of due.splice(0)) task()
    },
    heardIn: () => told.flatMap(([window, { told: ways }]) => (ways.sound ? [window] : [])),
  }
}

describe('An alert', () => {
  it('is shown and heard in the window in front, and counted in all', () => {
    const { shower, told, due, heardIn } = setUp([2, 1, 3])
    shower.show(alert)
    expect(heardIn()).toEqual([2])
    expect(told.map(([window]) => window).toSorted()).toEqual([1, 2, 3])
    expect(due).toEqual([])
  })

  it('is kept from the next window where the screen was locked meanwhile', () => {
    const { shower, told, due, held, lock, pass } = setUp([1, 2], [1])
    shower.show(alert)
    lock()
    const before = told.length
    pass()
    expect([told.length, due.length]).toEqual([before, 0])
    expect(held).toEqual([alert])
  })

  it('is shown by the first window that lives, whichever are stuck', () => {
    const windows = fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(windows, fc.array(fc.nat(20)), (all, stuck) => {
        const { shower, pass, heardIn, due } = setUp(all, stuck)
        shower.show(alert)
        for (let at = 0; at < all.length; at += 1) pass()
        const lives = all.findIndex((one) => !stuck.includes(one))
        expect(heardIn()).toEqual(lives === -1 ? all : all.slice(0, lives + 1))
        expect(due).toEqual([])
      }),
    )
  })

  it('that counts more by now is shown anew where somebody looks, and not heard again', () => {
    const windows = [1, 2]
    const { shower, told, heardIn } = setUp(windows)
    shower.show(alert)
    windows.reverse()
    shower.show({ ...alert, count: 2 })
    expect(heardIn()).toEqual([1])
    expect(told.at(-1)).toEqual([
      2,
      { ...alert, count: 2, told: { toast: true, sound: false, system: true } },
    ])
  })

  it('that is told in no way is waited for by nobody', () => {
    const { shower, told, due } = setUp([1, 2])
    shower.show({ ...alert, told: quiet })
    expect(told).toHaveLength(2)
    expect(due).toEqual([])
  })

  it('waits for no window where there is none', () => {
    const { shower, told, due } = setUp([])
    shower.show(alert)
    expect([told, due]).toEqual([[], []])
  })
})

it('The window that somebody looks at comes first, then the one that was last', () => {
  const sight = fc.constantFrom('front', 'seen', 'hidden')
  const seen = fc.record({ sight, frontAt: fc.nat(50) })
  fc.assert(
    fc.property(fc.array(seen, { maxLength: 8 }), (all) => {
      const order = bySight(new Map(all.map((one, at) => [at, one])))
      expect(order.toSorted()).toEqual(all.map((_, at) => at).toSorted())
      const ranks = order.map((at) => ['front', 'seen', 'hidden'].indexOf(all[at]!.sight))
      expect(ranks).toEqual(ranks.toSorted())
      for (const [place, at] of order.entries()) {
        const [one, next] = [all[at]!, all[order[place + 1] ?? at]!]
        if (one.sight === next.sight) expect(one.frontAt).toBeGreaterThanOrEqual(next.frontAt)
      }
    }),
  )
})
