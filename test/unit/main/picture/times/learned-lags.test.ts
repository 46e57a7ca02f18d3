import { describe, expect, it } from 'vitest'
import { type FirstSight, LearnedLags } from '../../../../../src/main/picture/times/learned-lags.ts'
import { type Row, keyed } from '../../../../../src/shared/core/patch.ts'
import { order } from '../pictures.ts'

const at = (time: string): number => Date.parse(`2026-11-24T${time}+05:30`)
const entered = (time: string): Row => ({ orderentrytime: `Nov 24 2026 ${time}` })
const none: Row = { orderentrytime: 'Jan 01 1980 00:00:00' }

const sight = (more: Partial<FirstSight> = {}, row: Row = entered('10:20:00')): FirstSight => ({
  ...{ row: order('9', row), sentAt: 0, answeredAt: 200, missedAt: null },
  ...more,
})

function newLags() {
  const lags = new LearnedLags()
  const note = (
    at: number,
    sights: readonly FirstSight[],
    shown: readonly Row[] = [],
    added: readonly Row[] = [],
  ): void => {
    const rows = keyed(shown, (row) => String(row['order_id']))
    lags.note('a', { sights, rows, added, at })
  }
  const those = { ofLogin: ['a'], atService: ['a'] }
  const lag = (now = 10_000): number => lags.lagOf(those, now)
  const brokersTime = (now: number, exchange = 'NSE') => lags.brokersTime(those, now)(exchange)
  return { note, lag, brokersTime }
}

describe('the lag of an order book', () => {
  it('counts from the sending: an order is entered at any moment until its answer', () => {
    const { note, lag } = newLags()
    // Answered after six seconds, and shown a second and a half later.
    note(7500, [sight({ answeredAt: 6000, missedAt: 6900 })])
    expect(lag()).toBe(7500)
  })

  it('is told by no order whose answer took long and that is shown by then', () => {
    const { note, lag } = newLags()
    note(7000, [sight({ missedAt: 6000 })])
    for (let more = 0; more < 5; more++) note(7000, [sight({ answeredAt: 6900 })])
    expect(lag()).toBe(7000)
    for (let more = 0; more < 5; more++) note(7000, [sight()])
    expect(lag()).toBe(0)
  })

  it('is not what passed while nothing could be read', () => {
    const { note, lag } = newLags()
    note(17_000, [sight({ missedAt: 1500 })])
    expect(lag()).toBe(6500)
  })

  it('is told by an order that came up before its answer', () => {
    const { note, lag } = newLags()
    const row = order('9', entered('10:20:00'))
    note(5000, [], [row], [row])
    note(6500, [sight({ answeredAt: 6000 })], [row])
    expect(lag()).toBe(5000)
    const other = order('8', entered('10:20:00'))
    for (let more = 0; more < 5; more++) {
      note(1000, [], [other], [other])
      note(6500, [sight({ answeredAt: 6000, row: other })], [other])
    }
    expect(lag()).toBe(0)
  })

  it('is not told by an order that gets a further field before its answer', () => {
    const { note, lag } = newLags()
    const row = order('9', entered('10:20:00'))
    note(500, [], [row], [row])
    note(2600, [], [row], [{ ...row, rejreason: '' }])
    note(3000, [sight({ answeredAt: 3000 })], [row])
    expect(lag()).toBe(0)
  })

  it('is none where an order is shown within a moment of an answer that came at once', () => {
    const { note, lag } = newLags()
    note(1500, [sight({ missedAt: 1000 })])
    expect(lag()).toBe(0)
  })
})

describe('what a broker’s clock shows', () => {
  it('is told by an order that may have been entered a moment after its answer', () => {
    const { note, brokersTime } = newLags()
    expect(brokersTime(0)).toBeNull()
    note(5000, [sight()])
    expect(brokersTime(60_000)).toBe(at('10:20:58') + 800)
  })

  it('is told by an order that was entered by the time at which it came up', () => {
    const { note, brokersTime } = newLags()
    const row = order('9', entered('10:20:00'))
    note(700, [], [row], [row])
    note(3500, [sight({ answeredAt: 3000 })], [row])
    expect(brokersTime(60_000)).toBe(at('10:20:59') + 300)
  })

  it('is told by the time that a row gets within a few seconds, and by none that is none', () => {
    for (const untimed of [none, {}, entered('00:00:00')]) {
      const { note, brokersTime } = newLags()
      note(500, [sight({}, untimed)])
      note(5000, [], [order('9', untimed)])
      expect(brokersTime(5000)).toBeNull()
      note(6000, [], [order('9', entered('10:20:00'))])
      expect(brokersTime(60_000)).toBe(at('10:20:58') + 800)
    }
  })

  it('is not told by a time that a row gets later, as of an order that was changed', () => {
    const { note, brokersTime } = newLags()
    note(500, [sight({}, none)])
    note(10_500, [], [order('9', none)])
    note(11_000, [], [order('9', entered('10:30:00'))])
    expect(brokersTime(60_000)).toBeNull()
  })

  it('is told by orders of the same exchange, or less exactly by those of others', () => {
    const { note, brokersTime } = newLags()
    note(5000, [sight()])
    const exact = at('10:20:58') + 800
    expect(brokersTime(60_000, 'NFO')).toBe(exact - 10_000)
    note(5000, [sight({}, { ...entered('10:19:56'), exchange: 'NFO' })])
    expect(brokersTime(60_000, 'NFO')).toBe(exact - 4000)
    expect(brokersTime(60_000, 'NSE')).toBe(exact)
  })
})
