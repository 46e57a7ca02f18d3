import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AlertShower } from '../../../../src/main/workspace/alert-shower.ts'
import { bySight } from '../../../../src/main/workspace/window-order.ts'
import type { Alert } from '../../../../src/shared/alerts/alerts.ts'

const alert: Alert = {
  ...{ id: crypto.randomUUID(), seq: 1, at: 0, kind: 'rejected', tone: 'bad', account: null },
  ...{ title: 'Rejected', message: 'No funds.', count: 1, intent: null },
  ...{ isOurs: false, orderId: null, symbol: null },
  ...{ told: { toast: true, sound: true, system: true }, isRead: false },
}
const quiet = { toast: false, sound: false, system: false }

/** Windows by their numbers, the one in front first; those that are stuck say nothing. */
function setUp(windows: readonly number[], stuck: readonly number[] = []) {
  const told: [number, Alert][] = []
  const due: (() => void)[] = []
  const held: Alert[] = []
  let isLocked = false
  /** Pages that went, by their windows: what comes in their place is another page. */
  const gone = new Map<number, number>()
  const pageOf = (window: number): string => `page ${gone.get(window) ?? 0} of ${window}`
  const shower = new AlertShower({
    clock: {
      after: (_, task) => {
        due.push(task)
        return () => void due.splice(due.indexOf(task), 1)
      },
    },
    order: () => windows,
    pageOf,
    isHere: (page) => windows.some((window) => pageOf(window) === page),
    isLocked: () => isLocked,
    hold: (news) => held.push(news),
    tell: (window, news) => {
      told.push([window, news])
      const isToldHere = news.told.toast || news.told.sound || news.told.system
      if (isToldHere && !stuck.includes(window)) shower.seeShown(news.id, window)
    },
  })
  return {
    ...{ shower, told, due, held },
    lock: (is = true) => {
      isLocked = is
    },
    reload: (window: number) => gone.set(window, (gone.get(window) ?? 0) + 1),
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

  describe('that stays until it is put away', () => {
    const fades: Alert = { ...alert, id: crypto.randomUUID(), kind: 'filled', tone: 'good' }
    const card = { ...alert, told: { toast: true, sound: false, system: false } }

    it('is taken by the page that comes in place of that which showed it, and by no other', () => {
      const { shower, reload } = setUp([1, 2])
      for (const news of [alert, fades]) shower.show(news)
      expect(shower.take(2)).toEqual([])
      reload(1)
      expect(shower.take(1)).toEqual([card])
      expect(shower.take(2)).toEqual([])
      // It asks again where the answer was lost.
      expect(shower.take(1)).toEqual([card])
    })

    it('goes to the next window where the one that showed it is gone', () => {
      const windows = [1, 2]
      const { shower, told, due } = setUp(windows)
      for (const news of [alert, fades]) shower.show(news)
      const before = told.length
      windows.shift()
      shower.passOn()
      shower.passOn()
      expect(told.slice(before)).toEqual([[2, card]])
      expect(due).toEqual([])
    })

    it('waits for the first window that comes where there is none', () => {
      const windows: number[] = []
      const { shower } = setUp(windows)
      for (const news of [alert, fades]) shower.show(news)
      windows.push(1, 2)
      expect(shower.take(1)).toEqual([card])
      expect(shower.take(2)).toEqual([])
    })

    it('goes nowhere else where who was told of it comes back before it has said so', () => {
      const { shower, pass, heardIn } = setUp([1, 2], [1])
      shower.show(alert)
      expect(shower.take(1)).toEqual([card])
      pass()
      expect(heardIn()).toEqual([1])
    })

    it('is passed to no locked screen, and taken once that is open', () => {
      const windows = [1, 2]
      const { shower, lock, held, reload } = setUp(windows)
      shower.show(alert)
      lock()
      for (const window of windows) reload(window)
      shower.passOn()
      expect(held).toEqual([])
      lock(false)
      expect(shower.take(2)).toEqual([card])
      expect(shower.take(1)).toEqual([])
    })

    it('is shown by nobody once somebody put it away', () => {
      for (const which of [{ ids: [alert.id] }, { upTo: alert.seq }]) {
        const { shower, pass, heardIn, reload } = setUp([1, 2], [1])
        shower.show(alert)
        shower.putAway({ ids: [fades.id] })
        shower.putAway({ upTo: alert.seq - 1 })
        expect(shower.take(1)).toEqual([card])
        shower.putAway(which)
        reload(1)
        pass()
        expect([shower.take(1), heardIn()]).toEqual([[], [1]])
      }
    })

    it('is one of fifty at most, the latest', () => {
      const { shower } = setUp([])
      const many = Array.from({ length: 60 }, (_, seq) => ({
        ...alert,
        ...{ id: crypto.randomUUID(), seq },
      }))
      for (const news of many) shower.show(news)
      expect(shower.take(1).map(({ seq }) => seq)).toEqual(many.slice(10).map(({ seq }) => seq))
    })
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
