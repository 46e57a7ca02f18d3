import fc from 'fast-check'
import { parseTable } from '../../../../../src/renderer/components/csv-table.ts'
import { describe, expect, it } from 'vitest'
import { readBasket, writeBasket } from '../../../../../src/renderer/orders/basket/basket-csv.ts'
import { fieldNames } from '../../../../../src/renderer/orders/ticket/field-table.ts'
import { textOf, ticketOf } from '../../../../../src/renderer/orders/ticket/ticket-text.ts'
import type { Ticket } from '../../../../../src/shared/orders/tickets.ts'
import { type AccountGroup, choiceOf } from '../../../../../src/shared/accounts/groups.ts'
import { uuid } from '../../intents.ts'
import { account } from '../../memory-desk.ts'
import { tickets } from '../ticket/tickets.ts'
import { sampleCount } from '../../../../sample-count.ts'

const accounts = [account('main'), account('swing')]
const share = { kind: 'times', times: '1' } as const
const ofSum = { kind: 'sum', percent: '50' } as const
const groupOf = (digit: number, name: string): AccountGroup => ({
  ...{ id: uuid(digit), name, colour: 'green' },
  members: [{ account: 'main', share }],
})
const groups = [groupOf(1, 'Long term'), groupOf(2, 'Swing')]
/** Named so that a spreadsheet would run them, or so that they look as if that was prevented. */
const oddly = ['=Main', "'-Swing", "''@x", '-1'].map((name, at) => ({
  ...account(`odd-${at}`),
  name,
}))

const goodRows = (source: string, of = accounts): Ticket[] => {
  const read = readBasket(source, { accounts: of, groups })
  if (!read.ok) throw new Error(read.message)
  return read.rows.map(({ text, bad }) => {
    expect(bad).toEqual([])
    const ticket = ticketOf(text, 0.5)
    if (!ticket.ok) throw new Error(JSON.stringify(ticket.problems))
    return ticket.ticket
  })
}

const bad = (source: string) => {
  const read = readBasket(source, { accounts, groups })
  if (!read.ok) return read.message
  return read.rows.map((row) =>
    Object.fromEntries(row.bad.map(({ column, message }) => [column, message])),
  )
}

describe('a basket as a file', () => {
  it('reads back as the orders that were written, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.array(tickets(['main', 'swing', ...groups.map(choiceOf)]), {
          minLength: 1,
          maxLength: 20,
        }),
        (some) => {
          expect(goodRows(writeBasket(some.map(textOf), { accounts, groups }))).toEqual(some)
        },
      ),
      { seed: 20261121, numRuns: sampleCount(200) },
    )
  })

  it('runs in no spreadsheet, and the apostrophe against that changes no order', () => {
    const ids = oddly.map(({ id }) => id)
    fc.assert(
      fc.property(fc.array(tickets(ids), { minLength: 1, maxLength: 20 }), (some) => {
        const file = writeBasket(some.map(textOf), { accounts: oddly, groups })
        for (const cell of parseTable(file)!.flatMap(({ cells }) => cells))
          expect(cell).not.toMatch(/^[=@＝]|^[+-](?!\d+$)/)
        expect(goodRows(file, oddly)).toEqual(some)
      }),
      { seed: 20261122, numRuns: sampleCount(200) },
    )
  })

  it('reads a symbol or a size as it is meant where an apostrophe keeps it from running', () => {
    const source =
      "account,exchange,symbol,product,position,price,kind\nmain,NSE,'=X,MIS,'-50,1500,smart"
    expect(goodRows(source)).toMatchObject([{ symbol: '=X', target: '-50' }])
  })

  it('takes a group by its name, and asks which is meant where an account has it too', () => {
    const line = (name: string) => `account,symbol,side,quantity,price\n${name},INFY-EQ,BUY,10,1500`
    expect(goodRows(line('long term'))).toMatchObject([{ account: choiceOf(groups[0]!) }])
    expect(goodRows(line('group:Swing'))).toMatchObject([{ account: choiceOf(groups[1]!) }])
    expect(goodRows(line('group: swing'))).toMatchObject([{ account: choiceOf(groups[1]!) }])
    expect(goodRows(line('account:Swing'))).toMatchObject([{ account: 'swing' }])
    expect(bad(line('Swing'))).toEqual([
      { account: '‘Swing’ is an account and a group: write account:Swing or group:Swing' },
    ])
    expect(bad(line('Short term'))).toEqual([
      { account: 'There is no account and no group named ‘Short term’' },
    ])
    const off = readBasket(line('Long term'), { accounts: [account('swing')], groups })
    expect(off).toMatchObject({
      rows: [{ bad: [{ message: 'No account of the group ‘Long term’ is switched on' }] }],
    })
  })

  it('has the sum of a line for a group whose members take parts of one, and of no other', () => {
    const lines = (sum: string, to = 'Shared') =>
      `account,symbol,side,sum,price\n${to},INFY-EQ,BUY,${sum},1500`
    const sums = { ...groupOf(3, 'Shared'), members: [{ account: 'main', share: ofSum }] }
    const targets = { accounts, groups: [...groups, sums] }
    const read = (source: string) => {
      const of = readBasket(source, targets)
      return of.ok ? of.rows[0]! : null
    }
    const { text, bad: none } = read(lines('500000'))!
    expect([none, text.sum, text.quantity]).toEqual([[], '500000', ''])
    expect(read(writeBasket([text], targets))).toMatchObject({
      text: { sum: '500000', quantity: '', account: text.account },
      bad: [],
    })
    expect(read(lines('half'))!.bad).toMatchObject([{ column: 'sum', cell: 'half' }])
    expect(read(lines('500000', 'Main'))!.bad).toContainEqual({
      column: 'sum',
      cell: '500000',
      message: 'is for a group whose members take parts of a sum',
    })
  })

  it('keeps every cell through quotes, separators and line ends', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\t', ' ', '₹') })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const quoted = (one: string) => `"${one.replaceAll('"', '""')}"`
        const source = ['one,two', ...rows.map((row) => row.map(quoted).join(','))].join('\r\n')
        expect(parseTable(source)?.map(({ cells }) => cells)).toEqual([
          ['one', 'two'],
          ...rows.filter((row) => row.some((one) => one.trim() !== '')),
        ])
      }),
      { seed: 20261121, numRuns: sampleCount(300) },
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
        side: '‘HOLD’ is none of BUY, SELL',
        quantity: 'must be a whole number of units',
      },
      {
        account: 'There is no account and no group named ‘Nobody’',
        price: 'must be a number, such as 1531.90',
      },
      {},
    ])
  })

  it('names the columns that mean nothing, and stops each line that has anything in them', () => {
    const source = 'account,symbol,side,Lucky,quantity,price\nMain,INFY-EQ,BUY,7,10,1500'
    expect(readBasket(source, { accounts, groups })).toMatchObject({ ok: true, unknown: ['Lucky'] })
    expect(bad(source)).toEqual([{ Lucky: 'is in a column that means nothing here' }])
    expect(bad(source.replace(',7,', ',,'))).toEqual([{}])
    expect(bad(source.replace('Lucky', 'note'))).toEqual([{}])
  })

  it('says what it takes where the lines say nothing of it, and nothing of what stays out', () => {
    const source = [
      'account,symbol,side,product,quantity,price',
      ...['Main,INFY-EQ,BUY,CNC,10,1500', 'Main,TCS-EQ,BUY,,10,1500', 'Main,,BUY,,10,1500'],
    ].join('\n')
    expect(readBasket(source, { accounts, groups })).toMatchObject({
      assumed: [
        { column: 'exchange', value: 'NSE', lines: 2 },
        { column: 'product', value: 'MIS', lines: 1 },
        { column: 'type', value: 'LIMIT', lines: 2 },
      ],
    })
  })

  const priced = (line: string, more = '') =>
    `account,symbol,side,quantity,price${more}\nMain,INFY-EQ,${line}`

  it('names each line by its number in the file, also after blank ones and cells of several lines', () => {
    const source = [
      ...['', ' , ,', 'account,symbol,side,quantity,price,note', ''],
      ...['Main,INFY-EQ,BUY,10,1500,"of two', 'lines"', ',,,,,', '\t'],
      'Main,SBIN-EQ,BUY,10,800,',
    ].join('\r\n')
    for (const written of [source, source.replaceAll(',', ';')])
      expect(readBasket(written, { accounts, groups })).toMatchObject({
        ok: true,
        rows: [{ line: 5 }, { line: 9 }],
      })
  })

  it('has no side by itself: a line without one says so, and a column called action is one', () => {
    const which = { side: 'which side? BUY or SELL' }
    expect(bad('account,symbol,quantity,price\nMain,INFY-EQ,10,1500')).toEqual([which])
    expect(bad(priced(',10,1500'))).toEqual([which])
    expect(
      goodRows('account,symbol,action,quantity,price\nMain,INFY-EQ,SELL,10,1500'),
    ).toMatchObject([{ action: 'SELL' }])
    expect(
      goodRows('account,symbol,position,price,kind\nMain,INFY-EQ,100,1500,smart'),
    ).toMatchObject([{ target: '100' }])
    expect(
      bad('account,symbol,side,position,price,kind\nMain,INFY-EQ,SELL,100,1500,smart'),
    ).toEqual([{ side: 'a smart order has no place for it' }])
  })

  it('has no call or put by itself', () => {
    const source = (type: string) =>
      `account,kind,underlying,expiry,option,strike step,side,quantity,price,product\nMain,option,NIFTY,26NOV,${type},50,BUY,75,120,NRML`
    expect(bad(source(''))).toEqual([{ option: 'call or put? CE or PE' }])
    expect(goodRows(source('PE'))).toMatchObject([{ optionType: 'PE' }])
  })

  it('stops a line that has more or fewer cells than columns, such as an unquoted 1,500', () => {
    const cells = (count: number) => ({
      '': `has ${count} cells, and there are 5 columns: a cell with a comma in it stands in quotation marks`,
    })
    expect(bad(priced('BUY,1,500,1500'))).toEqual([cells(6)])
    expect(bad(priced('BUY,10,1500,'))).toEqual([cells(6)])
    expect(bad(priced('BUY,10'))).toEqual([cells(4)])
    expect(goodRows(priced('BUY,"1,500","1,560.30"'))).toMatchObject([
      { quantity: '1500', pricing: { price: '1560.30' } },
    ])
  })

  it('is refused whole where two columns are for the same, or a quotation mark stays open', () => {
    expect(bad(priced('BUY,10,1500,1600', ',Price'))).toBe(
      '2 columns are for the price: ‘price’ and ‘Price’. Leave one.',
    )
    expect(bad(priced('BUY,10,1500,SELL', ',action'))).toMatch(/for the side: ‘side’ and ‘action’/)
    expect(bad(priced('BUY,10,"1500\nMain,SBIN-EQ,BUY,10,840'))).toMatch(/quotation mark/)
  })

  it('names a target, a stop or a trigger without its kind or type', () => {
    expect(bad(priced('BUY,10,1500,20,10', ',target,stop'))).toEqual([
      {
        target: 'is for a bracket order: say its kind',
        stop: 'is for a bracket order: say its kind',
      },
    ])
    expect(bad(priced('BUY,10,1500,20,regular', ',target,kind'))).toEqual([
      { target: 'a regular order has no place for it' },
    ])
    expect(bad(priced('BUY,10,1500,1490', ',trigger'))).toEqual([
      { trigger: 'is for a smart or bracket or option order: say its kind' },
    ])
    expect(bad(priced('BUY,10,1500,1490,20,10,bracket', ',trigger,target,stop,kind'))).toEqual([
      { trigger: 'a LIMIT order has no place for it' },
    ])
    expect(bad(priced('BUY,10,1500,MARKET', ',type'))).toEqual([
      { price: 'a MARKET order has no place for it' },
    ])
    expect(goodRows(priced('BUY,10,0,MARKET', ',type'))).toMatchObject([
      { pricing: { type: 'MARKET' } },
    ])
  })

  it('names a decimal comma, and a symbol with marks that cannot be seen', () => {
    expect(bad(priced('BUY,10,"1500,50"'))).toEqual([
      { price: 'must be a number, such as 1531.90' },
    ])
    expect(bad(priced('BUY,10,1500').replace('INFY', 'IN\u200BFY'))).toEqual([
      { symbol: 'has marks that cannot be seen: type it anew' },
    ])
  })

  it('never takes a line over with fewer words than it has', () => {
    const cell = fc.constantFrom(
      '',
      'BUY',
      'SELL',
      '10',
      '1500',
      '1,500',
      'LIMIT',
      'MARKET',
      'SL',
      'smart',
      'bracket',
      'x',
    )
    const columns = fc.shuffledSubarray(
      ['side', 'action', 'quantity', 'price', 'type', 'trigger', 'target', 'stop', 'kind', 'Lucky'],
      { minLength: 3 },
    )
    fc.assert(
      fc.property(columns, fc.array(cell, { minLength: 1, maxLength: 11 }), (titles, cells) => {
        const source = `account,symbol,${titles.join(',')}\nMain,INFY-EQ,${cells.join(',')}`
        const read = readBasket(source, { accounts, groups })
        if (!read.ok || read.rows[0]!.bad.length > 0) return
        const ticket = ticketOf(read.rows[0]!.text, 0.5)
        const said = JSON.stringify(ticket).toUpperCase()
        for (const word of source.split('\n')[1]!.split(',').slice(2))
          expect(said).toContain(word.toUpperCase())
      }),
      { numRuns: sampleCount(3000) },
    )
  })

  it('is refused whole where its first line names no column, or nothing follows it', () => {
    expect(bad('1,2,3\n4,5,6')).toMatch(/names no column/)
    expect(bad('account,symbol')).toMatch(/no orders/)
    expect(bad('  \n ')).toMatch(/nothing in it/)
  })

  it('reads a market order without a percentage as protected by the account’s own', () => {
    const source = (protection: string) =>
      `account,symbol,side,quantity,type,protection\nMain,INFY-EQ,BUY,10,MARKET,${protection}`
    expect(goodRows(source(''))).toMatchObject([{ pricing: { type: 'MARKET', protection: '0.5' } }])
    expect(goodRows(source('none'))).toMatchObject([
      { pricing: { type: 'MARKET', protection: null } },
    ])
  })

  it('has a template with the name of every column', () => {
    expect(parseTable(writeBasket([], { accounts, groups }))?.[0]?.cells).toHaveLength(
      fieldNames.length,
    )
  })
})
