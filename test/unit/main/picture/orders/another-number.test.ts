import { describe, expect, it } from 'vitest'
import {
  isAboutSending,
  isFasterThanHands,
  isFasterThanHandsInLateBook,
  mayBeOfOneRequest,
} from '../../../../../src/main/picture/orders/another-number.ts'

const second = 1000
const minute = 60 * second
const entered = 3 * 3_600_000

describe('an order of the same book', () => {
  it.each([
    [-10, true],
    [-11, false],
    [10, true],
    [11, false],
  ])('that was entered %d s later may be of one request: %s', (later, may) => {
    expect(mayBeOfOneRequest(entered + later * second, { entered })).toBe(may)
  })

  it('may be so for as long as the request was on its way, and by no clock that was set back', () => {
    const other = { entered, onItsWayFor: 15 * second }
    expect(mayBeOfOneRequest(entered + 25 * second, other)).toBe(true)
    expect(mayBeOfOneRequest(entered + 26 * second, other)).toBe(false)
    expect(mayBeOfOneRequest(entered - 11 * second, other)).toBe(false)
    expect(mayBeOfOneRequest(entered, { entered, onItsWayFor: -minute })).toBe(true)
  })

  it('is not said to be so where one of the two tells no time', () => {
    expect(mayBeOfOneRequest(null, { entered })).toBe(false)
    expect(mayBeOfOneRequest(entered, { entered: null })).toBe(false)
  })
})

describe('an order that came up', () => {
  it.each([
    [null, false, false],
    [-1, false, false],
    [0, true, true],
    [2000, true, true],
    [2001, false, true],
    [7000, false, true],
    [7001, false, false],
  ])('%s ms after the sending is faster than hands: %s, in a late book: %s', (after, is, late) => {
    expect(isFasterThanHands(after)).toBe(is)
    expect(isFasterThanHandsInLateBook(after)).toBe(late)
  })
})

describe('a moment on the wall’s clock', () => {
  const at = 20 * minute
  const sent = { at, rivals: [], bookAge: 0 }
  const seen = { wasSeen: true }
  const told = { wasSeen: false }

  it('is about the sending until a minute after the answer', () => {
    const intent = { sent, answeredAt: at + 15 * second }
    expect(isAboutSending(at - minute, intent, seen)).toBe(true)
    expect(isAboutSending(at - minute - 1, intent, seen)).toBe(false)
    expect(isAboutSending(at + 75 * second, intent, seen)).toBe(true)
    expect(isAboutSending(at + 75 * second + 1, intent, seen)).toBe(false)
  })

  it('is so within ten minutes where the broker’s clock tells alone', () => {
    const intent = { sent, answeredAt: null }
    expect(isAboutSending(at - 10 * minute, intent, told)).toBe(true)
    expect(isAboutSending(at + 10 * minute, intent, told)).toBe(true)
    expect(isAboutSending(at + 10 * minute + 1, intent, told)).toBe(false)
    expect(isAboutSending(at + 10 * minute, intent, seen)).toBe(false)
  })

  it('is so of nothing that was not sent, nor where it is not known', () => {
    expect(isAboutSending(at, { sent: null, answeredAt: null }, told)).toBe(false)
    expect(isAboutSending(null, { sent, answeredAt: null }, told)).toBe(false)
  })
})
