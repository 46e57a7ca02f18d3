import { expect, it } from 'vitest'
import {
  isOpenPosition,
  isWorkingRow,
  netUnitsOf,
  repeats,
  unitsAgainstNet,
} from '../../../../src/shared/books/open-rows.ts'

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

it('a position of zero is open where its own figures do not come to zero', () => {
  const day = { netqty: 0, cfbuyqty: 0, cfsellqty: 0, bqty: 100, sqty: 0 }
  expect(isOpenPosition(day)).toBe(true)
  expect(isOpenPosition({ ...day, cfbuyqty: 50, bqty: 0 })).toBe(true)
  expect(isOpenPosition({ ...day, sqty: 100 })).toBe(false)
  expect(isOpenPosition({ ...day, cfsellqty: 100 })).toBe(false)
  // What is not written contradicts nothing.
  for (const unknown of ['cfbuyqty', 'cfsellqty', 'bqty', 'sqty'])
    expect(isOpenPosition({ ...day, [unknown]: null })).toBe(false)
})

it('a net is contradicted by what was bought, sold and brought forward, where that is told', () => {
  const day = { netqty: 100, cfbuyqty: 0, cfsellqty: 0, bqty: 50, sqty: 0 }
  expect(unitsAgainstNet(day)).toEqual({ net: 100, bought: 50, sold: 0 })
  expect(unitsAgainstNet({ ...day, netqty: -50 })).toEqual({ net: -50, bought: 50, sold: 0 })
  expect(unitsAgainstNet({ ...day, cfbuyqty: 60 })).toEqual({ net: 100, bought: 110, sold: 0 })
  expect(unitsAgainstNet({ ...day, cfbuyqty: 50 })).toBeNull()
  // Brokers count what was brought forward among what was traded today.
  expect(unitsAgainstNet({ ...day, netqty: 50, cfbuyqty: 50 })).toBeNull()
  // Some write what was sold as less than nothing; others write no such figures, or zeros.
  expect(unitsAgainstNet({ ...day, bqty: 150, sqty: -50 })).toBeNull()
  expect(unitsAgainstNet({ ...day, bqty: 0 })).toBeNull()
  for (const unknown of ['netqty', 'bqty', 'sqty'])
    expect(unitsAgainstNet({ ...day, [unknown]: null })).toBeNull()
})

it('of a position with two rows nobody knows what is held, unless all of them are zero', () => {
  expect(netUnitsOf([{ netqty: 100 }])).toBe(100)
  expect(netUnitsOf([{ netqty: 100 }, { netqty: 100 }])).toBeNull()
  expect(netUnitsOf([{ netqty: 100 }, { netqty: 0 }])).toBeNull()
  expect(netUnitsOf([{ netqty: 0 }, { netqty: 100 }])).toBeNull()
  expect(netUnitsOf([{ netqty: 0 }, { netqty: 0 }])).toBe(0)
})

it('rows repeat one position in whatever case and words it is written', () => {
  const infosys = { exchange: 'NSE', symbol: 'INFY-EQ', product: 'MIS' }
  const again = { ...infosys, exchange: 'nse ', product: 'Intraday' }
  const others = [
    { ...infosys, product: 'CNC' },
    { ...infosys, exchange: 'BSE' },
    { ...infosys, symbol: 'TCS-EQ' },
  ]
  expect([...repeats([infosys, again, ...others]).keys()]).toEqual([infosys, again])
  expect(repeats([infosys, ...others]).size).toBe(0)
})

it('a position is compared with those of its own symbol alone, however many there are', () => {
  let read = 0
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    exchange: 'NSE',
    symbol: n === 999 ? 'S-0' : `S-${n}`,
    get product() {
      read++
      return 'MIS'
    },
  }))
  expect([...repeats(rows)]).toEqual([rows[0], rows[999]].map((row) => [row, [rows[0], rows[999]]]))
  expect(read).toBe(2)
})
