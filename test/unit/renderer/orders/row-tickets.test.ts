import { describe, expect, it } from 'vitest'
import { type TradedRow, startFrom } from '../../../../src/renderer/orders/row-tickets.ts'
import { account } from '../memory-desk.ts'
import { holding, position } from '../records.ts'

const productFor = (record: TradedRow['record']): unknown => {
  const row = { account: account('main'), id: '0', isKept: false, record }
  const start = startFrom(row, 'SELL', [account('main')])
  return start.ok ? start.fields.product : start.why
}

describe('the ticket that a row opens', () => {
  it.each([
    ['DELIVERY', 'CNC'],
    ['cnc', 'CNC'],
    ['Carry Forward', 'NRML'],
    ['I', 'MIS'],
    ['BRACKET', 'MIS'],
  ])('has the product that the broker writes as %s', (word, product) => {
    expect(productFor(position({ product: word }))).toBe(product)
  })

  it('is for delivery where a holding does not say its product, and guesses at nothing else', () => {
    expect(productFor(holding({ product: null }))).toBe('CNC')
    expect(productFor(position({ product: 'Arbitrage' }))).toBe(
      'INFY-EQ has a product that orders cannot name.',
    )
  })
})
