import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseTable,
  readBasket,
  writeBasket,
} from '../../../../../src/renderer/orders/basket/basket-csv.ts'
import { fieldNames } from '../../../../../src/renderer/orders/ticket/field-table.ts'
import { textOf, ticketOf } from '../../../../../src/renderer/orders/ticket/ticket-text.ts'
import type { Ticket } from '../../../../../src/shared/orders/tickets.ts'
import { account } from '../../memory-desk.ts'
import { tickets } from '../ticket/tickets.ts'

const accounts = [account('main'), account('swing')]

const goodRows = (source: string): Ticket[] => {
  const read = readBasket(source, accounts)
  if (!read.ok) throw new Error(read.message)
  return read.rows.map(({ text, bad }) => {
    expect(bad).toEqual({})
    const ticket = ticketOf(text, 0.5)
    if (!ticket.ok) throw new Error(JSON.stringify(ticket.problems))
    return ticket.ticket
  })
}

const bad = (source: string) => {
  const read = readBasket(source, accounts)
  return read.ok ? read.rows.map((row) => row.bad) : read.message
}

describe('a basket as a file', () => {
  it('reads back as the orders that were written, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(tickets(['main', 'swing']), { minLength: 1, maxLength: 20 }), (some) => {
        expect(goodRows(writeBasket(some.map(textOf), accounts))).toEqual(some)
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })

  it('keeps every cell through quotes, separators and line ends', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\t', ' ', '₹') })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const quoted = (one: string) => `"${one.replaceAll('"', '""')}"`
        const source = ['one,two', ...rows.map((row) => row.map(quoted).join(','))].join('\r\n')
        expect(parseTable(source)).toEqual([
          ['one', 'two'],
          ...rows.filter((row) => row.some((one) => one.trim() !== '')),
        ])
      }),
      { seed: 20261121, numRuns: 300 },
    )
  })

  it('may have commas, semicolons or tabs, and a mark at its beginning', () => {
    for (const separator of [',', ';', '\t'])
      expect(
        goodRows(
          [
            '\uFEFFaccount,exchange,symbol,side,quantity,product,type,price',
            'Main,NSE,INFY-EQ,b,10,mis,limit,1500.05',
          ]
            .join('\n')
            .replaceAll(',', separator),
        ),
      ).toMatchObject([{ account: 'main', action: 'BUY', quantity: '10', product: 'MIS' }])
  })

  it('marks every bad cell with its reason', () => {
    expect(
      bad(
        [
          'account,symbol,side,quantity,type,price',
          'Main,INFY-EQ,HOLD,ten,LIMIT,1500',
          'Nobody,INFY-EQ,BUY,10,LIMIT,',
          'Main,INFY-EQ,BUY,10,LIMIT,1500',
        ].join('\n'),
      ),
    ).toEqual([
      {
        action: '‘HOLD’ is none of BUY, SELL',
        quantity: 'must be a whole number of units',
      },
      {
        account: 'There is no account named ‘Nobody’',
        price: 'must be a number, such as 1531.90',
      },
      {},
    ])
  })

  it('names the columns that mean nothing', () => {
    expect(readBasket('account,symbol,Lucky,quantity\nMain,INFY-EQ,7,10', accounts)).toMatchObject({
      ok: true,
      unknown: ['Lucky'],
    })
  })

  it('is refused whole where its first line names no column, or nothing follows it', () => {
    expect(bad('1,2,3\n4,5,6')).toMatch(/names no column/)
    expect(bad('account,symbol')).toMatch(/no orders/)
    expect(bad('  \n ')).toMatch(/nothing in it/)
  })

  it('reads a market order without a percentage as protected by the account’s own', () => {
    const source = (protection: string) =>
      `account,symbol,quantity,type,protection\nMain,INFY-EQ,10,MARKET,${protection}`
    expect(goodRows(source(''))).toMatchObject([{ pricing: { type: 'MARKET', protection: '0.5' } }])
    expect(goodRows(source('none'))).toMatchObject([
      { pricing: { type: 'MARKET', protection: null } },
    ])
  })

  it('has a template with the name of every column', () => {
    expect(parseTable(writeBasket([], accounts))[0]).toHaveLength(fieldNames.length)
  })
})
