import { describe, expect, it } from 'vitest'
import { startFrom } from '../../../../src/renderer/orders/row-tickets.ts'
import { account } from '../memory-desk.ts'
import { holding } from '../records.ts'

const productFor = (product: string | null): unknown => {
  const row = { account: account('main'), id: '0', isKept: false, record: holding({ product }) }
  const start = startFrom(row, 'SELL', [account('main')])
  return start.ok ? start.fields.product : start.why
}

describe('the ticket that a row opens', () => {
  it.each([
    ['DELIVERY', 'CNC'],
    ['cnc', 'CNC'],
    ['Carry Forward', 'NRML'],
    ['I', 'MIS'],
  ])('has the product that the broker writes as %s', (word, product) => {
    expect(productFor(word)).toBe(product)
  })

  it.each(['Arbitrage', 'BO', '', null])('leaves the product of %s to the person', (word) => {
    expect(productFor(word)).toBe('')
  })
})
