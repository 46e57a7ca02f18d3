import { expect, it } from 'vitest'
import { isOpenPosition, isWorkingRow } from '../../../../src/shared/books/open-rows.ts'

it('an order works until its status says in known words that it is finished', () => {
  expect(isWorkingRow({ status: 'open' })).toBe(true)
  expect(isWorkingRow({ status: 'gone fishing' })).toBe(true)
  expect(isWorkingRow({ status: null })).toBe(true)
  expect(isWorkingRow({})).toBe(true)
  expect(isWorkingRow({ status: 'COMPLETE' })).toBe(false)
  expect(isWorkingRow({ status: 'Cancelled' })).toBe(false)
  expect(isWorkingRow({ status: 'REJECTED AMO' })).toBe(false)
})

it('an order works for as long as its figures say that there is more to come', () => {
  expect(isWorkingRow({ status: 'complete', quantity: 100, fillshares: 99 })).toBe(true)
  expect(isWorkingRow({ status: 'Traded 50/100' })).toBe(true)
  expect(isWorkingRow({ status: 'complete', quantity: 100, fillshares: 100 })).toBe(false)
})

it('a position is open until its quantity is known to be zero', () => {
  expect(isOpenPosition({ netqty: -5 })).toBe(true)
  expect(isOpenPosition({ netqty: null })).toBe(true)
  expect(isOpenPosition({})).toBe(true)
  expect(isOpenPosition({ netqty: 0 })).toBe(false)
})
